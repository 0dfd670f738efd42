import { addDays, type Day } from './dates.ts'
import type { FeeSum } from './fee-figures.ts'
import { prenotificationDays } from './sepa-due-date.ts'

// The year of fees as a path of steps (docs/rules.md, "Kasse"), from counts alone.

/** Why the payer of a fee cannot be debited, as far as a count tells; the list of the year names every reason. */
export const uncollectibleReasons = ['noMandate', 'noIban', 'noDate', 'died'] as const
export type UncollectibleReason = (typeof uncollectibleReasons)[number]

/** A file in effect. */
export type TreasuryRun = {
  id: number
  /** The day on which it was made. */
  madeOn: Day
  dueDate: Day
  count: number
  debitCount: number
  sumInCent: number
  creditedOn: Day | null
  /** When it was submitted to the bank; always known of a file made elsewhere. */
  submittedOn: Day | null
  /** Payers with an announcement of this file. */
  announced: number
}

export type TreasuryFacts = {
  /** The day on which the year was closed; null while it is open. */
  closedOn: Day | null
  /** What closing stored, or would store. */
  fees: FeeSum
  /** Members for whom no row of the fee table applies; the year cannot be closed while there are any. */
  withoutRule: number
  /** Members without a fee in a closed year. */
  unclosed: number
  /** Fees still to be paid whose payer cannot be debited. */
  uncollectible: { reason: UncollectibleReason; count: number }[]
  /** Of a closed year: what is open, what of it a new file collects, and what the bank returned. */
  open: FeeSum
  collectible: FeeSum
  returned: number
  /** Open fees that no file collects: without a letter, and with a letter that is overdue. */
  toInvoice: number
  toRemind: number
  /** Files in effect, oldest first. */
  runs: TreasuryRun[]
  /** Bookings read from statements, and the day of the last. */
  statement: { count: number; last: Day | null }
  /** Invoices and reminders, and the day of the last. */
  letters: { count: number; last: Day | null }
}

export const treasurySteps = [
  'check',
  'close',
  'file',
  'announce',
  'credit',
  'statement',
  'letters',
  'report',
] as const
export type TreasuryStepId = (typeof treasurySteps)[number]

export type TreasuryStep = {
  id: TreasuryStepId
  state: 'done' | 'now' | 'later' | 'notNeeded'
  /** The day on which it was done, or by which it is to be done. */
  day: Day | null
}

type StepStatus = Omit<TreasuryStep, 'id'>

const done = (day: Day | null = null): StepStatus => ({ state: 'done', day })
const now = (day: Day | null = null): StepStatus => ({ state: 'now', day })
const later: StepStatus = { state: 'later', day: null }
const notNeeded: StepStatus = { state: 'notNeeded', day: null }
const isBehind = ({ state }: StepStatus) => state === 'done' || state === 'notNeeded'

/** The steps in their order; several can be due at once. */
export function stepsOfYear(facts: TreasuryFacts, today: Day): TreasuryStep[] {
  const check = checkStatus(facts)
  const close = closeStatus(facts)
  const file = collectStatus(facts)
  const announce = announceStatus(facts, file, today)
  const credit = creditStatus(facts, file)
  const statement = statementStatus(facts, credit, today)
  const letters = letterStatus(facts, file)
  const before = [check, close, file, announce, credit, statement, letters]
  const report = facts.closedOn !== null && before.every(isBehind) ? now() : later
  return [...before, report].map((standing, index) => ({
    id: treasurySteps[index] as TreasuryStepId,
    ...standing,
  }))
}

function checkStatus({ closedOn, fees, withoutRule, unclosed, uncollectible }: TreasuryFacts) {
  if (closedOn !== null) return unclosed > 0 ? now() : done(closedOn)
  if (fees.count + withoutRule === 0) return later
  return withoutRule > 0 || uncollectible.length > 0 ? now() : done()
}

function closeStatus({ closedOn, fees, withoutRule }: TreasuryFacts): StepStatus {
  if (closedOn !== null) return done(closedOn)
  return fees.count > 0 && withoutRule === 0 ? now() : later
}

function collectStatus({ closedOn, runs, collectible }: TreasuryFacts): StepStatus {
  const last = runs.at(-1)
  if (last) return done(last.madeOn)
  if (closedOn === null) return later
  return collectible.count > 0 ? now() : notNeeded
}

/** Until the debit is due; too late it is not needed any more. */
function announceStatus({ runs }: TreasuryFacts, file: StepStatus, today: Day): StepStatus {
  if (runs.length === 0) return file.state === 'notNeeded' ? notNeeded : later
  const silent = runs.find((run) => run.dueDate >= today && run.announced < run.debitCount)
  if (silent) return now(addDays(silent.dueDate, -prenotificationDays))
  return runs.some(({ announced }) => announced > 0) ? done() : notNeeded
}

function creditStatus({ runs }: TreasuryFacts, file: StepStatus): StepStatus {
  if (runs.length === 0) return file.state === 'notNeeded' ? notNeeded : later
  const waiting = runs.filter(({ creditedOn }) => creditedOn === null)
  const [first] = waiting.map(({ dueDate }) => dueDate).sort()
  return first ? now(first) : done(lastOf(runs.map(({ creditedOn }) => creditedOn)))
}

/** As soon as money is expected: a file is due, or a letter asks for it. */
function statementStatus(facts: TreasuryFacts, credit: StepStatus, today: Day): StepStatus {
  const { closedOn, open, runs, letters, statement } = facts
  if (closedOn === null) return later
  if (open.count === 0 && isBehind(credit))
    return statement.count > 0 ? done(statement.last) : notNeeded
  const isExpected = letters.count > 0 || runs.some(({ dueDate }) => dueDate <= today)
  return isExpected ? now() : later
}

function letterStatus(facts: TreasuryFacts, file: StepStatus): StepStatus {
  const { closedOn, open, letters, toInvoice, toRemind } = facts
  if (closedOn === null) return later
  if (toInvoice + toRemind > 0) return now()
  if (open.count > 0 || !isBehind(file)) return later
  return letters.count > 0 ? done(letters.last) : notNeeded
}

function lastOf(days: readonly (Day | null)[]): Day | null {
  return (
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  )
}
