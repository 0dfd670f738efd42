import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv } from '#worker/http/factory.ts'

/** `:year`. Fees have no history: today's state counts, so only this year's can be told. */
export const currentYear: MiddlewareHandler<
  AppEnv,
  string,
  { in: { param: { year: string } }; out: { param: { year: number } } }
> = async (c, next) => {
  const year = c.get('today').slice(0, 4)
  if (c.req.param('year') !== year) {
    throw new DomainError('InvalidRequest', `Beiträge gibt es nur für das laufende Jahr ${year}.`)
  }
  c.req.addValidatedData('param', { year: Number(year) })
  await next()
}
