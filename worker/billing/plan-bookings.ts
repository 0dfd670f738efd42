import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import {
  type FeeBooking,
  isDebit,
  liveBookings,
  liveDebit,
  openInCent,
  receivedInCent,
} from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { NewBooking } from './billing.contract.ts'

/** A claim as far as planning bookings needs it. */
export type Account = {
  id: number
  amountInCent: number
  /** Whether a merge of two records has superseded the claim: no further amounts are due. */
  merged: boolean
  bookings: readonly FeeBooking[]
}

/** A booking to be stored. */
export type NewLine = Omit<FeeBooking, 'id'> & { claimId: number }

export type Plan = {
  lines: NewLine[]
  /** Messages by path: `bookings.2.amountInCent`. Nothing is stored while there are any. */
  problems: FieldMessages
}

/**
 * The bookings to store for a request, each based on the accounts as the previous ones leave them. A return
 * becomes one booking per claim of its debit.
 * @param accounts those of the request, and all claims of the same debits
 */
export function planBookings(
  asked: readonly NewBooking[],
  accounts: readonly Account[],
  today: Day,
): Plan {
  const book = openBook(accounts)
  const problems: FieldMessages = {}
  asked.forEach((booking, index) => {
    const account = book.accounts.get(booking.claimId)
    const problem = account
      ? problemOf(booking, account, book, today)
      : { claimId: 'Diesen Beitrag gibt es nicht.' }
    for (const [field, message] of Object.entries(problem ?? {})) {
      problems[`bookings.${index}.${field}`] = message
    }
    if (problem === null) book.write(linesOf(booking, book), booking)
  })
  return { lines: book.lines, problems }
}

type ReturnedDebit = { claimId: number; endToEndId: string | null; bankKey: string | undefined }

type Book = {
  accounts: ReadonlyMap<number, Account>
  lines: NewLine[]
  /** The returns planned so far, with their line of the bank statement. */
  returned: ReturnedDebit[]
  write(lines: readonly NewLine[], of: NewBooking): void
}

/** A book of the accounts to which planned bookings are added, so that later ones see them. */
function openBook(given: readonly Account[]): Book {
  const accounts = new Map(given.map((account) => [account.id, account]))
  const lines: NewLine[] = []
  const returned: ReturnedDebit[] = []
  return {
    accounts,
    lines,
    returned,
    write(added, { bankKey }) {
      for (const line of added) {
        const account = accounts.get(line.claimId)
        if (!account) continue
        lines.push(line)
        const { claimId, ...rest } = line
        // An id for a booking that is not stored yet, higher than all stored ids.
        const booking = { ...rest, id: Number.MAX_SAFE_INTEGER - 1_000_000 + lines.length }
        accounts.set(account.id, { ...account, bookings: [...account.bookings, booking] })
        if (line.kind !== 'returned') continue
        returned.push({ claimId, endToEndId: line.endToEndId, bankKey })
      }
    },
  }
}

function problemOf(
  booking: NewBooking,
  account: Account,
  book: Book,
  today: Day,
): FieldMessages | null {
  if (booking.day > today) return { day: 'Der Tag liegt in der Zukunft.' }
  if (isTwice(booking, book)) return { bankKey: 'Diese Zeile ist schon genannt.' }
  switch (booking.kind) {
    case 'paid':
      return null
    case 'charged':
      return mergedProblem(account)
    case 'refunded': {
      const money = receivedInCent(account)
      if (booking.amountInCent <= money) return null
      const message = `Eingegangen sind nur ${germanEuro(money)}.`
      return { amountInCent: money > 0 ? message : 'Es ist nichts eingegangen.' }
    }
    case 'waived':
      return tooMuch(booking.amountInCent, account)
    case 'corrected':
      return booking.amountInCent < 0
        ? tooMuch(-booking.amountInCent, account)
        : mergedProblem(account)
    case 'returned':
      return returnProblem(booking, account, book)
  }
}

/** The other record's claim is the one of the year, so no amount can be added here. */
function mergedProblem({ merged }: Account): FieldMessages | null {
  return merged ? { claimId: 'Dieser Beitrag ist doppelt: Es gilt der andere.' } : null
}

/** The error for an amount above the open one, which only a payment may exceed; null when it is not above. */
function tooMuch(amountInCent: number, account: Account): FieldMessages | null {
  const open = openInCent(account)
  if (amountInCent <= open) return null
  const message = `Offen sind nur noch ${germanEuro(open)}.`
  return { amountInCent: open > 0 ? message : 'Es ist nichts offen.' }
}

/** A statement line can be booked once per claim; a return may name several claims of its debit. */
function isTwice({ kind, bankKey, claimId }: NewBooking, { lines }: Book): boolean {
  return (
    kind !== 'returned' &&
    bankKey !== undefined &&
    lines.some((line) => line.claimId === claimId && line.bankKey === bankKey)
  )
}

type Return = Extract<NewBooking, { kind: 'returned' }>

