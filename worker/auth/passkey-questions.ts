import type { BatchItem } from 'drizzle-orm/batch'
import { commit } from '#worker/db/commit.ts'
import type { ChallengePurpose } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { arePasskeysRequired } from '#worker/domain/password.ts'
import { newToken, type SignedInUser } from '#worker/http/factory.ts'
import { keyedHash, seal } from '#worker/http/keyed-hash.ts'
import type { LoginUser } from './auth.queries.ts'
import type { PasskeyQuestion } from './passkeys.contract.ts'
import { type Challenge, findForRegistration, insertChallenge } from './passkeys.queries.ts'
import type { SignInContext } from './sign-in-context.ts'

/** How long a question can be answered. */
const validForMs = 5 * 60_000

/** Passkeys per user at most; each of them is sent with every question. */
const mostPasskeys = 20

/** Loaded when a passkey is asked for or made. */
export const webauthn = () => import('./webauthn.ts')

/**
 * The user is not known yet and every sign-in page asks, so nothing is stored. The ticket says
 * until when it is good, and the challenge is our seal on it; `signInQuestion` makes it once more.
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
 * What was asked with a ticket of `askToSignIn`; null for any other ticket. Stored with the sign-in that
 * answers it, so that it is answered once.
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

/** "Bist Du es?" */
export async function askToConfirm(
  userId: number,
  context: SignInContext,
): Promise<PasskeyQuestion> {
  const { known } = await findForRegistration(context.db, userId)
  if (known.length === 0) throw passkeyRefused('Du hast keinen Passkey. Nimm Dein Passwort.')
  const { askForPasskey } = await webauthn()
  return asked(context, 'confirm', userId, await askForPasskey(context.site, known))
}

/** The question for a new passkey of a signed-in user. */
export async function askToRegister(
  user: SignedInUser,
  context: SignInContext,
): Promise<PasskeyQuestion> {
  const registration = await findForRegistration(context.db, user.id)
  if (registration.known.length >= mostPasskeys) {
    throw passkeyRefused(`Mehr als ${mostPasskeys} Passkeys gehen nicht. Entferne zuerst einen.`)
  }
  const { askForNewPasskey } = await webauthn()
  const options = await askForNewPasskey(context.site, user, registration)
  return asked(context, 'register', user.id, options)
}

/**
 * Stops a sign-in whose password was right where that is not enough. Only the right password reveals who has
 * passkeys.
 * @param beside what is stored of the password all the same
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
  throw missing.refusal
}

/** What is answered in place of a session, and what has to be stored for it. */
type Missing = { refusal: DomainError; question: ReturnType<typeof insertChallenge> }

/** Asked after the password, or before a link sets a new one; null for who has no passkey. */
export async function secondFactorOf(
  user: LoginUser,
  context: SignInContext,
  purpose: 'secondFactor' | 'link',
): Promise<Missing | null> {
  if (user.passkeys.length === 0) return null
  const { askForPasskey } = await webauthn()
  const options = await askForPasskey(context.site, user.passkeys)
  const { ticket, question } = prepared(context, purpose, user.id, options)
  const message = 'Bestätige noch mit Deinem Passkey, dass Du es bist.'
  const details = { ticket, options }
  return { refusal: new DomainError('SecondFactorNeeded', message, undefined, details), question }
}

/** Whether this user may sign in with a passkey only; never on one's own machine. */
export function needsPasskey(
  { passkeyRule, roles }: LoginUser,
  { isLocal, today }: Pick<SignInContext, 'isLocal' | 'today'>,
): boolean {
  return !isLocal && arePasskeysRequired(passkeyRule, today) && roles.includes('management')
}

/** For a user without a passkey; null when there is one, or none is needed. */
export async function firstPasskeyOf(
  user: LoginUser,
  context: SignInContext,
): Promise<Missing | null> {
  if (user.passkeys.length > 0 || !needsPasskey(user, context)) return null
  const { guildName } = await findForRegistration(context.db, user.id)
  const { askForNewPasskey } = await webauthn()
  const options = await askForNewPasskey(context.site, user, { guildName, known: [] })
  const { ticket, question } = prepared(context, 'firstPasskey', user.id, options)
  const message = 'Wer verwalten darf, meldet sich hier mit einem Passkey an. Lege jetzt einen an.'
  const details = { ticket, options }
  return { refusal: new DomainError('PasskeyNeeded', message, undefined, details), question }
}

async function asked(
  context: SignInContext,
  purpose: ChallengePurpose,
  userId: number,
  options: { challenge: string },
): Promise<PasskeyQuestion> {
  const { ticket, question } = prepared(context, purpose, userId, options)
  await commit(context.db, [question])
  return { ticket, options }
}

/** A question to be stored, and the name of it that its answer has to bring along. */
function prepared(
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

/** Under what a question is stored: who reads the table has no ticket. */
export function ticketKey(ticket: string, secret: string): string {
  return keyedHash(secret, 'passkey-ticket', ticket)
}

export function passkeyRefused(
  message = 'Dieser Passkey gilt hier nicht. Versuche es noch einmal.',
) {
  return new DomainError('PasskeyRefused', message)
}
