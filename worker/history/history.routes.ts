import { DomainError } from '#worker/domain/errors.ts'
import { can } from '#worker/domain/rights.ts'
import { authorise, management, readers, signedIn } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { query } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { historyQuery } from './history.contract.ts'
import { listHistory } from './history.queries.ts'
import { undoRequest } from './undo.ts'

/** Reads the history and undoes its entries. */
export const historyRoutes = factory
  .createApp()
  .get('/api/history', readers, query(historyQuery), async (c) => {
    const asked = c.req.valid('query')
    // The complete history includes changes to staff accounts.
    if (!asked.entity && !can((await signedIn(c)).user, 'manage')) {
      throw new DomainError('Forbidden', 'Dafür fehlt Dir die Berechtigung.')
    }
    return c.json(await listHistory(c.get('db'), asked, c.get('now')), 200)
  })
  .post('/api/history/:requestId/undo', management, async (c) => {
    const own = c.get('requestId')
    const which = { requestId: c.req.param('requestId'), own }
    const mustBeConfirmed = () => authorise(c, ['management'], 'recentAuth')
    const entries = await undoRequest({ ...depsOf(c), mustBeConfirmed }, which)
    return c.json({ entries }, 200)
  })
