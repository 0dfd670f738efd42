import { countBy } from './count-by.ts'
import type { Day } from './dates.ts'
import { type Claim, debtorName, isDebitAmount } from './sepa-debit.ts'
import { isSepaReference, mandateReference } from './sepa-mandate.ts'
import { plainIban } from './text.ts'

/** Accounts elsewhere need a BIC and an address, and banks refuse them in a plain file. */
const eeaCountries =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE'.split(
    ' ',
  )

type Judge = { today: Day; isValidIban: (iban: string) => boolean }

/**
 * Why a fee is not collected, in the order of the claims; null = it is. Nothing is repaired and
 * nobody left out silently: one bad row can make a bank refuse the whole file.
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

/** No debit is meant at all, or none can be: the fee itself is the reason. */
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
