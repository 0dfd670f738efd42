import type { Db } from '#worker/db/db.ts'
import { always } from '#worker/db/statements.ts'
import type { HonorBasis, HonorType } from '#worker/domain/codes.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { compareNames, listName } from '#worker/domain/names.ts'
import { selectHonorRules } from '#worker/guild/guild.queries.ts'
import { readJsonText } from '#worker/http/responses.ts'
import { assemblyList, openRows } from './assembly-list.ts'
import { selectMembers, selectTimespans } from './people.queries.ts'
import { type Context, preparedOrFresh, preparedTogether, statistic } from './prepared.ts'
import type { IncompleteMember, UpcomingHonor } from './statistics.contract.ts'

/** What is due on a day for years of membership, or of office: the open rows of its assembly, by name. */
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

/** What the guild calls its honors. */
const honorLabels = statistic({
  name: 'honor-labels',
  read: (db, gate) => [selectHonorRules(db, gate)],
  build: ([rules]): Partial<Record<HonorType, string>> =>
    Object.fromEntries(rules.map(({ type, label }) => [type, label])),
})

/** "Anstehende Ehrungen": every row of an assembly that is not entered yet. */
export async function upcomingHonorsCsv(context: Context, day: Day): Promise<string> {
  const [list, names] = await preparedTogether(
    context,
    assemblyList(day, context.today),
    honorLabels,
  )
  const labels = readJsonText(names.body)
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
        row.offices.map(({ duty }) => dutyLabels[duty]).join(', '),
        labels[row.type] ?? row.type,
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
