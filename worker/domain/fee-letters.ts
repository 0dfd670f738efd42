import { type FeeLetterKind, type LetterChannel, letterChannels } from './codes.ts'
import { berlinDay, type Day, germanDate } from './dates.ts'
import type { ErrorCode } from './errors.ts'
import { type FeeBooking, liveDebit } from './fee-ledger.ts'

// Who gets a letter about fees, and for which claims (docs/rules.md, "Schreiben zum Beitrag"). The
// server decides by these rules, and the page previews by them.

/** The step of the last reminder. After it no letter follows; the guild decides what to do. */
const lastReminder = 3

/** The title of a letter, for a reminder by its `step`: "Zahlungserinnerung". */
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

/** How letters are sent: all by one channel, or `mailElseLetter`: on paper where the payer has no e-mail address. */
export const letterWays = ['mailElseLetter', ...letterChannels] as const
export type LetterWay = (typeof letterWays)[number]

type Reachable = {
  hasEmail: boolean
  /** Whether the payer has a complete postal address. */
  hasAddress: boolean
  /** Whether the user chose paper for this payer; only considered for `mailElseLetter`. */
  onPaper?: boolean
}

/** The channel of a letter to this payer; null when the payer cannot be reached that way. */
export function channelFor(
  way: LetterWay,
  { hasEmail, hasAddress, onPaper = false }: Reachable,
): LetterChannel | null {
  const isByMail = way === 'mail' || (way === 'mailElseLetter' && hasEmail && !onPaper)
  if (isByMail) return hasEmail ? 'mail' : null
  return hasAddress ? 'letter' : null
}

/** What a payer lacks for whom `channelFor` finds no channel, by the way in which letters are sent. */
export const unreachableWords: Record<LetterWay, string> = {
  mailElseLetter: 'weder E-Mail Adresse noch vollständige Anschrift',
  letter: 'keine vollständige Anschrift',
  mail: 'keine E-Mail Adresse',
}

/** A claim that the payer has to pay. */
type WrittenClaim = {
  id: number
  year: number
  openInCent: number
  bookings: readonly FeeBooking[]
  /** Why the next file leaves the fee out; null when the file collects it. */
  obstacle: string | null
  /** The name of the member for whom the fee is due, who may be another person than the payer. */
  memberName: string
  hasMemberDied: boolean
}

/** A letter that the payer got before. */
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

/** Why letters are written. `year`: the year to invoice; for a notice it is the year of the run. */
export type Occasion = { today: Day } & (
  | { kind: 'notice'; runId: number }
  | { kind: 'invoice'; year: number }
  | { kind: 'reminder' }
)

export type PlannedLetter = {
  step: number
  /** The year of the newest claim, used in the reference of the transfer. */
  year: number
  claims: { claimId: number; openInCent: number }[]
}

export type NoLetter = { code: ErrorCode; message: string }

/** The letter to a payer, or the reason why there is none. */
export function planLetter(
  occasion: Occasion,
  payer: Payer,
): { letter: PlannedLetter } | { problem: NoLetter } {
  if (payer.hasDied) return { problem: noLetter('InvalidRequest', `${payer.name} ist verstorben.`) }
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
    return {
      problem: noLetter('NothingToCollect', `${name} hat in dieser Datei keine Lastschrift.`),
    }
  }
  // A notice announces the debit with the sum that the bank has, so no fee of the debit can be left out: the payer
  // gets no notice.
  const died = collected.find(({ hasMemberDied }) => hasMemberDied)
  if (died) {
    const message = `In der Lastschrift von ${name} steht der Beitrag von ${died.memberName}, verstorben.`
    return { problem: noLetter('InvalidRequest', message) }
  }
  const earlier = letters.find((letter) => letter.kind === 'notice' && letter.runId === runId)
  if (!earlier) return letterOf(0, collected)
  return { problem: noLetter('NotYet', `${name} hat die ${wordsOf(earlier)} schon.`) }
}

function planInvoice(
  { today, year }: { today: Day; year: number },
  { name, claims, letters }: Payer,
) {
  const owed = claims.filter(
    (claim) => claim.year === year && isOwed(claim) && !liveDebit(claim.bookings),
  )
  // An invoice leaves out the fees that the next file collects: otherwise they would be paid twice.
  const open = owed.filter(({ obstacle }) => obstacle !== null)
  if (owed.length > 0 && open.length === 0) {
    const message = `Was bei ${name} für ${year} offen ist, wird mit der nächsten Datei eingezogen.`
    return { problem: noLetter('InvalidRequest', message) }
  }
  if (open.length === 0) {
    const message = `${name} hat für ${year} nichts offen, was nicht eingezogen wird.`
    return { problem: noLetter('NothingToCollect', message) }
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
    return { problem: noLetter('NothingToCollect', `${name} hat nichts offen.`) }
  }
  const naming = ({ id }: WrittenClaim) =>
    letters.filter((letter) => asksForMoney(letter) && letter.claimIds.includes(id))
  const stepOf = (claim: WrittenClaim) => Math.max(0, ...naming(claim).map(({ step }) => step))
  const unfinished = open.filter((claim) => stepOf(claim) < lastReminder)
  // Only earlier letters about fees that are still open; a letter whose term is running prevents a reminder.
  const about = (unfinished.length > 0 ? unfinished : open).flatMap(naming)
  const running = about.find(({ dueOn }) => dueOn >= today)
  if (running) return { problem: stillRunning(name, running) }
  // The step follows the fee with the fewest reminders, so the last reminder only names fees of earlier reminders.
  if (unfinished.length > 0) return letterOf(Math.min(...unfinished.map(stepOf)) + 1, unfinished)
  const last = about.find((letter) => letter.step === lastReminder)
  const message = `${name} hat die ${last ? wordsOf(last) : 'letzte Mahnung'} schon. Danach kommt keine mehr.`
  return { problem: noLetter('InvalidRequest', message) }
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
  return noLetter('NotYet', message)
}

/** The title of an earlier letter with its date: "Mahnung vom 03.12.2027". */
function wordsOf(letter: EarlierLetter): string {
  return `${feeLetterTitle(letter)} vom ${germanDate(berlinDay(new Date(letter.createdAt)))}`
}

const noLetter = (code: ErrorCode, message: string): NoLetter => ({ code, message })
