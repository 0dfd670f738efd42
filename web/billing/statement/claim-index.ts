import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { feeReference } from '#worker/domain/fee-letter-words.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { plainIban } from '#worker/domain/text.ts'

/**
 * Indexes claims by reference, account and name, because a year of lines is matched with thousands
 * of claims.
 */
export type ClaimIndex = {
  /** Claims by "MB2027-4711" or "MB2027-ID12", the reference of the payer or of the member. */
  byReference: (reference: string) => readonly FeeClaim[]
  byIban: (iban: string) => readonly FeeClaim[]
  byPayer: (payerId: number) => readonly FeeClaim[]
  /** Claims whose payer or member has their whole name in the text, in any order and spelling. */
  byName: (text: string) => readonly FeeClaim[]
}

export function indexClaims(claims: readonly FeeClaim[]): ClaimIndex {
  // Both references of a person count: a letter may date from before the member had a number.
  const named = claims.flatMap((claim) => {
    const { year, payer, member } = claim
    const references = [payer, member].flatMap((person) => feeReferencesOf(year, person))
    return [...new Set(references)].map((reference) => ({ claim, reference }))
  })
  const references = Map.groupBy(named, ({ reference }) => reference)
  const ibans = Map.groupBy(claims, ({ payerIban }) => plainIban(payerIban ?? ''))
  const payers = Map.groupBy(claims, ({ payer }) => payer.id)
  const people = claims.flatMap((claim) =>
    (claim.payer.id === claim.member.id ? [claim.payer] : [claim.payer, claim.member])
      .map(({ firstName, lastName }) => nameWords(`${lastName} ${firstName}`))
      .filter((words) => words.length > 1)
      .map((words) => ({ claim, words })),
  )
  const names = Map.groupBy(people, ({ words }) => words[0])
  return {
    byReference: (reference) => references.get(reference)?.map(({ claim }) => claim) ?? [],
    byIban: (iban) => (iban === '' ? [] : (ibans.get(iban) ?? [])),
    byPayer: (payerId) => payers.get(payerId) ?? [],
    byName(text) {
      const textWords = new Set(nameWords(text))
      const found = [...textWords]
        .flatMap((word) => names.get(word) ?? [])
        .filter(({ words }) => words.every((word) => textWords.has(word)))
      return [...new Set(found.map(({ claim }) => claim))]
    },
  }
}

/** A person's references in a year: by member number, and by id from the time without a number. */
export const feeReferencesOf = (year: number, person: FeeClaim['payer']) =>
  [person, { ...person, memberNumber: 0 }].map((one) => feeReference(year, one))

/**
 * The words of a name, normalised as loosely as banks and people write them: "Jørgen" is Jorgen and
 * Joergen, "Đuro" is Duro and Djuro, "Müller" is Mueller and Muller. A match by name alone is never
 * ticked, so a false match does no harm.
 */
export const nameWords = (name: string) =>
  normaliseName(name)
    .replace(/([aou])e/g, '$1')
    .replace(/dj/g, 'd')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
