import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv } from '#worker/http/factory.ts'

/** `:year`, four digits from 1900 to 2099; anything else does not parse. */
export const yearParam: MiddlewareHandler<
  AppEnv,
  string,
  { in: { param: { year: string } }; out: { param: { year: number } } }
> = async (c, next) => {
  const text = c.req.param('year') ?? ''
  const year = Number(text)
  if (!/^\d{4}$/.test(text) || year < 1900 || year > 2099) {
    throw new DomainError('InvalidRequest', 'Das ist kein Jahr zwischen 1900 und 2099.')
  }
  c.req.addValidatedData('param', { year })
  await next()
}
