import type { Db } from '#worker/db/db.ts'
import { always } from '#worker/db/rows-of.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import {
  type DueHonor,
  dueAnniversaries,
  dueForDuties,
  type Honoree,
  type HonorRule,
  reachedIn,
  rulesBySeries,
} from '#worker/domain/honors.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { listName } from '#worker/domain/names.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/rules.queries.ts'
import { readJsonText } from '#worker/http/json-text.ts'
import { honoredForParades } from './parades-per-member.ts'
import { selectHonors, selectMembers, selectOffices, selectTimespans } from './people.queries.ts'
import { type Context, preparedTogether, statistic } from './prepared.ts'
import type { IncompleteMember, Person, UpcomingHonor } from './statistics.contract.ts'

/** Years of membership that are honored on a day. */
export const anniversaries = (day: Day) =>
  statistic({
    name: `anniversaries-${day}`,
    read: (db, gate) => [
      selectMembers(db, gate),
      selectTimespans(db, gate),
      selectHonors(db, gate),
      selectHonorRules(db, gate),
    ],
    build: ([members, timespans, honors, rules]) =>
      listDue(
        honoreesOf({ members, timespans, honors, offices: [] }),
        toHonorRules(rules),
        day,
        dueAnniversaries,
      ),
  })

/** Years of office that are honored on a day. */
export const honorsForDuties = (day: Day) =>
  statistic({
    name: `duty-honors-${day}`,
    read: (db, gate) => [
      selectMembers(db, gate),
      selectOffices(db, gate),
      selectHonors(db, gate),
      selectHonorRules(db, gate),
    ],
    build: ([members, offices, honors, rules]) =>
      listDue(
        honoreesOf({ members, timespans: [], honors, offices }),
        toHonorRules(rules),
        day,
        dueForDuties,
      ),
  })

export type HonoreeWithName = Honoree & { member: Person }

type Rows = {
  members: Awaited<ReturnType<typeof selectMembers>>
  timespans: Awaited<ReturnType<typeof selectTimespans>>
  honors: Awaited<ReturnType<typeof selectHonors>>
  offices: Awaited<ReturnType<typeof selectOffices>>
}

export function honoreesOf({ members, timespans, honors, offices }: Rows): HonoreeWithName[] {
  const timespansOf = Map.groupBy(timespans, ({ memberId }) => memberId)
  const honorsOf = Map.groupBy(honors, ({ memberId }) => memberId)
  const officesOf = Map.groupBy(offices, ({ memberId }) => memberId)
  return members.map(({ dateJoined, dateLeft, ...member }) => ({
    member,
    dateJoined,
    dateLeft,
    held: honorsOf.get(member.id)?.map(({ type }) => type) ?? [],
    timespans: timespansOf.get(member.id) ?? [],
    offices: officesOf.get(member.id) ?? [],
  }))
}

type DueFunction = (member: Honoree, series: readonly HonorRule[][], day: Day) => DueHonor[]

function listDue(
  honorees: readonly HonoreeWithName[],
  rules: readonly HonorRule[],
  day: Day,
  due: DueFunction,
): UpcomingHonor[] {
  const series = rulesBySeries(rules)
  return honorees.flatMap((honoree) => {
    const { member } = honoree
    return due(honoree, series, day).map((honor) => ({ member, ...honor }))
  })
}

const header = ['Liste', 'Name', 'Geburtstag', 'Jahre', 'Ämter', 'Ehrung', 'Grund']

/** What the guild calls its honors. */
const honorLabels = statistic({
  name: 'honor-labels',
  read: (db, gate) => [selectHonorRules(db, gate)],
  build: ([rules]): Partial<Record<HonorType, string>> =>
    Object.fromEntries(rules.map(({ type, label }) => [type, label])),
})

/** "Anstehende Ehrungen": all who are due on a day, for parades those who have reached a step. */
export async function upcomingHonorsCsv(context: Context, day: Day): Promise<string> {
  const [memberships, offices, parades, names] = await preparedTogether(
    context,
    anniversaries(day),
    honorsForDuties(day),
    honoredForParades(context.today),
    honorLabels,
  )
  const labels = readJsonText(names.body)
  const lines = (list: string, due: readonly UpcomingHonor[]) =>
    due.map((row) => [
      list,
      listName(row.member),
      row.member.birthday ? germanDate(row.member.birthday) : '',
      String(row.years),
      row.duties.map((duty) => dutyLabels[duty]).join(', '),
      labels[row.honor] ?? row.honor,
      row.reason,
    ])
  return csvFile(header, [
    ...lines('Mitgliedschaften', readJsonText(memberships.body)),
    ...lines('Dienstbuch', readJsonText(offices.body)),
    ...reachedIn(readJsonText(parades.body)).map(({ honor, person }) => [
      'Sprungorden',
      person.memberName,
      person.birthday ? germanDate(person.birthday) : '',
      '',
      '',
      labels[honor] ?? honor,
      confirmedWords(person.numberParades),
    ]),
  ])
}

const confirmedWords = (parades: number) =>
  parades === 1 ? '1 bestätigter Umzug' : `${parades} bestätigte Umzüge`

/** Members who are in no anniversary list, since nobody knows since when they are members. */
export async function listIncomplete(db: Db): Promise<IncompleteMember[]> {
  const [members, timespans] = await db.batch([
    selectMembers(db, always),
    selectTimespans(db, always),
  ])
  const counted = new Set(timespans.map(({ memberId }) => memberId))
  return members
    .filter(({ id, dateJoined }) => dateJoined === null && !counted.has(id))
    .map(({ dateJoined: _, dateLeft: __, ...member }) => ({ member }))
}
