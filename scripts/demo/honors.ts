import type { Duty, HonorType } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { addYears, assemblyAfter } from './days.ts'
import type { Term } from './duty-book.ts'
import type { Member } from './members.ts'
import { dayOfParades, dayOfYears } from './milestones.ts'
import type { Random } from './random.ts'
import type { HonorRow } from './rows.ts'

type Step = readonly [type: HonorType, threshold: number]

const paradeSteps: readonly Step[] = [
  ['Parades_25', 25],
  ['Parades_50', 50],
  ['Parades_100', 100],
  ['Parades_150', 150],
  ['Parades_200', 200],
  ['Parades_250', 250],
  ['Parades_300', 300],
]
const memberSteps: readonly Step[] = [
  ['Member_for_25_Years', 25],
  ['Member_for_40_Years', 40],
  ['Member_for_50_Years', 50],
]
const dutySteps: readonly Step[] = [
  ['Ehrennarr_20', 20],
  ['Ehrennarr_30', 30],
  ['Certificate_30_Years', 30],
  ['Certificate_35_Years', 35],
]
const councilSteps: readonly Step[] = [
  ['Obernarr_15', 15],
  ['Obernarr_20', 20],
]
const council: readonly Duty[] = [
  'Elferratsmitglied',
  '_1_Praesident',
  '_2_Praesident',
  'Kassier',
  'Schriftfuehrer',
  'Protokollfuehrer',
  'Geschaeftsfuehrer',
]

/** Honors that are given by decision, without a count. */
const special: readonly HonorType[] = [
  'Honorary_Member_Extra',
  'Honorary_Member_25',
  'Honorary_Cashier',
  'Ehrenelferrat',
  'Ehrenpraesident',
  'Ehrenvizepraesident',
  'Ehrenschriftfuehrer',
  'Certificate_10_Years_va',
  'Certificate_10_Years_av',
  'Certificate_15_Years_av',
]

export type HonorData = {
  today: Day
  members: readonly Member[]
  dutyBook: readonly Term[]
  /** The days of the confirmed parades, by member. */
  paradeDays: ReadonlyMap<number, readonly Day[]>
}

/** The honors, each given at the assembly after it was reached; a few were missed and are due. */
export function makeHonors(random: Random, data: HonorData): HonorRow[] {
  const { today, members, paradeDays } = data
  const terms = Map.groupBy(data.dutyBook, ({ memberId }) => memberId)
  const counted = members.flatMap((member) => {
    const days = paradeDays.get(member.id) ?? []
    const held = (terms.get(member.id) ?? []).filter(({ duty }) => duty !== 'Gruendungsmitglied')
    const inCouncil = held.filter(({ duty }) => council.includes(duty))
    const reached = [
      ...jumpsOf(days),
      ...memberSteps.map(
        ([type, years]) => [type, dayOfYears(member.spans, years, today)] as const,
      ),
      ...dutySteps.map(([type, years]) => [type, dayOfYears(held, years, today)] as const),
      ...councilSteps.map(([type, years]) => [type, dayOfYears(inCouncil, years, today)] as const),
    ]
    return reached.flatMap(([type, day]) => award(random, member, type, day, today))
  })
  return [...counted, ...makeSpecial(random, members, today)]
}

/** The day on which each parade honor was reached, the lowest first. */
export function jumpsOf(days: readonly Day[]) {
  return paradeSteps.map(([type, count]) => [type, dayOfParades(days, count)] as const)
}

function award(
  random: Random,
  member: Member,
  type: HonorType,
  reached: Day | null,
  today: Day,
): HonorRow[] {
  if (!reached) return []
  const date = assemblyAfter(reached)
  const left = member.state === 'Active' || member.state === 'Passive' ? null : member.row.dateLeft
  if (date >= today || (left && date >= left)) return []
  const isFresh = reached > addYears(today, -2)
  if (random.chance(isFresh ? 0.25 : 0.04)) return []
  const comment = random.chance(0.05) ? `Überreicht beim Kehraus nach dem ${germanDate(date)}.` : ''
  return [{ memberId: member.id, type, date, comment }]
}

function makeSpecial(random: Random, members: readonly Member[], today: Day): HonorRow[] {
  const longServing = members.filter((member) => dayOfYears(member.spans, 22, today) !== null)
  const people = random.shuffled(longServing)
  const honored = special.flatMap((type, index) =>
    people.slice(index * 2, index * 2 + 2).flatMap((member) => {
      return award(random, member, type, dayOfYears(member.spans, 22, today), today)
    }),
  )
  const certificates = people.slice(-6).flatMap((member) => {
    const date = assemblyAfter(dayOfYears(member.spans, 12, today) ?? today)
    const comment = random.pick(['Für 10 Jahre Bachhexentanz.', 'Für den Bau des Narrenbrunnens.'])
    const left = member.row.dateLeft ?? today
    return date < left
      ? [{ memberId: member.id, type: 'Extra_Certificate' as const, date, comment }]
      : []
  })
  return [...honored, ...certificates]
}
