import type { Context } from 'hono'
import { allow, authorise, hasRole, signedIn } from '#worker/http/auth.ts'
import { cacheForAMinute } from '#worker/http/cache.ts'
import { type AppEnv, factory, isLocal } from '#worker/http/factory.ts'
import { jsonBody } from '#worker/http/validate.ts'
import { type GuildSettings, settingsBody } from './guild.contract.ts'
import { findLegal, findPublicGuild } from './guild.queries.ts'
import { saveSettings } from './save-settings.ts'
import { findSettings } from './settings.queries.ts'

export const guildRoutes = factory
  .createApp()
  .get('/api/guild', allow('public'), async (c) => {
    cacheForAMinute(c)
    return c.json(await findPublicGuild(c.get('db')), 200)
  })
  .get('/api/guild/legal', allow('public'), async (c) => {
    cacheForAMinute(c)
    return c.json(await findLegal(c.get('db')), 200)
  })
  .get('/api/guild/settings', allow(['management', 'readonly']), async (c) => {
    return c.json(await settingsSeen(c), 200)
  })
  .put('/api/guild/settings', allow(['management']), jsonBody(settingsBody), async (c) => {
    const mustBeConfirmed = () => authorise(c, ['management'], 'confirmed')
    await saveSettings({ ...c.var, isLocal: isLocal(c), mustBeConfirmed }, c.req.valid('json'))
    return c.json(await settingsSeen(c), 200)
  })

async function settingsSeen(c: Context<AppEnv>): Promise<GuildSettings> {
  const { settings, without } = await findSettings(c.get('db'))
  const { user } = await signedIn(c)
  const isOffered = !isLocal(c)
  const isTold = isOffered && hasRole(user, 'management')
  return { ...settings, passkeyRule: { isOffered, ...(isTold && { without }) } }
}
