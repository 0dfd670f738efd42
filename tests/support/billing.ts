import { someSettings } from '#tests/support/guild-settings.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, type WireTable } from '#tests/support/wire.ts'
import type {
  FeeClaim,
  FeeClaimBooking,
  FeeRow,
  FeeYear,
  MembershipFees,
  SepaRun,
} from '#worker/billing/billing.contract.ts'
import type { Role } from '#worker/domain/codes.ts'
import { feeState, openInCent } from '#worker/domain/fee-ledger.ts'

export const feesCall = 'GET /api/billing/membershipfees/2026'
export const runsCall = 'GET /api/billing/membershipfees/2026/runs'
export const fileCall = 'GET /api/billing/membershipfees/2026/xml'
export const makeCall = 'POST /api/billing/runs'
export const yearsCall = 'GET /api/billing/years'
export const figuresCall = 'GET /api/billing/years/2026'
export const claimsCall = 'GET /api/billing/claims'
export const bookCall = 'POST /api/billing/bookings'
const settingsCall = 'GET /api/guild/settings'

export function aFee(changes: Partial<FeeRow> = {}): FeeRow {
  return {
    memberId: 41,
    firstName: 'Annegret',
    lastName: 'Gruber',
    amountInCent: 2000,
    reason: 'Aktiv ab 18',
    bankingIban: 'DE89370400440532013000',
    bankingBic: 'COBADEFFXXX',
    bankingSepaAllowed: true,
    bankingSepaAllowedDate: '2014-02-01',
    obstacle: null,
    claimId: null,
    payer: null,
    state: null,
    openInCent: null,
    ...changes,
  }
}

export const gruber = aFee()
export const zoller = aFee({
  memberId: 42,
  firstName: 'Xaver',
  lastName: 'Zoller',
  amountInCent: 1500,
  reason: 'Passiv ab 18',
  bankingBic: '',
  bankingSepaAllowed: false,
  bankingSepaAllowedDate: null,
  obstacle: 'Kein SEPA-Mandat',
})
export const abele = aFee({
  memberId: 43,
  firstName: 'Rosa',
  lastName: 'Abele',
  bankingIban: '',
  bankingSepaAllowedDate: null,
  obstacle: 'IBAN fehlt',
})
export const dorn = aFee({
  memberId: 44,
  firstName: 'Christa',
  lastName: 'Dorn',
  amountInCent: 0,
  reason: 'Ehrenmitglied: beitragsfrei',
  obstacle: 'Ehrenmitglied: beitragsfrei',
})
export const blum = aFee({
  memberId: 45,
  firstName: 'Eva',
  lastName: 'Blum',
  amountInCent: null,
  reason: 'Dafür gibt es keine Zeile in der Beitragstabelle',
  bankingSepaAllowed: false,
  obstacle: 'Dafür gibt es keine Zeile in der Beitragstabelle',
})

export function someFees(fees: FeeRow[] = [abele, blum, dorn, gruber, zoller]): MembershipFees {
  const sum = (rows: FeeRow[]) => rows.reduce((total, row) => total + (row.amountInCent ?? 0), 0)
  const collectible = fees.filter(({ obstacle }) => obstacle === null)
  return {
    year: 2026,
    totalInCent: sum(fees),
    collectibleInCent: sum(collectible),
    collectibleCount: collectible.length,
    fees,
  }
}

export function aRun(changes: Partial<SepaRun> = {}): SepaRun {
  return {
    id: 1,
    createdAt: '2026-11-20T12:42:05.000Z',
    createdBy: 'Sabine Kächele',
    year: 2026,
    dueDate: '2026-12-07',
    count: 237,
    sumInCent: 444_500,
    messageId: 'MB2026-20261120134205',
    debitCount: 237,
    creditedOn: null,
    voidedAt: null,
    voidReason: '',
    submittedOn: null,
    hasFile: true,
    ...changes,
  }
}

let bookingId = 0

