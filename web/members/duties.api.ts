import { call, client } from '#web/lib/api.ts'
import type { DutyFields } from '#worker/members/members.contract.ts'

const { duties } = client.api.member[':id']

const of = (memberId: number) => ({ id: String(memberId) })
const one = (memberId: number, id: number) => ({ ...of(memberId), dutyId: String(id) })

export const loadDuties = (memberId: number) => call(duties.$get({ param: of(memberId) }))
export const dutiesNotLoaded = 'Das Dienstbuch konnten nicht geladen werden'

export const createDuty = (memberId: number, json: DutyFields) =>
  call(duties.$post({ param: of(memberId), json }))
export const dutyNotCreated = 'Der Dienst konnte nicht eingetragen werden'

export const saveDuty = (memberId: number, id: number, json: DutyFields) =>
  call(duties[':dutyId'].$put({ param: one(memberId, id), json }))
export const dutyNotSaved = 'Der Dienst konnte nicht geändert werden'

export const deleteDuty = (memberId: number, id: number) =>
  call(duties[':dutyId'].$delete({ param: one(memberId, id) }))
export const dutyNotDeleted = 'Der Eintrag konnte nicht gelöscht werden'
