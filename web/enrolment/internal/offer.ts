import type { SectionQuery } from '#web/components/query-section.tsx'
import type { CostumeType, Offer } from '#web/enrolment/chosen-parades.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'

/** What one can choose from, while it may still be on its way. */
export type OfferQueries = {
  parades: SectionQuery<EnrolmentParade[]>
  costumeTypes: SectionQuery<CostumeType[]>
}

/** What of it is there; a list that has not come is empty. */
export function knownOffer({ parades, costumeTypes }: OfferQueries): Offer {
  return { parades: parades.data ?? [], costumeTypes: costumeTypes.data ?? [] }
}

/** Without the parades nobody can say what is missing; of types the empty list says it. */
export function isOfferKnown({ parades, costumeTypes }: OfferQueries): boolean {
  return parades.data !== undefined && (costumeTypes.data !== undefined || !!costumeTypes.error)
}
