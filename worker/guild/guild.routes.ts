import { allow } from '#worker/http/auth.ts'
import { cacheForAMinute } from '#worker/http/cache.ts'
import { factory } from '#worker/http/factory.ts'
import { findPublicGuild } from './guild.queries.ts'

export const guildRoutes = factory.createApp().get('/api/guild', allow('public'), async (c) => {
  cacheForAMinute(c)
  return c.json(await findPublicGuild(c.get('db')), 200)
})
