import { z } from 'zod'
import { type Role, roles } from '#worker/domain/codes.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import { line, name } from '#worker/http/fields.ts'

// The accounts of staff, managed by management. Every write requires a confirmation of identity within ten
// minutes (403 ConfirmNeeded); GET does not.
//
// GET    /api/user                200 User[], by name
// POST   /api/user                201 User & LinkSent · 409 UserExists
// PUT    /api/user/{id}           200 User & Partial<LinkSent> · 409 UserExists, OwnAccount, LastManagement · 404
// POST   /api/user/{id}/link      200 LinkSent · 409 Conflict for a locked user · 404
// DELETE /api/user/{id}/sessions  204 · 404
// PUT    /api/user/{id}/waiver    204 · 409 OwnAccount, Conflict for a locked or invited user · 404
// DELETE /api/user/{id}/waiver    204 · 404
// `/api/users` is another name of `/api/user` (app.ts).
//
// PUT sends a new invitation when an invited user gets another address; only then the response has LinkSent.
// Users are never deleted. An invitation is withdrawn by locking: PUT { locked: true }.

const userFields = {
  firstName: name('Gib den Vornamen an.'),
  lastName: name('Gib den Nachnamen an.'),
  /** The address; it is stored trimmed and in lower case. */
  emailAddress: line(maxLength.eMail)
    .transform((value) => value.toLowerCase())
    .refine(isEmailAddress, 'Gib eine gültige E-Mail Adresse an.'),
  roles: z
    .array(z.enum(roles))
    .min(1, 'Wähle mindestens eine Rolle.')
    .transform((given) => roles.filter((role) => given.includes(role))),
}

export const newUserBody = z.object(userFields)
export type NewUser = z.output<typeof newUserBody>

/** The changes to a user; omitted fields keep their value. */
export const userBody = z.object({ ...userFields, locked: z.boolean() }).partial()
export type UserChange = z.output<typeof userBody>

export type User = {
  id: number
  firstName: string
  lastName: string
  emailAddress: string
  roles: Role[]
  locked: boolean
  /** Whether the user is invited only: they have never set a password. */
  invited: boolean
  /** When this user last signed in or saved something; null when that never happened, or over 90 days ago. */
  lastSeenAt: string | null
  passkeys: number
  /** Until when a link can set a new password without the passkey; null when no link can. */
  waivedUntil: string | null
}

/** Whether a mail with the link is sent; the link itself when none is sent, and in local development. */
export type LinkSent = { sent: boolean; link?: string }
