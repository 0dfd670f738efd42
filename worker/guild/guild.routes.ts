import { allow, authorise } from '#worker/http/auth.ts'
import { cacheForAMinute } from '#worker/http/cache.ts'
import { factory } from '#worker/http/factory.ts'
import { jsonBody } from '#worker/http/validate.ts'
import { settingsBody } from './guild.contract.ts'
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
    return c.json(await findSettings(c.get('db')), 200)
  })
  .put('/api/guild/settings', allow(['management']), jsonBody(settingsBody), async (c) => {
    const mustBeConfirmed = () => authorise(c, ['management'], 'confirmed')
    return c.json(await saveSettings({ ...c.var, mustBeConfirmed }, c.req.valid('json')), 200)
  })
