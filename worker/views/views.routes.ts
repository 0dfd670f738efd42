import { requireRight, signedIn } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, query } from '#worker/http/validate.ts'
import { newViewBody, viewBody, viewsQuery } from './views.contract.ts'
import { changeView, createView, deleteView, listViews } from './views.queries.ts'

const path = '/api/view'
const one = `${path}/:id` as const

/** Saved views of lists. */
export const viewsRoutes = factory
  .createApp()
  .get(path, requireRight('signedIn'), query(viewsQuery), async (c) => {
    const { grid } = c.req.valid('query')
    return c.json(await listViews(c.get('db'), (await signedIn(c)).user, grid), 200)
  })
  .post(path, requireRight('signedIn'), jsonBody(newViewBody), async (c) => {
    return c.json(await createView(c.get('db'), (await signedIn(c)).user, c.req.valid('json')), 201)
  })
  .put(one, requireRight('signedIn'), idParams('id'), jsonBody(viewBody), async (c) => {
    const { id } = c.req.valid('param')
    return c.json(
      await changeView(c.get('db'), (await signedIn(c)).user, id, c.req.valid('json')),
      200,
    )
  })
  .delete(one, requireRight('signedIn'), idParams('id'), async (c) => {
    await deleteView(c.get('db'), (await signedIn(c)).user, c.req.valid('param').id)
    return c.body(null, 204)
  })
