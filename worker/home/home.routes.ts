import type { Context } from 'hono'
import { management, requireRight, signedIn } from '#worker/http/auth.ts'
import { type AppEnv, factory, isLocal } from '#worker/http/factory.ts'
import { jsonBody } from '#worker/http/validate.ts'
import { obstacleTo } from '#worker/payments/providers.ts'
import { setupStepBody } from './home.contract.ts'
import { readHome, saveSetupStep } from './home.queries.ts'

export const homeRoutes = factory
  .createApp()
  .get('/api/home', requireRight('signedIn'), async (c) => {
    return c.json(await readHome(await homeContextOf(c)), 200)
  })
  .put('/api/guild/setup', management, jsonBody(setupStepBody), async (c) => {
    return c.json(await saveSetupStep(await homeContextOf(c), c.req.valid('json')), 200)
  })

async function homeContextOf(c: Context<AppEnv>) {
  const { db, now, today } = c.var
  const { id: userId, roles } = (await signedIn(c)).user
  const canBePaid = obstacleTo(c.env, c.env.PAYMENT_PROVIDER) === null
  return { db, now, today, roles, userId, canBePaid, isLocal: isLocal(c) }
}
