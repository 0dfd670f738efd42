import { call, publicClient } from '#web/lib/api.ts'
import { unreachable } from '#web/lib/failure-detail.ts'
import {
  cancelPasskeyOffer,
  canOfferPasskeys,
  createPasskey,
  getPasskey,
  offerPasskey,
} from '#web/lib/passkeys.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import { sharedDeviceParam } from '#web/lib/shared-device.ts'
import type { LoginResult } from '#worker/auth/auth.contract.ts'

const { passkey } = publicClient.api.v1.auth

/** The server's question before it grants a session. */
export type PasskeyQuestion = {
  code: 'SecondFactorNeeded' | 'PasskeyNeeded'
  message: string
  ticket: string
  options: object
}

/** The server's question for a passkey; null for any other failure. */
export function passkeyQuestionOf({ error }: Failure): PasskeyQuestion | null {
  const isAsked = error?.code === 'SecondFactorNeeded' || error?.code === 'PasskeyNeeded'
  return isAsked ? error : null
}

/** Signs in without address and password: the passkey identifies the user. */
export async function signInByPasskey(): Promise<Result<LoginResult>> {
  const question = await call(passkey.options.$post())
  return question.ok ? signInWithPasskey(question.data) : question
}

/** When the server's question is renewed, which expires after five minutes. */
const renewAfterMs = 4 * 60_000

/**
 * Offers passkeys in the address field's autofill while the page is open.
 * @param onAnswer called with the server's answer to the chosen passkey
 * @returns a function that ends the offer
 */
export function offerPasskeys(onAnswer: (result: Result<LoginResult>) => void): () => void {
  let isOver = false
  let isOffered = false
  let timer: number | undefined

  async function requestPasskeyOffer(): Promise<void> {
    timer = window.setTimeout(requestPasskeyOffer, renewAfterMs)
    const question = await call(passkey.options.$post())
    if (isOver || !question.ok) return
    const { ticket, options } = question.data
    isOffered = true
    const response = await offerPasskey(options)
    // The offer was ended, or a newer question has replaced this one.
    if (isOver || !response) return
    isOffered = false
    window.clearTimeout(timer)
    const json = { ticket, response, ...sharedDeviceParam() }
    const result = await call(passkey.login.$post({ json }))
    if (isOver) return
    onAnswer(result)
    if (!result.ok) void requestPasskeyOffer()
  }

  void canOfferPasskeys().then((can) => {
    if (can && !isOver) void requestPasskeyOffer()
  })
  return () => {
    isOver = true
    window.clearTimeout(timer)
    if (isOffered) void cancelPasskeyOffer()
  }
}

/** Uses an existing passkey, or creates one. */
export function answerPasskeyQuestion(question: PasskeyQuestion): Promise<Result<LoginResult>> {
  return question.code === 'SecondFactorNeeded'
    ? signInWithPasskey(question)
    : signInWithNewPasskey(question)
}

async function signInWithPasskey({ ticket, options }: { ticket: string; options: object }) {
  const shown = await getPasskey(options)
  if (!shown.ok) return shown
  return call(
    passkey.login.$post({ json: { ticket, response: shown.data, ...sharedDeviceParam() } }),
  )
}

async function signInWithNewPasskey({
  ticket,
  options,
}: PasskeyQuestion): Promise<Result<LoginResult>> {
  const made = await createPasskey(options)
  if (!made.ok) return made
  const json = { ticket, response: made.data, ...sharedDeviceParam() }
  const result = await call(passkey.register.$post({ json }))
  if (!result.ok) return result
  // Only the answer to a sign-in has an access token.
  const { data, status } = result
  return 'accessToken' in data
    ? { ok: true, data, status }
    : { ok: false, failure: { type: 'UnknownError' } }
}

/** The failure in a sentence for the user. */
export function passkeyProblem({ type, error }: Failure): string {
  if (type === 'NetworkError') return unreachable
  return (
    error?.message || 'Der Server hat nicht richtig geantwortet. Versuche es gleich noch einmal.'
  )
}
