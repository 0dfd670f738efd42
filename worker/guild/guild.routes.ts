import { allow } from '#worker/http/auth.ts'
import { cacheForAMinute } from '#worker/http/cache.ts'
import { factory } from '#worker/http/factory.ts'
import { jsonBody } from '#worker/http/validate.ts'
import { settingsBody } from './guild.contract.ts'
import { findLegal, findPublicGuild } from './guild.queries.ts'
import { findSettings, hasPasskey, updateSettings } from './settings.queries.ts'
import { checkedSettings, passkeyFirst } from './settings-problems.ts'

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
    const db = c.get('db')
    const change = c.req.valid('json')
    const stored = await findSettings(db)
    const settings = checkedSettings(change, stored)
    const isAsked = change.passkeysRequired === true && !stored.passkeysRequired
    if (isAsked && !(await hasPasskey(db, c.get('user').id))) throw passkeyFirst()
    await updateSettings(db, settings)
    return c.json(await findSettings(db), 200)
  })
