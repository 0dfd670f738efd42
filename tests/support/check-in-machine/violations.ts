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
  const { violations, people, log } = replayed(events, {
    isManagement: (userId) =>
      world.guild.users.some(({ id, isManagement }) => id === userId && isManagement),
    helpersDays: (paradeId) => daysOf(world, paradeId),
  })
  const must = (isRight: boolean, claim: string) => void (isRight || violations.push(claim))
  const cashTouched = new Set(events.flatMap((one) => (one.what === 'cash' ? one.id : [])))
  violations.push(...world.violations)

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
    if (tick)
      must(Boolean(row.confirmed) === (tick.kind !== 'unconfirm'), `not the newest tick: ${row.id}`)
    const fee = newestOf(own, 'fee')
    if (fee && !cashTouched.has(row.id)) {
      must(Boolean(row.paid) === (fee.kind === 'pay'), `not the newest fee act: ${row.id}`)
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
    must(stored.length <= 1, `stored twice: ${facts}`)
    must(!isThere || states.has('rejected'), `still on the phone: ${facts}`)
    if (line) {
      must(
        line.kind === act.kind && seen.users.has(line.userId),
        `stored with another kind or user: ${facts}`,
      )
      must(
        believed(world, line, act.at).includes(line.actedAt),
        `stored with another time: ${facts}`,
      )
      if (!counts(line))
        must(states.has('rejected') || isLetGo, `rejected without a message: ${facts}`)
      const isToldAll = isMoney(act) && line.outcome === 'already'
      if (counts(line) && !isToldAll && !refusedBody[phone]) {
        must(!states.has('rejected'), `reported as rejected although it counts: ${facts}`)
      }
    } else
      must((states.has('rejected') && isExplained) || isLetGo, `lost without a message: ${facts}`)
  }
  for (const id of world.acknowledged)
    must(world.seen.has(id), `acknowledged but not stored on the phone: ${id}`)
  for (const [id] of lines) {
    const isOfPhone = id.startsWith(world.prefix)
    must(!isOfPhone || world.seen.has(id), `stored act of no phone: ${id}`)
  }
  violations.push(...ownOrder(world, log, cashTouched))

  // ── The pages show the stored state ──
  for (const phone of world.phones) violations.push(...(await shownWrong(world, phone)))
  return violations
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
  const violations: string[] = []
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
      violations.push(`overtaken by an act of the same phone: ${JSON.stringify(lines)}`)
    }
    const seq = ({ id }: Logged) => seen.get(id)?.act.seq ?? 0
    const last = lines
      .filter(counts)
      .reduce<Logged | null>((one, other) => (one && seq(one) > seq(other) ? one : other), null)
    const newest = newestOf(lines, isMoney(lines[0] as Logged) ? 'fee' : 'tick')
    if (last?.id !== newest?.id) violations.push(`not the last tap: ${JSON.stringify(lines)}`)
  }
  return violations
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
  const violations: string[] = []
  const { acts } = await phone.store.read()
  const open = acts.filter(({ state }) => state !== 'rejected')
  if (open.length > 0)
    violations.push(`acts still wait or their outcome is unknown: ${JSON.stringify(open)}`)
  if (!phone.user) return ['no user is signed in']
  const { token } = phone.user
  for (const page of phone.pages) {
    const shown = page.outbox.state()
    if (!same(shown.acts, acts)) {
      violations.push(`a tab shows other acts: ${JSON.stringify([shown.acts, acts])}`)
    }
    const { text } = outboxNoticeOf(shown, world.now())
    const matters = toldMatters(acts)
    const isRight =
      matters > 0 ? text === `${matters} zu klären` : text.startsWith('Alles gesendet')
    if (!isRight) violations.push(`"${text}" stands above ${JSON.stringify(acts)}`)
    const { paradeId } = page
    const path = `/api/check-in?parade=${paradeId}`
    const answer = await call('GET', path, undefined, { token })
    const list = answer.status === 200 ? ((await json(answer)) as CheckIn).parades[0] : undefined
    const rows = world.rowsOf(page, phone, paradeId).map(({ row }) => row)
    if (JSON.stringify(rows) !== JSON.stringify(list?.rows ?? [])) {
      violations.push(`shown ${JSON.stringify(rows)}, but it is ${JSON.stringify(list?.rows)}`)
    }
    const parade = shown.lists.find((one) => one.paradeId === paradeId)?.parade
    if (JSON.stringify(parade) !== JSON.stringify(list?.parade)) {
      violations.push(`parade ${JSON.stringify(parade)}, but it is ${JSON.stringify(list?.parade)}`)
    }
  }
  return violations
}
