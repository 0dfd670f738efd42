import { call, client } from '#web/lib/api.ts'
import type { InternalEnrolBody } from '#worker/enrolment/enrolment.contract.ts'

/** Every parade from today on, whether one can still enrol online or not. */
export const loadParades = () =>
  call(client.api.enrolment.parades.$get({ query: { door: 'internal' } }))

export const loadWardrobe = (memberId: number) =>
  call(client.api.member[':id'].costumes.$get({ param: { id: String(memberId) } }))
export const wardrobeNotLoaded = 'Die Kleider konnten nicht geladen werden'

export type CostumeOfMember = Extract<
  Awaited<ReturnType<typeof loadWardrobe>>,
  { ok: true }
>['data'][number]

export const enrolInternally = (json: InternalEnrolBody) =>
  call(client.api.parades['internal-enrol'].$post({ json }))
export const notEnrolled =
  'Der Teilnehmer konnte nicht angemeldet werden. Prüfe bitte, ob alles richtig eingegeben wurde. Es kann auch sein, dass der Teilnehmer oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.'
