import { call, callForFile, client } from '#web/lib/api.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import {
  defineMutation,
  defineQuery,
  prefetchFromOneCall,
  type QueryDefinition,
} from '#web/lib/query.ts'
import type { Result } from '#web/lib/result.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import type { DutyFields, HonorFields, LeaveBody } from '#worker/members/members.contract.ts'
import { honorKindsQuery, officesQuery, settingsQuery } from './guild.ts'
import { idParam } from './id-param.ts'

const { member, members } = client.api
const one = member[':id']

const honorParams = (id: number, honorId: number) => ({
  param: { id: String(id), honorId: String(honorId) },
})
const dutyParams = (id: number, dutyId: number) => ({
  param: { id: String(id), dutyId: String(dutyId) },
})

/** The member list, without bank data. */
export const membersQuery = defineQuery(
  ['members', 'list'],
  'Die Mitglieder konnten nicht geladen werden',
  () => call(member.$get()),
)

export const downloadMembers = defineMutation(
  'Die Mitgliederliste konnte nicht heruntergeladen werden',
  () => callForFile(members.download.$get()),
  { changes: [] },
)

/** The next free member number, which the form suggests; the form also works without a suggestion. */
export const nextMemberNumberQuery = defineQuery(
  ['members', 'number'],
  'Die nächste Mitgliedsnummer konnte nicht geladen werden',
  () => call(member.number.$get()),
)

export const memberQuery = (id: number) =>
  defineQuery(['members', id], 'Das Mitglied konnte nicht geladen werden', () =>
    call(one.$get(idParam(id))),
  )

export const memberFeeQuery = (id: number) =>
  defineQuery(['members', id, 'fee'], 'Der Mitgliedsbeitrag konnte nicht geladen werden', () =>
    call(one.membershipfee.$get(idParam(id))),
  )

/** The payer of the member's fee, and the members whose fees the member pays. */
export const memberFamilyQuery = (id: number) =>
  defineQuery(['members', id, 'family'], 'Der Zahler konnte nicht geladen werden', () =>
    call(one.family.$get(idParam(id))),
  )

export const memberCostumesQuery = (id: number) =>
  defineQuery(['members', id, 'costumes'], 'Die Kleider konnten nicht geladen werden', () =>
    call(one.costumes.$get(idParam(id))),
  )

export const memberParadesQuery = (id: number) =>
  defineQuery(['members', id, 'parades'], 'Die Umzüge konnten nicht geladen werden', () =>
    call(one.parades.$get(idParam(id))),
  )

export const memberHonorsQuery = (id: number) =>
  defineQuery(['members', id, 'honors'], 'Die Ehrungen konnten nicht geladen werden', () =>
    call(one.honors.$get(idParam(id))),
  )

export const memberDutiesQuery = (id: number) =>
  defineQuery(['members', id, 'duties'], 'Das Dienstbuch konnten nicht geladen werden', () =>
    call(one.duties.$get(idParam(id))),
  )

/** Loads all data of a member's page in one call. */
export function prefetchMember(id: number): void {
  prefetchFromOneCall(() => call(one.page.$get(idParam(id))), {
    member: memberQuery(id),
    membershipfee: memberFeeQuery(id),
    family: memberFamilyQuery(id),
    costumes: memberCostumesQuery(id),
    honors: memberHonorsQuery(id),
    duties: memberDutiesQuery(id),
    parades: memberParadesQuery(id),
    settings: settingsQuery,
    offices: officesQuery,
    honorKinds: honorKindsQuery,
  })
}

export type MemberCostume = RowOf<typeof memberCostumesQuery>
export type MemberParade = RowOf<typeof memberParadesQuery>

type RowOf<Query extends (id: number) => unknown> =
  ReturnType<Query> extends QueryDefinition<(infer Row)[]> ? Row : never

/** The user's confirmations of a duplicate, and of the old mandate for a new IBAN; sent in the query. */
export type Confirmations = { allowDuplicate?: 'true'; sameMandate?: 'true' }

/** What the form of a member sends beside the fields. */
export type SaveExtras = {
  consent: Confirmations
  /** Ausgetreten or Verstorben, entered together with the other fields. */
  leave?: LeaveBody
  /** Members at the former address who move as well. */
  household?: readonly number[]
}

