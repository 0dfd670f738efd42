import { call, client } from '#web/lib/api.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { reading, writing } from '#web/lib/query.ts'
import type { MergeBody } from '#worker/merges/merges.contract.ts'
import { byId } from './by-id.ts'

const { member, members } = client.api
const { duplicates, merges } = members

/** Who may be one person twice. */
export const duplicatesQuery = reading(
  ['merges', 'duplicates'],
  'Die doppelten Einträge konnten nicht geladen werden',
  () => call(duplicates.$get()),
)

/** What would become of both: a decision rests on it. */
export const mergeQuery = (keptId: number, goneId: number) =>
  reading(['merges', keptId, goneId], 'Die beiden Einträge konnten nicht geladen werden', () =>
    call(member[':id'].merge.$get({ ...byId(keptId), query: { gone: String(goneId) } })),
  )

export const dismissDuplicate = writing(
  'Das konnte nicht gespeichert werden',
  (json: { memberId: number; otherId: number }) => call(duplicates.dismissed.$post({ json })),
  { changes: [duplicatesQuery.queryKey] },
)

export const askAgain = writing(
  'Das konnte nicht zurückgenommen werden',
  ({ memberId, otherId }: { memberId: number; otherId: number }) =>
    call(
      duplicates.dismissed[':a'][':b'].$delete({
        param: { a: String(memberId), b: String(otherId) },
      }),
    ),
  { changes: [duplicatesQuery.queryKey] },
)

/** The page of both is left: what it asked for is no more. */
export const mergeMembers = (keptId: number) =>
  writing(
    'Die Einträge konnten nicht zusammengeführt werden',
    (json: MergeBody) => call(member[':id'].merge.$post({ ...byId(keptId), json })),
    { later: ['merges'] },
  )

export const undoMerge = (mergeId: number) =>
  writing('Das Zusammenführen konnte nicht zurückgenommen werden', () =>
    call(merges[':id'].undo.$post(byId(mergeId))),
  )

/** The member that a number leads to since two records became one; null: it leads nowhere. */
export function mergedIntoOf(failure: CallFailure | null): number | null {
  const error = failure?.error
  return error?.code === 'NotFound' ? (error.mergedInto ?? null) : null
}
