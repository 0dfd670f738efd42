import { call, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import type { NewUser, UserChange } from '#worker/auth/users.contract.ts'
import { byId } from './by-id.ts'

const { user } = client.api
const one = user[':id']

/** All users, including invited and locked ones. */
export const usersQuery = reading(
  ['auth', 'users'],
  'Die Zugänge konnten nicht geladen werden',
  () => call(user.$get()),
)

export const inviteUser = writing('Die Einladung konnte nicht verschickt werden', (json: NewUser) =>
  call(user.$post({ json })),
)

export const changeUser = (id: number) =>
  writing('Der Zugang konnte nicht geändert werden', (json: UserChange) =>
    call(one.$put({ ...byId(id), json })),
  )

/** An invitation for a user who has never signed in, else a link to a new password. */
export const sendUserLink = (id: number) =>
  writing('Der Link konnte nicht verschickt werden', () => call(one.link.$post(byId(id))))

export const signOutUser = (id: number) =>
  writing('Die Geräte konnten nicht abgemeldet werden', () => call(one.sessions.$delete(byId(id))))

/** For a day, a link can set a new password without the passkey. */
export const waivePasskey = (id: number) =>
  writing('Das konnte nicht zugelassen werden', () => call(one.waiver.$put(byId(id))))

export const endWaiver = (id: number) =>
  writing('Das konnte nicht zurückgenommen werden', () => call(one.waiver.$delete(byId(id))))
