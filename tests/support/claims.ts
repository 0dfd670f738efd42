import type { Creditor } from '#worker/billing/creditor.ts'
import { sepaFile } from '#worker/billing/sepa-file.ts'
import { type Claim, type Debit, toDebits } from '#worker/domain/sepa-debit.ts'

/** A fee that can be collected; a test gives only the values it is about. */
export function aClaim(values: Partial<Claim> = {}): Claim {
  return {
    memberId: 1,
    memberNumber: 12,
    firstName: 'Annegret',
    lastName: 'Gruber',
    amountInCent: 2000,
    reason: 'Aktiv ab 18',
    bankingIban: 'DE89370400440532013000',
    bankingAccountOwner: '',
    bankingSepaAllowed: true,
    bankingSepaAllowedDate: '2014-02-01',
    mandateReference: '',
    ...values,
  }
}

/** That many claims with different members. */
export function claims(count: number, values: (index: number) => Partial<Claim> = () => ({})) {
  return Array.from({ length: count }, (_, index) =>
    aClaim({ memberId: index + 1, memberNumber: index + 1, ...values(index) }),
  )
}

export const creditor: Creditor = {
  name: 'Narrenzunft Schellental e.V.',
  iban: 'DE02120300000000202051',
  id: 'DE98ZZZ09999999999',
  bic: '',
}

/** One debit for each claim, each from its own account. */
export function debitsOf(collected: readonly Claim[], year = 2027): Debit[] {
  const fees = collected.map((claim) => ({
    ...claim,
    amountInCent: claim.amountInCent ?? 0,
    payer: claim,
  }))
  return toDebits(fees, year)
}

/** The SEPA file of these claims, made at noon of the tests' day. */
export function fileOf(collected: readonly Claim[], year = 2027): string {
  return sepaFile({
    messageId: `MB${year}-20270116130000`,
    createdAt: '2027-01-16T13:00:00',
    dueDate: '2027-02-01',
    creditor,
    debits: debitsOf(collected, year),
  })
}
