import type { Duty } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { addYears, assemblyAfter, daysBetween, earliest } from './days.ts'
import type { Member } from './members.ts'
import { firstDay, foundingDay, lastDay, spanOn } from './membership.ts'
import type { Random } from './random.ts'
import type { DutyRow } from './rows.ts'

export type Term = DutyRow & { to: Day | null }

/** Offices with their number of seats; elected at the assembly, for years. */
const seats: readonly (readonly [Duty, number])[] = [
  ['_1_Praesident', 1],
  ['_2_Praesident', 1],
  ['Kassier', 1],
  ['Schriftfuehrer', 1],
  ['Protokollfuehrer', 1],
  ['Geschaeftsfuehrer', 1],
  ['Einkauf', 1],
  ['Gardeleiter', 2],
  ['Kleiderchef', 2],
  ['Kassenpruefer', 2],
  ['Zunftraumverwalter', 1],
  ['Elferratsmitglied', 11],
]

const comments = [
  'Nachfolge im Amt',
  'kommissarisch',
  'einstimmig gewählt',
  'bei zwei Enthaltungen',
]

export function makeDutyBook(random: Random, members: readonly Member[], today: Day): Term[] {
  // As in real guilds, the same few members are elected again and again.
  const willing = random.shuffled(members).slice(0, Math.min(90, Math.ceil(members.length * 0.2)))
  const terms: Term[] = []
  for (const [duty, count] of seats) {
    for (let seat = 0; seat < count; seat++) fillSeat(random, { duty, willing, terms, today })
  }
  return [...founders(members), ...terms]
}

type Seat = { duty: Duty; willing: readonly Member[]; terms: Term[]; today: Day }

function fillSeat(random: Random, { duty, willing, terms, today }: Seat): void {
  let from = foundingDay
  while (from < today) {
    const wished = assemblyAfter(
      addYears(
        from,
        random.weighted([
          [3, 3],
          [7, 4],
          [11, 3],
          [17, 2],
        ]),
      ),
    )
    const holder = findHolder(random, { duty, willing, terms, today }, from)
    const left = holder && spanOn(holder, from)?.to
    const end = left ? earliest(wished, left) : wished
    if (holder) {
      const comment = random.chance(0.15) ? random.pick(comments) : ''
      terms.push({ memberId: holder.id, duty, from, to: end < today ? end : null, comment })
    }
    // No holder was found: the seat stays empty until the next assembly.
    from = holder && end === wished ? end : assemblyAfter(holder ? end : from)
  }
}

/** An adult member of that day who does not hold the same office then. */
function findHolder(random: Random, { duty, willing, terms, today }: Seat, from: Day) {
  for (let tries = 0; tries < 40; tries++) {
    const member = random.pick(willing)
    const isGrown = member.born < addYears(from, -21) && member.born > addYears(from, -70)
    const span = spanOn(member, from)
    const stays = span && (!span.to || daysBetween(from, span.to) > 300)
    const isFree = !terms.some((term) => excludesHolder(term, member.id, duty, from))
    // Passive members no longer hold offices.
    const isActive = member.state !== 'Passive' || from < addYears(today, -20)
    if (stays && isGrown && isFree && isActive) return member
  }
  return undefined
}

function excludesHolder(term: Term, memberId: number, duty: Duty, from: Day): boolean {
  const isSame = term.memberId === memberId && term.duty === duty
  // Seats are filled one after the other: a later term of the same member may exist already.
  return isSame && (term.to === null || term.to >= from || term.from >= from)
}

function founders(members: readonly Member[]): Term[] {
  return members
    .filter(
      (member) => firstDay(member) === foundingDay && member.born < addYears(foundingDay, -18),
    )
    .map((member) => ({
      memberId: member.id,
      duty: 'Gruendungsmitglied',
      from: foundingDay,
      to: lastDay(member),
      comment: '',
    }))
}
