import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import {
  type FeeBooking,
  isDebit,
  liveBookings,
  liveDebit,
  moneyInCent,
  openInCent,
} from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { NewBooking } from './billing.contract.ts'

/** A claim as far as bookings on it are judged. */
export type Account = {
  id: number
  amountInCent: number
  /** Set aside when two records became one: nothing is asked for it any more. */
  merged: boolean
  bookings: readonly FeeBooking[]
}

/** A line to be written. */
export type NewLine = Omit<FeeBooking, 'id'> & { claimId: number }

export type Plan = {
  lines: NewLine[]
  /** What is wrong, by place: `bookings.2.amountInCent`. Nothing is written as long as there is any. */
  problems: FieldMessages
}

/**
 * What is written for what was asked, each on the accounts as those before it leave them. A return is one
 * line for each claim of its debit.
 * @param accounts those named, and all that a debit of theirs collected from
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

type Came = { claimId: number; endToEndId: string | null; bankKey: string | undefined }

type Book = {
  accounts: ReadonlyMap<number, Account>
  lines: NewLine[]
  /** What came back for a claim, with the line of the statement that told it. */
  returned: Came[]
  write(lines: readonly NewLine[], of: NewBooking): void
}

/** The accounts, as what is planned leaves them. */
function openBook(given: readonly Account[]): Book {
  const accounts = new Map(given.map((account) => [account.id, account]))
  const lines: NewLine[] = []
  const returned: Came[] = []
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
        // Behind every number there is.
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
      return setAside(account)
    case 'refunded': {
      const money = moneyInCent(account)
      if (booking.amountInCent <= money) return null
      const message = `Eingegangen sind nur ${germanEuro(money)}.`
      return { amountInCent: money > 0 ? message : 'Es ist nichts eingegangen.' }
    }
    case 'waived':
      return tooMuch(booking.amountInCent, account)
    case 'corrected':
      return booking.amountInCent < 0 ? tooMuch(-booking.amountInCent, account) : setAside(account)
    case 'returned':
      return returnProblem(booking, account, book)
  }
}

/** The other record's claim is the one of the year: nothing more is asked for here. */
function setAside({ merged }: Account): FieldMessages | null {
  return merged ? { claimId: 'Dieser Beitrag ist doppelt: Es gilt der andere.' } : null
}

/** A payment may be more than what is open; nothing else. */
function tooMuch(amountInCent: number, account: Account): FieldMessages | null {
  const open = openInCent(account)
  if (amountInCent <= open) return null
  const message = `Offen sind nur noch ${germanEuro(open)}.`
  return { amountInCent: open > 0 ? message : 'Es ist nichts offen.' }
}

/** One line of a statement on one claim; of a debit that comes back it may name several claims. */
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
    if (cameFor(booking, book).length > 0) {
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

/** What the request has returned for the claim so far; of the debit that is named, if one is. */
function cameFor({ claimId, endToEndId }: Return, { returned }: Book): Came[] {
  return returned.filter(
    (one) => one.claimId === claimId && (endToEndId === undefined || one.endToEndId === endToEndId),
  )
}

/**
 * The debit of the claim that stands and is named, else the newest, with what it collected of others, by their
 * numbers. Several claims of one debit may be named: it comes back once.
 */
function debitOf(booking: Return, book: Book): DebitPart[] | 'returned already' | null {
  const { claimId, bankKey, endToEndId } = booking
  if (cameFor(booking, book).some((one) => one.bankKey === bankKey)) return 'returned already'
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

/** A debit without a number of its own is of one claim. */
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
