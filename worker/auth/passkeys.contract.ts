import { z } from 'zod'
import { maxLength } from '#worker/domain/limits.ts'
import { line } from '#worker/http/fields.ts'

// A question and its answer are two calls: the first gives a ticket, good once and for five minutes, and
// what `startAuthentication` or `startRegistration` of @simplewebauthn/browser takes as `optionsJSON`;
// the second brings both back. A ticket is good for one purpose and one user.
//
// POST   /api/v1/auth/passkey/options           200 PasskeyQuestion, whoever asks
// POST   /api/v1/auth/passkey/login             200 LoginResult · 422 PasskeyRefused · 401 InvalidCredentials
// POST   /api/v1/auth/passkey/register/options  200 PasskeyQuestion · 403 ConfirmNeeded
// POST   /api/v1/auth/passkey/register          201 Passkey · 403 ConfirmNeeded · 422 PasskeyRefused; with the
//                                               ticket of PasskeyNeeded, and no session: 200 LoginResult
// GET    /api/v1/auth/passkey                   200 Passkey[], the oldest first
// DELETE /api/v1/auth/passkey/{id}              204 · 404 · 409 Conflict for the last one that is needed
// POST   /api/v1/auth/confirm/options           200 PasskeyQuestion · 422 PasskeyRefused without a passkey
// POST   /api/v1/auth/confirm                   204, as with the password
//
// POST …/login answers 401 SecondFactorNeeded with a question for …/passkey/login; …/password/link with one
// for itself. Both answer 401 PasskeyNeeded with one for …/passkey/register.

/** What the browser has to ask a passkey, in WebAuthn's own JSON, and what names the question. */
export type PasskeyQuestion = { ticket: string; options: object }

/** A passkey of one's own. Instants are ISO 8601. */
export type Passkey = { id: number; name: string; createdAt: string; lastUsedAt: string | null }

/** Bytes; an id has 1,023 of them at most. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*={0,2}$/, 'Dieser Wert ist nicht vorgesehen.')

const ticket = z.string().max(64)

/** "Dieses Gerät benutzen mehrere": the session that begins ends after 15 minutes without input. */
export const shared = z.boolean().default(false)
const credentialId = bytes(1364).min(1)
const clientDataJSON = bytes(4096)

const answer = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  // Nothing is read of them.
  clientExtensionResults: z.unknown().transform(() => ({})),
}

const passkeyAnswer = z.object({
  ...answer,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    userHandle: bytes(256)
      .nullish()
      .transform((handle) => handle ?? ''),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

const registrationAnswer = z.object({
  ...answer,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(16_384),
    // How to reach it: a hint, of which what is no word is left out.
    transports: z
      .array(z.string())
      .max(20)
      .default([])
      .transform((words) => words.filter((word) => /^[a-z-]{1,20}$/.test(word))),
  }),
})
export type RegistrationAnswer = z.output<typeof registrationAnswer>

/** `POST …/confirm` by passkey, and what belongs to a link. */
export const passkeyBody = z.object({ ticket, response: passkeyAnswer })
export type ShownPasskey = z.output<typeof passkeyBody>

/** `POST …/passkey/login` */
export const passkeyLoginBody = passkeyBody.extend({ shared })
export type PasskeyLogin = z.output<typeof passkeyLoginBody>

/** `POST …/passkey/register`; without a name it is called by the device. */
export const newPasskeyBody = z.object({
  ticket,
  response: registrationAnswer,
  name: line(maxLength.name).default(''),
  /** Of the session that begins, where none is there yet. */
  shared,
})
export type NewPasskey = z.output<typeof newPasskeyBody>
