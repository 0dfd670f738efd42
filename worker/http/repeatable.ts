import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './factory.ts'

const reasons = new WeakMap<object, string>()

/** Why the writes of a route may be repeated, for the test that walks all routes. */
export function repeatableBecause(handler: object): string | undefined {
  return reasons.get(handler)
}

/**
 * States that the writes of a route may be repeated when their outcome is unknown: a second execution changes
 * nothing and gives the same response.
 * @param isRequestRepeatable true: the browser may repeat the whole request as well; the error tells it when
 */
export function repeatable(
  because: string,
  isRequestRepeatable = false,
): MiddlewareHandler<AppEnv> {
  const handler: MiddlewareHandler<AppEnv> = async (c, next) => {
    Object.assign(c.get('connection'), { repeatsWrites: true, isRequestRepeatable })
    await next()
  }
  reasons.set(handler, because)
  return handler
}
