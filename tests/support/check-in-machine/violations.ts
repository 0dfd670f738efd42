import { call, json } from '#tests/support/api.ts'
import type { StoredAct } from '#web/parades/check-in/outbox/acts.ts'
import { outboxNoticeOf } from '#web/parades/check-in/outbox/outbox-words.ts'
import type { CheckIn } from '#worker/check-in/check-in.contract.ts'
import { newestOf, replayed } from './server-oracle.ts'
import { happened, type Logged, storedTicks } from './timeline.ts'
import type { Phone, World } from './world.ts'

const counts = ({ outcome }: Logged) => outcome === 'done' || outcome === 'already'
const isMoney = ({ kind }: Pick<Logged, 'kind'>) => kind === 'pay' || kind === 'unpay'

/** All deviations from the expected state after the run has come to rest; empty = correct. */
export async function findViolations(world: World): Promise<string[]> {
  const events = await happened()
  const { wrongs, people, log } = replayed(events, {
    isManagement: (userId) =>
      world.guild.users.some(({ id, isManagement }) => id === userId && isManagement),
    helpersDays: (paradeId) => daysOf(world, paradeId),
  })
  const must = (isRight: boolean, claim: string) => void (isRight || wrongs.push(claim))
  const cashTouched = new Set(events.flatMap((one) => (one.what === 'cash' ? one.id : [])))
  wrongs.push(...world.wrongs)

  // ── The rows match the log, act by act ──
  for (const row of await storedTicks()) {
    const {
      what: _w,
      log: own,
      paradeId: _p,
      door,
      person: _k,
      number: _n,
      ...expected
    } = people.get(row.id) ?? { log: [], door: '' }
    must(same(row, expected), `is ${JSON.stringify(row)}, must be ${JSON.stringify(expected)}`)
    if (row.state !== 'booked') continue
    const tick = newestOf(own, 'tick')
    if (tick) must(Boolean(row.confirmed) === (tick.kind !== 'unconfirm'), `newest: ${row.id}`)
    const fee = newestOf(own, 'fee')
    if (fee && !cashTouched.has(row.id)) {
      must(Boolean(row.paid) === (fee.kind === 'pay'), `newest of the fee: ${row.id}`)
    }
    const makers = log.filter(
      (act) => act.kind === 'enter' && act.outcome === 'done' && act.participationId === row.id,
    )
    must(
      makers.length === Number(door === 'onSite'),
      `${row.id} was entered ${makers.length} times`,
    )
  }

  // ── Each act is logged once, as the phone sent it ──
  const lines = Map.groupBy(log, ({ id }) => id)
  const refusedBody = world.phones.map(({ wasRefused }) => wasRefused)
  for (const [id, seen] of world.seen) {
    const { act, phone, states, isDiscarded: isLetGo, isThere } = seen
    const stored = lines.get(id) ?? []
    const [line] = stored
    // A rejection without a row in the log: the request was rejected, the parade is gone, or the entry it
    // depends on failed.
    const isExplained =
      refusedBody[phone] ||
      act.paradeId === world.guild.paradeIds[2] ||
      (act.kind !== 'enter' && 'actId' in act.target)
    const facts = JSON.stringify({ act, line, states: [...states] })
    must(stored.length <= 1, `twice in the log: ${facts}`)
    must(!isThere || states.has('rejected'), `not ended: ${facts}`)
    if (line) {
      must(line.kind === act.kind && seen.users.has(line.userId), `another act: ${facts}`)
      must(believed(world, line, act.at).includes(line.actedAt), `another time: ${facts}`)
      if (!counts(line)) must(states.has('rejected') || isLetGo, `not told: ${facts}`)
      const isToldAll = isMoney(act) && line.outcome === 'already'
      if (counts(line) && !isToldAll && !refusedBody[phone]) {
        must(!states.has('rejected'), `told though it counts: ${facts}`)
      }
    } else must((states.has('rejected') && isExplained) || isLetGo, `lost: ${facts}`)
  }
  for (const id of world.acknowledged) must(world.seen.has(id), `never kept: ${id}`)
  for (const [id] of lines) {
    const isOfPhone = id.startsWith(world.prefix)
    must(!isOfPhone || world.seen.has(id), `nobody did it: ${id}`)
  }
  wrongs.push(...ownOrder(world, log, cashTouched))

  // ── The pages show the stored state ──
  for (const phone of world.phones) wrongs.push(...(await shownWrong(world, phone)))
  return wrongs
}

/** Midnights in Berlin: the day before the parade begins, and the second day after it ends. */
function daysOf({ guild }: World, paradeId: number) {
  return paradeId === guild.paradeIds[1]
    ? (['2027-01-15T23:00:00.000Z', '2027-01-19T23:00:00.000Z'] as const)
    : (['2027-01-14T23:00:00.000Z', '2027-01-18T23:00:00.000Z'] as const)
}

