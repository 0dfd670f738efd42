import type { Context } from 'hono'
import { management } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, notFoundError, query } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { offerFreePlacesAfter } from '#worker/orders/offer-places.ts'
import { paradesOfWaiting } from '#worker/orders/waiting-list.queries.ts'
import { deleteDismissal, dismissDuplicate, listDuplicates } from './duplicates.ts'
import { mergeMembers, previewMerge } from './merge-members.ts'
import { dismissedBody, mergeBody, mergeQuery } from './merges.contract.ts'
import { undoMerge } from './undo-merge.ts'

/** The history shows updates, but of inserted and deleted rows only the merge's event (docs/decisions/import.md). */
function toldByItsEvent(c: Context<AppEnv>): void {
  c.get('audit').via = 'import'
}

/** Proposes duplicates, merges two records of one person, and undoes merges. */
export const mergesRoutes = factory
  .createApp()
  .get('/api/members/duplicates', management, async (c) => {
    return c.json(await listDuplicates(c.get('db')), 200)
  })
  .post('/api/members/duplicates/dismissed', management, jsonBody(dismissedBody), async (c) => {
    const by = { userId: c.get('user').id, now: c.get('now') }
    if (!(await dismissDuplicate(c.get('db'), c.req.valid('json'), by))) throw notFoundError()
    return c.body(null, 204)
  })
  .delete('/api/members/duplicates/dismissed/:a/:b', management, idParams('a', 'b'), async (c) => {
    const { a, b } = c.req.valid('param')
    await deleteDismissal(c.get('db'), a, b)
    return c.body(null, 204)
  })
  .get('/api/member/:id/merge', management, idParams('id'), query(mergeQuery), async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await previewMerge(c.var, id, c.req.valid('query').gone), 200)
  })
  .post('/api/member/:id/merge', management, idParams('id'), jsonBody(mergeBody), async (c) => {
    toldByItsEvent(c)
    const { id } = c.req.valid('param')
    const merged = await mergeMembers(c.var, id, c.req.valid('json'))
    // Of two places of the person in one parade, the merge has cancelled one.
    await offerFreePlacesAfter(depsOf(c), paradesOfWaiting)
    return c.json(merged, 200)
  })
  .post('/api/members/merges/:id/undo', management, idParams('id'), async (c) => {
    toldByItsEvent(c)
    return c.json(await undoMerge(c.var, c.req.valid('param').id), 200)
  })
