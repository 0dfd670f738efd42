import { call, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import { passwordRule } from '#worker/domain/password.ts'

const { auth } = client.api.v1

export const currentUserQuery = reading(
  ['auth', 'me'],
  'Dein Account konnte nicht geladen werden',
  () => call(auth.me.$get()),
)

export const changePassword = writing(
  `Das Passwort konnte nicht geändert werden. ${passwordRule}`,
  (json: { currentPassword: string; newPassword: string }) => call(auth.password.$put({ json })),
)
