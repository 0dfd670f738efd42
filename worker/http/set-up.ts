import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import { envProblems, type Settings } from '#worker/env.ts'
import type { AppEnv } from './factory.ts'

/** Says by itself whether the worker is there at all. */
const alwaysAnswered = '/api/v1/health'

/** With a missing or unsafe setting nothing is answered, so that it is noticed. */
export const requireSetUp: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.path !== alwaysAnswered && !isSetUp(c.env)) {
    const message =
      'Diese Anwendung ist noch nicht fertig eingerichtet. Versuche es später noch einmal.'
    throw new DomainError('NotSetUp', message)
  }
  await next()
}

/** Told once by each copy of the worker; another setting makes another copy. */
let told = ''
const judged = new WeakMap<Settings, boolean>()

/** Judged once for each copy of the settings. */
export function isSetUp(env: Settings): boolean {
  const known = judged.get(env)
  if (known !== undefined) return known
  const isFit = judge(env)
  judged.set(env, isFit)
  return isFit
}

/** Names what is wrong in the log, and never its value. */
function judge(env: Settings): boolean {
  const variables = envProblems(env)
  if (variables.length > 0 && told !== variables.join()) {
    told = variables.join()
    console.error(JSON.stringify({ level: 'error', event: 'not_set_up', variables }))
  }
  return variables.length === 0
}
