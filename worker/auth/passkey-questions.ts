import type { BatchItem } from 'drizzle-orm/batch'
import { commit } from '#worker/db/commit.ts'
import type { ChallengePurpose } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { arePasskeysRequired } from '#worker/domain/password.ts'
import { newToken, type SignedInUser } from '#worker/http/factory.ts'
import { keyedHash, seal } from '#worker/http/keyed-hash.ts'
import type { LoginUser } from './auth.queries.ts'
import type { PasskeyQuestion } from './passkeys.contract.ts'
import { type Challenge, findGuildAndPasskeys, insertChallenge } from './passkeys.queries.ts'
import type { SignInContext } from './sign-in-context.ts'

/** How long a challenge is valid. */
const validForMs = 5 * 60_000

/** The most passkeys of a user; all of them are sent with each challenge. */
const mostPasskeys = 20

/** Loads the large WebAuthn library, only when a passkey is used or registered. */
export const webauthn = () => import('./webauthn.ts')

/**
 * The challenge for a sign-in by passkey. Every sign-in page requests one before the user is known, so the
 * challenge is not stored: the ticket contains the expiry, and the challenge is the ticket's signature, which
 * `signInQuestion` recomputes.
 */
export async function askToSignIn({
  site,
  secret,
  now,
}: Pick<SignInContext, 'site' | 'secret' | 'now'>): Promise<PasskeyQuestion> {
  const ticket = `${now.getTime() + validForMs}.${newToken()}`
  const { askForPasskey } = await webauthn()
  return { ticket, options: await askForPasskey(site, [], signInChallenge(ticket, secret)) }
}

/**
 * The challenge of a ticket from `askToSignIn`; null for other tickets. The sign-in that uses the challenge
 * stores it, so that it is used once.
 */
export function signInQuestion(ticket: string, secret: string): Challenge | null {
  const [, until] = /^(\d{13})\.[\da-f]{32}$/.exec(ticket) ?? []
  if (until === undefined) return null
  return {
    id: ticketKey(ticket, secret),
    userId: null,
    purpose: 'signIn',
    challenge: signInChallenge(ticket, secret),
    expiresAt: new Date(Number(until)).toISOString(),
  }
}

function signInChallenge(ticket: string, secret: string): string {
  return seal(secret, 'passkey sign-in', ticket)
}

/** The challenge with which a signed-in user confirms an act by passkey ("Bist Du es?"). */
export async function askToConfirm(
  userId: number,
  context: SignInContext,
): Promise<PasskeyQuestion> {
  const { known } = await findGuildAndPasskeys(context.db, userId)
  if (known.length === 0) throw passkeyRejectedError('Du hast keinen Passkey. Nimm Dein Passwort.')
  const { askForPasskey } = await webauthn()
  return storeQuestion(context, 'confirm', userId, await askForPasskey(context.site, known))
}

/** The challenge for a new passkey of a signed-in user. */
export async function askToRegister(
  user: SignedInUser,
  context: SignInContext,
): Promise<PasskeyQuestion> {
  const registration = await findGuildAndPasskeys(context.db, user.id)
  if (registration.known.length >= mostPasskeys) {
    throw passkeyRejectedError(
      `Mehr als ${mostPasskeys} Passkeys gehen nicht. Entferne zuerst einen.`,
    )
  }
  const { askForNewPasskey } = await webauthn()
  const options = await askForNewPasskey(context.site, user, registration)
  return storeQuestion(context, 'register', user.id, options)
}

/**
 * Stops a sign-in with the right password when a passkey is needed. Only the right password reveals who has
 * passkeys. The statements of `beside` are committed although the sign-in is stopped.
 * @throws DomainError SecondFactorNeeded, PasskeyNeeded
 */
export async function requirePasskey(
  user: LoginUser,
  context: SignInContext,
  beside: readonly BatchItem<'sqlite'>[],
): Promise<void> {
  const missing =
    (await secondFactorOf(user, context, 'secondFactor')) ?? (await firstPasskeyOf(user, context))
  if (!missing) return
  await commit(context.db, [missing.question, ...beside])
  throw missing.error
}

/** The error returned instead of a session, and the statement that stores the challenge in the error. */
type Missing = { error: DomainError; question: ReturnType<typeof insertChallenge> }

/**
 * The challenge that follows the right password, or that precedes a new password by link; null for a user
 * without passkeys.
 */
export async function secondFactorOf(
  user: LoginUser,
  context: SignInContext,
  purpose: 'secondFactor' | 'link',
): Promise<Missing | null> {
  if (user.passkeys.length === 0) return null
  const { askForPasskey } = await webauthn()
  const options = await askForPasskey(context.site, user.passkeys)
  const { ticket, question } = prepareQuestion(context, purpose, user.id, options)
  const message = 'Bestätige noch mit Deinem Passkey, dass Du es bist.'
  const details = { ticket, options }
  return { error: new DomainError('SecondFactorNeeded', message, undefined, details), question }
}

/** Whether this user may only sign in with a passkey; never in local development. */
export function needsPasskey(
  { passkeyRule, roles }: LoginUser,
  { isLocal, today }: Pick<SignInContext, 'isLocal' | 'today'>,
): boolean {
  return !isLocal && arePasskeysRequired(passkeyRule, today) && roles.includes('management')
}

/** The challenge to register the first passkey; null when the user has one or needs none. */
export async function firstPasskeyOf(
  user: LoginUser,
  context: SignInContext,
): Promise<Missing | null> {
  if (user.passkeys.length > 0 || !needsPasskey(user, context)) return null
  const { guildName } = await findGuildAndPasskeys(context.db, user.id)
  const { askForNewPasskey } = await webauthn()
  const options = await askForNewPasskey(context.site, user, { guildName, known: [] })
  const { ticket, question } = prepareQuestion(context, 'firstPasskey', user.id, options)
  const message = 'Wer verwalten darf, meldet sich hier mit einem Passkey an. Lege jetzt einen an.'
  const details = { ticket, options }
  return { error: new DomainError('PasskeyNeeded', message, undefined, details), question }
}

async function storeQuestion(
  context: SignInContext,
  purpose: ChallengePurpose,
  userId: number,
  options: { challenge: string },
): Promise<PasskeyQuestion> {
  const { ticket, question } = prepareQuestion(context, purpose, userId, options)
  await commit(context.db, [question])
  return { ticket, options }
}

/** The statement that stores a challenge, and the ticket that identifies it. */
function prepareQuestion(
  { secret, now }: SignInContext,
  purpose: ChallengePurpose,
  userId: number,
  { challenge }: { challenge: string },
) {
  const ticket = newToken()
  const question = insertChallenge({
    id: ticketKey(ticket, secret),
    userId,
    purpose,
    challenge,
    expiresAt: new Date(now.getTime() + validForMs).toISOString(),
  })
  return { ticket, question }
}

/** The key under which a challenge is stored, so that the table does not reveal tickets. */
export function ticketKey(ticket: string, secret: string): string {
  return keyedHash(secret, 'passkey-ticket', ticket)
}

export function passkeyRejectedError(
  message = 'Dieser Passkey gilt hier nicht. Versuche es noch einmal.',
) {
  return new DomainError('PasskeyRefused', message)
}
