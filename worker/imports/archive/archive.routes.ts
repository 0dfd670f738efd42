import { management, requireRecentAuth, signedIn } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { recordExport } from '#worker/http/responses.ts'
import { streamArchive } from './export.ts'

export const archiveRoutes = factory
  .createApp()
  .get('/api/export', management, requireRecentAuth, async (c) => {
    // The session is checked first, because the archive is read while the response streams.
    await signedIn(c)
    recordExport(c, `zunft-${c.get('today')}.zip`)
    return c.body(streamArchive(c.get('db'), c.get('today')), 200, {
      'Content-Type': 'text/plain; charset=utf-8',
    })
  })
