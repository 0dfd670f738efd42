import { sql } from 'drizzle-orm'
import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'

export const healthRoutes = factory
  .createApp()
  .get('/api/v1/health', allow('public'), async (c) => {
    const [last] = await c
      .get('db')
      .all<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1`)
    return c.json({ status: 'ok' as const, schema: last?.name ?? '' }, 200)
  })
