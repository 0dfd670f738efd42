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
 */
export function repeatable(because: string): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    c.get('tries').repeatsWrites = true
    await next()
  }
  reasons.set(handler, because)
  return handler
}
