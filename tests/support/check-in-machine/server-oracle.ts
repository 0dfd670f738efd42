import type { ActOutcome } from '#worker/check-in/check-in.contract.ts'
import type { Born, Happened, Logged, Ticks } from './timeline.ts'

// The outcomes that docs/rules.md requires for each act, replayed from the database events of timeline.ts,
// without the worker's own code.

type Field = 'tick' | 'fee'
type Person = Born & { log: Logged[] }

const fieldOf = ({ kind }: Logged): Field => (kind === 'pay' || kind === 'unpay' ? 'fee' : 'tick')
const isOn = ({ kind }: Logged) => kind !== 'unconfirm' && kind !== 'unpay'
const counts = ({ outcome }: Logged) => outcome === 'done' || outcome === 'already'

/** The newest act that counts, by the time it was done; of two at the same time the later one in the log. */
export function newestOf(log: readonly Logged[], field: Field): Logged | undefined {
  return log
    .filter((act) => counts(act) && fieldOf(act) === field)
    .reduce<Logged | undefined>(
      (newest, act) => (newest && newest.actedAt > act.actedAt ? newest : act),
      undefined,
    )
}

type Of = {
  isManagement: (userId: number) => boolean
  /**
   * The instants between which helpers may act: the day before the parade until two days after it, in
   * Berlin.
   */
  helpersDays: (paradeId: number) => readonly [from: string, until: string]
}

/** @returns deviations from the expected outcomes, and the expected state of the people */
export function replayed(happened: readonly Happened[], { isManagement, helpersDays }: Of) {
  const people = new Map<number, Person>()
  const off = new Set<number>()
  const violations: string[] = []
  const log: Logged[] = []

  for (const event of happened) {
    switch (event.what) {
      case 'born':
        people.set(event.id, { ...event, log: [] })
        break
      case 'state':
        Object.assign(people.get(event.id) ?? {}, { state: event.state })
        break
      case 'cash': {
        const { what: _, id, ...ticks } = event
        Object.assign(people.get(id) ?? {}, ticks)
        break
      }
      case 'parade':
        if (event.cancelledAt === null) off.delete(event.id)
        else off.add(event.id)
        break
      case 'act': {
        const expected = event.kind === 'enter' ? entered(event) : judged(event)
        if (!expected.includes(event.outcome)) {
          violations.push(`${expected.join(' or ')} expected: ${JSON.stringify(event)}`)
        }
        applied(event)
        log.push(event)
        break
      }
    }
  }

  function isOfAnotherDay({ userId, paradeId, actedAt }: Logged): boolean {
    const [from, until] = helpersDays(paradeId)
    return !isManagement(userId) && (actedAt < from || actedAt >= until)
  }

  function judged(act: Logged): ActOutcome[] {
    const person = people.get(act.participationId ?? -1)
    if (isOfAnotherDay(act)) {
      // A parade without participations may have been deleted.
      return person?.paradeId === act.paradeId ? ['refused'] : ['refused', 'gone']
    }
    if (!person) return ['gone', 'noEntry']
    if (person.state !== 'booked' || person.paradeId !== act.paradeId) return ['gone']
    const field = fieldOf(act)
    if (off.has(act.paradeId) && field === 'tick') return ['paradeCancelled']
    const newest = newestOf(person.log, field)
    if (newest && newest.actedAt > act.actedAt) {
      return [isOn(newest) === isOn(act) ? 'already' : 'overtaken']
    }
    const now = field === 'fee' ? person.paid : person.confirmed
    if (Boolean(now) === isOn(act)) return ['already']
    if (act.kind === 'unpay' && person.paidBy === null) return ['paidOnline']
    const whose = field === 'fee' ? person.paidBy : person.confirmedBy
    const isTakingBack = !isOn(act)
    if (isTakingBack && whose !== act.userId && !isManagement(act.userId)) return ['notYours']
    return ['done']
  }

  function entered(act: Logged): ActOutcome[] {
    if (isOfAnotherDay(act)) return ['refused']
    const person = people.get(act.participationId ?? -1)
    if (act.outcome === 'done') return person?.paradeId === act.paradeId ? ['done'] : ['refused']
    if (off.has(act.paradeId)) return ['paradeCancelled', 'refused']
    // The conflicting participation may have been cancelled between the read and the write.
    return ['refused']
  }

  function applied(act: Logged): void {
    const person = people.get(act.participationId ?? -1)
    if (!person || (act.kind === 'enter' && act.outcome !== 'done')) return
    if (act.outcome === 'done') {
      const by = { at: isOn(act) ? act.actedAt : null, user: isOn(act) ? act.userId : null }
      const on = Number(isOn(act))
      const ticks: Partial<Ticks> =
        fieldOf(act) === 'tick'
          ? { confirmed: on, confirmedAt: by.at, confirmedBy: by.user }
          : { paid: on, paidAt: by.at, paidBy: by.user, ...(on && { returnedAt: null }) }
      Object.assign(person, ticks)
    }
    person.log.push(act)
  }

  return { violations, people, log }
}
