import { call, publicClient } from '#web/lib/api.ts'
import { unreachable } from '#web/lib/failure-detail.ts'
import { getPasskey } from '#web/lib/passkeys.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import { sharedDeviceParam } from '#web/lib/shared-device.ts'
import type { LoginResult } from '#worker/auth/auth.contract.ts'

type Credentials = { emailAddress: string; password: string }

export const logIn = (json: Credentials) =>
  call(publicClient.api.v1.auth.login.$post({ json: { ...json, ...sharedDeviceParam() } }))

type FirstUser = Credentials & { token: string; firstName: string; lastName: string }

/** Creates the first user through the link of an empty guild, and signs in. */
export const setUp = (json: FirstUser) =>
  call(publicClient.api.v1.setup.$post({ json: { ...json, ...sharedDeviceParam() } }))

/** Sets a password through the link of an invitation or a forgotten password. */
export const choosePassword = (json: ChosenPassword) =>
  call(publicClient.api.v1.auth.password.link.$post({ json: { ...json, ...sharedDeviceParam() } }))

type ChosenPassword = { token: string; newPassword: string }

/**
 * Repeats `choosePassword` with the passkey that the server has asked for. The password is stored
 * only by this second request.
 */
export async function choosePasswordWithPasskey(
  chosen: ChosenPassword,
  { ticket, options }: { ticket: string; options: object },
): Promise<Result<LoginResult>> {
  const shown = await getPasskey(options)
  if (!shown.ok) return shown
  const passkey = { ticket, response: shown.data }
  const json = { ...chosen, passkey, ...sharedDeviceParam() }
  return call(publicClient.api.v1.auth.password.link.$post({ json }))
}

/** Asks for a link by mail. The answer is the same for any address: only whether the guild sends mails. */
export const requestPasswordLink = (json: { emailAddress: string }) =>
  call(publicClient.api.v1.auth.password.forgotten.$post({ json }))

/** Spec §8: shown when the login returns no user. */
const loginFailed = 'Die E-Mail Adresse oder das Passwort ist falsch'

/** The sentences above the form: the specification's (§8), then the reason if it is another. */
export function loginFailureSentences(failure: Failure | undefined): string[] {
  if (failure?.type === 'NetworkError') return [loginFailed, unreachable]
  if (failure?.status === 429) return [failure.error?.message || tooManyTries]
  if ((failure?.status ?? 0) >= 500) return [loginFailed, serverTrouble]
  return [loginFailed]
}

const tooManyTries = 'Zu viele Versuche. Warte eine Viertelstunde und versuche es dann noch einmal.'
const serverTrouble =
  'Es kann auch am Server liegen: Er hat nicht richtig geantwortet. Versuche es gleich noch einmal.'
