import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import { deleteOfflineCopy } from '#web/lib/service-worker.ts'
import { endSession } from '#web/lib/session.ts'
import { passwordRule } from '#worker/domain/password.ts'
import { idParam } from './id-param.ts'

const { auth } = client.api.v1

export const currentUserQuery = defineQuery(
  ['auth', 'me'],
  'Dein Account konnte nicht geladen werden',
  () => call(auth.me.$get()),
)

/** Changes the name of the signed-in user. */
export const saveName = defineMutation(
  'Der Name konnte nicht geändert werden',
  (json: { firstName: string; lastName: string }) => call(auth.me.$put({ json })),
)

/** Saves the signature below the circulars that the user sends. */
export const saveSignature = defineMutation(
  'Die Signatur konnte nicht gespeichert werden',
  (json: { mailSignature: string }) => call(auth.me.$put({ json })),
)

export const changePassword = defineMutation(
  `Das Passwort konnte nicht geändert werden. ${passwordRule}`,
  (json: { currentPassword: string; newPassword: string }) => call(auth.password.$put({ json })),
)

/** Proves the user's identity by password; the call changes no data. */
export const confirmIdentity = defineMutation(
  'Das konnte nicht bestätigt werden',
  (json: { password: string }) => call(auth.confirm.$post({ json })),
  { changes: [] },
)

/** The user's sessions. */
export const ownSessionsQuery = defineQuery(
  ['auth', 'sessions'],
  'Deine Geräte konnten nicht geladen werden',
  () => call(auth.sessions.$get()),
)

export const endSessionOf = defineMutation(
  'Das Gerät konnte nicht abgemeldet werden',
  (id: number) => call(auth.sessions[':id'].$delete(idParam(id))),
)

/** Makes an address of the user's calendar; the answer is the only time that the address is shown. */
export const newCalendarAddress = defineMutation(
  'Die Adresse konnte nicht angelegt werden',
  () => call(auth.calendar.$post()),
  { changes: [['auth', 'me']] },
)

export const endCalendar = defineMutation(
  'Der Kalender konnte nicht beendet werden',
  () => call(auth.calendar.$delete()),
  { changes: [['auth', 'me']] },
)

export const endOtherSessions = defineMutation('Die Geräte konnten nicht abgemeldet werden', () =>
  call(auth.sessions.$delete()),
)

/**
 * Signs out at once, also offline, without waiting for the server. `keepalive` lets the request
 * finish after the tab was closed. All data on the device is deleted.
 */
export function signOut(): void {
  void call(auth.logout.$post({}, { init: { keepalive: true } }))
  endSession()
  void deleteOfflineCopy()
}
