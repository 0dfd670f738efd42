import { and, eq, gte, isNotNull, isNull, min, sql } from 'drizzle-orm'
import { isValidIBAN } from 'ibantools'
import type { Db } from '#worker/db/db.ts'
import { feeBookings, feeClaims, sepaRuns } from '#worker/db/schema.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import { addMonths, berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import {
  collectedOn,
  feeState,
  lastSettling,
  needsNewMandate,
  openInCent,
  returnReasonInWords,
  wasCollected,
} from '#worker/domain/fee-ledger.ts'
import type { Fee } from '#worker/domain/fees.ts'
import { type Account, isDebitAmount, sepaObstacles } from '#worker/domain/sepa-debit.ts'
import { mandateReference } from '#worker/domain/sepa-text.ts'
import type { LedgerClaim } from './ledger.queries.ts'

// Why a fee is not collected (docs/rules.md, "Einzug per SEPA-Lastschrift"). First how it stands, then whether
// somebody has died, then the account and the mandate of whoever pays: one debit takes all that they owe.

/** Whoever pays: their account and their mandate. */
export type FeePayerAccount = LedgerClaim['payer']

/** A mandate that nothing was collected with for so long is void. */
const mandateMonths = 36

/** What has become of mandates and runs so far. */
export type ObstacleFacts = {
  /** When the first claim of all was written; null = there is none. */
  begun: Day | null
  voidRuns: ReadonlySet<number>
  /** When something was last collected with a mandate, by its reference; as far back as was asked. */
  lastUses: ReadonlyMap<string, Day>
  /** What came back and stayed back since the account or the mandate is no good. */
  hardReturns: readonly HardReturn[]
}

type HardReturn = { payerId: number; mandateId: string | null; reasonCode: string | null; day: Day }

/**
 * The statements that tell them, for a batch.
 * @param from no debit is judged that is due before this day
 */
export function selectObstacleFacts(db: Db, from: Day) {
  return [
    db.select({ at: min(feeClaims.createdAt) }).from(feeClaims),
    db.select({ id: sepaRuns.id }).from(sepaRuns).where(isNotNull(sepaRuns.voidedAt)),
    selectLastUses(db, addMonths(from, -mandateMonths)),
    selectReturns(db),
  ] as const
}

/** Of a ledger that is younger than the months none: nobody is asked for a new mandate yet. */
function selectLastUses(db: Db, since: Day) {
  return (
    db
      .select({ mandateId: feeBookings.mandateId, day: sql<Day>`max(${sepaRuns.dueDate})` })
      .from(sepaRuns)
      // In this order: the runs of the months, never every debit there ever was.
      .crossJoin(feeBookings)
      .where(
        and(
          eq(feeBookings.runId, sepaRuns.id),
          ofKind('collected'),
          gte(sepaRuns.dueDate, since),
          isNull(sepaRuns.voidedAt),
          // From today to the latest due date it can become old enough: 90 days ahead.
          sql`(SELECT min(${feeClaims.createdAt}) FROM ${feeClaims}) < ${addMonths(since, 4)}`,
        ),
      )
      .groupBy(feeBookings.mandateId)
  )
}

/** In the words of the partial indexes. */
function ofKind(kind: 'collected' | 'returned') {
  return sql`${feeBookings.kind} = ${sql.raw(`'${kind}'`)}`
}

function selectReturns(db: Db) {
  return db
    .select({
      payerId: feeClaims.payerId,
      mandateId: feeBookings.mandateId,
      reasonCode: feeBookings.reasonCode,
      day: sql<Day>`max(${feeBookings.day})`,
    })
    .from(feeBookings)
    .innerJoin(feeClaims, eq(feeClaims.id, feeBookings.claimId))
    .where(
      and(
        ofKind('returned'),
        isNotNull(feeBookings.reasonCode),
        sql`NOT EXISTS (SELECT 1 FROM fee_bookings undoing WHERE undoing.reverses_id = ${feeBookings.id})`,
      ),
    )
    .groupBy(feeClaims.payerId, feeBookings.mandateId, feeBookings.reasonCode)
}

type AnswersOf<Statements extends readonly unknown[]> = {
  readonly [K in keyof Statements]: Awaited<Statements[K]>
}
type FactRows = AnswersOf<ReturnType<typeof selectObstacleFacts>>

/** @param answers of the statements, in their order */
export function toObstacleFacts([[first], voids, uses, returns]: FactRows): ObstacleFacts {
  return {
    begun: first?.at ? berlinDay(new Date(first.at)) : null,
    voidRuns: new Set(voids.map(({ id }) => id)),
    lastUses: new Map(uses.map(({ mandateId, day }) => [mandateId ?? '', day])),
    hardReturns: returns.filter(({ reasonCode }) => needsNewMandate(reasonCode)),
  }
}

export type Judge = {
  today: Day
  /** Of the debit. */
  dueDate: Day
}

/**
 * Claims of closed years, in their order; null = it is collected.
 * @param released claims that shall be collected again though they were before
 */
export function claimObstacles(
  claims: readonly LedgerClaim[],
  facts: ObstacleFacts,
  judge: Judge & { released: ReadonlySet<number> },
): (string | null)[] {
  const stands = claims.map((claim) => standing(claim, facts))
  const again = stands.map(({ before }, index) => {
    const isReleased = judge.released.has(claims[index]?.id ?? 0)
    return isReleased ? null : before
  })
  const obstacles = (mayAgain: boolean) =>
    obstaclesOf(
      claims.map((claim, index): WantedFee => {
        const { member, payer } = claim
        const first = stands[index]?.settled ?? (mayAgain ? null : (again[index] ?? null))
        return { member, payer, amountInCent: openInCent(claim), obstacle: first }
      }),
      facts,
      judge,
    )
  const asked = obstacles(false)
  if (again.every((before) => before === null)) return asked
  // Only what nothing else is in the way of can be released: the rest is told as what it needs.
  const behind = obstacles(true)
  return asked.map((obstacle, index) =>
    again[index] === null ? obstacle : (behind[index] ?? obstacle),
  )
}

