import { read } from '#worker/db/read-together.ts'
import { authorise, management, readers, requireRight } from '#worker/http/auth.ts'
import { factory, isLocal } from '#worker/http/factory.ts'
import { cacheForAMinute } from '#worker/http/responses.ts'
import { jsonBody } from '#worker/http/validate.ts'
import { settingsBody } from './guild.contract.ts'
import { findLegal, findPublicGuild } from './guild.queries.ts'
import { saveSettings } from './save-settings.ts'
import { settingsRead } from './settings.queries.ts'
import { settingsForUser } from './settings-for-user.ts'

export const guildRoutes = factory
  .createApp()
  .get('/api/guild', requireRight('public'), async (c) => {
    cacheForAMinute(c)
    return c.json(await findPublicGuild(c.get('db')), 200)
  })
  .get('/api/guild/legal', requireRight('public'), async (c) => {
    cacheForAMinute(c)
    return c.json(await findLegal(c.get('db')), 200)
  })
  .get('/api/guild/settings', readers, async (c) => {
    return c.json(await settingsForUser(c, await read(c.get('db'), settingsRead(c.get('db')))), 200)
  })
  .put('/api/guild/settings', management, jsonBody(settingsBody), async (c) => {
    const mustBeConfirmed = () => authorise(c, ['management'], 'recentAuth')
    await saveSettings({ ...c.var, isLocal: isLocal(c), mustBeConfirmed }, c.req.valid('json'))
    return c.json(await settingsForUser(c, await read(c.get('db'), settingsRead(c.get('db')))), 200)
  })
