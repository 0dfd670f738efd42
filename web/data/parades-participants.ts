import { call, client } from '#web/lib/api.ts'
import { defineMutation, queryClient } from '#web/lib/query.ts'
import type { Result } from '#web/lib/result.ts'
import type { ChosenExtra } from '#worker/domain/extras.ts'
import type { Accompaniment } from '#worker/domain/minors.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { idParam } from './id-param.ts'
import { participantsQuery } from './parades.ts'

const { parade, participation, paradeParticipation } = client.api
const one = parade[':id']

type Edit = (rows: readonly Participation[]) => Participation[]

/** Writes an answer into the cached list. A running request with older data is cancelled. */
async function editParticipants(paradeId: number, edit: Edit): Promise<void> {
  const { queryKey } = participantsQuery(paradeId)
  const exactly = { queryKey, exact: true }
  const isAsking = queryClient.isFetching(exactly) > 0
  await queryClient.cancelQueries(exactly)
  const known = queryClient.getQueryState(queryKey)
  if (known?.data) {
    // The list keeps its age: it is refetched as early as without this edit.
    const updatedAt = known.dataUpdatedAt
    queryClient.setQueryData(queryKey, edit(known.data), { updatedAt })
  }
  // The cancelled request might have contained changes by others, so it is repeated.
  if (isAsking) refreshParticipants(paradeId)
}

/** Starts a refetch without waiting for it, so that the action ends at once. */
function refreshParticipants(paradeId: number): void {
  const { queryKey } = participantsQuery(paradeId)
  void queryClient.refetchQueries({ queryKey, exact: true })
}

const byName = new Intl.Collator('de')

/** Puts `row` in place of the row with the same id, or inserts it in the order of the names. */
export function upsertSortedByName<Row extends { id: number; memberName: string }>(
  rows: readonly Row[],
  row: Row,
): Row[] {
  if (rows.some((known) => known.id === row.id)) {
    return rows.map((known) => (known.id === row.id ? row : known))
  }
  const after = rows.findIndex((known) => byName.compare(known.memberName, row.memberName) > 0)
  return after < 0 ? [...rows, row] : rows.toSpliced(after, 0, row)
}

/** A mutation whose answer, the changed row, is put into the cached list before any refetch. */
function writingRow<Variables>(
  paradeId: number,
  notDone: string,
  send: (variables: Variables) => Promise<Result<Participation>>,
) {
  return defineMutation(notDone, async (variables: Variables) => {
    const result = await send(variables)
    if (result.ok) await editParticipants(paradeId, (rows) => upsertSortedByName(rows, result.data))
    return result
  })
}

type Entry = Accompaniment & {
  costumeId: number
  memberId: number
  extras: readonly ChosenExtra[]
  overCapacity: boolean
}

export const enterParticipation = (paradeId: number) =>
  writingRow(paradeId, 'Die Umzugsteilnahme konnte nicht eingetragen werden', (json: Entry) =>
    call(
      one.participation.$post({
        ...idParam(paradeId),
        json: { ...json, extras: [...json.extras] },
      }),
    ),
  )

export const participationNotChanged = 'Die Umzugsteilnahme konnte nicht geändert werden'

export const changeCostume = (paradeId: number, id: number) =>
  writingRow(
    paradeId,
    participationNotChanged,
    (json: { newCostumeTypeId: number; newCostumeNumber: string }) =>
      call(participation[':id'].costumeType.$post({ ...idParam(id), json })),
  )

export const setPaid = (paradeId: number) =>
  writingRow(paradeId, participationNotChanged, ({ id, paid }: { id: number; paid: boolean }) =>
    call(participation[':id'].paid.$post({ ...idParam(id), json: { paid } })),
  )

type Paid = { ids: readonly number[]; paid: boolean }

/** Marks all participations with these ids as paid or not, or none of them. */
export const setAllPaid = (paradeId: number) =>
  defineMutation(participationNotChanged, async ({ ids, paid }: Paid) => {
    const result = await call(participation.paid.$post({ json: { ids: [...ids], paid } }))
    if (result.ok) {
      const noted = result.data.map(({ wasChanged: _, ...row }) => row)
      await editParticipants(paradeId, (rows) => noted.reduce(upsertSortedByName, [...rows]))
    }
    return result
  })

/** Cancels all participations with these ids, or none. */
export const cancelParticipations = (paradeId: number) =>
  defineMutation(
    'Die Teilnahmen konnten nicht gestrichen werden',
    async (ids: readonly number[]) => {
      const result = await call(participation.cancel.$post({ json: { ids: [...ids] } }))
      if (result.ok) {
        await editParticipants(paradeId, (rows) => rows.filter(({ id }) => !ids.includes(id)))
      }
      return result
    },
  )

export const unconfirm = (paradeId: number) =>
  writingRow(paradeId, participationNotChanged, (id: number) =>
    call(
      one.participation[':participationId'].unconfirm.$post({
        param: { id: String(paradeId), participationId: String(id) },
      }),
    ),
  )

export const deleteParticipation = (paradeId: number) =>
  defineMutation('Die Teilnahme konnte nicht gestrichen werden', async (id: number) => {
    const result = await call(paradeParticipation[':id'].$delete(idParam(id)))
    if (result.ok) await editParticipants(paradeId, (rows) => rows.filter((row) => row.id !== id))
    return result
  })
