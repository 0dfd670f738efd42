import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import { envProblems, type Settings } from '#worker/env.ts'
import type { AppEnv } from './factory.ts'

/** The path that is answered without valid settings, since it only tells that the worker runs. */
const alwaysAnswered = '/api/v1/health'

/** Rejects every request while a setting is missing or unsafe, so that the wrong setting is noticed. */
export const requireSetUp: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.path !== alwaysAnswered && !isSetUp(c.env)) {
    const message =
      'Diese Anwendung ist noch nicht fertig eingerichtet. Versuche es später noch einmal.'
    throw new DomainError('NotSetUp', message)
  }
  await next()
}

/** The problems that this isolate has logged already. */
let lastLogged = ''
const verdicts = new WeakMap<Settings, boolean>()

/** Whether the settings are valid; computed once per object of settings. */
export function isSetUp(env: Settings): boolean {
  const known = verdicts.get(env)
  if (known !== undefined) return known
  const isValid = hasValidSettings(env)
  verdicts.set(env, isValid)
  return isValid
}

/** Logs the names of invalid settings, never their values. */
function hasValidSettings(env: Settings): boolean {
  const variables = envProblems(env)
  if (variables.length > 0 && lastLogged !== variables.join()) {
    lastLogged = variables.join()
    console.error(JSON.stringify({ level: 'error', event: 'not_set_up', variables }))
  }
  return variables.length === 0
}
