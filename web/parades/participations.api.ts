import { call, client } from '#web/lib/api.ts'

const { parade, participation, paradeParticipation, member, costume } = client.api

const one = (id: number) => ({ param: { id: String(id) } })

export const enterParticipation = (
  paradeId: number,
  json: { costumeId: number; memberId: number },
) => call(parade[':id'].participation.$post({ ...one(paradeId), json }))
export const notEntered = 'Die Umzugsteilnahme konnte nicht eingetragen werden'

export const changeCostume = (
  id: number,
  json: { newCostumeTypeId: number; newCostumeNumber: string },
) => call(participation[':id'].costumeType.$post({ ...one(id), json }))
export const setPaid = (id: number, paid: boolean) =>
  call(participation[':id'].paid.$post({ ...one(id), json: { paid } }))
export const unconfirm = (paradeId: number, id: number) =>
  call(
    parade[':id'].participation[':participationId'].unconfirm.$post({
      param: { id: String(paradeId), participationId: String(id) },
    }),
  )
export const notChanged = 'Die Umzugsteilnahme konnte nicht geändert werden'

export const deleteParticipation = (id: number) => call(paradeParticipation[':id'].$delete(one(id)))
export const notDeleted = 'Der Eintrag konnte nicht gelöscht werden'

export const loadMembers = () => call(member.$get())
export const membersNotLoaded = 'Die Mitglieder konnten nicht geladen werden'

export const loadCostumes = () => call(costume.info.$get())
export const costumesNotLoaded = 'Die Kleider konnten nicht geladen werden'
