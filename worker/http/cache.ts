import type { Context } from 'hono'
import type { AppEnv } from './factory.ts'

/** Lets a public read be kept for a minute, unless somebody signed in asked (design: api contract). */
export function cacheForAMinute(c: Context<AppEnv>): void {
  if (!c.req.header('Authorization')) c.header('Cache-Control', 'public, max-age=60')
  c.header('Vary', 'Authorization')
}
