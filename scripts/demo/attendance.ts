import type { Day } from '#worker/domain/dates.ts'
import { addYears } from './days.ts'
import { type Guest, mailOf, type Participant } from './guests.ts'
import type { Member } from './members.ts'
import { spanOn } from './membership.ts'
import type { Random } from './random.ts'
import type { ParadeRow } from './rows.ts'
import type { Size } from './size.ts'
import { borrow, borrowFor, ownedOn, take, type Wardrobe, type WornCostume } from './wardrobe.ts'

/** A person's place in a parade and its costume, before the way of enrolment, order and tick are chosen. */
export type Attendance = { parade: ParadeRow; person: Participant; costume: WornCostume }

export type Guild = {
  size: Size
  today: Day
  members: readonly Member[]
  guests: readonly Guest[]
  wardrobe: Wardrobe
  parades: readonly ParadeRow[]
}

type Candidate = { member: Member; costumes: WornCostume[]; zeal: number }

export function makeAttendances(random: Random, guild: Guild): Attendance[] {
  const zeal = guild.members.map(() => makeZeal(random))
  const upcoming = guild.parades.filter(({ date }) => date > guild.today)
  let last: { date: Day; members: Set<number> } = { date: '', members: new Set() }
  const isOpened = ({ dateEnrolmentStart: start }: ParadeRow) => start <= guild.today
  return guild.parades.filter(isOpened).flatMap((parade) => {
    // A member walks in one parade a day.
    if (parade.date !== last.date) last = { date: parade.date, members: new Set() }
    const guests = guestsAt(random, guild, parade)
    for (const { looksLike } of guests) if (looksLike) last.members.add(looksLike)
    const candidates = findCandidates(guild, parade, zeal, last.members)
    const wanted = wantedAt(random, guild, parade, upcoming.indexOf(parade))
    const walking = chooseParticipants(random, candidates, wanted)
    for (const { member } of walking) last.members.add(member.id)
    return assignCostumes(random, parade, walking, guests)
  })
}

/** Likelihood of taking part: some never miss a parade, some hardly ever come. */
function makeZeal(random: Random): number {
  return random.weighted([
    [3, 10],
    [0.6, 30],
    [0.2, 40],
    [0.04, 20],
  ])
}

/** Members of the guild on that day who had a costume. */
function findCandidates(
  { members, wardrobe }: Guild,
  parade: ParadeRow,
  zeal: readonly number[],
  busy: ReadonlySet<number>,
): Candidate[] {
  const growsUp = addYears(parade.date, -16)
  return members.flatMap((member, index) => {
    if (busy.has(member.id) || !spanOn(member, parade.date)) return []
    if (isUnknownAge(parade, member.row)) return []
    const costumes = ownedOn(wardrobe, member.id, parade.date)
    if (costumes.length === 0) return []
    const isChild = member.born > growsUp
    const pull = parade.isChildParade ? (isChild ? 4 : 0.5) : member.state === 'Passive' ? 0.5 : 1
    return [{ member, costumes, zeal: (zeal[index] ?? 0) * pull }]
  })
}

/** A parade with an age rule takes only people whose birthday is known. */
function isUnknownAge({ guardianBelow }: ParadeRow, { birthday }: Pick<Participant, 'birthday'>) {
  return guardianBelow != null && birthday === null
}

/** Number of participants; the later a parade still to come is, the fewer have enrolled. */
function wantedAt(random: Random, { size, today }: Guild, parade: ParadeRow, upcoming: number) {
  if (parade.date === today) return size.participantsToday
  const usual = size.participantsPerParade * (0.75 + random.next() * 0.5)
  return upcoming < 0 ? usual : usual * 0.6 * 0.9 ** upcoming
}

/** Weighted choice by likelihood of taking part (Efraimidis and Spirakis). */
function chooseParticipants(
  random: Random,
  candidates: readonly Candidate[],
  wanted: number,
): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, rank: -Math.log(1 - random.next()) / candidate.zeal }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Math.round(wanted))
    .map(({ candidate }) => candidate)
}

function assignCostumes(
  random: Random,
  parade: ParadeRow,
  walking: readonly Candidate[],
  guests: readonly Guest[],
): Attendance[] {
  const worn = new Set<string>()
  const dressed = walking.map(({ member, costumes }) => {
    const isBorrowing = random.chance(0.02)
    const costume = isBorrowing ? borrowFor(random, member, parade.date) : random.pick(costumes)
    return { parade, person: participantOf(member), costume }
  })
  const visiting = guests.map((person) => {
    return { parade, person, costume: borrow(random, random.int(1, 3)) }
  })
  return [...dressed, ...visiting].filter(({ costume }) => take(worn, costume))
}

function participantOf({ id, row }: Member): Participant {
  const { firstName, lastName, birthday, eMail, addressStreet, addressNumber, addressPlz } = row
  const home = [addressStreet, addressNumber, addressPlz].join(' ')
  return { memberId: id, firstName, lastName, birthday, eMail: eMail || mailOf(row), home }
}

/** The guests who may take part in a parade: one that is open, of today or of the last season. */
function guestsAt(random: Random, { guests, today }: Guild, parade: ParadeRow): Guest[] {
  const { date } = parade
  if (date < addYears(today, -1)) return []
  const coming = guests.filter(() => random.chance(date >= today ? 0.12 : 0.05))
  return coming.filter((guest) => !isUnknownAge(parade, guest))
}
