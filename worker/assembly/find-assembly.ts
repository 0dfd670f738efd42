import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type HonorDue, withoutLowerSteps } from '#worker/domain/honors.ts'
import { readJsonText } from '#worker/http/responses.ts'
import { waitingExits } from '#worker/members/exits.queries.ts'
import {
  type AssemblyList,
  assemblyDaySql,
  assemblyList,
  inListOrder,
  type ListedHonor,
  nextAssemblyList,
} from '#worker/statistics/assembly-list.ts'
import {
  type Context,
  preparedWithRows,
  type RowsOf,
  type Statement,
} from '#worker/statistics/prepared.ts'
import type { Assembly, AssemblyRow, HonorToHandOver } from './assembly.contract.ts'
import { type Mark, selectInDrawer, selectMarks, selectNotHandedOver } from './marks.queries.ts'

/**
 * The list of an assembly: the due honors are prepared, their marks are read with them.
 * @param asked undefined: the day in the settings
 */
export async function findAssembly(context: Context, asked: Day | undefined): Promise<Assembly> {
  return (await findAssemblyWith(context, asked, [])).assembly
}

/** As `findAssembly`, with further statements in the same round trip. */
export async function findAssemblyWith<const Others extends readonly Statement[]>(
  context: Context,
  asked: Day | undefined,
  others: Others,
): Promise<{ assembly: Assembly; others: RowsOf<Others> }> {
  const { db, today } = context
  const statistic = asked === undefined ? nextAssemblyList(today) : assemblyList(asked, today)
  const day = assemblyDaySql(asked, today)
  const { body, rows } = await preparedWithRows(context, statistic, [
    selectMarks(db, day),
    selectInDrawer(db, day),
    selectNotHandedOver(db, day),
    selectLeaving(db, day),
    ...others,
  ])
  const [marks, inDrawer, notHandedOver, leaving, ...besides] = rows
  const list = readJsonText(body)
  const marked = marking(marks, inDrawer, leaving)
  const listed = list.rows.map(marked)
  const assembly = {
    date: list.date,
    total: listed.length,
    people: new Set(listed.map(({ member }) => member.id)).size,
    rows: listed,
    leftOut: list.leftOut.map(marked),
    noLongerDue: noLongerDue(list, marks).map(marked).sort(inListOrder),
    toHandOver: toHandOver(list, notHandedOver),
    reachable: list.reachable,
    next: list.next,
  }
  return { assembly, others: besides }
}

type Unmarked = HonorDue & Pick<ListedHonor, 'member' | 'honorId'>

/** Returns a function that adds marks, order and last day of membership to an honor. */
function marking(
  marks: readonly Mark[],
  inDrawer: readonly Ordered[],
  leaving: readonly Leaving[],
) {
  const markOf = new Map(marks.map((mark) => [keyOf(mark), mark]))
  const attendanceOf = new Map(
    marks.flatMap(({ member, attendance }) => (attendance ? [[member.id, attendance]] : [])),
  )
  const lastDayOf = new Map(leaving.map((exit) => [exit.memberId, exit.date]))
  const orderedOf = new Map(inDrawer.map((row) => [keyOf(row), row.orderedOn]))
  return ({ member, honorId, type, basis, count, alsoDue, offices, reason }: Unmarked) => {
    const key = keyOf({ member, type })
    const mark = markOf.get(key)
    const row: AssemblyRow = {
      member,
      type,
      basis,
      count,
      alsoDue,
      offices,
      reason,
      attendance: attendanceOf.get(member.id) ?? null,
      choice: mark?.choice ?? null,
      invitedOn: mark?.invitedOn ?? null,
      orderedOn: mark?.orderedOn ?? orderedOf.get(key) ?? null,
      handedOverOn: mark?.handedOverOn ?? null,
      note: mark?.note ?? '',
      act: honorId === null ? null : (mark?.act ?? null),
      honorId,
      leavesOn: lastDayOf.get(member.id) ?? null,
    }
    return row
  }
}

type Ordered = Pick<Mark, 'member' | 'type' | 'orderedOn'>

const keyOf = ({ member, type }: Pick<Mark, 'member' | 'type'>) => `${member.id} ${type}`

/** Honors that are no longer due but have marks. */
function noLongerDue({ rows, leftOut, bases }: AssemblyList, marks: readonly Mark[]): Unmarked[] {
  const listed = new Set([...rows, ...leftOut].map(keyOf))
  return marks
    .filter((mark) => mark.honorId === null && mark.choice !== 'left_out')
    .filter((mark) => !listed.has(keyOf(mark)))
    .filter((mark) => mark.invitedOn || mark.orderedOn || mark.handedOverOn || mark.note !== '')
    .map(({ member, type }) => ({
      member,
      type,
      basis: bases[type] ?? 'manual',
      count: null,
      alsoDue: [],
      offices: [],
      reason: '',
      honorId: null,
    }))
}

/** The entered honors that have not been handed over yet, the latest assembly first. */
function toHandOver({ bases }: AssemblyList, entered: readonly Mark[]): HonorToHandOver[] {
  return withoutLowerSteps(entered)
    .flatMap(({ member, type, date, orderedOn, handedOverOn, note, honorId }) =>
      handedOverOn === null && honorId !== null
        ? { member, type, date, orderedOn, note, honorId, basis: bases[type] ?? 'manual' }
        : [],
    )
    .sort((a, b) => (a.date === b.date ? inListOrder(a, b) : a.date < b.date ? 1 : -1))
    .map(({ basis: _, ...row }) => row)
}

/** A member's last day. */
type Leaving = { memberId: number; date: Day }

/** Members whose exit lies before a day. */
function selectLeaving(db: Db, day: SQL) {
  return rowsOf<Leaving>(
    db,
    { memberId: sql`x.member_id`, date: sql`x.date` },
    sql`${waitingExits} AND x.date < ${day}`,
  )
}
