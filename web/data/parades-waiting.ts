import { call, client } from '#web/lib/api.ts'
import { cacheAnswer, defineMutation, defineQuery } from '#web/lib/query.ts'
import { idParam } from './id-param.ts'

const { waiting } = client.api.parade[':id']
const entry = waiting[':entryId']

export const waitingListQuery = (paradeId: number) =>
  defineQuery(['parades', paradeId, 'waiting'], 'Die Warteliste konnte nicht geladen werden', () =>
    call(waiting.$get(idParam(paradeId))),
  )

const acts = { offer: entry.offer, first: entry.first, remove: entry.remove }
export type WaitingAct = keyof typeof acts

/** An act on an entry; the server answers with the whole list, which replaces the list in the cache. */
export const actOnWaiting = (paradeId: number, notDone: string) =>
  defineMutation(notDone, async ({ act, entryId }: { act: WaitingAct; entryId: number }) => {
    const result = await call(
      acts[act].$post({ param: { id: String(paradeId), entryId: String(entryId) } }),
    )
    if (result.ok) cacheAnswer(waitingListQuery(paradeId), result.data)
    return result
  })
