import { call, client } from '#web/lib/api.ts'
import type { DutyEntry } from '#worker/members/members.contract.ts'
import type { EntryCalls } from './entry-kind.ts'

const { duties } = client.api.member[':id']

const of = (memberId: number) => ({ id: String(memberId) })
const one = (memberId: number, id: number) => ({ ...of(memberId), dutyId: String(id) })

export const dutyCalls: EntryCalls<DutyEntry> = {
  load: (memberId) => call(duties.$get({ param: of(memberId) })),
  notLoaded: 'Das Dienstbuch konnten nicht geladen werden',

  create: (memberId, json) => call(duties.$post({ param: of(memberId), json })),
  notCreated: 'Der Dienst konnte nicht eingetragen werden',

  save: (memberId, id, json) => call(duties[':dutyId'].$put({ param: one(memberId, id), json })),
  notSaved: 'Der Dienst konnte nicht geändert werden',

  remove: (memberId, id) => call(duties[':dutyId'].$delete({ param: one(memberId, id) })),
  notRemoved: 'Der Eintrag konnte nicht gelöscht werden',
}
