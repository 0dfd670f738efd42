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
// POST   /api/v1/auth/password/forgotten   202 Forgotten, whoever asks
// POST   /api/v1/auth/password/link        200 LoginResult · 401 SecondFactorNeeded, PasskeyNeeded
//                                               422 LinkInvalid; PasswordRule, ApprovalNeeded, PasskeyRefused: the link stays
// POST   /api/v1/auth/confirm              204 · 422 WrongPassword, PasskeyRefused (the password of who has a passkey)
// GET    /api/v1/auth/sessions             200 OwnSession[], the one last seen first
// DELETE /api/v1/auth/sessions             204: everywhere else
// DELETE /api/v1/auth/sessions/{id}        204 · 404
// POST   /api/v1/auth/input                204: a person has used this device

export const loginBody = z.object({ emailAddress: z.string(), password: z.string(), shared })

/**
 * The first access of a guild that has none, with all rights of the management. `token`: what stands behind
 * the `#` of the link that start and deploy print.
 */
export const setupBody = newUserBody
  .omit({ roles: true })
  .extend({ token: z.string(), password: z.string(), shared })
export type Setup = z.output<typeof setupBody>

export const passwordBody = z.object({ currentPassword: z.string(), newPassword: z.string() })

/** `token`: what stands behind `#zugang=` in the link. */
export const passwordLinkBody = z.object({
  token: z.string(),
  newPassword: z.string(),
  shared,
  /** The answer to the question of SecondFactorNeeded: the same call once more, with it. */
  passkey: passkeyBody.optional(),
})

export const forgottenBody = z.object({ emailAddress: z.string() })

/** Whether this guild sends mails at all; the same for every address. */
export type Forgotten = { mail: boolean }

export const confirmBody = z.union([z.object({ password: z.string() }), passkeyBody])

/** Seconds since the last key press or touch; the page reports it at most once a minute. */
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

/** The same, with what only their own profile shows. */
export type Me = CurrentUser & {
  /** What stands under their circulars; several lines. */
  mailSignature: string
  /** Whether an address of their own calendar is in use. */
  calendar: boolean
}

/** What everybody changes of their own account; a field that is left out keeps its value. */
export const profileBody = z
  .object({
    firstName: newUserBody.shape.firstName,
    lastName: newUserBody.shape.lastName,
    mailSignature: comment(maxLength.mailSignature),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { params: { malformed: true } })
export type ProfileChange = z.output<typeof profileBody>

/** The login response; the browser keeps it under the key `user` (Spec §3). */
export type LoginResult = CurrentUser & { accessToken: string }

/** A device that is signed in. */
export type OwnSession = {
  id: number
  /** "Firefox unter Windows" */
  device: string
  /** Several people use it. */
  shared: boolean
  createdAt: string
  lastSeenAt: string
  /** The one that asks. */
  current: boolean
}
