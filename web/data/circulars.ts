import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery, type QueryDefinition } from '#web/lib/query.ts'
import type {
  Circular,
  CircularPreview,
  CircularRow,
} from '#worker/circulars/circulars.contract.ts'
import type { PdfFile } from '#worker/domain/attachments.ts'
import { idParam } from './id-param.ts'

const { circular } = client.api
const one = circular[':id']

export type { Circular, CircularPreview, CircularRow }

/** A circular that is not sent yet: its text and the ids of its recipients. */
export type CircularDraft = { subject: string; body: string; memberIds: number[] }

type WithFiles = { attachments: readonly PdfFile[] }

/** Encodes the bytes in slices, since `String.fromCharCode` takes only a limited number of arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return btoa(text)
}

const encoded = ({ attachments }: WithFiles) =>
  attachments.map(({ name, bytes }) => ({ name, content: toBase64(bytes) }))

export const circularsQuery = defineQuery(
  ['circulars', 'list'],
  'Die Rundmails konnten nicht geladen werden',
  () => call(circular.$get()),
)

export const circularQuery = (id: number) =>
  defineQuery(['circulars', id], 'Die Rundmail konnte nicht geladen werden', () =>
    call(one.$get(idParam(id))),
  )

/** The first mail, and the recipients. */
export const circularPreviewQuery = (draft: CircularDraft): QueryDefinition<CircularPreview> =>
  defineQuery(['circulars', 'preview', draft], 'Die Vorschau konnte nicht geladen werden', () =>
    call(circular.preview.$post({ json: draft })),
  )

export const sendCircular = defineMutation(
  'Die Rundmail konnte nicht verschickt werden',
  ({ attachments, ...draft }: CircularDraft & WithFiles) =>
    call(circular.$post({ json: { ...draft, attachments: encoded({ attachments }) } })),
)

export const testCircular = defineMutation(
  'Der Test konnte nicht verschickt werden',
  ({ subject, body, attachments }: Omit<CircularDraft, 'memberIds'> & WithFiles) =>
    call(circular.test.$post({ json: { subject, body, attachments: encoded({ attachments }) } })),
  { changes: [] },
)

export const stopCircular = (id: number) =>
  defineMutation('Die Rundmail konnte nicht angehalten werden', () =>
    call(one.stop.$post(idParam(id))),
  )

export const continueCircular = (id: number) =>
  defineMutation('Die Rundmail konnte nicht fortgesetzt werden', () =>
    call(one.continue.$post(idParam(id))),
  )

export const templatesQuery = defineQuery(
  ['circulars', 'templates'],
  'Die Vorlagen konnten nicht geladen werden',
  () => call(circular.templates.$get()),
)

const notSaved = 'Die Vorlage konnte nicht gespeichert werden'

export const addTemplate = defineMutation(
  notSaved,
  (json: { name: string; subject: string; body: string }) =>
    call(circular.templates.$post({ json })),
)

export const changeTemplate = (id: number) =>
  defineMutation(notSaved, (json: { name?: string; subject?: string; body?: string }) =>
    call(circular.templates[':id'].$put({ ...idParam(id), json })),
  )

export const removeTemplate = (id: number) =>
  defineMutation('Die Vorlage konnte nicht gelöscht werden', () =>
    call(circular.templates[':id'].$delete(idParam(id))),
  )
