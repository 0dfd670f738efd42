import { origin, rows } from '#tests/support/api.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import {
  aPasskey,
  askToRegister,
  askToSignIn,
  aUser,
  made,
  shown,
} from '#tests/support/passkeys.ts'
import type { Visits } from './visit.ts'

const auth = '/api/v1/auth'

let count = 0

/** A user with a passkey; the manager of the other visits keeps a password. */
async function withPasskey() {
  count += 1
  const user = await aUser(`passkey${count}@example.test`)
  const device = await aPasskey(user)
  return { user, device, token: user.token }
}

export const passkeys: Visits = {
  'POST /api/v1/auth/passkey/options': () => ({ path: `${auth}/passkey/options` }),
  'POST /api/v1/auth/passkey/login': async () => {
    const { device } = await withPasskey()
    return { path: `${auth}/passkey/login`, body: await shown(device, await askToSignIn()) }
  },
  'POST /api/v1/auth/passkey/register/options': async () => ({
    path: `${auth}/passkey/register/options`,
    token: (await withPasskey()).token,
  }),
  'POST /api/v1/auth/passkey/register': async () => {
    const { token } = await withPasskey()
    const body = await made(await authenticator(origin), await askToRegister(token))
    return { path: `${auth}/passkey/register`, body, token, status: 201 }
  },
  'GET /api/v1/auth/passkey': async () => ({
    path: `${auth}/passkey`,
    token: (await withPasskey()).token,
  }),
  'DELETE /api/v1/auth/passkey/:id': async () => {
    const { user, token } = await withPasskey()
    const [one] = await rows<{ id: number }>(`SELECT id FROM passkeys WHERE user_id = ${user.id}`)
    return { path: `${auth}/passkey/${one?.id}`, token, status: 204 }
  },
  'POST /api/v1/auth/confirm/options': async () => ({
    path: `${auth}/confirm/options`,
    token: (await withPasskey()).token,
  }),
}
