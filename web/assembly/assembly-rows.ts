import type { HonorLabelOf } from '#web/data/guild.ts'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import type { Attendance, HonorBasis, HonorType } from '#worker/domain/codes.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { fullName, listName } from '#worker/domain/names.ts'

type OfMember = { member: { id: number }; type: HonorType }

/** A text that identifies a row: one honor of one person. */
export const keyOf = ({ member, type }: OfMember) => `${member.id} ${type}`

/** The member and the honor of a row, by which the server finds the row. */
export const rowKeyOf = ({ member, type }: OfMember) => ({ memberId: member.id, type })

export const isNotEntered = ({ honorId }: AssemblyRow) => honorId === null

export const seriesHeads: Record<HonorBasis, string> = {
  membershipYears: 'Mitgliedschaften',
  dutyYears: 'Dienstbuch',
  parades: 'Sprünge',
  manual: 'Weitere',
}

/** The attendance of a row's member, including a change that is not stored yet; null for neither tick. */
export type AttendanceOf = (row: AssemblyRow) => Attendance | null

/** The people with honors that are not entered, and their attendance. */
export type AttendanceSummary = {
  people: number
  present: number
  excused: number
  /** Names of people who are neither present nor excused. */
  notAnswered: string[]
  /** The honors that "Eintragen" enters: those of people who are present or excused. */
  toEnter: AssemblyRow[]
}

export function summariseAttendance(
  rows: readonly AssemblyRow[],
  attendanceOf: AttendanceOf,
): AttendanceSummary {
  const open = rows.filter(isNotEntered)
  const people = [...new Map(open.map((row) => [row.member.id, row])).values()]
  const count = (attendance: Attendance | null) =>
    people.filter((row) => attendanceOf(row) === attendance)
  return {
    people: people.length,
    present: count('present').length,
    excused: count('excused').length,
    notAnswered: count(null).map(({ member }) => fullName(member)),
    toEnter: open.filter((row) => attendanceOf(row) !== null),
  }
}

/** "7 von 9 sind da, 1 entschuldigt." */
export function attendanceText({ people, present, excused }: AttendanceSummary): string {
  const there = `${present} von ${people} ${present === 1 ? 'ist' : 'sind'} da`
  return excused > 0 ? `${there}, ${excused} entschuldigt.` : `${there}.`
}

/** The most names that `joinNames` writes; more names end with a count. */
const namedAtMost = 3

/** "Ute Pfleiderer und Tobias Eisele bleiben auf der Liste."; '' when the list is empty. */
export function staysOnListText(names: readonly string[]): string {
  const [first, ...others] = names
  if (first === undefined) return ''
  if (others.length === 0) return `${first} bleibt auf der Liste.`
  return `${joinNames(names)} bleiben auf der Liste.`
}

/** "A", "A und B", "A, B und 5 weitere" */
export function joinNames(names: readonly string[]): string {
  const shown = names.length > namedAtMost ? names.slice(0, namedAtMost - 1) : names
  const more = names.length - shown.length
  const parts = more > 0 ? [...shown, `${more} weitere`] : shown
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} und ${parts.at(-1)}`
}

/** What was noted about an honor: "eingeladen am 01.03.2026, bestellt am …"; '' for nothing. */
export function marksInWords(row: AssemblyRow): string {
  return [
    row.choice === 'added' && row.basis !== 'manual' && 'von Hand dazu',
    row.invitedOn && `eingeladen am ${germanDate(row.invitedOn)}`,
    row.orderedOn && `bestellt am ${germanDate(row.orderedOn)}`,
    row.handedOverOn && `übergeben am ${germanDate(row.handedOverOn)}`,
    row.honorId !== null && !row.handedOverOn && 'noch zu übergeben',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The acts of entering honors, each with its number of honors: an act is undone as a whole. */
export function countByAct(rows: readonly AssemblyRow[]): { act: string; count: number }[] {
  const entered = rows.flatMap(({ act, honorId }) => (act && honorId !== null ? [act] : []))
  return [...Map.groupBy(entered, (act) => act)].map(([act, { length: count }]) => ({ act, count }))
}

/** "Gruber, Annegret: Ehrennarr (20 Jahre)" */
export function nameWithHonor(
  { member, type }: { member: { firstName: string; lastName: string }; type: HonorType },
  labels: HonorLabelOf,
): string {
  return `${listName(member)}: ${labels(type)}`
}
