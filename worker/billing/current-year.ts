import type { MiddlewareHandler } from 'hono'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv } from '#worker/http/factory.ts'

/** `:year`. Fees have no history: today's state counts, so only this year's can be told. */
export const currentYear: MiddlewareHandler<
  AppEnv,
  string,
  { in: { param: { year: string } }; out: { param: { year: number } } }
> = async (c, next) => {
  const today = c.get('today')
  refuseOtherYear(c.req.param('year'), today)
  c.req.addValidatedData('param', { year: yearOf(today) })
  await next()
}

/** @throws DomainError InvalidRequest for a year, as it was written, that is not this one */
export function refuseOtherYear(year: string | undefined, today: Day): void {
  if (year === String(yearOf(today))) return
  const message = `Beiträge gibt es nur für das laufende Jahr ${yearOf(today)}.`
  throw new DomainError('InvalidRequest', message)
}

const yearOf = (today: Day) => Number(today.slice(0, 4))