function returnProblem(booking: Return, account: Account, book: Book): FieldMessages | null {
  const debit = debitOf(booking, book)
  if (debit === 'returned already') return null
  if (!debit) {
    const { endToEndId } = booking
    if (returnsFor(booking, book).length > 0) {
      return { claimId: 'Diese Lastschrift ist schon genannt.' }
    }
    return endToEndId === undefined
      ? { claimId: 'Hier ist nichts eingezogen, was zurückkommen könnte.' }
      : { endToEndId: 'Unter dieser Kennung ist hier nichts eingezogen, was zurückkommen könnte.' }
  }
  const own = debit.find(({ claimId }) => claimId === account.id)?.amountInCent ?? 0
  const sum = debit.reduce((total, { amountInCent }) => total + amountInCent, 0)
  if (booking.amountInCent !== -own && booking.amountInCent !== -sum) {
    return { amountInCent: `Eingezogen wurden ${germanEuro(-sum)}.` }
  }
  if (booking.passOnCharge && !booking.bankChargeInCent) {
    return { bankChargeInCent: 'Gib an, was die Bank berechnet hat.' }
  }
  return null
}

type DebitPart = FeeBooking & { claimId: number }

/** The returns planned for the claim, limited to the named debit if given. */
function returnsFor({ claimId, endToEndId }: Return, { returned }: Book): ReturnedDebit[] {
  return returned.filter(
    (one) => one.claimId === claimId && (endToEndId === undefined || one.endToEndId === endToEndId),
  )
}

/**
 * All parts of the named debit, else of the claim's newest, sorted by claim. A request may name several claims
 * of one debit, which is returned once.
 */
function debitOf(booking: Return, book: Book): DebitPart[] | 'returned already' | null {
  const { claimId, bankKey, endToEndId } = booking
  if (returnsFor(booking, book).some((one) => one.bankKey === bankKey)) return 'returned already'
  const bookings = book.accounts.get(claimId)?.bookings ?? []
  const debit =
    endToEndId === undefined
      ? liveDebit(bookings)
      : liveBookings(bookings).findLast((one) => isDebit(one) && one.endToEndId === endToEndId)
  if (!debit) return null
  return [...book.accounts.values()]
    .flatMap((account) =>
      liveBookings(account.bookings)
        .filter((one) => isDebit(one) && isOfOneDebit(one, debit))
        .map((one) => ({ ...one, claimId: account.id })),
    )
    .sort((a, b) => a.claimId - b.claimId)
}

/** Whether two bookings belong to the same debit; a debit without an end-to-end id has a single booking. */
export function isOfOneDebit(a: FeeBooking, b: FeeBooking): boolean {
  if (a.endToEndId === null) return a.id === b.id
  return a.runId === b.runId && a.endToEndId === b.endToEndId
}

function linesOf(booking: NewBooking, book: Book): NewLine[] {
  const { claimId, day, note, bankKey = null } = booking
  const line = { ...emptyLine, claimId, day, note, bankKey }
  switch (booking.kind) {
    case 'paid':
      return [{ ...line, kind: 'paid', ...moved(booking, -1) }]
    case 'refunded':
      return [{ ...line, kind: 'refunded', ...moved(booking, 1) }]
    case 'waived':
      return [{ ...line, kind: 'waived', amountInCent: -booking.amountInCent }]
    case 'charged':
    case 'corrected':
      return [{ ...line, kind: booking.kind, amountInCent: booking.amountInCent }]
    case 'returned':
      return returnLines(booking, book)
  }
}

const emptyLine = {
  runId: null,
  endToEndId: null,
  mandateId: null,
  reversesId: null,
  reasonCode: null,
  bankChargeInCent: null,
  method: null,
  bankKey: null,
} as const satisfies Partial<NewLine>

type Moved = Extract<NewBooking, { kind: 'paid' | 'refunded' }>

const moved = ({ amountInCent, method }: Moved, sign: 1 | -1) => ({
  amountInCent: sign * amountInCent,
  method,
})

function returnLines(booking: Return, book: Book): NewLine[] {
  const debit = debitOf(booking, book)
  if (!debit || debit === 'returned already') return []
  const { day, note, reasonCode, bankKey = null, bankChargeInCent, passOnCharge } = booking
  const charge = bankChargeInCent || null
  return debit.flatMap(({ id, claimId, amountInCent, runId, endToEndId, mandateId }, index) => {
    const isFirst = index === 0
    const returned: NewLine = {
      ...emptyLine,
      claimId,
      kind: 'returned',
      amountInCent: -amountInCent,
      day,
      runId,
      endToEndId,
      mandateId,
      reversesId: id,
      reasonCode: reasonCode || null,
      bankChargeInCent: isFirst ? charge : null,
      bankKey,
      note,
    }
    if (!isFirst || !passOnCharge || charge === null) return [returned]
    const passedOn: NewLine = {
      ...emptyLine,
      claimId,
      kind: 'charged',
      amountInCent: charge,
      day,
      endToEndId,
      note: '',
    }
    return [returned, passedOn]
  })
}
