import type { StatementEntry } from '#web/billing/statement/statement-entry.ts'
import type {
  FeeClaim,
  FeeClaimBooking,
  FeeRunSummary,
  FeeYear,
} from '#worker/billing/billing.contract.ts'
import { openInCent } from '#worker/domain/fee-ledger.ts'

type Payer = FeeClaim['payer']

const person = (memberNumber: number, lastName: string, firstName: string): Payer => ({
  id: memberNumber,
  memberNumber,
  firstName,
  lastName,
  birthday: null,
})

export const gruber = person(41, 'Gruber', 'Annegret')
export const zoller = person(42, 'Zoller', 'Xaver')
export const abele = person(43, 'Abele', 'Rosa')
export const dorn = person(44, 'Dorn', 'Christa')

export const ibans: Readonly<Record<number, string>> = {
  41: 'DE89370400440532013000',
  42: 'DE21500500009876543210',
}

export function aBooking(changes: Partial<FeeClaimBooking> = {}): FeeClaimBooking {
  return {
    id: 1,
    kind: 'paid',
    amountInCent: -2000,
    day: '2026-12-07',
    runId: null,
    endToEndId: null,
    mandateId: null,
    reversesId: null,
    reasonCode: null,
    bankChargeInCent: null,
    method: null,
    bankKey: null,
    note: '',
    createdAt: '2026-12-07T10:00:00.000Z',
    createdBy: 'Sabine Kächele',
    ...changes,
  }
}

type Claimed = Partial<FeeClaim> & Pick<FeeClaim, 'member'>

/** A claim of 20,00 € for 2026 without bookings. */
export function aClaim({ member, ...changes }: Claimed): FeeClaim {
  const { year = 2026, amountInCent = 2000, bookings = [], payer = member } = changes
  return {
    id: year * 100 + member.memberNumber,
    year,
    member,
    payer,
    amountInCent,
    openInCent: openInCent({ amountInCent, bookings }),
    reason: 'Aktiv ab 18',
    state: 'open',
    obstacle: null,
    payerIban: ibans[payer.memberNumber] ?? '',
    payerBic: '',
    payerSepaAllowed: false,
    payerSepaAllowedDate: null,
    today: null,
    merged: false,
    bookings,
    ...changes,
  }
}

/** A claim that run 7 collected on 7 December 2026. */
export function collected({ member, bookings = [], ...changes }: Claimed): FeeClaim {
  const { payer = member, amountInCent = 2000 } = changes
  const debit = aBooking({
    id: member.memberNumber * 10,
    kind: 'collected',
    amountInCent: -amountInCent,
    runId: 7,
    endToEndId: `MB2026-${payer.memberNumber}`,
    mandateId: `M${payer.memberNumber}`,
  })
  return aClaim({ member, ...changes, bookings: [debit, ...bookings] })
}

export function aRun(changes: Partial<FeeRunSummary> = {}): FeeRunSummary {
  return {
    id: 7,
    messageId: 'MB2026-20261120134205',
    createdAt: '2026-11-20T12:42:05.000Z',
    dueDate: '2026-12-07',
    count: 3,
    sumInCent: 6000,
    createdBy: 'Sabine Kächele',
    creditedOn: null,
    voidedAt: null,
    voidReason: '',
    submittedOn: null,
    hasFile: true,
    ...changes,
  }
}

export const aYear = (runs: FeeRunSummary[] = [aRun()]): FeeYear => ({
  year: 2026,
  closed: true,
  count: 4,
  sumInCent: 8000,
  openInCent: 2000,
  unclosed: [],
  runs,
})

let lines = 0

/** A payment of 20,00 € received on 10 December 2026. */
export function anEntry(changes: Partial<StatementEntry> = {}): StatementEntry {
  lines += 1
  const key = String(lines).padStart(64, '0')
  return {
    key,
    plainKey: changes.key ?? key,
    contentKey: changes.key ?? key,
    day: '2026-12-10',
    side: 'in',
    amountInCent: 2000,
    originalInCent: null,
    chargeInCent: 0,
    sharedChargeInCent: 0,
    isReturn: false,
    isReversal: false,
    isCollection: false,
    reasonCode: null,
    endToEndId: null,
    mandateId: null,
    references: [],
    name: '',
    iban: '',
    purpose: '',
    texts: changes.purpose ? [changes.purpose] : [],
    detailsElsewhere: false,
    ...changes,
  }
}

/** A returned direct debit. */
export const aReturn = (changes: Partial<StatementEntry> = {}) =>
  anEntry({ side: 'out', isReturn: true, reasonCode: 'AM04', ...changes })
