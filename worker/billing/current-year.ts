import type { MiddlewareHandler } from 'hono'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv } from '#worker/http/factory.ts'

type YearParam = MiddlewareHandler<
  AppEnv,
  string,
  { in: { param: { year: string } }; out: { param: { year: number } } }
>

/** `:year` of the specification's list: only the current year. Earlier years are in the ledger. */
export const currentYear: YearParam = async (c, next) => {
  const today = c.get('today')
  assertCurrentYear(c.req.param('year'), today)
  c.req.addValidatedData('param', { year: yearOf(today) })
  await next()
}

/** Accepts any year of four digits as `:year`, since files of earlier years are stored. */
export const anyYear: YearParam = async (c, next) => {
  const year = c.req.param('year') ?? ''
  if (!/^\d{4}$/.test(year)) assertCurrentYear(year, c.get('today'))
  c.req.addValidatedData('param', { year: Number(year) })
  await next()
}

/**
 * @param why beginning of the error message, up to the year
 * @throws DomainError InvalidRequest unless it is the current year
 */
export function assertCurrentYear(
  year: string | undefined,
  today: Day,
  why = 'Beiträge gibt es hier nur für das laufende Jahr',
): void {
  if (year === String(yearOf(today))) return
  throw new DomainError('InvalidRequest', `${why} ${yearOf(today)}.`)
}

const yearOf = (today: Day) => Number(today.slice(0, 4))
