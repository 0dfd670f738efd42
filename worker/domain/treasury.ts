import { addDays, type Day } from './dates.ts'
import type { FeeSum } from './fee-figures.ts'
import { prenotificationDays } from './sepa-due-date.ts'

// The steps of a year of fees and which of them are due (docs/rules.md, "Kasse"), computed from counts alone.

const announceDaysBefore = 21
const submitDaysBefore = 3
const remindDaysAfter = 30

/** A SEPA file that was not voided. */
export type TreasuryRun = {
  id: number
  /** The day on which the file was made. */
  madeOn: Day
  dueDate: Day
  count: number
  debitCount: number
  sumInCent: number
  creditedOn: Day | null
  /** When it was submitted to the bank; always known of a file made elsewhere. */
  submittedOn: Day | null
  /** The number of payers who got an announcement of this file's debit. */
  announced: number
  /** The other payers whom no letter reaches. */
  unreachable: { id: number; firstName: string; lastName: string }[]
}

type Debit = Pick<TreasuryRun, 'dueDate' | 'debitCount' | 'announced' | 'unreachable'>
type Waiting = Pick<TreasuryRun, 'dueDate' | 'submittedOn' | 'creditedOn'>

/** The number of payers whose debit is still to be announced; 0 once the debit was due, when it is too late. */
export function notAnnounced(run: Debit, today: Day): number {
  const { dueDate, debitCount, announced, unreachable } = run
  return dueDate < today ? 0 : Math.max(debitCount - announced - unreachable.length, 0)
}

/** The file that is to be submitted first. */
export function fileToSubmit<Run extends Waiting>(runs: readonly Run[]): Run | undefined {
  return runs
    .filter(({ submittedOn, creditedOn }) => submittedOn === null && creditedOn === null)
    .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))[0]
}

/** What is due for the files in effect: the day to announce debits of the next weeks, and the file to submit. */
export function dueRuns<Run extends Debit & Waiting>(runs: readonly Run[], today: Day) {
  const soon = runs.filter(
    (run) => notAnnounced(run, today) > 0 && run.dueDate <= addDays(today, announceDaysBefore),
  )
  const [announceOn = null] = soon.map(({ dueDate }) => dueDate).sort()
  const file = fileToSubmit(runs)
  return {
    announceOn,
    payers: soon.reduce((sum, run) => sum + notAnnounced(run, today), 0),
    submit: file && file.dueDate <= addDays(today, submitDaysBefore) ? file : null,
  }
}

/** The last day on which a run's debits may be due for `dueRuns` to consider the run. */
export const lastDueDay = (today: Day): Day => addDays(today, announceDaysBefore)

/** The day until which the last letter must have been written for a fee to need a reminder. */
export const remindBefore = (today: Day): Day => addDays(today, -remindDaysAfter)

export type TreasuryFacts = {
  /** The day on which the year was closed; null while it is open. */
  closedOn: Day | null
  /** The fees that closing the year stored or, while the year is open, would store. */
  fees: FeeSum
  /** How many of `fees` are of 0 euro, so that nothing is open or collected. */
  freeCount: number
  /** Members for whom no row of the fee table applies; the year cannot be closed while there are any. */
  withoutRule: number
  /** The number of members for whom a closed year has no claim. */
  unclosed: number
  /** The numbers of open fees that a new file leaves out, by obstacle; `reason` as the list of the year words it. */
  uncollectible: { reason: string; count: number }[]
  /** The open fees of a closed year. */
  open: FeeSum
  /** The fees that a new file collects. */
  collectible: FeeSum
  /** Fees that the bank returned and that were neither paid, waived nor collected since. */
  returned: number
  /** The number of open fees that no file collects and for which no invoice or reminder was written. */
  toInvoice: number
  /** The number of open fees whose last letter was written 30 days ago or earlier. */
  toRemind: number
  /** Files in effect, oldest first. */
  runs: TreasuryRun[]
  /** The number of bookings read from bank statements, and the day of the last one. */
  statement: { count: number; last: Day | null }
  /** The number of invoices and reminders, and the day of the last one. */
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
  /** `now`: the next step, at most one; `open`: a step that can be done beside it. */
  state: 'done' | 'now' | 'open' | 'later' | 'notNeeded'
  /** The day on which the step was done, or by which it is to be done; null when there is none. */
  day: Day | null
}

type StepStatus = Omit<TreasuryStep, 'id'>

const done = (day: Day | null = null): StepStatus => ({ state: 'done', day })
const now = (day: Day | null = null): StepStatus => ({ state: 'now', day })
const later: StepStatus = { state: 'later', day: null }
const notNeeded: StepStatus = { state: 'notNeeded', day: null }
const isBehind = ({ state }: StepStatus) => state === 'done' || state === 'notNeeded'

/** The steps in their order. Of those that are due the first is next; checking goes on beside all others. */
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
  const steps = [...before, report].map((standing, index) => ({
    id: treasurySteps[index] as TreasuryStepId,
    ...standing,
  }))
  const due = steps.filter(({ state }) => state === 'now')
  const next = due.find(({ id }) => id !== 'check') ?? due[0]
  return steps.map((step) =>
    step.state === 'now' && step !== next ? { ...step, state: 'open' } : step,
  )
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

/** Announcing is due while a debit is not announced; once all debits were due, it is no longer needed. */
function announceStatus({ runs }: TreasuryFacts, file: StepStatus, today: Day): StepStatus {
  if (runs.length === 0) return file.state === 'notNeeded' ? notNeeded : later
  const silent = runs.find((run) => notAnnounced(run, today) > 0)
  if (silent) return now(addDays(silent.dueDate, -prenotificationDays))
  return runs.some(({ announced }) => announced > 0) ? done() : notNeeded
}

function creditStatus({ runs }: TreasuryFacts, file: StepStatus): StepStatus {
  if (runs.length === 0) return file.state === 'notNeeded' ? notNeeded : later
  const waiting = runs.filter(({ creditedOn }) => creditedOn === null)
  const [first] = waiting.map(({ dueDate }) => dueDate).sort()
  return first ? now(first) : done(lastOf(runs.map(({ creditedOn }) => creditedOn)))
}

/** Reading the bank statement is due as soon as money is expected: a file's due day has come, or a letter was sent. */
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
