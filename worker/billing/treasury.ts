import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { feeRules } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { familyFees } from '#worker/domain/fees.ts'
import {
  stepsOfYear,
  type TreasuryFacts,
  type TreasuryRun,
  type UncollectibleReason,
  uncollectibleReasons,
} from '#worker/domain/treasury.ts'
import { isPaidOnline } from '#worker/orders/refunds.queries.ts'
import type { ParadeMoney, Treasury } from './billing.contract.ts'
import { closableYears } from './closable-years.ts'
import type { BillingDeps } from './deps.ts'
import {
  type FeeFactors,
  feeFactorColumns,
  feeFactorKey,
  isMemberIn,
  selectSettings,
  withFreeHonors,
} from './fees.queries.ts'
import { unclosedMembers } from './years.ts'

type Asked = Pick<BillingDeps, 'db' | 'today'>

/** The year's fees as a path of steps and the money of its parades, from counts and sums in one round trip. */
export async function readTreasury({ db, today }: Asked, year: number): Promise<Treasury> {
  const isClosable = closableYears(today).includes(year)
  const [
    [claims],
    open,
    runs,
    [statement],
    [letters],
    [unclosed],
    groups,
    rules,
    [settings],
    paid,
    refunds,
  ] = await db.batch([
    selectClaimed(db, year),
    selectOpenGroups(db, year, today),
    selectLiveRuns(db, year),
    selectStatement(db, year),
    selectLetterCount(db, year),
    rowsOf<{ count: number }>(
      db,
      { count: sql`count(*)` },
      unclosedMembers(isClosable ? [year] : []),
    ),
    selectPayerGroups(db, year, isClosable),
    db.select().from(feeRules),
    selectSettings(db),
    selectParadePayments(db, year),
    selectRefunds(db, year),
  ])
  const isClosed = (claims?.count ?? 0) > 0
  const ledger = {
    ...(isClosed
      ? ofClosedYear(open)
      : ofOpenYear(groups, { rules, year, capInCent: settings?.familyCapInCent ?? null })),
  }
  const facts: TreasuryFacts = {
    ...ledger,
    closedOn: claims?.closedAt ? berlinDay(new Date(claims.closedAt)) : null,
    fees: isClosed ? { count: claims?.count ?? 0, sumInCent: claims?.sumInCent ?? 0 } : ledger.fees,
    unclosed: isClosed ? (unclosed?.count ?? 0) : 0,
    runs: runs.map(
      ({ createdAt, ...run }): TreasuryRun => ({
        ...run,
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
    ...facts,
    steps: stepsOfYear(facts, today),
    parades: toParadeMoney(paid, refunds),
  }
}

// ── Fees ───────────────────────────────────────────────────────────────────────────────────

function selectClaimed(db: Db, year: number) {
  return rowsOf<{ count: number; sumInCent: number; closedAt: string | null }>(
    db,
    {
      count: sql`count(*)`,
      sumInCent: sql`coalesce(sum(c.amount_in_cent), 0)`,
      closedAt: sql`min(c.created_at)`,
    },
    sql`fee_claims c WHERE c.year = ${year} AND c.merged = 0`,
  )
}

/** Why the payer cannot be debited; null when a file can collect from them. */
const reason = sql`CASE WHEN members.membership_state = 'Died' OR payer.membership_state = 'Died' THEN 'died'
  WHEN payer.banking_sepa_allowed = 0 THEN 'noMandate'
  WHEN trim(payer.banking_iban) = '' THEN 'noIban'
  WHEN payer.banking_sepa_allowed_date IS NULL THEN 'noDate' END`

type OpenGroup = {
  reason: UncollectibleReason | null
  /** A file in effect has collected it before. */
  isAgain: 0 | 1
  isReturned: 0 | 1
  /** The newest invoice or reminder: none, or one that is still to be paid in time, or overdue. */
  letter: 'none' | 'waiting' | 'overdue'
  count: number
  sumInCent: number
}

/** Open claims of the year, counted by what is to be done with them. */
function selectOpenGroups(db: Db, year: number, today: Day) {
  const columns = {
    reason: sql`o.reason`,
    isAgain: sql`o.is_again`,
    isReturned: sql`o.is_returned`,
    letter: sql`CASE WHEN o.letter_due IS NULL THEN 'none'
      WHEN o.letter_due < ${today} THEN 'overdue' ELSE 'waiting' END`,
    count: sql`count(*)`,
    sumInCent: sql`sum(o.open)`,
  }
  return rowsOf<OpenGroup>(
    db,
    columns,
    sql`(SELECT ${reason} AS reason,
        c.amount_in_cent + coalesce((SELECT sum(b.amount_in_cent) FROM fee_bookings b
          WHERE b.claim_id = c.id), 0) AS open,
        EXISTS (SELECT 1 FROM fee_bookings b JOIN sepa_runs r ON r.id = b.run_id
          WHERE b.claim_id = c.id AND b.kind = 'collected' AND r.voided_at IS NULL) AS is_again,
        EXISTS (SELECT 1 FROM fee_bookings b WHERE b.claim_id = c.id AND b.kind = 'returned'
          AND NOT EXISTS (SELECT 1 FROM fee_bookings u WHERE u.reverses_id = b.id)) AS is_returned,
        (SELECT max(l.due_on) FROM fee_letter_claims lc CROSS JOIN fee_letters l ON l.id = lc.letter_id
          WHERE lc.claim_id = c.id AND l.kind IN ('invoice', 'reminder') AND l.voided_at IS NULL)
          AS letter_due
      FROM fee_claims c CROSS JOIN members ON members.id = c.member_id
        CROSS JOIN members payer ON payer.id = CASE
          WHEN (SELECT d.membership_state FROM members d WHERE d.id = c.payer_id) = 'Died'
          THEN coalesce(members.payer_id, members.id) ELSE c.payer_id END
      WHERE c.year = ${year} AND c.merged = 0) o
      WHERE o.open > 0 GROUP BY 1, 2, 3, 4`,
  )
}

type FeeFigureFacts = Pick<
  TreasuryFacts,
  | 'fees'
  | 'withoutRule'
  | 'uncollectible'
  | 'open'
  | 'collectible'
  | 'returned'
  | 'toInvoice'
  | 'toRemind'
>

const none = { count: 0, sumInCent: 0 }

function ofClosedYear(groups: readonly OpenGroup[]): FeeFigureFacts {
  const sumOf = (those: readonly OpenGroup[]) => ({
    count: those.reduce((sum, { count }) => sum + count, 0),
    sumInCent: those.reduce((sum, { sumInCent }) => sum + sumInCent, 0),
  })
  // A fee that was collected before is only collected again when a treasurer releases it.
  const isCollectible = (one: OpenGroup) => one.reason === null && !one.isAgain
  const others = groups.filter((one) => !isCollectible(one))
  return {
    fees: none,
    withoutRule: 0,
    uncollectible: byReason(groups),
    open: sumOf(groups),
    collectible: sumOf(groups.filter(isCollectible)),
    returned: sumOf(groups.filter(({ isReturned }) => isReturned)).count,
    toInvoice: sumOf(others.filter(({ letter }) => letter === 'none')).count,
    toRemind: sumOf(others.filter(({ letter }) => letter === 'overdue')).count,
  }
}

type PayerGroup = FeeFactors & { reason: UncollectibleReason | null; count: number }

/** Today's members with the same fee and the same obstacle; none for a year that cannot be closed any more. */
function selectPayerGroups(db: Db, year: number, isClosable: boolean) {
  return rowsOf<PayerGroup>(
    db,
    { ...feeFactorColumns, reason, count: sql`count(*)` },
    sql`members CROSS JOIN members payer ON payer.id = coalesce(members.payer_id, members.id)
      WHERE members.membership_state IN ('Active', 'Passive') AND ${Number(isClosable)} = 1
        AND NOT EXISTS (SELECT 1 FROM fee_claims c WHERE c.year = ${year})
      GROUP BY ${feeFactorKey}, ${reason}`,
  )
}

function ofOpenYear(
  groups: readonly PayerGroup[],
  table: Parameters<typeof familyFees>[1],
): FeeFigureFacts {
  const members = groups.filter(isMemberIn(table.year)).map(withFreeHonors)
  const fees = familyFees(members, table)
  const owed = members.map((member, index) => ({
    ...member,
    amountInCent: fees[index]?.amountInCent ?? null,
  }))
  const paying = owed.filter(({ amountInCent }) => amountInCent !== null && amountInCent > 0)
  const countOf = (those: readonly PayerGroup[]) => those.reduce((sum, { count }) => sum + count, 0)
  const sumOf = (those: typeof owed) => ({
    count: countOf(those),
    sumInCent: those.reduce((sum, { count, amountInCent }) => sum + count * (amountInCent ?? 0), 0),
  })
  return {
    fees: sumOf(owed.filter(({ amountInCent }) => amountInCent !== null)),
    withoutRule: countOf(owed.filter(({ amountInCent }) => amountInCent === null)),
    uncollectible: byReason(paying),
    open: none,
    collectible: sumOf(paying.filter((one) => one.reason === null)),
    returned: 0,
    toInvoice: 0,
    toRemind: 0,
  }
}

function byReason(groups: readonly { reason: UncollectibleReason | null; count: number }[]) {
  return uncollectibleReasons.flatMap((one) => {
    const those = groups.filter((group) => group.reason === one)
    const count = those.reduce((sum, group) => sum + group.count, 0)
    return count > 0 ? [{ reason: one, count }] : []
  })
}

function selectLiveRuns(db: Db, year: number) {
  return rowsOf<Omit<TreasuryRun, 'madeOn'> & { createdAt: string }>(
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
      announced: sql`(SELECT count(DISTINCT l.payer_id) FROM fee_letters l
        WHERE l.run_id = r.id AND l.kind = 'notice' AND l.voided_at IS NULL)`,
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
  /** Who took the cash. */
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

/** Refunds of places of these parades, and of whole orders with such a place. */
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
