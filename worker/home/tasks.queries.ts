import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import type { Role } from '#worker/domain/codes.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import type { HomeTask } from './home.contract.ts'

// The tasks that the overview shows to the holders of an office when they fall due: docs/rules.md, "Die
// Übersicht".

const announceDaysBefore = 21
const submitDaysBefore = 3
const remindDaysAfter = 30
const orderDaysBefore = 60
const prepareDaysBefore = 7
/** From October on the fees of the year should be closed. */
const closeFrom = '10-01'
const mostParades = 3

type TaskRow = {
  isClosed: number
  announceOn: Day | null
  notAnnounced: number
  submitBy: Day | null
  returned: number
  toRemind: number
  honorsOrdered: number
  parades: string
}

/** One row with everything that the tasks need; each part reads an index of few rows. */
export function selectTasks(db: Db, today: Day) {
  const year = Number(today.slice(0, 4))
  const open = (claim: string) =>
    sql.raw(`((SELECT f.amount_in_cent FROM fee_claims f
    WHERE f.id = ${claim}) + (SELECT coalesce(sum(a.amount_in_cent), 0) FROM fee_bookings a
    WHERE a.claim_id = ${claim})) > 0`)
  const isLive = (booking: string) =>
    sql.raw(`NOT EXISTS (SELECT 1 FROM fee_bookings u WHERE u.reverses_id = ${booking}.id)`)
  // Runs due soon, and the number of their payers who have no letter about their debit.
  const soon = sql`sepa_runs r WHERE r.voided_at IS NULL
    AND r.due_date BETWEEN ${today} AND ${addDays(today, announceDaysBefore)}`
  const notAnnounced = sql`SELECT count(DISTINCT c.payer_id) FROM (SELECT r.id FROM ${soon}) r
    CROSS JOIN fee_bookings b ON b.run_id = r.id AND b.kind = 'collected'
    CROSS JOIN fee_claims c ON c.id = b.claim_id
    WHERE NOT EXISTS (SELECT 1 FROM fee_letters l WHERE l.run_id = r.id
        AND l.payer_id = c.payer_id AND l.voided_at IS NULL)`
  // A return after which the claim was neither paid nor waived nor collected again.
  const returned = sql`SELECT count(DISTINCT b.claim_id) FROM fee_bookings b INDEXED BY fee_bookings_returned
    WHERE b.kind = 'returned' AND ${isLive('b')} AND ${open('b.claim_id')}
      AND NOT EXISTS (SELECT 1 FROM fee_bookings later WHERE later.claim_id = b.claim_id
        AND later.id > b.id AND later.kind IN ('collected', 'paid', 'waived') AND ${isLive('later')})`
  // Open claims whose last invoice or reminder is too old.
  const since = addDays(today, -remindDaysAfter)
  const toRemind = sql`SELECT count(*) FROM (
    SELECT lc.claim_id AS claim, max(l.created_at) AS written FROM fee_letters l
    CROSS JOIN fee_letter_claims lc ON lc.letter_id = l.id
    WHERE l.year >= ${year - 1} AND l.kind IN ('invoice', 'reminder') AND l.voided_at IS NULL
    GROUP BY lc.claim_id)
    WHERE substr(written, 1, 10) <= ${since} AND ${open('claim')}`
  const parades = sql`SELECT json_group_array(json_object('id', id, 'title', title,
      'start', start, 'startTime', startTime, 'hasPrice', hasPrice, 'hasDeparture', hasDeparture)) FROM (
    SELECT id, title, date_enrolment_start AS start, time_enrolment_start AS startTime,
      price_for_adults_in_cent > 0 AS hasPrice,
      departures <> '[]' AS hasDeparture FROM parades
    WHERE date_enrolment_end >= ${today} AND date_enrolment_start >= ${today}
      AND date_enrolment_start <= ${addDays(today, prepareDaysBefore)} AND cancelled_at IS NULL
      AND (price_for_adults_in_cent = 0 OR departures = '[]')
    ORDER BY date_enrolment_start, date LIMIT ${mostParades})`
  return rowsOf<TaskRow>(
    db,
    {
      isClosed: sql`EXISTS (SELECT 1 FROM fee_claims WHERE year = ${year})`,
      announceOn: sql`(SELECT min(r.due_date) FROM ${soon})`,
      notAnnounced: sql`(${notAnnounced})`,
      submitBy: sql`(SELECT min(r.due_date) FROM sepa_runs r WHERE r.voided_at IS NULL
        AND r.due_date BETWEEN ${today} AND ${addDays(today, submitDaysBefore)}
        AND r.submitted_on IS NULL AND r.credited_on IS NULL)`,
      returned: sql`(${returned})`,
      toRemind: sql`(${toRemind})`,
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

function treasuryTasks(row: TaskRow, today: Day): HomeTask[] {
  const { isClosed, announceOn, notAnnounced, submitBy, returned, toRemind } = row
  const year = Number(today.slice(0, 4))
  return [
    ...(!isClosed && today.slice(5) >= closeFrom ? [{ kind: 'closeYear', year } as const] : []),
    ...(announceOn && notAnnounced > 0
      ? [{ kind: 'announceDebit', dueDate: announceOn, count: notAnnounced } as const]
      : []),
    ...(submitBy ? [{ kind: 'submitFile', dueDate: submitBy } as const] : []),
    ...(returned > 0 ? [{ kind: 'treatReturns', count: returned } as const] : []),
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
