import { useLoaderData } from 'react-router'
import type { SectionQuery } from '#web/ui/query-section.tsx'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { CostumeType, Offer } from './chosen-parades.ts'
import {
  costumeTypesNotLoaded,
  loadCostumeTypes,
  loadOpenParades,
  paradesNotLoaded,
  reloadCostumeTypes,
  reloadOpenParades,
} from './enrolment.api.ts'
import { useAnswer } from './use-answer.ts'

/** What one can choose from, while it may still be on its way: at home, and in the stall. */
export type OfferQueries = {
  parades: SectionQuery<EnrolmentParade[]>
  costumeTypes: SectionQuery<CostumeType[]>
}

/** For the public page: both at once, and it does not wait for them. */
export function loadOffer() {
  return { parades: loadOpenParades(), costumeTypes: loadCostumeTypes() }
}

export function useOffer(): OfferQueries {
  const { parades, costumeTypes } = useLoaderData<typeof loadOffer>()
  return {
    parades: useAnswer(parades, reloadOpenParades, paradesNotLoaded),
    costumeTypes: useAnswer(costumeTypes, reloadCostumeTypes, costumeTypesNotLoaded),
  }
}

/** What of it is there; a list that has not come is empty. */
export function knownOffer({ parades, costumeTypes }: OfferQueries): Offer {
  return { parades: parades.data ?? [], costumeTypes: costumeTypes.data ?? [] }
}

/** Without the parades nobody can say what is missing; of types the empty list says it. */
export function isOfferKnown({ parades, costumeTypes }: OfferQueries): boolean {
  return parades.data !== undefined && (costumeTypes.data !== undefined || !!costumeTypes.error)
}
