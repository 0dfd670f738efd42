import { sql } from 'drizzle-orm'
import {
  announcedPayers,
  countToRemind,
  isFileToMake,
  type ReturnedFees,
  returnedByYear,
  unreachablePayers,
} from '#worker/billing/due-claims.ts'
import type { Db } from '#worker/db/db.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import type { Role } from '#worker/domain/codes.ts'
import { addDays, berlinDay, berlinTime, type Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { dueRuns, lastDueDay, type TreasuryRun } from '#worker/domain/treasury.ts'
import type { HomeTask } from './home.contract.ts'

// The tasks that the overview shows to the holders of an office when they fall due: docs/rules.md, "Die
// Übersicht".

const orderDaysBefore = 60
const prepareDaysBefore = 7
/** From October on the fees of the year should be closed. */
const closeFrom = '10-01'
const mostParades = 3

type TaskRow = {
  isClosed: number
  isFileToMake: number
  /** JSON array of `DueRun`: runs that are due soon, and runs that are not submitted. */
  runs: string
  /** JSON of `ReturnedFees[]`. */
  returned: string
  toRemind: number
  honorsOrdered: number
  parades: string
}

/** One row with everything that the tasks need; each part reads an index of few rows. */
export function selectTasks(db: Db, now: Date) {
  const today = berlinDay(now)
  const year = Number(today.slice(0, 4))
  // Before the first notice, the overview does not read all debits of the run; the treasury does.
  const unreachable = sql`CASE WHEN ${announcedPayers} = 0 THEN '[]' ELSE ${unreachablePayers(today)} END`
  const runs = sql`(SELECT json_group_array(json_object('year', r.year, 'dueDate', r.due_date,
      'debitCount', r.debit_count, 'submittedOn', r.submitted_on, 'creditedOn', r.credited_on,
      'announced', ${announcedPayers}, 'unreachable', json(${unreachable})))
    FROM sepa_runs r WHERE r.voided_at IS NULL AND r.due_date <= ${lastDueDay(today)}
      AND (r.due_date >= ${today} OR (r.submitted_on IS NULL AND r.credited_on IS NULL)))`
  const parades = sql`SELECT json_group_array(json_object('id', id, 'title', title,
      'start', start, 'startTime', startTime, 'hasPrice', hasPrice, 'hasDeparture', hasDeparture)) FROM (
    SELECT id, title, date_enrolment_start AS start, time_enrolment_start AS startTime,
      price_for_adults_in_cent > 0 AS hasPrice,
      departures <> '[]' AS hasDeparture FROM parades
    WHERE date_enrolment_end >= ${today} AND date_enrolment_start >= ${today}
      AND (date_enrolment_start > ${today} OR time_enrolment_start > ${berlinTime(now)})
      AND date_enrolment_start <= ${addDays(today, prepareDaysBefore)} AND cancelled_at IS NULL
      AND (price_for_adults_in_cent = 0 OR departures = '[]')
    ORDER BY date_enrolment_start, date LIMIT ${mostParades})`
  return rowsOf<TaskRow>(
    db,
    {
      isClosed: sql`EXISTS (SELECT 1 FROM fee_claims WHERE year = ${year})`,
      isFileToMake: isFileToMake(year, today),
      runs,
      returned: returnedByYear(),
      toRemind: countToRemind({ today, since: year - 1 }),
      honorsOrdered: sql`(SELECT count(*) FROM assembly_honors h WHERE h.ordered_on IS NOT NULL
        AND h.date = (SELECT assembly_date FROM guild_settings))`,
      parades: sql`(${parades})`,
    },
    sql`${singleRow}`,
  )
}

type Facts = {
  roles: readonly Role[]
  today: Day
  /** The day of the next assembly, with the honors due on it. */
  assembly: { date: string; due?: number | undefined } | null
}

/** The tasks of the user's offices, in the order of the offices. */
export function tasksOf(row: TaskRow, { roles, today, assembly }: Facts): HomeTask[] {
  const user = { roles }
  return [
    ...(can(user, 'keepTreasury') ? treasuryTasks(row, today) : []),
    ...(can(user, 'keepMembers') ? assemblyTasks(row, today, assembly) : []),
    ...(can(user, 'keepParades') ? paradeTasks(row) : []),
  ]
}

type DueRun = Pick<
  TreasuryRun,
  'dueDate' | 'debitCount' | 'submittedOn' | 'creditedOn' | 'announced' | 'unreachable'
> & { year: number }

function treasuryTasks(row: TaskRow, today: Day): HomeTask[] {
  const { isClosed, toRemind } = row
  const returned: ReturnedFees[] = JSON.parse(row.returned)
  const { announceOn, payers, submit } = dueRuns(JSON.parse(row.runs) as DueRun[], today)
  const year = Number(today.slice(0, 4))
  return [
    ...(!isClosed && today.slice(5) >= closeFrom ? [{ kind: 'closeYear', year } as const] : []),
    ...(row.isFileToMake ? [{ kind: 'makeFile', year } as const] : []),
    ...(announceOn ? [{ kind: 'announceDebit', dueDate: announceOn, count: payers } as const] : []),
    ...(submit
      ? [{ kind: 'submitFile', year: submit.year, dueDate: submit.dueDate } as const]
      : []),
    ...returned
      .sort((a, b) => b.year - a.year)
      .map((ofYear) => ({ kind: 'treatReturns', ...ofYear }) as const),
    ...(toRemind > 0 ? [{ kind: 'remind', count: toRemind } as const] : []),
  ]
}

function assemblyTasks(
  { honorsOrdered }: TaskRow,
  today: Day,
  assembly: Facts['assembly'],
): HomeTask[] {
  if (!assembly || assembly.date > addDays(today, orderDaysBefore)) return []
  const count = (assembly.due ?? 0) - honorsOrdered
  return count > 0 ? [{ kind: 'orderHonors', date: assembly.date, count }] : []
}

type StoredParade = {
  id: number
  title: string
  start: Day
  startTime: string | null
  hasPrice: number
  hasDeparture: number
}

function paradeTasks({ parades }: TaskRow): HomeTask[] {
  const found: StoredParade[] = JSON.parse(parades)
  return found.map(({ id, title, start, startTime, hasPrice, hasDeparture }) => ({
    kind: 'prepareEnrolment',
    parade: { id, title },
    start,
    startTime,
    lacks: [
      ...(hasPrice ? [] : ['price' as const]),
      ...(hasDeparture ? [] : ['departure' as const]),
    ],
  }))
}
