import type { KeptList } from '#web/parades/check-in/outbox/acts.ts'
import { type Outbox, openOutbox, type SignedIn } from '#web/parades/check-in/outbox/outbox.ts'
import { memoryStore, type Store } from '#web/parades/check-in/outbox/store.ts'
import type {
  ActInput,
  ActResult,
  CheckIn,
  CheckInParade,
  CheckInRow,
} from '#worker/check-in/check-in.contract.ts'

export const lena: SignedIn = { id: 7, name: 'Lena F.', token: 'token-of-lena' }
export const jonas: SignedIn = { id: 8, name: 'Jonas K.', token: 'token-of-jonas' }

/** Sunday, 17 January 2027, 13:00 in Berlin. */
export const parading = Date.parse('2027-01-17T12:00:00.000Z')

export const parade: CheckInParade = {
  timeStart: null,
  lineUpNumber: null,
  lineUpPlace: null,
  departures: [],
  id: 3,
  title: 'Ringtreffen Moosried',
  host: 'Narrenzunft Moosried',
  hostTown: 'Moosried',
  date: '2027-01-17',
  paradeNumber: 1,
  priceForAdultsInCent: 800,
  priceForChildrenInCent: 400,
  takesCash: true,
  freePlaces: null,
  minAge: null,
  guardianBelow: null,
  extras: [],
  cancelledAt: null,
  cancelReason: '',
}

export function rowOf(
  id: number,
  memberName: string,
  changes: Partial<CheckInRow> = {},
): CheckInRow {
  return {
    id,
    memberName,
    costume: { typeId: 1, type: 'Bachhexe', number: String(200 + id) },
    priceInCent: 800,
    paid: false,
    cash: null,
    confirmed: false,
    confirmedAt: null,
    confirmedBy: null,
    mine: false,
    group: null,
    code: '',
    minor: null,
    extras: [],
    ...changes,
  }
}

export function listOf(rows: readonly CheckInRow[], changes: Partial<KeptList> = {}): KeptList {
  return { paradeId: 3, askedAt: parading, userId: 7, parade, rows, costumeTypes: [], ...changes }
}

export type Sent = { method: string; path: string; token: string; acts: ActInput[]; device: string }

/** The response of the fake server; `null` never answers, an error breaks the connection. */
export type Answering = (sent: Sent) => Response | Promise<Response | null> | null

type Timer = { at: number; run: () => void }

/** An outbox with its own clock and timers, which advance only by `pass`, and a fake server. */
export function outboxWorld(answering: Answering, store: Store = memoryStore()) {
  const timers = new Set<Timer>()
  let monotonic = 0
  let ids = 0
  let lock = Promise.resolve()
  const world = {
    clock: parading,
    user: lena as SignedIn | null,
    sent: [] as Sent[],
    store,
    answering,
    /** The result of every random number. */
    dice: 0.5,
    still: () => Promise.resolve(),
    tells: 0,
    outbox: undefined as unknown as Outbox,
    /** Milliseconds until each running timer. */
    timers: () => [...timers].map(({ at }) => at - monotonic).sort((a, b) => a - b),
    acts: () => world.sent.filter(({ method }) => method === 'POST'),
    lists: () => world.sent.filter(({ method }) => method === 'GET'),
    async pass(milliseconds: number) {
      const until = monotonic + milliseconds
      await atRest()
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.delete(next)
        world.clock += Math.max(next.at - monotonic, 0)
        monotonic = Math.max(next.at, monotonic)
        next.run()
        await atRest()
      }
      world.clock += until - monotonic
      monotonic = until
    },
  }
  world.outbox = openOutbox({
    store,
    fetch: async (path, init) => {
      const body = JSON.parse(String(init.body ?? '{}'))
      const sent: Sent = {
        method: init.method ?? 'GET',
        path,
        token: new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '',
        acts: body.acts ?? [],
        device: body.device ?? '',
      }
      world.sent.push(sent)
      const answer = await world.answering(sent)
      return answer ?? new Promise<Response>(() => {})
    },
    now: () => world.clock,
    random: () => world.dice,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    after(milliseconds, run) {
      const timer = { at: monotonic + milliseconds, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    exclusively: (work) => {
      lock = lock.then(work)
      return lock
    },
    notifyTabs: () => {
      world.tells += 1
    },
    signedIn: () => world.user,
    whenIdle: () => world.still(),
  })
  return world
}

/** Waits until all pending promises are settled. */
export async function atRest(): Promise<void> {
  for (let turn = 0; turn < 25; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

export function refusal(status: number, error: object = { code: 'Forbidden', message: '' }) {
  return json({ error }, status)
}

type GivenResult = Partial<ActResult> & Pick<ActResult, 'outcome'>

/** A fake server that answers every act with `say`. */
export function answeringWith(say: (act: ActInput) => GivenResult | null, serverTime = parading) {
  return ({ acts }: Sent) =>
    json({
      serverTime: new Date(serverTime).toISOString(),
      results: acts.flatMap((act) => {
        const result = say(act)
        return result ? [{ participationId: 1, row: null, ...result, id: act.id }] : []
      }),
    })
}

export const done = () => ({ outcome: 'done' }) as const

export function checkInOf(rows: readonly CheckInRow[], serverTime = parading): CheckIn {
  return {
    serverTime: new Date(serverTime).toISOString(),
    parades: [{ parade, rows: [...rows] }],
    costumeTypes: [{ id: 1, name: 'Bachhexe' }],
  }
}
