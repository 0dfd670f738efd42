import { requireRight } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { selectLastMigration } from './operations.queries.ts'
import { readReadiness } from './ready.ts'

export const healthRoutes = factory
  .createApp()
  // This route answers even when settings are missing (http/set-up.ts).
  .get('/api/v1/health', requireRight('public'), async (c) => {
    const [last] = await selectLastMigration(c.get('db'))
    return c.json({ status: 'ok' as const, schema: last?.name ?? '' }, 200)
  })
  .get('/api/v1/ready', requireRight('public'), async (c) => {
    const { db, now } = c.var
    const readiness = await readReadiness({ db, env: c.env, now })
    return c.json(readiness, readiness.ready ? 200 : 503)
  })