/** What a year that is not closed yet would ask of a member. */
export type FeeToClaim = {
  fee: Fee
  member: { membershipState: MembershipState }
  payer: FeePayerAccount
}

/** Fees of a year that is not closed yet, in their order; null = it is collected. */
export function closingObstacles(
  fees: readonly FeeToClaim[],
  facts: ObstacleFacts,
  judge: Judge,
): (string | null)[] {
  const wanted = fees.map(({ fee, ...who }): WantedFee => {
    const amountInCent = fee.amountInCent ?? 0
    return { ...who, amountInCent, obstacle: amountInCent === 0 ? fee.reason : null }
  })
  return obstaclesOf(wanted, facts, judge)
}

type WantedFee = Omit<FeeToClaim, 'fee'> & {
  amountInCent: number
  /** How it stands is in the way already. */
  obstacle: string | null
}

/**
 * Why nothing is collected as the account stands: for good, or only as long as nobody releases what was
 * collected before.
 */
function standing(
  claim: LedgerClaim,
  { voidRuns }: Pick<ObstacleFacts, 'voidRuns'>,
): { settled: string | null; before: string | null } {
  const { bookings } = claim
  const last = lastSettling(bookings)
  const settled = (reason: string) => ({ settled: reason, before: null })
  if (claim.merged) return settled('Doppelt, zusammengeführt')
  const state = feeState(claim)
  switch (state) {
    case 'free':
      return settled(claim.amountInCent === 0 ? claim.reason : 'Beitragsfrei')
    case 'credit':
      return settled('Guthaben')
    case 'collected':
      return settled(`Eingezogen am ${germanDate(collectedOn(bookings))}`)
    case 'paid':
      return settled(`Bezahlt am ${germanDate(last?.day ?? '')}`)
    case 'waived':
      return settled('Erlassen')
    case 'returned': {
      const reason = returnReasonInWords(last?.reasonCode ?? null)
      const before = `Zurückgegeben am ${germanDate(last?.day ?? '')}: ${reason}`
      return { settled: null, before }
    }
    case 'open': {
      const wasBefore = wasCollected(bookings, voidRuns)
      return { settled: null, before: wasBefore ? 'Schon eingezogen: nur mit Freigabe' : null }
    }
  }
}

function obstaclesOf(
  fees: readonly WantedFee[],
  facts: ObstacleFacts,
  judge: Judge,
): (string | null)[] {
  const own = fees.map((fee) => fee.obstacle ?? ownObstacle(fee))
  const wanted = fees.filter((_, index) => own[index] === null)
  const ofPayer = payerObstacles(wanted, facts, judge)
  return fees.map(({ payer }, index) => own[index] ?? ofPayer.get(payer.id) ?? null)
}

function ownObstacle({ member, payer, amountInCent }: WantedFee): string | null {
  if (!isDebitAmount(amountInCent)) return 'Betrag ungültig'
  if (member.membershipState === 'Died') return 'Verstorben'
  return payer.membershipState === 'Died' ? 'Zahler verstorben: neuen Zahler eintragen' : null
}

/** Each payer once, by what is wanted of them in all. */
function payerObstacles(
  wanted: readonly WantedFee[],
  facts: ObstacleFacts,
  { today, dueDate }: Judge,
): Map<number, string | null> {
  const families = [...Map.groupBy(wanted, ({ payer }) => payer.id).values()]
  const payers = families.flatMap((family) => family.slice(0, 1).map(({ payer }) => payer))
  const claims = families.flatMap((family) => {
    const amountInCent = family.reduce((sum, fee) => sum + fee.amountInCent, 0)
    return family
      .slice(0, 1)
      .map(({ payer }) => ({ ...toAccount(payer), amountInCent, reason: '' }))
  })
  const problems = sepaObstacles(claims, { today, isValidIban: isValidIBAN })
  return new Map(
    payers.map((payer, index) => [
      payer.id,
      problems[index] ??
        (isUnused(payer, facts, dueDate)
          ? 'Mandat 36 Monate nicht benutzt: neues einholen'
          : hardReturnOf(payer, facts)),
    ]),
  )
}

/** As a debit takes it. */
export function toAccount({ id, ...payer }: FeePayerAccount): Account {
  return { ...payer, memberId: id }
}

function isUnused(payer: FeePayerAccount, facts: ObstacleFacts, dueDate: Day): boolean {
  const since = addMonths(dueDate, -mandateMonths)
  // What was collected before the ledger began nobody knows.
  if (facts.begun === null || facts.begun >= since) return false
  const signedOn = payer.bankingSepaAllowedDate
  if (signedOn === null || signedOn >= since) return false
  const lastUse = facts.lastUses.get(mandateReference(payer))
  return lastUse === undefined || lastUse < since
}

/** Of the payer, or of the mandate: another day of signing makes another reference, an earlier one no better. */
function hardReturnOf(payer: FeePayerAccount, facts: ObstacleFacts): string | null {
  const reference = mandateReference(payer)
  const signedOn = payer.bankingSepaAllowedDate ?? ''
  const back = facts.hardReturns.findLast(
    ({ payerId, mandateId, day }) =>
      (payerId === payer.id || mandateId === reference) && day >= signedOn,
  )
  if (!back) return null
  return `Zurückgegeben (${returnReasonInWords(back.reasonCode)}): neues Mandat nötig`
}
