import { aMemberRow } from '#tests/support/member-rows.ts'
import type { FeeClaim, FeeLetter, FeeYear } from '#worker/billing/billing.contract.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

// Responses of the ledger and the letters for component tests.

export const account = {
  name: 'Narrenzunft Schellental',
  street: 'Rathausgasse 1',
  plz: '88999',
  town: 'Moosried',
  contactEmail: 'kasse@zunft.example',
  creditorName: 'Narrenzunft Schellental e.V.',
  creditorId: 'DE98ZZZ09999999999',
  creditorIban: 'DE02120300000000202051',
  creditorBic: 'BYLADEM1001',
}

export function aYear(changes: Partial<FeeYear> = {}): FeeYear {
  const counts = { count: 2, sumInCent: 4000, openInCent: 4000, unclosed: [] }
  return { year: 2026, closed: true, ...counts, runs: [], ...changes }
}

export const home = {
  addressStreet: 'Klosterweg',
  addressNumber: '3 a',
  addressPlz: '88999',
  addressTown: 'Moosried',
}

export function aClaimOf(member: MemberRow, changes: Partial<FeeClaim> = {}): FeeClaim {
  const { id, firstName, lastName, birthday, memberNumber } = member
  const person = { id, firstName, lastName, birthday, memberNumber }
  return {
    id: 1000 + id,
    year: 2026,
    member: person,
    payer: person,
    amountInCent: 2000,
    openInCent: 2000,
    reason: 'Aktiv ab 18',
    state: 'open',
    obstacle: 'Kein SEPA-Mandat',
    payerIban: '',
    payerBic: '',
    payerSepaAllowed: false,
    payerSepaAllowedDate: null,
    today: null,
    merged: false,
    bookings: [],
    ...changes,
  }
}

export function aLetterTo(member: MemberRow, changes: Partial<FeeLetter> = {}): FeeLetter {
  const { id, firstName, lastName, birthday, memberNumber, eMail } = member
  const person = { id, firstName, lastName, birthday, memberNumber, eMail }
  return {
    id: 5000 + id,
    kind: 'invoice',
    step: 0,
    year: 2026,
    runId: null,
    channel: 'letter',
    dueOn: '2026-12-05',
    createdAt: '2026-11-21T12:00:00.000Z',
    payer: {
      ...person,
      addressStreet: member.addressStreet,
      addressNumber: member.addressNumber,
      addressPlz: member.addressPlz,
      addressTown: member.addressTown,
    },
    claims: [{ claimId: 1000 + id, year: 2026, member: person, openInCent: 2000 }],
    mandateId: null,
    ibanEnd: null,
    mailState: null,
    opening: null,
    closing: null,
    voidedAt: null,
    ...changes,
  }
}

export const rosa = aMemberRow({
  id: 61,
  firstName: 'Rosa',
  lastName: 'Äbele',
  memberNumber: 4711,
  ...home,
})
