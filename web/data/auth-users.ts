import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { NewUser, UserChange } from '#worker/auth/users.contract.ts'
import { idParam } from './id-param.ts'

const { user } = client.api
const one = user[':id']

/** All users, including invited and locked ones. */
export const usersQuery = defineQuery(
  ['auth', 'users'],
  'Die Zugänge konnten nicht geladen werden',
  () => call(user.$get()),
)

export const inviteUser = defineMutation(
  'Die Einladung konnte nicht verschickt werden',
  (json: NewUser) => call(user.$post({ json })),
)

export const changeUser = (id: number) =>
  defineMutation('Der Zugang konnte nicht geändert werden', (json: UserChange) =>
    call(one.$put({ ...idParam(id), json })),
  )

/** Mails a user a link: an invitation before the first sign-in, later a link to set a new password. */
export const sendUserLink = (id: number) =>
  defineMutation('Der Link konnte nicht verschickt werden', () => call(one.link.$post(idParam(id))))

export const signOutUser = (id: number) =>
  defineMutation('Die Geräte konnten nicht abgemeldet werden', () =>
    call(one.sessions.$delete(idParam(id))),
  )

/** Allows the user to set a new password by link without the passkey, for one day. */
export const waivePasskey = (id: number) =>
  defineMutation('Das konnte nicht zugelassen werden', () => call(one.waiver.$put(idParam(id))))

export const endWaiver = (id: number) =>
  defineMutation('Das konnte nicht zurückgenommen werden', () =>
    call(one.waiver.$delete(idParam(id))),
  )
