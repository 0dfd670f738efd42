import { eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { feeClaims, feeRules } from '#worker/db/schema.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { isReleasable } from '#worker/domain/fee-figures.ts'
import { stepsOfYear, type TreasuryFacts, type TreasuryRun } from '#worker/domain/treasury.ts'
import { isPaidOnline } from '#worker/orders/refunds.queries.ts'
import type { ParadeMoney, Treasury } from './billing.contract.ts'
import { closableYears } from './closable-years.ts'
import { proposedDay } from './collection.ts'
import type { BillingDeps } from './deps.ts'
import { announcedPayers, countReturned, countToRemind, unreachablePayers } from './due-claims.ts'
import {
  selectFamilyPayers,
  selectFreeHonors,
  selectPayers,
  selectSettings,
} from './fees.queries.ts'
import { selectBookings, selectClaims, withBookings } from './ledger.queries.ts'
import { feesOf, isCollectible, type ListedFee, toCollectInCent } from './list-fees.ts'
import { selectObstacleFacts, toObstacleFacts } from './obstacles.ts'
import { unclosedMembers } from './years.ts'

type Asked = Pick<BillingDeps, 'db' | 'today'>

/**
 * The year's fees as a path of steps and the money of its parades, in one round trip. What can be collected is
 * decided as in the list of the year, but of a closed year only the open fees are read.
 */
export async function readTreasury({ db, today }: Asked, year: number): Promise<Treasury> {
  const isClosable = closableYears(today).includes(year)
  // The year is not closed yet but can be: only then are its fees computed from today's members.
  const isOpen = sql`${Number(isClosable)} = 1
    AND NOT EXISTS (SELECT 1 FROM fee_claims known WHERE known.year = ${year})`
  const openClaims = sql`(SELECT o.claim_id FROM fee_open o WHERE o.year = ${year} AND o.open_in_cent > 0)`
  const [
    [claims],
    openOnes,
    bookings,
    payers,
    families,
    held,
    rules,
    [settings],
    runs,
    [statement],
    [letters],
    written,
    [counts],
    paid,
    refunds,
    ...facts
  ] = await db.batch([
    selectClaimed(db, year),
    selectClaims(db, sql`${feeClaims.id} IN ${openClaims} AND ${eq(feeClaims.merged, false)}`),
    selectBookings(db, openClaims),
    selectPayers(db, isOpen),
    selectFamilyPayers(db, isOpen),
    selectFreeHonors(db),
    db.select().from(feeRules),
    selectSettings(db),
    selectLiveRuns(db, year, today),
    selectStatement(db, year),
    selectLetterCount(db, year),
    selectWritten(db, year),
    selectCounts(db, { year, today, isClosable }),
    selectParadePayments(db, year),
    selectRefunds(db, year),
    ...selectObstacleFacts(db, today),
  ])
  if (!settings) throw new Error('guild_settings has no row')
  const isClosed = (claims?.count ?? 0) > 0
  const data = {
    ...{ year, payers, families, held, rules, settings, runs: [] },
    claims: withBookings(openOnes, bookings),
    facts: toObstacleFacts(facts),
  }
  // A closed year without an open fee has neither claims nor members here.
  const fees = feesOf(data, { today, dueDate: proposedDay(data, today) })
  const invoiced = new Set(written.map(({ claimId }) => claimId))
  const ledger = isClosed ? figuresOfClosedYear(fees, invoiced) : figuresOfOpenYear(fees)
  const treasury: TreasuryFacts = {
    ...ledger,
    closedOn: claims?.closedAt ? berlinDay(new Date(claims.closedAt)) : null,
    ...(isClosed && claims
      ? {
          fees: { count: claims.count, sumInCent: claims.sumInCent },
          freeCount: claims.freeCount,
        }
      : {}),
    unclosed: isClosed ? (counts?.unclosed ?? 0) : 0,
    returned: counts?.returned ?? 0,
    toRemind: counts?.toRemind ?? 0,
    runs: runs.map(
      ({ createdAt, unreachable, ...run }): TreasuryRun => ({
        ...run,
        unreachable: JSON.parse(unreachable),
        madeOn: berlinDay(new Date(createdAt)),
      }),
    ),
    statement: { count: statement?.count ?? 0, last: statement?.last ?? null },
    letters: {
      count: letters?.count ?? 0,
      last: letters?.last ? berlinDay(new Date(letters.last)) : null,
    },
  }
  return {
    year,
    isClosable,
    ...treasury,
    steps: stepsOfYear(treasury, today),
    parades: toParadeMoney(paid, refunds),
  }
}

// ── Fees ───────────────────────────────────────────────────────────────────────────────────

function selectClaimed(db: Db, year: number) {
  return rowsOf<{ count: number; sumInCent: number; freeCount: number; closedAt: string | null }>(
    db,
    {
      count: sql`count(*)`,
      sumInCent: sql`coalesce(sum(c.amount_in_cent), 0)`,
      freeCount: sql`coalesce(sum(c.amount_in_cent = 0), 0)`,
      closedAt: sql`min(c.created_at)`,
    },
    sql`fee_claims c WHERE c.year = ${year} AND c.merged = 0`,
  )
}

type Counted = { year: number; today: Day; isClosable: boolean }

function selectCounts(db: Db, { year, today, isClosable }: Counted) {
  return rowsOf<{ unclosed: number; returned: number; toRemind: number }>(
    db,
    {
      unclosed: sql`(SELECT count(*) FROM ${unclosedMembers(isClosable ? [year] : [])})`,
      returned: countReturned(year),
      toRemind: countToRemind({ today, since: year, year }),
    },
    sql`${singleRow}`,
  )
}

/** Claims with an invoice or a reminder, which is never of a year before theirs. */
function selectWritten(db: Db, year: number) {
  return rowsOf<{ claimId: number }>(
    db,
    { claimId: sql`DISTINCT lc.claim_id` },
    sql`fee_letters l CROSS JOIN fee_letter_claims lc ON lc.letter_id = l.id
      WHERE l.year >= ${year} AND l.kind IN ('invoice', 'reminder') AND l.voided_at IS NULL`,
  )
}

type FeeFigureFacts = Pick<
  TreasuryFacts,
  'fees' | 'freeCount' | 'withoutRule' | 'uncollectible' | 'open' | 'collectible' | 'toInvoice'
>

const none = { count: 0, sumInCent: 0 }

const sumOf = (those: readonly ListedFee[]) => ({
  count: those.length,
  sumInCent: those.reduce((sum, fee) => sum + toCollectInCent(fee), 0),
})

/** @param invoiced claims with an invoice or a reminder */
function figuresOfClosedYear(
  open: readonly ListedFee[],
  invoiced: ReadonlySet<number>,
): FeeFigureFacts {
  const others = open.filter((fee) => !isCollectible(fee))
  return {
    fees: none,
    freeCount: 0,
    withoutRule: 0,
    // A fee that was collected before is only collected again when a treasurer releases it.
    uncollectible: countByObstacle(others.filter(({ obstacle }) => !isReleasable(obstacle ?? ''))),
    open: sumOf(open),
    collectible: sumOf(open.filter(isCollectible)),
    toInvoice: others.filter(({ claimId }) => !invoiced.has(claimId ?? 0)).length,
  }
}

function figuresOfOpenYear(all: readonly ListedFee[]): FeeFigureFacts {
  const paying = all.filter(({ amountInCent }) => amountInCent !== null && amountInCent > 0)
  return {
    fees: sumOf(all.filter(({ amountInCent }) => amountInCent !== null)),
    freeCount: all.filter(({ amountInCent }) => amountInCent === 0).length,
    withoutRule: all.filter(({ amountInCent }) => amountInCent === null).length,
    uncollectible: countByObstacle(paying.filter((fee) => !isCollectible(fee))),
    open: none,
    collectible: sumOf(paying.filter(isCollectible)),
    toInvoice: 0,
  }
}

/** The number of fees by obstacle, the most frequent obstacle first. */
function countByObstacle(fees: readonly ListedFee[]): TreasuryFacts['uncollectible'] {
  return [...Map.groupBy(fees, ({ obstacle }) => obstacle ?? '')]
    .map(([reason, those]) => ({ reason, count: those.length }))
    .sort((a, b) => b.count - a.count)
}

function selectLiveRuns(db: Db, year: number, today: Day) {
  return rowsOf<
    Omit<TreasuryRun, 'madeOn' | 'unreachable'> & { createdAt: string; unreachable: string }
  >(
    db,
    {
      id: sql`r.id`,
      createdAt: sql`r.created_at`,
      dueDate: sql`r.due_date`,
      count: sql`r.claim_count`,
      debitCount: sql`r.debit_count`,
      sumInCent: sql`r.sum_in_cent`,
      creditedOn: sql`r.credited_on`,
      submittedOn: sql`r.submitted_on`,
      announced: announcedPayers,
      unreachable: unreachablePayers(today),
    },
    sql`sepa_runs r WHERE r.year = ${year} AND r.voided_at IS NULL ORDER BY r.id`,
  )
}

function selectStatement(db: Db, year: number) {
  return rowsOf<{ count: number; last: Day | null }>(
    db,
    { count: sql`count(*)`, last: sql`max(b.day)` },
    sql`fee_claims c CROSS JOIN fee_bookings b ON b.claim_id = c.id
      WHERE c.year = ${year} AND b.bank_key IS NOT NULL`,
  )
}

function selectLetterCount(db: Db, year: number) {
  return rowsOf<{ count: number; last: string | null }>(
    db,
    { count: sql`count(*)`, last: sql`max(l.created_at)` },
    sql`fee_letters l WHERE l.year = ${year} AND l.kind IN ('invoice', 'reminder')
      AND l.voided_at IS NULL`,
  )
}

// ── The money of parades ───────────────────────────────────────────────────────────────────

type Payment = {
  how: 'online' | 'cash' | 'cashReturned' | 'unpaid'
  /** The id of the user who took the cash. */
  userId: number | null
  name: string | null
  count: number
  sumInCent: number
}

const ofYear = (year: number) => sql`parades.date BETWEEN ${`${year}-01-01`} AND ${`${year}-12-31`}`

/** Fees of the parades of a calendar year, by the way they were paid. Cancelled places count when they were paid online. */
function selectParadePayments(db: Db, year: number) {
  const how = sql`CASE WHEN ${isPaidOnline} THEN 'online'
    WHEN participations.state <> 'booked' THEN NULL
    WHEN participations.cash_returned_at IS NOT NULL THEN 'cashReturned'
    WHEN participations.participation_fee_payed = 0 THEN 'unpaid'
    WHEN participations.fee_payed_by IS NOT NULL THEN 'cash' END`
  return rowsOf<Payment>(
    db,
    {
      how: sql`g.how`,
      userId: sql`g.user_id`,
      name: sql`(SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = g.user_id)`,
      count: sql`g.places`,
      sumInCent: sql`g.sum`,
    },
    sql`(SELECT ${how} AS how, CASE ${how} WHEN 'cash' THEN participations.fee_payed_by END AS user_id,
        count(*) AS places, sum(participations.price_in_cent) AS sum
      FROM parades CROSS JOIN participations ON participations.parade_id = parades.id
      WHERE ${ofYear(year)} AND participations.price_in_cent > 0 GROUP BY 1, 2) g
      WHERE g.how IS NOT NULL ORDER BY g.sum DESC, g.user_id`,
  )
}

type Refund = { isDone: 0 | 1; count: number; sumInCent: number }

/** Refunds of places in the year's parades, and of whole orders with such a place. */
function selectRefunds(db: Db, year: number) {
  const placesOfYear = sql`parades CROSS JOIN participations ON participations.parade_id = parades.id
    WHERE ${ofYear(year)} AND participations.order_id IS NOT NULL`
  return rowsOf<Refund>(
    db,
    {
      isDone: sql`r.state = 'done'`,
      count: sql`count(*)`,
      sumInCent: sql`sum(r.amount_in_cent)`,
    },
    sql`(SELECT DISTINCT participations.order_id AS id FROM ${placesOfYear}) o
      CROSS JOIN order_refunds r ON r.order_id = o.id
      WHERE r.participation_id IS NULL OR EXISTS (SELECT 1 FROM participations
        JOIN parades ON parades.id = participations.parade_id
        WHERE participations.id = r.participation_id AND ${ofYear(year)})
      GROUP BY 1`,
  )
}

function toParadeMoney(payments: readonly Payment[], refunds: readonly Refund[]): ParadeMoney {
  const sumOf = (how: Payment['how']) => {
    const those = payments.filter((one) => one.how === how)
    return {
      count: those.reduce((sum, { count }) => sum + count, 0),
      sumInCent: those.reduce((sum, { sumInCent }) => sum + sumInCent, 0),
    }
  }
  const refundsThat = (isDone: 0 | 1) => {
    const found = refunds.find((one) => one.isDone === isDone)
    return found ? { count: found.count, sumInCent: found.sumInCent } : none
  }
  return {
    online: sumOf('online'),
    cash: payments
      .filter(({ how }) => how === 'cash')
      .map(({ userId, name, count, sumInCent }) => ({
        userId: userId ?? 0,
        name: name ?? '',
        count,
        sumInCent,
      })),
    cashReturned: sumOf('cashReturned'),
    refunded: refundsThat(1),
    refundsOpen: refundsThat(0),
    unpaid: sumOf('unpaid'),
  }
}
