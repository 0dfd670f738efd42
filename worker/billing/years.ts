import { eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { feeClaims, feeRules } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { familyFees } from '#worker/domain/fees.ts'
import type { Person } from '#worker/members/members.contract.ts'
import type { closeYearBody, FeeRunSummary, FeeYear, SepaRun } from './billing.contract.ts'
import { assertClosableYear, closableYears, yearClosedError } from './closable-years.ts'
import { assertEveryFeeHasRule, type Closing, closingOf, insertClaims } from './closing.ts'
import { collectionChangedError } from './collection-errors.ts'
import type { BillingDeps } from './deps.ts'
import {
  type FeeFactors,
  feeFactorColumns,
  feeFactorKey,
  isMemberIn,
  selectFreeHonors,
  selectPayers,
  selectSettings,
  withFreeHonors,
} from './fees.queries.ts'
import { selectRuns } from './runs.queries.ts'

/**
 * This year, the next, and all closed years; newest first. Members without a claim are only listed for this
 * year and the next, since today's records do not tell who was a member earlier.
 */
export async function listYears({ db, today }: BillingDeps): Promise<FeeYear[]> {
  const closable = closableYears(today)
  const [sums, unclosed, runs, memberGroups, rules, [settings]] = await db.batch([
    selectSums(db),
    selectUnclosed(db, closable),
    selectRuns(db, undefined),
    selectMemberGroups(db),
    db.select().from(feeRules),
    selectSettings(db),
  ])
  const capInCent = settings?.familyCapInCent ?? null
  const sumOf = new Map(sums.map((sum) => [sum.year, sum]))
  const years = new Set([...closable, ...sumOf.keys()])
  return [...years]
    .sort((a, b) => b - a)
    .map((year) => {
      const closed = sumOf.get(year)
      if (!closed) return openYear(memberGroups, { rules, year, capInCent })
      return {
        ...closed,
        closed: true,
        unclosed: unclosed.filter((one) => one.year === year).map(toPerson),
        runs: runs.filter((run) => run.year === year).map(toSummary),
      }
    })
}

function toSummary({ year: _, debitCount: __, ...run }: SepaRun): FeeRunSummary {
  return run
}

/** What closing the year would store, as count and sum. */
function openYear(
  memberGroups: readonly MemberGroup[],
  of: Parameters<typeof familyFees>[1],
): FeeYear {
  const members = memberGroups.filter(isMemberIn(of.year)).map(withFreeHonors)
  const sums = { count: 0, sumInCent: 0 }
  familyFees(members, of).forEach(({ amountInCent }, index) => {
    const count = amountInCent === null ? 0 : (members[index]?.count ?? 0)
    sums.count += count
    sums.sumInCent += count * (amountInCent ?? 0)
  })
  return { year: of.year, closed: false, ...sums, openInCent: 0, unclosed: [], runs: [] }
}

/**
 * Closes a year: stores the claims of all members.
 * @throws DomainError FeesChanged, FeeRuleMissing, NothingToCollect, YearClosed
 */
export async function closeYear(
  { db, now, today, user }: BillingDeps,
  { year, expected }: z.output<typeof closeYearBody>,
): Promise<FeeYear> {
  assertClosableYear(year, today)
  const [[first], ...data] = await db.batch([
    db.select({ id: feeClaims.id }).from(feeClaims).where(eq(feeClaims.year, year)).limit(1),
    ...selectClosing(db),
  ])
  if (first) throw yearClosedError(year)
  const closing = closingOf(toClosingData(data), year)
  assertEveryFeeHasRule(closing)
  assertExpectedFees(closing, expected)
  const { claims, sumInCent } = closing
  if (claims.length === 0) {
    const message = 'Es gibt kein Mitglied, das einen Beitrag hätte.'
    throw new DomainError('NothingToCollect', message)
  }
  const count = claims.length
  const [, , unclosed] = await commit(
    db,
    [
      insertClaims(claims, { year, at: now.toISOString(), userId: user.id }),
      recordEvent({
        entity: 'feeYear',
        entityId: year,
        changes: { year, count, sumInCent },
      }),
      selectUnclosed(db, [year]),
    ],
    {
      'fee_claims.member_id': () => yearClosedError(year),
      // A member was deleted by a concurrent request.
      foreignKey: () => feesChangedError(closing),
    },
  )
  const summed = { count, sumInCent, openInCent: sumInCent }
  return { year, closed: true, ...summed, unclosed: unclosed.map(toPerson), runs: [] }
}

type Expected = z.output<typeof closeYearBody>['expected']

function assertExpectedFees(closing: Closing, { count, sumInCent }: Expected): void {
  if (closing.claims.length === count && closing.sumInCent === sumInCent) return
  throw feesChangedError(closing)
}

function feesChangedError({ claims, sumInCent }: Closing): DomainError {
  return collectionChangedError({ count: claims.length, sumInCent })
}

// ── Queries ────────────────────────────────────────────────────────────────────────────────

/** Statements that read what closing depends on. */
function selectClosing(db: Db) {
  return [
    selectPayers(db),
    selectFreeHonors(db),
    db.select().from(feeRules),
    selectSettings(db),
  ] as const
}

type Rows<Statements extends readonly unknown[]> = {
  -readonly [K in keyof Statements]: Awaited<Statements[K]>
}

function toClosingData([payers, held, rules, [settings]]: Rows<ReturnType<typeof selectClosing>>) {
  if (!settings) throw new Error('guild_settings has no row')
  return { payers, held, rules, settings }
}

type MemberGroup = FeeFactors & { count: number }

function selectMemberGroups(db: Db) {
  return rowsOf<MemberGroup>(
    db,
    { ...feeFactorColumns, count: sql`count(*)` },
    sql`members WHERE members.membership_state IN ('Active', 'Passive') GROUP BY ${feeFactorKey}`,
  )
}

type YearSum = Pick<FeeYear, 'year' | 'count' | 'sumInCent' | 'openInCent'>

function selectSums(db: Db) {
  return rowsOf<YearSum>(
    db,
    {
      year: sql`c.year`,
      count: sql`count(*)`,
      sumInCent: sql`sum(c.amount_in_cent)`,
      openInCent: sql`sum(max(0, c.amount_in_cent + coalesce((SELECT sum(b.amount_in_cent)
        FROM fee_bookings b WHERE b.claim_id = c.id), 0)))`,
    },
    sql`fee_claims c WHERE c.merged = 0 GROUP BY c.year`,
  )
}

type Unclosed = Person & { year: number }

/** Members without a claim of a closed year, including those who left in it, by name. */
function selectUnclosed(db: Db, years: readonly number[]) {
  const year = sql`y.value`
  return rowsOf<Unclosed>(
    db,
    {
      year,
      id: sql`m.id`,
      firstName: sql`m.first_name`,
      lastName: sql`m.last_name`,
      birthday: sql`m.birthday`,
    },
    sql`${unclosedMembers(years)} ORDER BY m.last_name_key, m.first_name_key, m.id`,
  )
}

/** Rows `m` of members and `y.value` of years, to stand after FROM. */
export function unclosedMembers(years: readonly number[]): SQL {
  const year = sql`y.value`
  return sql`json_each(${JSON.stringify(years)}) y CROSS JOIN members m
      WHERE EXISTS (SELECT 1 FROM fee_claims c WHERE c.year = ${year})
        AND m.membership_state IN ('Active', 'Passive', 'Left')
        AND (m.membership_state <> 'Left'
          OR m.date_left BETWEEN ${year} || '-01-01' AND ${year} || '-12-31')
        AND NOT EXISTS (SELECT 1 FROM member_exits x WHERE x.member_id = m.id
          AND x.effective_at IS NULL AND x.undone_at IS NULL AND x.date < ${year} || '-01-01')
        AND NOT EXISTS (SELECT 1 FROM fee_claims c WHERE c.member_id = m.id AND c.year = ${year})`
}

function toPerson({ year: _, ...person }: Unclosed): Person {
  return person
}
