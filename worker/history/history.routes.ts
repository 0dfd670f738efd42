import { DomainError } from '#worker/domain/errors.ts'
import { can, capabilities } from '#worker/domain/rights.ts'
import { authorise, readers, signedIn, undoers } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { query } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { historyQuery } from './history.contract.ts'
import { listHistory, withoutBankData } from './history.queries.ts'
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
    const history = await listHistory(c.get('db'), asked, c.get('now'))
    const { user } = await signedIn(c)
    return c.json(can(user, 'seeBankData') ? history : withoutBankData(history), 200)
  })
  .post('/api/history/:requestId/undo', undoers, async (c) => {
    const own = c.get('requestId')
    const which = { requestId: c.req.param('requestId'), own }
    const mustBeConfirmed = () => authorise(c, capabilities.manage, 'recentAuth')
    const { user } = await signedIn(c)
    const entries = await undoRequest({ ...depsOf(c), mustBeConfirmed, user }, which)
    return c.json({ entries }, 200)
  })
