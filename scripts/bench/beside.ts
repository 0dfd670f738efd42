import { setTimeout } from 'node:timers/promises'
import { median } from './figures.ts'
import { type ManagementSession, managementSession } from './management-session.ts'
import { time } from './time.ts'

/** A request made to both servers in turn. */
type Asked = { what: string; ask: (server: ManagementSession, run: number) => Promise<number> }

const warmUps = 20
const runs = 200

/**
 * Compares this release with another one that serves the same kind of guild, alternating single requests, so
 * that other load affects both.
 * @returns milliseconds of each, by request
 */
export async function measureBeside(origin: string, other: string) {
  const servers = [await managementSession(origin), await managementSession(other)] as const
  const times = new Map<string, [number[], number[]]>()
  for (const { what } of asked) times.set(what, [[], []])
  for (let run = -warmUps; run < runs; run += 1) {
    // Time for garbage of the previous round to be collected.
    await setTimeout(30)
    for (const { what, ask } of asked) {
      for (const [index, server] of servers.entries()) {
        const took = await ask(server, run + warmUps)
        if (run >= 0) times.get(what)?.[index]?.push(took)
      }
    }
  }
  return [...times].map(([what, [own, others]]) => ({
    what,
    ms: median(own),
    otherMs: median(others),
    /** Median of how many times as long the other one took. */
    ratio: median(others.map((took, index) => took / (own[index] ?? Number.NaN))),
  }))
}

const get = (path: (server: ManagementSession) => string) => (server: ManagementSession) =>
  time(server.origin + path(server), { headers: server.headers })

const tick = (verb: 'confirm' | 'unconfirm') => (server: ManagementSession, run: number) => {
  const { paradeId, places } = server
  const id = places[run % places.length]
  const path = `/api/parade/${paradeId}/participation/${id}/${verb}`
  return time(server.origin + path, { method: 'POST', headers: server.headers })
}

const asked: Asked[] = [
  { what: 'nothing: /api/v1/health', ask: get(() => '/api/v1/health') },
  { what: 'one member', ask: get(({ memberId }) => `/api/member/${memberId}`) },
  { what: 'a tick set', ask: tick('confirm') },
  { what: 'a tick taken back', ask: tick('unconfirm') },
  {
    what: 'the day of the check-in',
    ask: get(({ paradeId }) => `/api/check-in?parade=${paradeId}`),
  },
  { what: 'the member list', ask: get(() => '/api/member') },
]
