import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery, type QueryDefinition } from '#web/lib/query.ts'
import type {
  Circular,
  CircularPreview,
  CircularRow,
} from '#worker/circulars/circulars.contract.ts'
import { idParam } from './id-param.ts'

const { circular } = client.api
const one = circular[':id']

export type { Circular, CircularPreview, CircularRow }

/** Text and recipients. */
export type CircularDraft = { subject: string; body: string; memberIds: number[] }

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
  (json: CircularDraft) => call(circular.$post({ json })),
)

export const testCircular = defineMutation(
  'Der Test konnte nicht verschickt werden',
  (json: Omit<CircularDraft, 'memberIds'>) => call(circular.test.$post({ json })),
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
