import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './factory.ts'

const reasons = new WeakMap<object, string>()

/** Why the writes of a route may be repeated, for the walk over all routes. */
export function repeatableBecause(handler: object): string | undefined {
  return reasons.get(handler)
}

/**
 * States that the writes of a route may be sent to the database again when nobody knows what became of
 * them: done a second time they change nothing, and the answer is the same.
 * @param isKnownAgain so is the whole request when the browser sends it once more: it is told when
 */
export function repeatable(because: string, isKnownAgain = false): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    Object.assign(c.get('connection'), { repeatsWrites: true, isKnownAgain })
    await next()
  }
  reasons.set(handler, because)
  return handler
}
