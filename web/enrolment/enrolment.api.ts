import { call, publicClient } from '#web/lib/api.ts'
import type { EnrolBody } from '#worker/enrolment/enrolment.contract.ts'

/** Both lists may come from the browser's cache for a minute; asked again, they must be fresh. */
const fresh = { init: { cache: 'reload' } } as const

export const loadOpenParades = () => call(publicClient.api.enrolment.parades.$get({ query: {} }))
export const reloadOpenParades = () =>
  call(publicClient.api.enrolment.parades.$get({ query: {} }, fresh))
export const paradesNotLoaded = 'Die Umzüge konnten nicht geladen werden'

export const loadCostumeTypes = () => call(publicClient.api.costumeType.$get())
export const reloadCostumeTypes = () => call(publicClient.api.costumeType.$get({}, fresh))
export const costumeTypesNotLoaded = 'Die Kleidertypen konnten nicht geladen werden'

export const enrol = (json: EnrolBody) => call(publicClient.api.parades.enrol.$post({ json }))

/** Spec §8 gives the beginning and the two hints. */
export const notEnrolled = 'Du konntest nicht angemeldet werden.'
export const notEnrolledHint =
  'Prüfe, ob alles richtig eingegeben wurde. Es kann auch sein, dass Du oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.'
