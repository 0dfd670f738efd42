import { call, callForFile, client } from '#web/lib/api.ts'
import { cacheAnswer, defineMutation, defineQuery, queryClient } from '#web/lib/query.ts'
import type { AssemblyRow, EnterRows, RowsChange } from '#worker/assembly/assembly.contract.ts'
import type { Attendance } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'

const { assembly } = client.api
const ofDay = assembly[':date']

/** The fields of a row that the statistics need. */
export type AssemblyHonor = Pick<
  AssemblyRow,
  'member' | 'type' | 'basis' | 'alsoDue' | 'reason' | 'honorId'
>

/** @param date the day of the assembly; null for the day in the guild's settings */
export const assemblyQuery = (date: Day | null) =>
  defineQuery(['assembly', date], 'Die Generalversammlung konnte nicht geladen werden', () =>
    call(assembly.$get({ query: date === null ? {} : { date } })),
  )

/** Writes an attendance that was just stored into the cached list, without a refetch. */
export function putAttendance(
  date: Day | null,
  memberIds: ReadonlySet<number>,
  attendance: Attendance | null,
): void {
  const query = assemblyQuery(date)
  const known = queryClient.getQueryData(query.queryKey)
  if (!known) return
  const rows = known.rows.map((row) =>
    memberIds.has(row.member.id) ? { ...row, attendance } : row,
  )
  cacheAnswer(query, { ...known, rows })
}

/** The assembly for the statistics of honors; a key of its own keeps entering honors from refetching the list. */
export const upcomingAssemblyQuery = (date: Day) =>
  defineQuery(
    ['statistics', 'assembly', date],
    'Die Generalversammlung konnte nicht geladen werden',
    () => call(assembly.$get({ query: { date } })),
  )

export const assemblyOrdersQuery = defineQuery(
  ['assembly', 'orders'],
  'Die Bestellungen konnten nicht geladen werden',
  () => call(assembly.orders.$get()),
)

export const assemblyReportQuery = (year: number) =>
  defineQuery(['assembly', 'report', year], 'Der Jahresbericht konnte nicht geladen werden', () =>
    call(assembly.report.$get({ query: { year: String(year) } })),
  )

export const changeAssemblyRows = (date: Day) =>
  defineMutation(
    'Das konnte nicht gespeichert werden',
    (json: RowsChange) => call(ofDay.rows.$put({ param: { date }, json })),
    // Leaving out or adding an honor also changes the statistics of honors.
    { changes: [['assembly'], ['statistics'], ['home'], ['history']] },
  )

export const enterAssemblyHonors = (date: Day) =>
  defineMutation('Die Ehrungen konnten nicht eingetragen werden', (json: EnterRows) =>
    call(ofDay.enter.$post({ param: { date }, json })),
  )

export const undoAssemblyEntry = (date: Day) =>
  defineMutation('Das Eintragen konnte nicht zurückgenommen werden', (json: { act: string }) =>
    call(ofDay.undo.$post({ param: { date }, json })),
  )

export const downloadAssemblyOrders = (date: Day) =>
  defineMutation(
    'Die Bestellung konnte nicht heruntergeladen werden',
    () => callForFile(ofDay['orders.csv'].$get({ param: { date } })),
    { changes: [] },
  )
