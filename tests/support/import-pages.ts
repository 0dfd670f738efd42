import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, type WireTable } from '#tests/support/wire.ts'
import type { ImportPreview, StagedImport } from '#worker/imports/imports.contract.ts'

export const calls = {
  list: 'GET /api/imports',
  create: 'POST /api/imports',
  one: 'GET /api/imports/:id',
  change: 'PUT /api/imports/:id',
  part: 'PUT /api/imports/:id/parts/:part',
  rows: 'PUT /api/imports/:id/rows',
  preview: 'GET /api/imports/:id/preview',
  commit: 'POST /api/imports/:id/commit',
  undo: 'POST /api/imports/:id/undo',
  discard: 'DELETE /api/imports/:id',
} as const

/** Renders an import's page for management; saved settings are returned by later reads. */
export function renderImport(staged: StagedImport, preview: ImportPreview, wire: WireTable = {}) {
  let stored = staged
  return renderApp({
    path: `/guild/import/${staged.id}`,
    user: withRoles('management'),
    wire: {
      [calls.list]: json([]),
      [calls.one]: () => Response.json(stored),
      [calls.change]: ({ body }) => {
        const change = body as Partial<StagedImport>
        // Settings are only remembered for the same kind of file.
        const begun = change.kind && { mapping: { columns: [] } }
        stored = { ...stored, ...begun, ...change }
        return Response.json(stored)
      },
      [calls.rows]: json({}),
      [calls.preview]: json(preview),
      ...wire,
    },
  })
}
