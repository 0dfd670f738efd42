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

// Why a fee is not collected (docs/rules.md, "Einzug per SEPA-Lastschrift"): first the state of the claim, then
// the death of member or payer, then the payer's account and mandate, since one debit collects all fees of a
// payer.

/** The payer, with account and mandate. */
export type FeePayerAccount = LedgerClaim['payer']

/** A mandate not used for this long becomes invalid. */
const mandateMonths = 36

/** The history of mandates and runs. */
export type ObstacleFacts = {
  /** The day of the first claim; null when there is none. */
  begun: Day | null
  voidRuns: ReadonlySet<number>
  /** The due date of the last debit of the last 36 months, by mandate reference. */
  lastUses: ReadonlyMap<string, Day>
  /** Returns in effect that mean that the account or mandate can no longer be used. */
  hardReturns: readonly HardReturn[]
}

type HardReturn = { payerId: number; mandateId: string | null; reasonCode: string | null; day: Day }

/**
 * The statements that read `ObstacleFacts`.
 * @param from the earliest due date of a debit to be checked
 */
export function selectObstacleFacts(db: Db, from: Day) {
  return [
    db.select({ at: min(feeClaims.createdAt) }).from(feeClaims),
    db.select({ id: sepaRuns.id }).from(sepaRuns).where(isNotNull(sepaRuns.voidedAt)),
    selectLastUses(db, addMonths(from, -mandateMonths)),
    selectReturns(db),
  ] as const
}

/** Empty while the ledger is younger than `mandateMonths`: then no mandate counts as unused. */
function selectLastUses(db: Db, since: Day) {
  return (
    db
      .select({ mandateId: feeBookings.mandateId, day: sql<Day>`max(${sepaRuns.dueDate})` })
      .from(sepaRuns)
      // In this join order only the runs of these months are read, not all debits.
      .crossJoin(feeBookings)
      .where(
        and(
          eq(feeBookings.runId, sepaRuns.id),
          ofKind('collected'),
          gte(sepaRuns.dueDate, since),
          isNull(sepaRuns.voidedAt),
          // A due date can be up to 90 days ahead, by which time the ledger may be old enough.
          sql`(SELECT min(${feeClaims.createdAt}) FROM ${feeClaims}) < ${addMonths(since, 4)}`,
        ),
      )
      .groupBy(feeBookings.mandateId)
  )
}

/** The condition for bookings of a kind, written so that it matches the partial indexes. */
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

/** Takes the answers of `selectObstacleFacts`, in the order of its statements. */
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
  /** The due date of the debit. */
  dueDate: Day
}

/**
 * The obstacles of claims of closed years, in order; null when the claim is collected.
 * @param released claims to collect again although they were collected before
 */
export function claimObstacles(
  claims: readonly LedgerClaim[],
  facts: ObstacleFacts,
  judge: Judge & { released: ReadonlySet<number> },
): (string | null)[] {
  const accountObstacles = claims.map((claim) => accountObstacle(claim, facts))
  const again = accountObstacles.map(({ before }, index) => {
    const isReleased = judge.released.has(claims[index]?.id ?? 0)
    return isReleased ? null : before
  })
  const obstacles = (mayAgain: boolean) =>
    obstaclesOf(
      claims.map((claim, index): WantedFee => {
        const { member, payer } = claim
        const first = accountObstacles[index]?.settled ?? (mayAgain ? null : (again[index] ?? null))
        return { member, payer, amountInCent: openInCent(claim), obstacle: first }
      }),
      facts,
      judge,
    )
  const asked = obstacles(false)
  if (again.every((before) => before === null)) return asked
  // Only claims without another obstacle can be released; for the others that obstacle is shown.
  const otherObstacles = obstacles(true)
  return asked.map((obstacle, index) =>
    again[index] === null ? obstacle : (otherObstacles[index] ?? obstacle),
  )
}

/** A fee of a year that is not closed. */
export type FeeToClaim = {
  fee: Fee
  member: { membershipState: MembershipState }
  payer: FeePayerAccount
}

/** The obstacles of fees of an open year, in order; null when the fee is collected. */
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
  /** An obstacle of the claim itself. */
  obstacle: string | null
}

/**
 * Why the claim's state prevents a debit. `settled`: a permanent reason; `before`: the claim was collected before,
 * and a user can release it. null: no such reason.
 */
function accountObstacle(
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

/** Checks each payer once, with the sum of their fees. */
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
          : hardReturnObstacle(payer, facts)),
    ]),
  )
}

/** The payer's account as in a debit, where the id is called `memberId`. */
export function toAccount({ id, ...payer }: FeePayerAccount): Account {
  return { ...payer, memberId: id }
}

function isUnused(payer: FeePayerAccount, facts: ObstacleFacts, dueDate: Day): boolean {
  const since = addMonths(dueDate, -mandateMonths)
  // Debits before the ledger began are unknown.
  if (facts.begun === null || facts.begun >= since) return false
  const signedOn = payer.bankingSepaAllowedDate
  if (signedOn === null || signedOn >= since) return false
  const lastUse = facts.lastUses.get(mandateReference(payer))
  return lastUse === undefined || lastUse < since
}

/**
 * The obstacle of a return that requires a new mandate, of this payer or of this mandate reference; null when
 * there is none, or when the mandate was signed after the return.
 */
function hardReturnObstacle(payer: FeePayerAccount, facts: ObstacleFacts): string | null {
  const reference = mandateReference(payer)
  const signedOn = payer.bankingSepaAllowedDate ?? ''
  const back = facts.hardReturns.findLast(
    ({ payerId, mandateId, day }) =>
      (payerId === payer.id || mandateId === reference) && day >= signedOn,
  )
  if (!back) return null
  return `Zurückgegeben (${returnReasonInWords(back.reasonCode)}): neues Mandat nötig`
}
