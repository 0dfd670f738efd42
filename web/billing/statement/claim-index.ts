import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { plainIban } from '#worker/domain/text.ts'

/** Finds claims by what a payment tells: a year of lines meets thousands of them. */
export type ClaimIndex = {
  /** MB2027-4711: the year, and the number of whoever pays. */
  byReference: (year: number, payerNumber: number) => readonly FeeClaim[]
  byIban: (iban: string) => readonly FeeClaim[]
  /** Of whoever pays or is paid for, in any order and with other words beside. */
  byName: (name: string) => readonly FeeClaim[]
}

export function indexClaims(claims: readonly FeeClaim[]): ClaimIndex {
  const references = Map.groupBy(claims, ({ year, payer }) => `${year}-${payer.memberNumber}`)
  const ibans = Map.groupBy(claims, ({ payerIban }) => plainIban(payerIban))
  const people = claims.flatMap((claim) =>
    (claim.payer.id === claim.member.id ? [claim.payer] : [claim.payer, claim.member])
      .map(({ firstName, lastName }) => wordsOf(`${lastName} ${firstName}`))
      .filter((words) => words.length > 1)
      .map((words) => ({ claim, words })),
  )
  const names = Map.groupBy(people, ({ words }) => words[0])
  return {
    byReference: (year, payerNumber) => references.get(`${year}-${payerNumber}`) ?? [],
    byIban: (iban) => (iban === '' ? [] : (ibans.get(iban) ?? [])),
    byName(name) {
      const said = new Set(wordsOf(name))
      const found = [...said]
        .flatMap((word) => names.get(word) ?? [])
        .filter(({ words }) => words.every((word) => said.has(word)))
      return [...new Set(found.map(({ claim }) => claim))]
    },
  }
}

const wordsOf = (name: string) =>
  normaliseName(name)
    .split(/[\s,.'+-]+/)
    .filter(Boolean)