export function aBooking(changes: Partial<FeeClaimBooking> = {}): FeeClaimBooking {
  bookingId += 1
  return {
    id: bookingId,
    kind: 'paid',
    amountInCent: -2000,
    day: '2026-03-02',
    runId: null,
    endToEndId: null,
    mandateId: null,
    reversesId: null,
    reasonCode: null,
    bankChargeInCent: null,
    method: changes.kind === undefined || changes.kind === 'paid' ? 'transfer' : null,
    bankKey: null,
    note: '',
    createdAt: '2026-03-02T08:15:00.000Z',
    createdBy: 'Sabine Kächele',
    ...changes,
  }
}

/** A direct debit of run 1. */
export function aDebit(changes: Partial<FeeClaimBooking> = {}): FeeClaimBooking {
  return aBooking({
    kind: 'collected',
    day: '2026-11-30',
    runId: 1,
    endToEndId: 'MB2026-141',
    mandateId: 'M141',
    ...changes,
  })
}

type ClaimChanges = Partial<Omit<FeeClaim, 'state' | 'openInCent'>>

/** The claim of one of the fees above once its year is closed; the state follows from the bookings. */
export function aClaim(fee: FeeRow = gruber, changes: ClaimChanges = {}): FeeClaim {
  const { memberId: id, firstName, lastName } = fee
  const person = { id, firstName, lastName, birthday: null, memberNumber: id + 100 }
  const claim = {
    id: id + 1000,
    year: 2026,
    member: person,
    payer: person,
    amountInCent: fee.amountInCent ?? 0,
    reason: fee.reason,
    obstacle: fee.obstacle,
    payerIban: fee.bankingIban,
    payerBic: fee.bankingBic,
    payerSepaAllowed: fee.bankingSepaAllowed,
    payerSepaAllowedDate: fee.bankingSepaAllowedDate,
    today: null,
    bookings: [],
    merged: false,
    ...changes,
  }
  return { ...claim, openInCent: openInCent(claim), state: feeState(claim) }
}

/** The fee list of a closed year. */
export function closedFees(claims: readonly FeeClaim[], fees?: FeeRow[]): MembershipFees {
  const list = someFees(fees)
  return {
    ...list,
    fees: list.fees.map((fee) => {
      const claim = claims.find(({ member }) => member.id === fee.memberId)
      if (!claim) return { ...fee, obstacle: 'Noch nicht festgeschrieben' }
      const { id: claimId, state, openInCent: open, obstacle } = claim
      return { ...fee, claimId, state, openInCent: open, obstacle }
    }),
  }
}

export function aYear(changes: Partial<FeeYear> = {}): FeeYear {
  return {
    year: 2026,
    closed: false,
    count: 5,
    sumInCent: 5500,
    openInCent: 0,
    unclosed: [],
    runs: [],
    ...changes,
  }
}

/** The responses for the page of a closed year: its claims, fees, years and runs. */
export function closedWire(claims: readonly FeeClaim[], year: Partial<FeeYear> = {}): WireTable {
  return {
    [claimsCall]: json(claims),
    [feesCall]: json(closedFees(claims)),
    [yearsCall]: json([
      aYear({ closed: true, count: claims.length, ...year }),
      aYear({ year: 2027 }),
    ]),
    [runsCall]: json((year.runs ?? []).map((run) => aRun(run))),
  }
}

type Opening = { path?: string; wire?: WireTable; role?: Role }

/** Renders the fee page. The test's clock is set to 21.11.2026. */
export function openFees({ path, wire, role = 'management' }: Opening = {}) {
  return renderApp({
    path: path ?? '/billing/membershipfees',
    user: withRoles(role),
    wire: {
      [feesCall]: json(someFees()),
      [runsCall]: json([]),
      [yearsCall]: json([aYear({ year: 2027 }), aYear()]),
      [claimsCall]: json([]),
      [makeCall]: json(aRun(), 201),
      [settingsCall]: json(someSettings()),
      ...wire,
    },
  })
}
