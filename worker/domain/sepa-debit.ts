import { countBy } from './count-by.ts'
import type { Day } from './dates.ts'
import { fullName } from './names.ts'
import { type Mandate, mandateReference } from './sepa-mandate.ts'
import { sepaText } from './sepa-text.ts'
import { plainIban } from './text.ts'

/** An account with its mandate, and whose it is. */
export type Account = Mandate & {
  memberId: number
  firstName: string
  lastName: string
  bankingIban: string
  bankingAccountOwner: string
  bankingSepaAllowed: boolean
}

/** What is asked of an account. */
export type Claim = Account & {
  /** null = no row of the fee table fits. */
  amountInCent: number | null
  /** Why the fee is what it is. */
  reason: string
}

/** A member's fee that is collected, and the account of whoever pays it. */
export type CollectedFee = {
  memberId: number
  firstName: string
  lastName: string
  amountInCent: number
  payer: Account
}

/** One direct debit as it stands in the file. */
export type Debit = {
  endToEndId: string
  amountInCent: number
  mandateId: string
  signedOn: Day
  name: string
  iban: string
  purpose: string
}

/** The most that one direct debit can collect: 999,999,999.99 €. */
const maxDebitInCent = 99_999_999_999

export function isDebitAmount(amountInCent: number): boolean {
  return Number.isInteger(amountInCent) && amountInCent > 0 && amountInCent <= maxDebitInCent
}

/** Whose account it is: the owner that was named, else the member. */
export function debtorName(account: Account): string {
  const owner = account.bankingAccountOwner.trim() || fullName(account)
  return sepaText(owner, 70)
}

/**
 * One debit a payer, in the order in which they come first.
 * @param fees without an obstacle (sepa-obstacles.ts)
 * @param used what debits of the year are known by already, those of void runs as well
 */
export function toDebits<Fee extends CollectedFee>(
  fees: readonly Fee[],
  year: number,
  used: ReadonlySet<string> = new Set(),
): (Debit & { fees: Fee[] })[] {
  const families = [...Map.groupBy(fees, ({ payer }) => payer.memberId).values()]
  const payers = families.flatMap((family) => family.slice(0, 1).map(({ payer }) => payer))
  const numbers = countBy(payers, ({ memberNumber }) => memberNumber)
  return payers.map((payer, index) => {
    const { memberNumber } = payer
    const number = memberNumber > 0 && numbers.get(memberNumber) === 1 ? String(memberNumber) : null
    const family = families[index] ?? []
    return {
      // Who has an own mandate reference may do without a number; the id is unique as well.
      endToEndId: nextAttempt(`MB${year}-${number ?? `ID${payer.memberId}`}`, used),
      amountInCent: sumInCent(family),
      mandateId: mandateReference(payer),
      signedOn: payer.bankingSepaAllowedDate ?? '',
      name: debtorName(payer),
      iban: plainIban(payer.bankingIban),
      purpose: purposeOf(family, year, number),
      fees: family,
    }
  })
}

/** `MB2027-12`, and once it was used `MB2027-12-2`: a return names one debit. */
function nextAttempt(first: string, used: ReadonlySet<string>): string {
  let endToEndId = first
  for (let attempt = 2; used.has(endToEndId); attempt++) endToEndId = `${first}-${attempt}`
  return endToEndId
}

/** Whose fees it takes; the number of somebody who pays for nobody else. */
function purposeOf(fees: readonly CollectedFee[], year: number, number: string | null): string {
  const names = fees.map(fullName).join(', ')
  const isOwn = fees.every(({ memberId, payer }) => memberId === payer.memberId)
  const member = isOwn && number ? `, Mitglied ${number}` : ''
  return sepaText(`Mitgliedsbeitrag ${year} ${names}${member}`, 140)
}

export function sumInCent(items: readonly { amountInCent: number | null }[]): number {
  return items.reduce((sum, { amountInCent }) => sum + (amountInCent ?? 0), 0)
}
