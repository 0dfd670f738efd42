import { call, client } from '#web/lib/api.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { MergeBody } from '#worker/merges/merges.contract.ts'
import { idParam } from './id-param.ts'

const { member, members } = client.api
const { duplicates, merges } = members

/** Pairs that may be the same person. */
export const duplicatesQuery = defineQuery(
  ['merges', 'duplicates'],
  'Die doppelten Einträge konnten nicht geladen werden',
  () => call(duplicates.$get()),
)

/** A preview of the merge, for the decisions which record stays and which values it keeps. */
export const mergeQuery = (keptId: number, goneId: number) =>
  defineQuery(['merges', keptId, goneId], 'Die beiden Einträge konnten nicht geladen werden', () =>
    call(member[':id'].merge.$get({ ...idParam(keptId), query: { gone: String(goneId) } })),
  )

export const dismissDuplicate = defineMutation(
  'Das konnte nicht gespeichert werden',
  (json: { memberId: number; otherId: number }) => call(duplicates.dismissed.$post({ json })),
  { changes: [duplicatesQuery.queryKey] },
)

export const undoDismissDuplicate = defineMutation(
  'Das konnte nicht zurückgenommen werden',
  ({ memberId, otherId }: { memberId: number; otherId: number }) =>
    call(
      duplicates.dismissed[':a'][':b'].$delete({
        param: { a: String(memberId), b: String(otherId) },
      }),
    ),
  { changes: [duplicatesQuery.queryKey] },
)

/** Merges two records. Nothing of `merges` is refetched: the page is left, and the merged record no longer exists. */
export const mergeMembers = (keptId: number) =>
  defineMutation(
    'Die Einträge konnten nicht zusammengeführt werden',
    (json: MergeBody) => call(member[':id'].merge.$post({ ...idParam(keptId), json })),
    { later: ['merges'] },
  )

export const undoMerge = (mergeId: number) =>
  defineMutation('Das Zusammenführen konnte nicht zurückgenommen werden', () =>
    call(merges[':id'].undo.$post(idParam(mergeId))),
  )

/** For a record that is not found because it was merged: the id of the member it was merged into; else null. */
export function mergedIntoOf(failure: CallFailure | null): number | null {
  const error = failure?.error
  return error?.code === 'NotFound' ? (error.mergedInto ?? null) : null
}
