import { csvFile } from '#worker/domain/csv.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { unmatchedGroupKey } from '#worker/domain/enrolment.ts'
import { type Due, dueForParades, rulesBySeries } from '#worker/domain/honors.ts'
import { listName } from '#worker/domain/names.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/guild.queries.ts'
import {
  selectComing,
  selectCovered,
  selectHonors,
  selectParadeCounts,
  selectPlacesWithoutMember,
  type UnmatchedRow,
} from './people.queries.ts'
import { statistic } from './prepared.ts'
import type { Honored, HonoredPerson, ParadesOfPerson, Person } from './statistics.contract.ts'

/** Every Active or Passive member, also with zero parades, and people without a member. */
export const paradesPerMember = (today: Day) =>
  statistic({
    name: 'parades-per-member',
    read: (db, gate) => [
      selectParadeCounts(db, gate),
      selectCovered(db, gate),
      selectComing(db, gate, today),
      selectPlacesWithoutMember(db, gate, today),
    ],
    build: ([members, covered, coming, unmatched]): ParadesOfPerson[] => [
      ...countMembers(withParadesBefore(members, covered), coming),
      ...countUnmatched(unmatched),
    ],
  })

/**
 * Members by the highest open step of the parade honors that they have reached, and by the highest that they
 * can still reach.
 */
export const honoredForParades = (today: Day) =>
  statistic({
    name: 'parades-honored',
    read: (db, gate) => [
      selectParadeCounts(db, gate),
      selectCovered(db, gate),
      selectComing(db, gate, today),
      selectHonors(db, gate),
      selectHonorRules(db, gate),
    ],
    build: ([members, covered, coming, honors, rules]): Honored => {
      const all = toHonorRules(rules)
      const series = rulesBySeries(all)
      const held = Map.groupBy(honors, ({ memberId }) => memberId)
      const honored: Honored = Object.fromEntries(
        all.filter(({ basis }) => basis === 'parades').map(({ type }) => [type, []]),
      )
      for (const person of countMembers(withParadesBefore(members, covered), coming)) {
        const types = new Set(held.get(person.memberId)?.map(({ type }) => type))
        const counts = {
          confirmed: person.numberParades,
          maximum: person.numberMaxAchievableParades,
        }
        for (const steps of series) {
          const { reached, reachable } = dueForParades(steps, types, counts)
          const add = (due: Due | null, isReached: boolean) => {
            if (!due) return
            const { rule, alsoDue } = due
            honored[rule.type]?.push({ ...person, alsoDue, reached: isReached })
          }
          add(reached, true)
          add(reachable, false)
        }
      }
      return honored
    },
  })

type Counted = Omit<HonoredPerson, 'alsoDue' | 'reached'>

type ParadeCount = Person & { confirmed: number; before: number }

/** Adds to the Sprünge before the register the confirmed parades after the day until which those count. */
export function withParadesBefore<Member extends ParadeCount>(
  members: readonly Member[],
  covered: readonly { memberId: number; covered: number }[],
): Member[] {
  const coveredOf = new Map(covered.map((row) => [row.memberId, row.covered]))
  return members.map((member) => ({
    ...member,
    confirmed: member.before + member.confirmed - (coveredOf.get(member.id) ?? 0),
  }))
}

function countMembers(
  members: readonly ParadeCount[],
  coming: readonly { memberId: number; coming: number }[],
): Counted[] {
  const comingOf = new Map(coming.map((row) => [row.memberId, row.coming]))
  return members.map((member) => ({
    memberId: member.id,
    memberName: listName(member),
    birthday: member.birthday,
    numberParades: member.confirmed,
    numberMaxAchievableParades: member.confirmed + (comingOf.get(member.id) ?? 0),
    ...(member.before > 0 && { numberParadesBefore: member.before }),
  }))
}

function countUnmatched(rows: readonly UnmatchedRow[]): ParadesOfPerson[] {
  return [...Map.groupBy(rows, unmatchedGroupKey).values()].flatMap((group) => {
    const [newest] = group
    if (!newest) return []
    const numberParades = group.reduce((sum, { confirmed }) => sum + confirmed, 0)
    return {
      memberId: null,
      memberName: listName(newest),
      birthday: newest.birthday,
      numberParades,
      numberMaxAchievableParades: group.reduce((sum, { coming }) => sum + coming, numberParades),
    }
  })
}

const header = [
  'Name',
  'Geburtstag',
  'Bestätigte Umzüge',
  'Maximal erreichbar',
  'davon vor der Erfassung',
]

/** The file "Sprungauswertung". */
export function paradesCsv(rows: readonly ParadesOfPerson[]): string {
  return csvFile(
    header,
    rows.map((row) => [
      row.memberName,
      row.birthday ? germanDate(row.birthday) : '',
      String(row.numberParades),
      String(row.numberMaxAchievableParades),
      String(row.numberParadesBefore ?? 0),
    ]),
  )
}
