import { getAs, headersOf } from '#tests/e2e/session.ts'

/** A signed-in user of management at a server, with data for requests. */
export type ManagementSession = {
  origin: string
  headers: Record<string, string>
  memberId: number
  paradeId: number
  /** Places of the parade, enough to tick off another one each time. */
  places: number[]
}

export async function managementSession(origin: string): Promise<ManagementSession> {
  const [member] = await getAs<{ id: number }[]>(origin, 'management', '/api/member')
  const open: { id: number }[] = await (await fetch(`${origin}/api/enrolment/parades`)).json()
  const paradeId = open[0]?.id ?? 0
  const path = `/api/parade/${paradeId}/participation`
  const rows = await getAs<{ id: number }[]>(origin, 'management', path)
  return {
    origin,
    headers: await headersOf(origin, 'management'),
    memberId: member?.id ?? 0,
    paradeId,
    places: rows.map(({ id }) => id),
  }
}
