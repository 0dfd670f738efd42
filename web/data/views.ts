import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import type { NewView, SavedView, ViewFields } from '#worker/views/views.contract.ts'
import { idParam } from './id-param.ts'

const { view } = client.api
const one = view[':id']

/** The user's own views of all lists, and shared views of others. */
export const viewsQuery = defineQuery(['views'], 'Die Ansichten konnten nicht geladen werden', () =>
  call(view.$get({ query: {} })),
)

/** A change of a view refetches only the views. */
const changes = [viewsQuery.queryKey]

export const createView = defineMutation(
  'Die Ansicht konnte nicht gespeichert werden',
  (json: NewView) => call(view.$post({ json })),
  { changes },
)

export const saveView = (id: number) =>
  defineMutation(
    'Die Ansicht konnte nicht geändert werden',
    (json: Change<ViewFields>) => call(one.$put({ ...idParam(id), json })),
    { changes },
  )

export const deleteView = defineMutation(
  'Die Ansicht konnte nicht gelöscht werden',
  ({ id }: SavedView) => call(one.$delete(idParam(id))),
  { changes },
)