/**
 * The time that counts for an act: not before midnight, in Berlin, of the day before its parade, and not in
 * the future.
 */
function believed(world: World, { paradeId, receivedAt }: Logged, at: string): string[] {
  const [, , deletable] = world.guild.paradeIds
  const [floor] = daysOf(world, paradeId)
  // A deleted parade has no date.
  const floors = paradeId === deletable ? [floor, ''] : [floor]
  return floors.map((least) => {
    const held = at > least ? at : least
    return held < receivedAt ? held : receivedAt
  })
}

function same(left: object, right: object): boolean {
  const sorted = (one: object) => JSON.stringify(Object.entries(one).sort())
  return sorted(left) === sorted(right)
}

/** Acts of a single phone on one participation take effect in the order in which they were done. */
function ownOrder({ seen, phones }: World, log: readonly Logged[], cash: ReadonlySet<number>) {
  const wrongs: string[] = []
  const byField = Map.groupBy(
    log.filter(({ participationId, outcome }) => participationId !== null && outcome !== 'refused'),
    (act) => `${act.participationId} ${isMoney(act) ? 'fee' : 'tick'}`,
  )
  for (const [field, lines] of byField) {
    const first = seen.get(lines[0]?.id ?? '')
    const isAlone =
      first &&
      !phones[first.phone]?.wasWiped &&
      !cash.has(Number(field.split(' ')[0])) &&
      // Acts of different users wait separately and may overtake each other.
      new Set(lines.flatMap(({ id }) => [...(seen.get(id)?.users ?? [])])).size === 1 &&
      lines.every(({ id }) => seen.get(id)?.phone === first.phone)
    if (!isAlone) continue
    if (lines.some(({ outcome }) => outcome === 'overtaken')) {
      wrongs.push(`overtaken by itself: ${JSON.stringify(lines)}`)
    }
    const seq = ({ id }: Logged) => seen.get(id)?.act.seq ?? 0
    const last = lines
      .filter(counts)
      .reduce<Logged | null>((one, other) => (one && seq(one) > seq(other) ? one : other), null)
    const newest = newestOf(lines, isMoney(lines[0] as Logged) ? 'fee' : 'tick')
    if (last?.id !== newest?.id) wrongs.push(`not the last tap: ${JSON.stringify(lines)}`)
  }
  return wrongs
}

/** A rejected entry and the rejected acts that depend on it are one case to resolve. */
function toldMatters(acts: readonly StoredAct[]): number {
  const told = new Set(acts.flatMap(({ id, state }) => (state === 'rejected' ? id : [])))
  return acts.filter(
    (act) =>
      told.has(act.id) &&
      !(act.kind !== 'enter' && 'actId' in act.target && told.has(act.target.actId)),
  ).length
}

async function shownWrong(world: World, phone: Phone): Promise<string[]> {
  const wrongs: string[] = []
  const { acts } = await phone.store.read()
  const open = acts.filter(({ state }) => state !== 'rejected')
  if (open.length > 0) wrongs.push(`something waits or is not known: ${JSON.stringify(open)}`)
  if (!phone.user) return ['nobody is signed in']
  const { token } = phone.user
  for (const page of phone.pages) {
    const shown = page.outbox.state()
    if (!same(shown.acts, acts)) {
      wrongs.push(`a tab shows other acts: ${JSON.stringify([shown.acts, acts])}`)
    }
    const { text } = outboxNoticeOf(shown, world.now())
    const matters = toldMatters(acts)
    const isRight =
      matters > 0 ? text === `${matters} zu klären` : text.startsWith('Alles gesendet')
    if (!isRight) wrongs.push(`"${text}" stands above ${JSON.stringify(acts)}`)
    const { paradeId } = page
    const path = `/api/check-in?parade=${paradeId}`
    const answer = await call('GET', path, undefined, { token })
    const list = answer.status === 200 ? ((await json(answer)) as CheckIn).parades[0] : undefined
    const rows = world.rowsOf(page, phone, paradeId).map(({ row }) => row)
    if (JSON.stringify(rows) !== JSON.stringify(list?.rows ?? [])) {
      wrongs.push(`shown ${JSON.stringify(rows)}, but it is ${JSON.stringify(list?.rows)}`)
    }
    const parade = shown.lists.find((one) => one.paradeId === paradeId)?.parade
    if (JSON.stringify(parade) !== JSON.stringify(list?.parade)) {
      wrongs.push(`parade ${JSON.stringify(parade)}, but it is ${JSON.stringify(list?.parade)}`)
    }
  }
  return wrongs
}