/** The answer once the fields are saved; `notLeft`: the failure of an exit sent with them, else null. */
export type SavedMember = { id: number; notLeft: CallFailure | null }

export const memberNotSaved = 'Das Mitglied konnte nicht gespeichert werden'

export const createMember = (beside: () => SaveExtras) =>
  defineMutation(
    'Das Mitglied konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.',
    async (json: MemberFields) =>
      withLeaving(await call(member.$post({ json, query: beside().consent })), null),
  )

/** Saves the fields; an exit follows with a request of its own, which changes the state and the leaving day. */
export const saveMember = (id: number, beside: () => SaveExtras) =>
  defineMutation(memberNotSaved, async (change: Change<MemberFields>) => {
    const { consent, leave, household = [] } = beside()
    const json = {
      ...(leave ? withoutLeaving(change) : change),
      ...(household.length > 0 && { household: [...household] }),
    }
    const saved = await call(one.$put({ ...idParam(id), json, query: consent }))
    if (!saved.ok || !leave) return withLeaving(saved, null)
    return withLeaving(saved, await call(one.leave.$post({ ...idParam(id), json: leave })))
  })

function withoutLeaving({ before, ...change }: Change<MemberFields>): Change<MemberFields> {
  const { membershipState: _, dateLeft: _d, ...rest } = change
  if (!before) return rest
  const { membershipState: _s, dateLeft: _l, ...loaded } = before
  return { ...rest, before: loaded }
}

function withLeaving(
  saved: Result<{ id: number }>,
  left: Result<unknown> | null,
): Result<SavedMember> {
  if (!saved.ok) return saved
  const notLeft = left?.ok === false ? new CallFailure(memberNotSaved, left.failure) : null
  // After an exit the history cannot undo: an exit has its own undo (`undoMemberExit`).
  const requestIds = left ? [] : (saved.requestIds ?? [])
  return { ...saved, data: { id: saved.data.id, notLeft }, requestIds }
}

export const leaveMember = (id: number) =>
  defineMutation(memberNotSaved, (json: LeaveBody) =>
    call(one.leave.$post({ ...idParam(id), json })),
  )

/** @param noun "Austritt" or "Todesfall" */
export const undoMemberExit = (id: number, noun: string) =>
  defineMutation(`Der ${noun} konnte nicht zurückgenommen werden`, () =>
    call(one.leave.$delete(idParam(id))),
  )

export const deleteMember = (id: number) =>
  defineMutation(
    'Das Mitglied konnte nicht gelöscht werden',
    () => call(one.$delete(idParam(id))),
    {
      later: ['members', id],
    },
  )

export const createHonor = (memberId: number) =>
  defineMutation('Die Ehrung konnte nicht eingetragen werden', (json: HonorFields) =>
    call(one.honors.$post({ ...idParam(memberId), json })),
  )

/** Enters an honor for all of the members, or for none. */
export const createHonors = (memberIds: () => readonly number[]) =>
  defineMutation('Die Ehrung konnte nicht eingetragen werden', (json: HonorFields) =>
    call(member.honors.$post({ json: { ...json, memberIds: [...memberIds()] } })),
  )

export const saveHonor = (memberId: number, id: number) =>
  defineMutation('Die Ehrung konnte nicht geändert werden', (json: Change<HonorFields>) =>
    call(one.honors[':honorId'].$put({ ...honorParams(memberId, id), json })),
  )

export const deleteHonor = (memberId: number) =>
  defineMutation('Die Ehrung konnte nicht gelöscht werden', (id: number) =>
    call(one.honors[':honorId'].$delete(honorParams(memberId, id))),
  )

export const createDuty = (memberId: number) =>
  defineMutation('Der Dienst konnte nicht eingetragen werden', (json: DutyFields) =>
    call(one.duties.$post({ ...idParam(memberId), json })),
  )

export const saveDuty = (memberId: number, id: number) =>
  defineMutation('Der Dienst konnte nicht geändert werden', (json: Change<DutyFields>) =>
    call(one.duties[':dutyId'].$put({ ...dutyParams(memberId, id), json })),
  )

export const deleteDuty = (memberId: number) =>
  defineMutation('Der Eintrag konnte nicht gelöscht werden', (id: number) =>
    call(one.duties[':dutyId'].$delete(dutyParams(memberId, id))),
  )
