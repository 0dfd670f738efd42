import type { Context } from 'hono'
import { maxPartBytes } from '#worker/domain/limits.ts'
import { management } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { idParams, jsonBody, notFoundError } from '#worker/http/validate.ts'
import { commitImport, previewImport } from './commit-import.ts'
import {
  anyPartBody,
  changeImportBody,
  commitBody,
  newImportBody,
  rowsBody,
  undoImportBody,
} from './imports.contract.ts'
import { findStagedImport, listImports } from './imports.queries.ts'
import { changeStaged, deleteImport, savePart, saveRows, stageImport } from './stage-import.ts'
import { undoImport } from './undo-import.ts'

const contextOf = (c: Context<AppEnv>) => ({
  ...c.var,
  userId: c.get('user').id,
  secret: c.env.JWT_SECRET,
})

/** The history records the import's event only, not its rows (worker/history). */
function asImport(c: Context<AppEnv>) {
  c.get('audit').via = 'import'
  return contextOf(c)
}

/** The largest body with a part of a file, above the size limit of forms. */
const longer = maxPartBytes + 1_000

export const importsRoutes = factory
  .createApp()
  .get('/api/imports', management, async (c) => {
    return c.json(await listImports(c.get('db'), c.get('now')), 200)
  })
  .post('/api/imports', management, jsonBody(newImportBody, longer), async (c) => {
    return c.json(await stageImport(contextOf(c), c.req.valid('json')), 201)
  })
  .get('/api/imports/:id', management, idParams('id'), async (c) => {
    const { id } = c.req.valid('param')
    const found = await findStagedImport(c.get('db'), id, c.get('now'))
    if (!found) throw notFoundError()
    return c.json(found, 200)
  })
  .put(
    '/api/imports/:id',
    management,
    repeatable('it stores what is given, whole'),
    idParams('id'),
    jsonBody(changeImportBody),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await changeStaged(contextOf(c), id, c.req.valid('json')), 200)
    },
  )
  .put(
    '/api/imports/:id/parts/:part',
    management,
    repeatable('the same part again replaces it'),
    idParams('id', 'part'),
    jsonBody(anyPartBody, longer),
    async (c) => {
      const { id, part } = c.req.valid('param')
      await savePart(c.get('db'), id, part, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .put(
    '/api/imports/:id/rows',
    management,
    repeatable('it stores what is given, row by row'),
    idParams('id'),
    jsonBody(rowsBody, longer),
    async (c) => {
      await saveRows(c.get('db'), c.req.valid('param').id, c.req.valid('json').rows)
      return c.json({}, 200)
    },
  )
  .get('/api/imports/:id/preview', management, idParams('id'), async (c) => {
    return c.json(await previewImport(contextOf(c), c.req.valid('param').id), 200)
  })
  .post(
    '/api/imports/:id/commit',
    management,
    repeatable('it asks for the state of the import, and knows by its event what it did itself'),
    idParams('id'),
    jsonBody(commitBody),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await commitImport(asImport(c), id, c.req.valid('json').seen), 200)
    },
  )
  .post(
    '/api/imports/:id/undo',
    management,
    repeatable('it asks for the state of the import, and knows by its event what it did itself'),
    idParams('id'),
    jsonBody(undoImportBody),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await undoImport(asImport(c), id, c.req.valid('json').others), 200)
    },
  )
  .delete('/api/imports/:id', management, idParams('id'), async (c) => {
    await deleteImport(c.get('db'), c.req.valid('param').id)
    return c.body(null, 204)
  })
