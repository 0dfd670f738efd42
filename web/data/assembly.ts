import { call, callForFile, client } from '#web/lib/api.ts'
import { putAnswer, queryClient, reading, writing } from '#web/lib/query.ts'
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

/** @param date null means the guild's own day */
export const assemblyQuery = (date: Day | null) =>
  reading(['assembly', date], 'Die Generalversammlung konnte nicht geladen werden', () =>
    call(assembly.$get({ query: date === null ? {} : { date } })),
  )

/** Updates the cached list after storing an attendance. */
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
  putAnswer(query, { ...known, rows })
}

/** The same for the honor pages, without refetching while the user enters honors row by row. */
export const upcomingAssemblyQuery = (date: Day) =>
  reading(
    ['statistics', 'assembly', date],
    'Die Generalversammlung konnte nicht geladen werden',
    () => call(assembly.$get({ query: { date } })),
  )

export const assemblyOrdersQuery = reading(
  ['assembly', 'orders'],
  'Die Bestellungen konnten nicht geladen werden',
  () => call(assembly.orders.$get()),
)

export const assemblyReportQuery = (year: number) =>
  reading(['assembly', 'report', year], 'Der Jahresbericht konnte nicht geladen werden', () =>
    call(assembly.report.$get({ query: { year: String(year) } })),
  )

export const changeAssemblyRows = (date: Day) =>
  writing(
    'Das konnte nicht gespeichert werden',
    (json: RowsChange) => call(ofDay.rows.$put({ param: { date }, json })),
    // Excluded and added honors also change the statistics.
    { changes: [['assembly'], ['statistics'], ['home'], ['history']] },
  )

export const enterAssemblyHonors = (date: Day) =>
  writing('Die Ehrungen konnten nicht eingetragen werden', (json: EnterRows) =>
    call(ofDay.enter.$post({ param: { date }, json })),
  )

export const undoAssemblyEntry = (date: Day) =>
  writing('Das Eintragen konnte nicht zurückgenommen werden', (json: { act: string }) =>
    call(ofDay.undo.$post({ param: { date }, json })),
  )

export const downloadAssemblyOrders = (date: Day) =>
  writing(
    'Die Bestellung konnte nicht heruntergeladen werden',
    () => callForFile(ofDay['orders.csv'].$get({ param: { date } })),
    { changes: [] },
  )
