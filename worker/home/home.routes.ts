import type { Context } from 'hono'
import { allow } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { jsonBody } from '#worker/http/validate.ts'
import { obstacleTo } from '#worker/payments/configured-provider.ts'
import { type Home, setupStepBody } from './home.contract.ts'
import { readHome, saveSetupStep } from './home.queries.ts'

export const homeRoutes = factory
  .createApp()
  .get('/api/home', allow('signedIn'), async (c) => {
    const isManagement = c.get('user').roles.includes('management')
    const home: Home = isManagement ? await readHome(surroundingsOf(c)) : {}
    return c.json(home, 200)
  })
  .put('/api/guild/setup', allow(['management']), jsonBody(setupStepBody), async (c) => {
    return c.json(await saveSetupStep(surroundingsOf(c), c.req.valid('json')), 200)
  })

function surroundingsOf(c: Context<AppEnv>) {
  const { db, today } = c.var
  return { db, today, canBePaid: obstacleTo(c.env, c.env.PAYMENT_PROVIDER) === null }
}
