import { z } from 'zod'
import type { Role } from '#worker/domain/codes.ts'
import { sharedWithoutInputMs } from '#worker/domain/device.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { comment } from '#worker/http/fields.ts'
import { passkeyBody, shared } from './passkeys.contract.ts'
import { newUserBody } from './users.contract.ts'

// POST   /api/v1/auth/login                200 LoginResult · 401 InvalidCredentials
// POST   /api/v1/setup                     201 LoginResult · 409 SetupDone · 422 PasswordRule
// GET    /api/v1/auth/me                   200 Me
// PUT    /api/v1/auth/me                   200 Me
// POST   /api/v1/auth/logout               204
// PUT    /api/v1/auth/password             200 { accessToken } · 422 PasswordRule, WrongPassword · 403 ConfirmNeeded
// POST   /api/v1/auth/password/forgotten   202 Forgotten, for every address
// POST   /api/v1/auth/password/link        200 LoginResult · 401 SecondFactorNeeded, PasskeyNeeded
//                                               422 LinkInvalid; PasswordRule, ApprovalNeeded, PasskeyRefused: the link stays valid
// POST   /api/v1/auth/confirm              204 · 422 WrongPassword, PasskeyRefused (also for a password when the user has a passkey)
// GET    /api/v1/auth/sessions             200 OwnSession[], last seen first
// DELETE /api/v1/auth/sessions             204: ends all sessions but this one
// DELETE /api/v1/auth/sessions/{id}        204 · 404
// POST   /api/v1/auth/input                204: reports input on a shared device

export const loginBody = z.object({ emailAddress: z.string(), password: z.string(), shared })

/**
 * Creates the first user of a guild, with the role management. `token`: the part after `#` in the link that
 * start and deploy print.
 */
export const setupBody = newUserBody
  .omit({ roles: true })
  .extend({ token: z.string(), password: z.string(), shared })
export type Setup = z.output<typeof setupBody>

export const passwordBody = z.object({ currentPassword: z.string(), newPassword: z.string() })

/** The body to set a password by a link; `token`: the part after `#zugang=` in the link. */
export const passwordLinkBody = z.object({
  token: z.string(),
  newPassword: z.string(),
  shared,
  /** The response to the challenge of SecondFactorNeeded, sent with a repetition of the same request. */
  passkey: passkeyBody.optional(),
})

export const forgottenBody = z.object({ emailAddress: z.string() })

/** Whether this installation sends mails; the same for every address. */
export type Forgotten = { mail: boolean }

export const confirmBody = z.union([z.object({ password: z.string() }), passkeyBody])

/** Seconds since the last input; the page reports it at most once a minute. */
export const inputBody = z.object({
  secondsAgo: z
    .int()
    .min(0)
    .max(sharedWithoutInputMs / 1000),
})

/** The current user as stored now. */
export type CurrentUser = {
  firstName: string
  lastName: string
  emailAddress: string
  roles: Role[]
}

/** The current user, with the properties that only the user's own profile shows. */
export type Me = CurrentUser & {
  /** The signature below the user's circulars; several lines. */
  mailSignature: string
  /** Whether the user has a calendar address. */
  calendar: boolean
}

/** The fields that users change themselves; omitted fields keep their value. */
export const profileBody = z
  .object({
    firstName: newUserBody.shape.firstName,
    lastName: newUserBody.shape.lastName,
    mailSignature: comment(maxLength.mailSignature),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { params: { malformed: true } })
export type ProfileChange = z.output<typeof profileBody>

/** The login response; the browser stores it under the key `user` (Spec §3). */
export type LoginResult = CurrentUser & { accessToken: string }

/** A device with a session. */
export type OwnSession = {
  id: number
  /** Browser and system of the device: "Firefox unter Windows". */
  device: string
  /** Whether several people use the device. */
  shared: boolean
  createdAt: string
  lastSeenAt: string
  /** Whether the request itself belongs to this session. */
  current: boolean
}
