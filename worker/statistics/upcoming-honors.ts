import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { singleRow } from '#worker/db/statements.ts'
import { type HonorBasis, rankOfHonor } from '#worker/domain/codes.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { type Honoree, type HonorRule, honorsDueOn, rulesBySeries } from '#worker/domain/honors.ts'
import { compareNames, listName } from '#worker/domain/names.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/guild.queries.ts'
import { assertHonorRules } from '#worker/guild/settings-problems.ts'
import { readJsonText } from '#worker/http/responses.ts'
import { assemblyList, openRows } from './assembly-list.ts'
import { honoreesOf, toPerson } from './honorees.ts'
import {
  type CountedMember,
  selectConfirmedAfter,
  selectCountedMembers,
  selectCovered,
  selectHonors,
  selectOffices,
  selectTimespans,
} from './people.queries.ts'
import { type Context, preparedOrFresh, preparedWithRows } from './prepared.ts'
import type { HonorPreview, Person, UpcomingHonor } from './statistics.contract.ts'

/** Honors due on a day for years of membership or of office: the open rows of that assembly, by name. */
export async function listUpcoming(
  context: Context,
  basis: 'membershipYears' | 'dutyYears',
  day: Day,
): Promise<UpcomingHonor[]> {
  const list = await preparedOrFresh(context, assemblyList(day, context.today))
  return openRows(readJsonText(list.body))
    .filter((row) => row.isDue && row.basis === basis)
    .map(({ member, count, offices, type, alsoDue, reason }) => ({
      member,
      years: count ?? 0,
      duties: offices.map(({ duty }) => duty),
      honor: type,
      alsoDue,
      reason,
    }))
    .sort((a, b) => compareNames(a.member, b.member) || a.member.id - b.member.id)
}

const header = ['Liste', 'Name', 'Geburtstag', 'Jahre', 'Ämter', 'Ehrung', 'Grund']

/** "Anstehende Ehrungen": every row of an assembly that is not entered yet. */
export async function upcomingHonorsCsv(context: Context, day: Day): Promise<string> {
  const { db, today } = context
  const list = await preparedWithRows(context, assemblyList(day, today), [selectHonorRules(db)])
  const labels = new Map(list.rows[0].map(({ type, label }) => [type, label]))
  return csvFile(
    header,
    openRows(readJsonText(list.body)).map(({ member, isDue, basis, count, ...row }) => {
      const listed = isDue ? basis : 'manual'
      const isOfYears = listed === 'membershipYears' || listed === 'dutyYears'
      return [
        listNames[listed],
        listName(member),
        member.birthday ? germanDate(member.birthday) : '',
        isOfYears ? String(count) : '',
        row.offices.map(({ label }) => label).join(', '),
        labels.get(row.type) ?? row.type,
        listed === 'parades' ? confirmedWords(count ?? 0) : row.reason,
      ]
    }),
  )
}

const listNames: Record<HonorBasis, string> = {
  membershipYears: 'Mitgliedschaften',
  dutyYears: 'Dienstbuch',
  parades: 'Sprungorden',
  manual: 'Von Hand',
}

const confirmedWords = (parades: number) =>
  parades === 1 ? '1 bestätigter Umzug' : `${parades} bestätigte Umzüge`

/** Members who would gain or lose an honor on a day under the changed rules. One read. */
export async function previewHonors(
  db: Db,
  changed: readonly HonorRule[],
  day: Day,
): Promise<HonorPreview> {
  const [members, timespans, offices, honors, ruleRows, covered, later] = await db.batch([
    selectCountedMembers(db, singleRow),
    selectTimespans(db, singleRow),
    selectOffices(db, singleRow),
    selectHonors(db, singleRow),
    selectHonorRules(db),
    selectCovered(db, singleRow),
    selectConfirmedAfter(db, singleRow, sql`${day}`),
  ])
  const honoreeOf = honoreesOf({ timespans, offices, honors, covered, later })
  const honorees = members.map((member) => ({ member, honoree: honoreeOf(member) }))
  const rules = toHonorRules(ruleRows)
  assertHonorRules(changed, rules)
  const types = new Set(changed.map(({ type }) => type))
  const before = dueByHonor(honorees, rules, day)
  const merged = [...rules.filter(({ type }) => !types.has(type)), ...changed]
  const after = dueByHonor(honorees, merged, day)
  const changes = [...new Set([...before.keys(), ...after.keys()])]
  return changes
    .sort((a, b) => rankOfHonor(a) - rankOfHonor(b))
    .flatMap((honor) => {
      const added = without(after.get(honor), before.get(honor))
      const removed = without(before.get(honor), after.get(honor))
      return added.length || removed.length ? [{ honor, added, removed }] : []
    })
}

type Counted = { member: CountedMember; honoree: Honoree }

function dueByHonor(people: readonly Counted[], rules: readonly HonorRule[], day: Day) {
  const series = rulesBySeries(rules)
  const due = people.flatMap(({ member, honoree }) =>
    honorsDueOn(honoree, series, day).map(({ type }) => ({ type, member: toPerson(member) })),
  )
  const byHonor = Map.groupBy(due, ({ type }) => type)
  return new Map([...byHonor].map(([type, rows]) => [type, rows.map(({ member }) => member)]))
}

function without(people: readonly Person[] = [], others: readonly Person[] = []): Person[] {
  const ids = new Set(others.map(({ id }) => id))
  return people.filter(({ id }) => !ids.has(id))
}
