import { rows } from '#tests/support/api.ts'

// An account of places, seats and the waiting list that is kept beside the worker: triggers record what the database
// saw at each step, and the rules of docs/rules.md, "Plätze" and "Warteliste", are applied to the recorded rows. It reads
// neither the worker's counters nor its queries.

type Place = {
  /** null for a place that staff entered. */
  orderId: number | null
  parade: number
  state: string
  seats: number
  person: string
  costume: string
  orderState: string | null
  rank: number | null
  isOffered: 0 | 1
}

/** The places of a story, counted in the rows. */
type Stage = {
  parades: { id: number; isCancelled: 0 | 1; capacity: number | null; seats: number | null }[]
  places: Place[]
  /** The latest event of any order. */
  lastEvent: string | null
}

/** SELECT of the stage as JSON; the database has only the places of one story. */
const stageQuery = `SELECT json_object(
  'parades', (SELECT json_group_array(json_object('id', id, 'isCancelled', cancelled_at IS NOT NULL,
    'capacity', capacity, 'seats', extras ->> '$[0].capacity')) FROM parades),
  'places', (SELECT json_group_array(json_object('orderId', p.order_id, 'parade', p.parade_id, 'state', p.state,
    'seats', (SELECT coalesce(sum(e.value ->> 'quantity'), 0) FROM json_each(p.extras) e),
    'person', p.given_key, 'costume', p.costume_type_id || ' ' || p.costume_number_key,
    'orderState', o.state, 'rank', o.waiting_rank, 'isOffered', o.offered_until IS NOT NULL))
    FROM participations p LEFT JOIN orders o ON o.id = p.order_id),
  'lastEvent', (SELECT kind FROM order_history ORDER BY id DESC LIMIT 1))`

async function readStage(): Promise<Stage> {
  const [row] = await rows<{ stage: string }>(`${stageQuery} AS stage`)
  return JSON.parse(row?.stage ?? '')
}

const isTaken = ({ state }: Place) => state === 'reserved' || state === 'booked'
const seatsOf = (places: readonly Place[]) => places.reduce((sum, { seats }) => sum + seats, 0)

type Wish = { id: number | null; rank: number; places: readonly Place[] }

/** What keeps a wish from being fulfilled, of all its parades; empty = the whole wish fits. */
function obstacles({ parades, places }: Stage, wish: Wish): string[] {
  const held = places.filter((place) => isTaken(place) && place.orderId !== wish.id)
  return [...Map.groupBy(wish.places, ({ parade }) => parade)].flatMap(([id, wanted]) => {
    const { isCancelled, capacity, seats } = parades.find((parade) => parade.id === id) ?? {}
    const others = held.filter(({ parade }) => parade === id)
    const isAbove = (count: number, limit: number | null | undefined) =>
      limit !== null && limit !== undefined && count > limit
    const seatsWanted = seatsOf(wanted)
    const isAnother = wanted.some((one) =>
      others.some(({ person, costume }) => person === one.person || costume === one.costume),
    )
    return [
      ...(isCancelled === 0 ? [] : ['cancelled']),
      ...(isAbove(others.length + wanted.length, capacity) ? ['places'] : []),
      ...(seatsWanted > 0 && isAbove(seatsOf(others) + seatsWanted, seats) ? ['seats'] : []),
      ...(isAnother ? ['personOrCostume'] : []),
    ]
  })
}

/** The orders that wait without an offer, first the one that comes first. */
function queueOf({ places }: Stage): Wish[] {
  const waiting = places.filter(
    ({ state, orderState, isOffered }) =>
      state === 'waiting' && orderState === 'waiting' && isOffered === 0,
  )
  return [...Map.groupBy(waiting, ({ orderId }) => orderId)]
    .map(([id, wish]) => ({ id, rank: wish[0]?.rank ?? 0, places: wish }))
    .sort((a, b) => a.rank - b.rank)
}

const fittingIn = (stage: Stage) =>
  queueOf(stage).filter((wish) => obstacles(stage, wish).length === 0)

/** The rows that the triggers keep. Each is written in the transaction that it tells of. */
type Entry = {
  kind: 'offered' | 'offeredByStaff' | 'paidLate' | 'enrolled' | 'held' | 'withdrawn' | 'fault'
  order_id: number
  /** JSON of the stage, or what is wrong. */
  text: string
}

