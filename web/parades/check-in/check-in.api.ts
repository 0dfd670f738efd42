import { call, client } from '#web/lib/api.ts'
import { loadParade } from '#web/parades/parades.api.ts'
import type { AtParadeBody } from '#worker/parades/parades.contract.ts'

export const confirmParticipation = (paradeId: number, participationId: number) =>
  call(
    client.api.parade[':id'].participation[':participationId'].confirm.$post({
      param: { id: String(paradeId), participationId: String(participationId) },
    }),
  )
export const notConfirmed =
  'Die Umzugsteilnahme konnte nicht bestätigt werden. Stelle sicher, dass Du Internet hast.'

export const enterAtParade = (paradeId: number, json: AtParadeBody) =>
  call(
    client.api.parade[':id'].participation.atParade.$post({
      param: { id: String(paradeId) },
      json,
    }),
  )

export const loadTodaysParade = () => call(client.api.parade.today.$get())

export type ParadeOfToday = { id: number; title: string }

/** All parades of today, or none: who fails to learn of the others still has the open one. */
export async function loadTodaysParades(): Promise<ParadeOfToday[]> {
  const today = await loadTodaysParade()
  if (!today.ok || today.data.paradeId === null || today.data.others.length === 0) return []
  const first = await loadParade(today.data.paradeId)
  return first.ok ? [{ id: first.data.id, title: first.data.title }, ...today.data.others] : []
}
