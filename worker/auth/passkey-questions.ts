import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#worker/db/db.ts'
import type { ChallengePurpose } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { newToken, type SignedInUser } from '#worker/http/factory.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import type { LoginUser } from './auth.queries.ts'
import type { PasskeyQuestion } from './passkeys.contract.ts'
import { findForRegistration, insertChallenge } from './passkeys.queries.ts'
import type { Site } from './site.ts'

export type Asking = { db: Db; secret: string; now: Date; site: Site }

/** How long a question can be answered. */
const validForMs = 5 * 60_000

/** More than anybody has devices; each of them goes out with every question. */
const mostPasskeys = 20

/** Loaded when somebody has a passkey, or wants one. */
export const webauthn = () => import('./webauthn.ts')

/** "Mit Passkey anmelden": nobody has said yet who they are. */
export async function askToSignIn(context: Asking): Promise<PasskeyQuestion> {
  const { askForPasskey } = await webauthn()
  return asked(context, 'signIn', null, await askForPasskey(context.site))
}

/** "Bist Du es?" */
export async function askToConfirm(user: SignedInUser, context: Asking): Promise<PasskeyQuestion> {
  const { known } = await findForRegistration(context.db, user.id)
  if (known.length === 0) throw passkeyRefused('Du hast keinen Passkey. Nimm Dein Passwort.')
  const { askForPasskey } = await webauthn()
  return asked(context, 'confirm', user.id, await askForPasskey(context.site, known))
}

/** Somebody who is signed in wants a new passkey. */
export async function askToRegister(user: SignedInUser, context: Asking): Promise<PasskeyQuestion> {
  const registration = await findForRegistration(context.db, user.id)
  if (registration.known.length >= mostPasskeys) {
    throw passkeyRefused(`Mehr als ${mostPasskeys} Passkeys gehen nicht. Entferne zuerst einen.`)
  }
  const { askForNewPasskey } = await webauthn()
  const options = await askForNewPasskey(context.site, user, registration)
  return asked(context, 'register', user.id, options)
}

/**
 * Stops a sign-in whose password was right, or whose link was, where that is not enough. Only who has
 * shown the first learns from it who has passkeys.
 * @param beside what is stored of the first all the same
 * @throws DomainError SecondFactorNeeded, PasskeyNeeded
 */
export async function requirePasskey(
  user: LoginUser,
  context: Asking,
  beside: readonly BatchItem<'sqlite'>[] = [],
): Promise<void> {
  const { passkeys: known } = user
  if (known.length > 0) {
    const { askForPasskey } = await webauthn()
    const options = await askForPasskey(context.site, known)
    throw new DomainError(
      'SecondFactorNeeded',
      'Bestätige noch mit Deinem Passkey, dass Du es bist.',
      undefined,
      await asked(context, 'secondFactor', user.id, options, beside),
    )
  }
  if (!user.passkeysRequired || !user.roles.includes('management')) return
  const { askForNewPasskey } = await webauthn()
  const registration = await findForRegistration(context.db, user.id)
  const options = await askForNewPasskey(context.site, user, registration)
  throw new DomainError(
    'PasskeyNeeded',
    'Wer verwalten darf, meldet sich hier mit einem Passkey an. Lege jetzt einen an.',
    undefined,
    await asked(context, 'firstPasskey', user.id, options, beside),
  )
}

/** Stores a question, and gives it the name that its answer has to bring along. */
async function asked(
  context: Asking,
  purpose: ChallengePurpose,
  userId: number | null,
  options: { challenge: string },
  beside: readonly BatchItem<'sqlite'>[] = [],
): Promise<PasskeyQuestion> {
  const { db, secret, now } = context
  const ticket = newToken()
  const question = insertChallenge(db, {
    id: ticketKey(ticket, secret),
    userId,
    purpose,
    challenge: options.challenge,
    expiresAt: new Date(now.getTime() + validForMs).toISOString(),
  })
  await db.batch([question, ...beside])
  return { ticket, options }
}

/** Under what a question is stored: who reads the table has no ticket. */
export function ticketKey(ticket: string, secret: string): string {
  return keyedHash(secret, 'passkey-ticket', ticket)
}

export function passkeyRefused(
  message = 'Dieser Passkey gilt hier nicht. Versuche es noch einmal.',
) {
  return new DomainError('PasskeyRefused', message)
}
