import { call, client } from '#web/lib/api.ts'
import type { Honor } from '#worker/members/members.contract.ts'
import type { EntryCalls } from './entry-kind.ts'

const { honors } = client.api.member[':id']

const of = (memberId: number) => ({ id: String(memberId) })
const one = (memberId: number, id: number) => ({ ...of(memberId), honorId: String(id) })

export const honorCalls: EntryCalls<Honor> = {
  load: (memberId) => call(honors.$get({ param: of(memberId) })),
  notLoaded: 'Die Ehrungen konnten nicht geladen werden',

  create: (memberId, json) => call(honors.$post({ param: of(memberId), json })),
  notCreated: 'Die Ehrung konnte nicht eingetragen werden',

  save: (memberId, id, json) => call(honors[':honorId'].$put({ param: one(memberId, id), json })),
  notSaved: 'Die Ehrung konnte nicht geändert werden',

  remove: (memberId, id) => call(honors[':honorId'].$delete({ param: one(memberId, id) })),
  notRemoved: 'Die Ehrung konnte nicht gelöscht werden',
}