/** Until the end of the test, records offers, their ends, places that are taken, and places beyond a limit. */
export async function keepAccount(): Promise<void> {
  const record = (kind: string, order: string, text: string) =>
    `INSERT INTO machine_account (kind, order_id, text) SELECT ${kind}, ${order}, ${text}`
  const statements = [
    `CREATE TABLE machine_account (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, order_id INTEGER, text TEXT)`,
    `CREATE TRIGGER machine_turns AFTER INSERT ON order_history WHEN NEW.kind IN ('offered', 'paidLate')
      BEGIN ${record(`iif(NEW.kind = 'offered' AND NEW.user_id IS NOT NULL, 'offeredByStaff', NEW.kind)`, 'NEW.order_id', `(${stageQuery})`)}; END`,
    `CREATE TRIGGER machine_enrolled AFTER INSERT ON participations WHEN NEW.state = 'reserved'
      BEGIN ${record(`'enrolled'`, 'NEW.order_id', `(${stageQuery})`)}; END`,
    `CREATE TRIGGER machine_held AFTER UPDATE OF offered_until ON orders
      WHEN OLD.offered_until IS NULL AND NEW.offered_until IS NOT NULL
      BEGIN ${record(`'held'`, 'NEW.id', `''`)}; END`,
    `CREATE TRIGGER machine_withdrawn AFTER UPDATE OF offered_until ON orders
      WHEN OLD.offered_until IS NOT NULL AND NEW.offered_until IS NULL
      BEGIN ${record(`'withdrawn'`, 'NEW.id', `''`)}; END`,
    `CREATE TRIGGER machine_prolonged AFTER UPDATE OF offered_until ON orders
      WHEN OLD.offered_until IS NOT NULL AND NEW.offered_until <> OLD.offered_until
      BEGIN ${record(`'fault'`, 'NEW.id', `'was offered again while its offer stood'`)}; END`,
    ...(['INSERT', 'UPDATE OF state'] as const).map(
      (change, index) => `CREATE TRIGGER machine_beyond_${index} AFTER ${change} ON participations
      WHEN NEW.state IN ('reserved', 'booked')
        ${index === 0 ? '' : `AND OLD.state NOT IN ('reserved', 'booked')`}
      BEGIN ${record(
        `'fault'`,
        'NEW.order_id',
        `'took a place or seat beyond the limit of parade ' || d.id FROM parades d WHERE d.id = NEW.parade_id
          AND ((SELECT count(*) FROM participations p WHERE p.parade_id = d.id AND p.state IN ('reserved', 'booked'))
              > d.capacity
            OR (NEW.extras <> '[]' AND (SELECT sum(e.value ->> 'quantity') FROM participations p, json_each(p.extras) e
              WHERE p.parade_id = d.id AND p.state IN ('reserved', 'booked')) > d.extras ->> '$[0].capacity'))`,
      )}; END`,
    ),
  ]
  for (const statement of statements) await rows(statement)
}

/** What stories have reached, by name, with the number of stories. */
export type Reached = Map<string, number>

/** The account of one story. */
export function openAccount() {
  const events = new Set<string>()

  /**
   * Reads what was recorded since the last call.
   * @param isUndisturbed whether no request is under way, so that no order may wait for places that are free for it
   * @returns what breaks a rule
   */
  async function audit(isUndisturbed = false): Promise<string[]> {
    const [row] = await rows<{ stage: string; recorded: string }>(
      `SELECT ${isUndisturbed ? `(${stageQuery})` : `''`} AS stage, (SELECT json_group_array(json_object('kind', kind,
        'order_id', order_id, 'text', text) ORDER BY id) FROM machine_account) AS recorded`,
    )
    const recorded: Entry[] = JSON.parse(row?.recorded ?? '')
    if (recorded.length > 0) await rows('DELETE FROM machine_account')
    if (!isUndisturbed) return faultsOf(recorded)
    const stage: Stage = JSON.parse(row?.stage ?? '')
    if (queueOf(stage).some((wish) => obstacles(stage, wish).join() === 'seats'))
      events.add('a wish waited for seats alone')
    return [...faultsOf(recorded), ...idleIn(stage)]
  }

  function faultsOf(recorded: readonly Entry[]): string[] {
    return recorded.flatMap((one, index) => {
      const { kind, order_id: id, text } = one
      if (kind === 'fault') return [`order ${id} ${text}`]
      if (kind === 'withdrawn') events.add('an offer was withdrawn with its parade')
      if (kind === 'held' || kind === 'withdrawn') return []
      const stage: Stage = JSON.parse(text)
      if (kind === 'enrolled' || kind === 'paidLate') return outOfTurn(stage, id, kind)
      const before = recorded.slice(0, index).filter((other) => other.order_id === id)
      const holds = before.filter((other) => other.kind === 'held').length
      const offers = before.filter((other) => other.kind.startsWith('offered')).length
      return [
        ...(holds > offers ? [] : [`order ${id} was offered places a second time`]),
        ...offerFaults(stage, id, kind === 'offered'),
      ]
    })
  }

  function offerFaults(stage: Stage, id: number, isAutomatic: boolean): string[] {
    const places = stage.places.filter(({ orderId }) => orderId === id)
    const own: Wish = { id, rank: places[0]?.rank ?? 0, places }
    const before = { ...stage, places: stage.places.filter(({ orderId }) => orderId !== id) }
    const lacking = obstacles(before, own)
    const queue = queueOf(before)
    const passed = queue.filter(({ rank }) => rank < own.rank)
    events.add(isAutomatic ? 'an offer was made' : 'staff made an offer')
    if (queue.length > 0) events.add('an offer was made while others waited')
    if (isAutomatic && passed.length > 0) events.add('a smaller wish passed a larger one')
    if (seatsOf(places) > 0) events.add('an offer held a seat')
    const ahead = passed.filter((wish) => obstacles(before, wish).length === 0)
    return [
      ...(lacking.length > 0 ? [`order ${id} was offered what is not free: ${lacking}`] : []),
      ...(isAutomatic ? ahead : []).map(
        (other) => `order ${id} was offered the places of the earlier order ${other.id}`,
      ),
    ]
  }

  return { audit, events }
}

