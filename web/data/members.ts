import { call, callForFile, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import type {
  DutyFields,
  HonorFields,
  LeaveBody,
  MemberFields,
} from '#worker/members/members.contract.ts'

const { member, members } = client.api
const one = member[':id']

const byId = (id: number) => ({ param: { id: String(id) } })
const honorOf = (id: number, honorId: number) => ({
  param: { id: String(id), honorId: String(honorId) },
})
const dutyOf = (id: number, dutyId: number) => ({
  param: { id: String(id), dutyId: String(dutyId) },
})

/** The member list; never bank data. */
export const membersQuery = reading(
  ['members', 'list'],
  'Die Mitglieder konnten nicht geladen werden',
  () => call(member.$get()),
)

export const downloadMembers = () => callForFile(members.download.$get())
export const membersNotDownloaded = 'Die Mitgliederliste konnte nicht heruntergeladen werden'

/** Only a suggestion: a form does without it as well. */
export const nextMemberNumberQuery = reading(
  ['members', 'number'],
  'Die nächste Mitgliedsnummer konnte nicht geladen werden',
  () => call(member.number.$get()),
)

export const memberQuery = (id: number) =>
  reading(['members', id], 'Das Mitglied konnte nicht geladen werden', () =>
    call(one.$get(byId(id))),
  )

export const memberFeeQuery = (id: number) =>
  reading(['members', id, 'fee'], 'Der Mitgliedsbeitrag konnte nicht geladen werden', () =>
    call(one.membershipfee.$get(byId(id))),
  )

export const memberCostumesQuery = (id: number) =>
  reading(['members', id, 'costumes'], 'Die Kleider konnten nicht geladen werden', () =>
    call(one.costumes.$get(byId(id))),
  )

export const memberParadesQuery = (id: number) =>
  reading(['members', id, 'parades'], 'Die Umzüge konnten nicht geladen werden', () =>
    call(one.parades.$get(byId(id))),
  )

export const memberHonorsQuery = (id: number) =>
  reading(['members', id, 'honors'], 'Die Ehrungen konnten nicht geladen werden', () =>
    call(one.honors.$get(byId(id))),
  )

export const memberDutiesQuery = (id: number) =>
  reading(['members', id, 'duties'], 'Das Dienstbuch konnten nicht geladen werden', () =>
    call(one.duties.$get(byId(id))),
  )

/** What somebody said yes to after the server had asked. */
export type Consent = { allowDuplicate?: 'true'; sameMandate?: 'true' }

const memberNotSaved = 'Das Mitglied konnte nicht gespeichert werden'

export const createMember = writing(
  'Das Mitglied konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.',
  ({ body, consent }: { body: MemberFields; consent: Consent }) =>
    call(member.$post({ json: body, query: consent })),
)

export const saveMember = (id: number) =>
  writing(memberNotSaved, ({ body, consent }: { body: Partial<MemberFields>; consent: Consent }) =>
    call(one.$put({ ...byId(id), json: body, query: consent })),
  )

export const leaveMember = (id: number) =>
  writing(memberNotSaved, (json: LeaveBody) => call(one.leave.$post({ ...byId(id), json })))

export const deleteMember = (id: number) =>
  writing('Das Mitglied konnte nicht gelöscht werden', () => call(one.$delete(byId(id))), {
    gone: ['members', id],
  })

export const createHonor = (memberId: number) =>
  writing('Die Ehrung konnte nicht eingetragen werden', (json: HonorFields) =>
    call(one.honors.$post({ ...byId(memberId), json })),
  )

export const saveHonor = (memberId: number, id: number) =>
  writing('Die Ehrung konnte nicht geändert werden', (json: Partial<HonorFields>) =>
    call(one.honors[':honorId'].$put({ ...honorOf(memberId, id), json })),
  )

export const deleteHonor = (memberId: number) =>
  writing('Die Ehrung konnte nicht gelöscht werden', (id: number) =>
    call(one.honors[':honorId'].$delete(honorOf(memberId, id))),
  )

export const createDuty = (memberId: number) =>
  writing('Der Dienst konnte nicht eingetragen werden', (json: DutyFields) =>
    call(one.duties.$post({ ...byId(memberId), json })),
  )

export const saveDuty = (memberId: number, id: number) =>
  writing('Der Dienst konnte nicht geändert werden', (json: Partial<DutyFields>) =>
    call(one.duties[':dutyId'].$put({ ...dutyOf(memberId, id), json })),
  )

export const deleteDuty = (memberId: number) =>
  writing('Der Eintrag konnte nicht gelöscht werden', (id: number) =>
    call(one.duties[':dutyId'].$delete(dutyOf(memberId, id))),
  )
