import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type {
  ArchivePartBody,
  ChangeImport,
  Import,
  NewImport,
  PartBody,
  RowChange,
} from '#worker/imports/imports.contract.ts'
import { idParam } from './id-param.ts'

const { imports } = client.api
const one = imports[':id']

/** The timeout of an import: a large file takes longer than other calls. */
const longestMs = 120_000

export const importsQuery = defineQuery(
  ['imports', 'all'],
  'Die bisherigen Übernahmen konnten nicht geladen werden',
  () => call(imports.$get()),
)

export const importQuery = (id: number) =>
  defineQuery(['imports', id], 'Die Übernahme konnte nicht geladen werden', () =>
    call(one.$get(idParam(id))),
  )

export const previewQuery = (id: number) =>
  defineQuery(['imports', id, 'preview'], 'Die Zeilen konnten nicht geprüft werden', () =>
    call(one.preview.$get(idParam(id), { init: { signal: AbortSignal.timeout(longestMs) } })),
  )

export const createImport = defineMutation(
  'Die Datei konnte nicht hochgeladen werden',
  (json: NewImport) => call(imports.$post({ json })),
)

/** Uploads part `n` of a file, from 1; a repeated part replaces itself. */
export const sendPart = (id: number, n: number, json: PartBody | ArchivePartBody) =>
  call(one.parts[':part'].$put({ param: { id: String(id), part: String(n) }, json }))

/** @param isLeaving true while the page is being left: `keepalive` lets the request finish afterwards */
export const changeImport = (id: number, isLeaving = false) =>
  defineMutation(
    'Die Zuordnung konnte nicht gespeichert werden',
    (json: ChangeImport) =>
      call(one.$put({ ...idParam(id), json }, { init: { keepalive: isLeaving } })),
    // Only the preview is refetched: the caller stores the answer as the import.
    { changes: [['imports', id, 'preview']] },
  )

export const saveRows = (id: number) =>
  defineMutation(
    'Die Zeile konnte nicht gespeichert werden',
    (rows: RowChange[]) => call(one.rows.$put({ ...idParam(id), json: { rows } })),
    { changes: [['imports', id, 'preview']] },
  )

export const commitImport = (id: number) =>
  defineMutation(
    'Die Datei konnte nicht übernommen werden',
    (seen: string) =>
      call(
        one.commit.$post(
          { ...idParam(id), json: { seen } },
          { init: { signal: AbortSignal.timeout(longestMs) } },
        ),
      ),
    // The preview is not refetched: a committed import has none.
    { later: ['imports', id, 'preview'] },
  )

export const undoImport = defineMutation(
  'Die Übernahme konnte nicht zurückgenommen werden',
  ({ id, others }: Pick<Import, 'id'> & { others: boolean }) =>
    call(one.undo.$post({ ...idParam(id), json: { others } })),
)

export const discardImport = defineMutation(
  'Die Übernahme konnte nicht verworfen werden',
  (id: number) => call(one.$delete(idParam(id))),
)
