import { can } from '#worker/domain/rights.ts'
import { requireRight, signedIn } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import type { SearchIndex } from './search.contract.ts'
import { readParadeIndex, readSearchIndex } from './search.queries.ts'

export const searchRoutes = factory
  .createApp()
  .get('/api/search/index', requireRight('signedIn'), async (c) => {
    const { db, today } = c.var
    const { user } = await signedIn(c)
    const index: SearchIndex = can(user, 'read')
      ? await readSearchIndex(db, today)
      : await readParadeIndex(db)
    return c.json(index, 200)
  })
