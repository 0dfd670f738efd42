import { useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import {
  loadCostumeTypes,
  loadOpenParades,
  reloadCostumeTypes,
  reloadOpenParades,
} from './enrolment.api.ts'

/** Both are asked for at once; the page does not wait for them. */
export function loadOffer() {
  return { parades: loadOpenParades(), costumeTypes: loadCostumeTypes() }
}

export function useOffer() {
  const asked = useLoaderData<typeof loadOffer>()
  return {
    parades: useLoaded(asked.parades, reloadOpenParades),
    costumeTypes: useLoaded(asked.costumeTypes, reloadCostumeTypes),
  }
}

export type LoadedOffer = ReturnType<typeof useOffer>

/** What of it is there; a list that has not come is empty. */
export function knownOffer({ parades, costumeTypes }: LoadedOffer) {
  return {
    parades: parades.result?.ok ? parades.result.data : [],
    costumeTypes: costumeTypes.result?.ok ? costumeTypes.result.data : [],
  }
}

/** Without the parades nobody can say what is missing; of types the empty list says it. */
export function isOfferKnown({ parades, costumeTypes }: LoadedOffer): boolean {
  return parades.result?.ok === true && costumeTypes.result !== null
}
