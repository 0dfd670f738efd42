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
