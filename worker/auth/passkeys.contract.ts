import { z } from 'zod'
import { maxLength } from '#worker/domain/limits.ts'
import { line } from '#worker/http/fields.ts'

// Challenge and response are two requests: the first returns a ticket, valid once and for five minutes, and the
// options for `startAuthentication` or `startRegistration` of @simplewebauthn/browser (`optionsJSON`); the
// second returns ticket and response. A ticket is valid for one purpose and one user.
//
// POST   /api/v1/auth/passkey/options           200 PasskeyQuestion
// POST   /api/v1/auth/passkey/login             200 LoginResult · 422 PasskeyRefused · 401 InvalidCredentials
// POST   /api/v1/auth/passkey/register/options  200 PasskeyQuestion · 403 ConfirmNeeded
// POST   /api/v1/auth/passkey/register          201 Passkey · 403 ConfirmNeeded · 422 PasskeyRefused; with the
//                                               ticket of PasskeyNeeded, and no session: 200 LoginResult
// GET    /api/v1/auth/passkey                   200 Passkey[], oldest first
// DELETE /api/v1/auth/passkey/{id}              204 · 404 · 409 Conflict for the last passkey of a user who needs one
// POST   /api/v1/auth/confirm/options           200 PasskeyQuestion · 422 PasskeyRefused without a passkey
// POST   /api/v1/auth/confirm                   204, as with the password
//
// POST …/login answers 401 SecondFactorNeeded with a challenge for …/passkey/login; …/password/link with one
// for itself. Both answer 401 PasskeyNeeded with a challenge for …/passkey/register.

/** The WebAuthn options in JSON, and the ticket that identifies the challenge. */
export type PasskeyQuestion = { ticket: string; options: object }

/** A passkey of the user. Instants are ISO 8601. */
export type Passkey = { id: number; name: string; createdAt: string; lastUsedAt: string | null }

/** A base64url text of at most `max` characters; an id has up to 1,023 bytes. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*={0,2}$/, 'Dieser Wert ist nicht vorgesehen.')

const ticket = z.string().max(64)

/** Whether the user ticked "Dieses Gerät benutzen mehrere": the new session ends after 15 minutes without input. */
export const shared = z.boolean().default(false)
const credentialId = bytes(1364).min(1)
const clientDataJSON = bytes(4096)

const answer = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  // Required by the standard, but not used here.
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
    // A hint for the browser; invalid values are dropped.
    transports: z
      .array(z.string())
      .max(20)
      .default([])
      .transform((words) => words.filter((word) => /^[a-z-]{1,20}$/.test(word))),
  }),
})
export type RegistrationAnswer = z.output<typeof registrationAnswer>

/** The response to a challenge: the body of `POST …/confirm` by passkey, and the second factor of a password link. */
export const passkeyBody = z.object({ ticket, response: passkeyAnswer })
export type ShownPasskey = z.output<typeof passkeyBody>

/** The body of `POST …/passkey/login`. */
export const passkeyLoginBody = passkeyBody.extend({ shared })
export type PasskeyLogin = z.output<typeof passkeyLoginBody>

/** The body of `POST …/passkey/register`; a passkey without a name is named after the device. */
export const newPasskeyBody = z.object({
  ticket,
  response: registrationAnswer,
  name: line(maxLength.name).default(''),
  /** Only used when the request has no session and begins one. */
  shared,
})
export type NewPasskey = z.output<typeof newPasskeyBody>
