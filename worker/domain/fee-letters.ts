import type { FeeLetterKind } from './codes.ts'
import { berlinDay, type Day, germanDate } from './dates.ts'
import type { ErrorCode } from './errors.ts'
import { type FeeBooking, liveDebit } from './fee-ledger.ts'

// Who is written to about fees, and what of (docs/rules.md, "Schreiben zum Beitrag"). The server decides by
// it, and the page tells by it beforehand.

/** After the last there is none: then the guild decides what becomes of it. */
const lastReminder = 3

/** "Zahlungserinnerung"; `step` of a reminder. */
export function feeLetterTitle({ kind, step }: { kind: FeeLetterKind; step: number }): string {
  switch (kind) {
    case 'notice':
      return 'Ankündigung'
    case 'invoice':
      return 'Rechnung'
    case 'reminder':
      return step <= 1 ? 'Zahlungserinnerung' : step < lastReminder ? 'Mahnung' : 'Letzte Mahnung'
  }
}

/** A claim and its payer, as the ledger has it. */
type WrittenClaim = {
  id: number
  year: number
  openInCent: number
  bookings: readonly FeeBooking[]
  /** Why the next file leaves it out; null = it takes it. */
  obstacle: string | null
  /** Whose fee it is. */
  memberName: string
  hasMemberDied: boolean
}

/** What the payer was written before. */
type EarlierLetter = {
  kind: FeeLetterKind
  step: number
  runId: number | null
  dueOn: Day
  createdAt: string
  claimIds: readonly number[]
}

export type Payer = {
  name: string
  hasDied: boolean
  claims: readonly WrittenClaim[]
  letters: readonly EarlierLetter[]
}

/** `year`: of an invoice; a notice is that of its file. */
export type Occasion = { today: Day } & (
  | { kind: 'notice'; runId: number }
  | { kind: 'invoice'; year: number }
  | { kind: 'reminder' }
)

export type PlannedLetter = {
  step: number
  /** That of the newest claim: by it the transfer is known. */
  year: number
  claims: { claimId: number; openInCent: number }[]
}

export type NoLetter = { code: ErrorCode; message: string }

/** What a payer is written, or why they are not. */
export function planLetter(
  occasion: Occasion,
  payer: Payer,
): { letter: PlannedLetter } | { problem: NoLetter } {
  if (payer.hasDied) return { problem: told('InvalidRequest', `${payer.name} ist verstorben.`) }
  switch (occasion.kind) {
    case 'notice':
      return planNotice(occasion.runId, payer)
    case 'invoice':
      return planInvoice(occasion, payer)
    case 'reminder':
      return planReminder(occasion, payer)
  }
}

function planNotice(runId: number, { name, claims, letters }: Payer) {
  const collected = claims.flatMap((claim) => {
    const debit = liveDebit(claim.bookings)
    return debit?.runId === runId ? [{ ...claim, openInCent: -debit.amountInCent }] : []
  })
  if (collected.length === 0) {
    return { problem: told('NothingToCollect', `${name} hat in dieser Datei keine Lastschrift.`) }
  }
  // What is announced is the debit as the bank has it: without one of its fees it would be another sum.
  const died = collected.find(({ hasMemberDied }) => hasMemberDied)
  if (died) {
    const message = `In der Lastschrift von ${name} steht der Beitrag von ${died.memberName}, verstorben.`
    return { problem: told('InvalidRequest', message) }
  }
  const earlier = letters.find((letter) => letter.kind === 'notice' && letter.runId === runId)
  if (!earlier) return letterOf(0, collected)
  return { problem: told('NotYet', `${name} hat die ${wordsOf(earlier)} schon.`) }
}

function planInvoice(
  { today, year }: { today: Day; year: number },
  { name, claims, letters }: Payer,
) {
  const owed = claims.filter(
    (claim) => claim.year === year && isOwed(claim) && !liveDebit(claim.bookings),
  )
  // A transfer for a fee that the next file collects would be paid twice.
  const open = owed.filter(({ obstacle }) => obstacle !== null)
  if (owed.length > 0 && open.length === 0) {
    const message = `Was bei ${name} für ${year} offen ist, wird mit der nächsten Datei eingezogen.`
    return { problem: told('InvalidRequest', message) }
  }
  if (open.length === 0) {
    const message = `${name} hat für ${year} nichts offen, was nicht eingezogen wird.`
    return { problem: told('NothingToCollect', message) }
  }
  const running = letters.find(
    (letter) =>
      asksForMoney(letter) &&
      letter.dueOn >= today &&
      open.every(({ id }) => letter.claimIds.includes(id)),
  )
  return running ? { problem: stillRunning(name, running) } : letterOf(0, open)
}

function planReminder({ today }: { today: Day }, { name, claims, letters }: Payer) {
  const open = claims.filter(isOwed)
  if (open.length === 0) {
    return { problem: told('NothingToCollect', `${name} hat nichts offen.`) }
  }
  const naming = ({ id }: WrittenClaim) =>
    letters.filter((letter) => asksForMoney(letter) && letter.claimIds.includes(id))
  const stepOf = (claim: WrittenClaim) => Math.max(0, ...naming(claim).map(({ step }) => step))
  const unfinished = open.filter((claim) => stepOf(claim) < lastReminder)
  // What was written of fees that are paid by now counts no more.
  const about = (unfinished.length > 0 ? unfinished : open).flatMap(naming)
  const running = about.find(({ dueOn }) => dueOn >= today)
  if (running) return { problem: stillRunning(name, running) }
  // A last reminder names only fees of an earlier reminder.
  if (unfinished.length > 0) return letterOf(Math.min(...unfinished.map(stepOf)) + 1, unfinished)
  const last = about.find((letter) => letter.step === lastReminder)
  const message = `${name} hat die ${last ? wordsOf(last) : 'letzte Mahnung'} schon. Danach kommt keine mehr.`
  return { problem: told('InvalidRequest', message) }
}

const isOwed = ({ openInCent, hasMemberDied }: WrittenClaim) => openInCent > 0 && !hasMemberDied
const asksForMoney = ({ kind }: EarlierLetter) => kind !== 'notice'

function letterOf(step: number, claims: readonly WrittenClaim[]): { letter: PlannedLetter } {
  return {
    letter: {
      step,
      year: Math.max(...claims.map(({ year }) => year)),
      claims: claims.map(({ id, openInCent }) => ({ claimId: id, openInCent })),
    },
  }
}

function stillRunning(name: string, letter: EarlierLetter): NoLetter {
  const message = `${name} hat noch Zeit bis ${germanDate(letter.dueOn)}: ${wordsOf(letter)}.`
  return told('NotYet', message)
}

/** "Mahnung vom 03.12.2027" */
function wordsOf(letter: EarlierLetter): string {
  return `${feeLetterTitle(letter)} vom ${germanDate(berlinDay(new Date(letter.createdAt)))}`
}

const told = (code: ErrorCode, message: string): NoLetter => ({ code, message })