/** A new order, or late money, took places for which an order on the waiting list came first. */
function outOfTurn(after: Stage, id: number, kind: 'enrolled' | 'paidLate'): string[] {
  // An order that replaces another of its payer may keep the places of that one.
  if (kind === 'enrolled' && after.lastEvent === 'replaced') return []
  const before = { ...after, places: after.places.filter(({ orderId }) => orderId !== id) }
  const rank = after.places.find(({ orderId }) => orderId === id)?.rank ?? Number.POSITIVE_INFINITY
  return fittingIn(before)
    .filter((wish) => wish.rank < rank && obstacles(after, wish).length > 0)
    .map((wish) => `order ${id} (${kind}) took the places of the waiting order ${wish.id}`)
}

const idleIn = (stage: Stage) =>
  fittingIn(stage).map(({ id }) => `order ${id} waits for places that are free`)

/**
 * At rest: places wait exactly as long as their order waits without an offer, no offer has outlived its end, and no
 * order waits for places that are free for it.
 */
export async function wrongEntries(): Promise<string[]> {
  const stage = await readStage()
  const inconsistent = stage.places.filter(
    ({ state, orderState, isOffered }) =>
      (state === 'waiting') !== (orderState === 'waiting' && isOffered === 0) ||
      (orderState === 'waiting' && isOffered === 1 && state !== 'reserved'),
  )
  const overdue = await rows<{ id: number }>(
    `SELECT id FROM orders WHERE state = 'waiting' AND offered_until <= '${new Date().toISOString()}'`,
  )
  const told = await rows<{ id: number }>(
    `SELECT order_id AS id FROM order_history h WHERE kind = 'offered' GROUP BY order_id
      HAVING count(*) <> (SELECT count(*) FROM mails m WHERE m.order_id = h.order_id AND m.kind = 'offered')`,
  )
  return [
    ...inconsistent.map((place) => `a place at odds with its order: ${JSON.stringify(place)}`),
    ...overdue.map(({ id }) => `the offer of order ${id} is over and stands`),
    ...told.map(({ id }) => `order ${id} has not one mail for each of its offers`),
    ...idleIn(stage),
  ]
}

/** What became of the orders, at the end of a story. */
export async function listOutcomes(): Promise<string[]> {
  const was = (kind: string) =>
    `EXISTS (SELECT 1 FROM order_history h WHERE h.order_id = o.id AND h.kind = '${kind}')`
  const ofWaiting = {
    'an offer was accepted': was('offerAccepted'),
    'an accepted offer was paid': `${was('offerAccepted')} AND ${was('paid')}`,
    'the payment of an offer ended and the offer stood': was('offerKept'),
    'an accepted offer was taken back with its parade': was('offerTakenBack'),
    'an offer lapsed': `${was('offered')} AND o.state = 'expired'`,
    'an offer was refused': `${was('offered')} AND o.state = 'cancelled' AND ${was('cancelled')}`,
    'staff moved an order to the front': was('movedFirst'),
    'staff removed an order': was('ended'),
    'late money was returned, as its places were not free': `EXISTS (SELECT 1 FROM order_refunds r
      WHERE r.order_id = o.id AND r.reason = 'late')`,
    'a taken costume was told': was('costumeTaken'),
  }
  const outcomes = [
    ...Object.entries(ofWaiting).map(
      ([what, condition]) => [what, `o.waiting_rank IS NOT NULL AND ${condition}`] as const,
    ),
    ['a seat was given up', was('extrasChangedByPayer')] as const,
  ]
  const [row = {}] = await rows<Record<string, 0 | 1>>(
    `SELECT ${outcomes.map(
      ([what, condition]) => `EXISTS (SELECT 1 FROM orders o WHERE ${condition}) AS "${what}"`,
    )}`,
  )
  return outcomes.flatMap(([what]) => (row[what] === 1 ? [what] : []))
}
