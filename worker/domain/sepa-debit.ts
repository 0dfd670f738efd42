import type { Day } from './dates.ts'
import { fullName } from './names.ts'
import { isSepaReference, type Mandate, mandateReference, sepaText } from './sepa-text.ts'
import { plainIban } from './text.ts'

/** The number of items by key. */
function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

/** A member's account with its mandate. */
export type Account = Mandate & {
  memberId: number
  firstName: string
  lastName: string
  bankingIban: string
  bankingAccountOwner: string
  bankingSepaAllowed: boolean
}

/** The fee due from an account. */
export type Claim = Account & {
  /** The open fee; null when no row of the fee table applies. */
  amountInCent: number | null
  /** The reason for the amount, in German. */
  reason: string
}

/** A member's fee to collect, and the payer's account. */
export type CollectedFee = {
  memberId: number
  firstName: string
  lastName: string
  amountInCent: number
  payer: Account
}

/** One direct debit of the SEPA file. */
export type Debit = {
  endToEndId: string
  amountInCent: number
  mandateId: string
  signedOn: Day
  name: string
  iban: string
  purpose: string
}

/** The largest amount of one direct debit: 999,999,999.99 €. */
const maxDebitInCent = 99_999_999_999

export function isDebitAmount(amountInCent: number): boolean {
  return Number.isInteger(amountInCent) && amountInCent > 0 && amountInCent <= maxDebitInCent
}

/** The debtor's name: the account's owner if given, else the member. */
export function debtorName(account: Account): string {
  const owner = account.bankingAccountOwner.trim() || fullName(account)
  return sepaText(owner, 70)
}

/**
 * One debit per payer, in the order of each payer's first fee.
 * @param fees those for which `sepaObstacles` finds no obstacle
 * @param used the end-to-end ids of the year's debits, void runs included
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
      // A payer with a mandate reference of their own may lack a member number; the id is unique as
      // well.
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

/** The first unused id: `MB2027-12`, else `MB2027-12-2` and so on, so that a return identifies one debit. */
function nextAttempt(first: string, used: ReadonlySet<string>): string {
  let endToEndId = first
  for (let attempt = 2; used.has(endToEndId); attempt++) endToEndId = `${first}-${attempt}`
  return endToEndId
}

/** The debit's purpose: the members whose fees are collected, and the number of a payer who only pays their own fee. */
function purposeOf(fees: readonly CollectedFee[], year: number, number: string | null): string {
  const names = fees.map(fullName).join(', ')
  const isOwn = fees.every(({ memberId, payer }) => memberId === payer.memberId)
  const member = isOwn && number ? `, Mitglied ${number}` : ''
  return sepaText(`Mitgliedsbeitrag ${year} ${names}${member}`, 140)
}

export function sumInCent(items: readonly { amountInCent: number | null }[]): number {
  return items.reduce((sum, { amountInCent }) => sum + (amountInCent ?? 0), 0)
}

/** The countries of the EEA. Other accounts need a BIC and an address, and banks reject them in this kind of file. */
const eeaCountries =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE'.split(
    ' ',
  )

type Judge = { today: Day; isValidIban: (iban: string) => boolean }

/**
 * Why each fee cannot be collected, in the order of the claims; null when it can. Nothing is
 * corrected and no fee is dropped silently: one invalid row can make a bank reject the whole file.
 */
export function sepaObstacles(claims: readonly Claim[], judge: Judge): (string | null)[] {
  const wanted = claims.filter((claim) => noDebit(claim) === null)
  const numbers = countBy(wanted, ({ memberNumber }) => memberNumber)
  const references = countBy(wanted, mandateReference)
  return claims.map(
    (claim) =>
      noDebit(claim) ??
      accountProblem(claim, judge) ??
      mandateProblem(claim, judge.today, numbers, references) ??
      (debtorName(claim) === '' ? 'Kontoinhaber enthält keine zulässigen Zeichen' : null),
  )
}

/** Why no debit is intended: the fee is unknown, 0 or no valid amount, or the mandate is missing; null otherwise. */
function noDebit({ amountInCent: amount, reason, bankingSepaAllowed }: Claim): string | null {
  if (amount === null || amount === 0) return reason
  if (!isDebitAmount(amount)) return 'Betrag ungültig'
  return bankingSepaAllowed ? null : 'Kein SEPA-Mandat'
}

function accountProblem({ bankingIban }: Claim, { isValidIban }: Judge): string | null {
  const iban = plainIban(bankingIban)
  if (iban === '') return 'IBAN fehlt'
  if (!isValidIban(iban)) return 'IBAN ungültig'
  return eeaCountries.includes(iban.slice(0, 2))
    ? null
    : 'Konto außerhalb des EWR: Lastschrift hier nicht möglich'
}

function mandateProblem(
  claim: Claim,
  today: Day,
  numbers: ReadonlyMap<number, number>,
  references: ReadonlyMap<string, number>,
): string | null {
  const { memberNumber, bankingSepaAllowedDate: signedOn } = claim
  if (signedOn === null) return 'SEPA-Datum fehlt'
  if (signedOn > today) return 'SEPA-Datum liegt in der Zukunft'
  const own = claim.mandateReference.trim()
  if (own === '' && (memberNumber <= 0 || numbers.get(memberNumber) !== 1)) {
    return 'Mitgliedsnummer fehlt oder ist doppelt'
  }
  if (own !== '' && !isSepaReference(own)) return 'Mandatsreferenz ungültig'
  return references.get(mandateReference(claim)) === 1 ? null : 'Mandatsreferenz doppelt'
}
