import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#worker/db/db.ts'
import { notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import type { ChallengePurpose } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { Session, SignedInUser } from '#worker/http/factory.ts'
import { newToken } from '#worker/http/factory.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import type { LoginResult } from './auth.contract.ts'
import type { LoginUser } from './auth.queries.ts'
import { invalidCredentials, loginResult } from './log-in.ts'
import type {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyQuestion,
  ShownPasskey,
} from './passkeys.contract.ts'
import {
  findForRegistration,
  insertChallenge,
  insertPasskey,
  notePasskeyUse,
  takeForPasskey,
  takeForRegistration,
} from './passkeys.queries.ts'
import { confirmSession, startSession } from './sessions.queries.ts'
import type { Site } from './webauthn.ts'

export type PasskeyContext = { db: Db; secret: string; now: Date; site: Site; device: string }

/** How long a question can be answered. */
const validForMs = 5 * 60_000

/** More than anybody has devices; each of them goes out with every question. */
const mostPasskeys = 20

// Loaded when somebody has a passkey, or wants one.
const webauthn = () => import('./webauthn.ts')

/** "Mit Passkey anmelden": nobody has said yet who they are. */
export async function askToSignIn(context: PasskeyContext): Promise<PasskeyQuestion> {
  const { askForPasskey } = await webauthn()
  return asked(context, 'signIn', null, await askForPasskey(context.site))
}

/** "Bist Du es?" */
export async function askToConfirm(
  user: SignedInUser,
  context: PasskeyContext,
): Promise<PasskeyQuestion> {
  const { known } = await findForRegistration(context.db, user.id)
  if (known.length === 0) throw refused('Du hast keinen Passkey. Nimm Dein Passwort.')
  const { askForPasskey } = await webauthn()
  return asked(context, 'confirm', user.id, await askForPasskey(context.site, known))
}

/** Somebody who is signed in wants a new passkey. */
export async function askToRegister(
  user: SignedInUser,
  context: PasskeyContext,
): Promise<PasskeyQuestion> {
  const registration = await findForRegistration(context.db, user.id)
  if (registration.known.length >= mostPasskeys) {
    throw refused(`Mehr als ${mostPasskeys} Passkeys gehen nicht. Entferne zuerst einen.`)
  }
  const { askForNewPasskey } = await webauthn()
  const options = await askForNewPasskey(context.site, user, registration)
  return asked(context, 'register', user.id, options)
}

/**
 * Stops a sign-in whose password was right, or whose link was, where that is not enough. Nobody learns
 * from it who has passkeys without having shown the first.
 * @param beside what is stored of the first all the same
 * @throws DomainError SecondFactorNeeded, PasskeyNeeded
 */
export async function requirePasskey(
  user: LoginUser,
  context: PasskeyContext,
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

/** Signs in whoever shows a passkey, alone or after the password. */
export async function signInByPasskey(
  { ticket, response }: ShownPasskey,
  context: PasskeyContext,
): Promise<LoginResult> {
  const { db } = context
  const taken = await takeForPasskey(db, keyOf(ticket, context), response.id)
  const { passkey, user } = taken
  const challenge = inTime(taken.challenge, ['signIn', 'secondFactor'], context)
  const use = await checkedUse(response, passkey, challenge, context)
  if (!user || user.locked) throw invalidCredentials()
  const { id: userId, tokenVersion } = user
  const accessToken = await unlessOvertaken(
    startSession(context, { userId, tokenVersion, device: context.device }, [use]),
  )
  if (accessToken === null) throw invalidCredentials()
  return loginResult(user, accessToken)
}

/** The passkey of somebody who is signed in was shown once more. */
export async function confirmByPasskey(
  { ticket, response }: ShownPasskey,
  { user, session }: { user: SignedInUser; session: Session },
  context: PasskeyContext,
): Promise<void> {
  const { db, now } = context
  const { passkey, ...taken } = await takeForPasskey(db, keyOf(ticket, context), response.id)
  const challenge = inTime(taken.challenge, ['confirm'], context, user.id)
  const use = await checkedUse(response, passkey, challenge, context)
  await unlessOvertaken(db.batch([use, confirmSession(db, session.id, now)]))
}

/** One more passkey of somebody who is signed in. */
export async function registerPasskey(
  passkey: NewPasskey,
  user: SignedInUser,
  context: PasskeyContext,
): Promise<Passkey> {
  const { db } = context
  const { challenge } = await takeForRegistration(db, keyOf(passkey.ticket, context))
  const question = inTime(challenge, ['register'], context, user.id)
  const insert = await checkedPasskey(passkey, user.id, question, context)
  const [stored] = await unlessOvertaken(insert)
  if (!stored) throw new Error('the passkey was not stored')
  return stored
}

/** The first passkey of somebody who may not sign in without one: then they are. */
export async function registerAndSignIn(
  passkey: NewPasskey,
  context: PasskeyContext,
): Promise<LoginResult> {
  const { db } = context
  const { challenge, user } = await takeForRegistration(db, keyOf(passkey.ticket, context))
  const question = inTime(challenge, ['firstPasskey'], context)
  if (!user || user.locked) throw invalidCredentials()
  const { id: userId, tokenVersion } = user
  const insert = await checkedPasskey(passkey, userId, question, context)
  const accessToken = await unlessOvertaken(
    startSession(context, { userId, tokenVersion, device: context.device }, [insert]),
  )
  if (accessToken === null) throw invalidCredentials()
  return loginResult(user, accessToken)
}

/** Stores a question, and gives it the name that its answer has to bring along. */
async function asked(
  context: PasskeyContext,
  purpose: ChallengePurpose,
  userId: number | null,
  options: { challenge: string },
  beside: readonly BatchItem<'sqlite'>[] = [],
): Promise<PasskeyQuestion> {
  const { db, now } = context
  const ticket = newToken()
  const question = insertChallenge(db, {
    id: keyOf(ticket, context),
    userId,
    purpose,
    challenge: options.challenge,
    expiresAt: new Date(now.getTime() + validForMs).toISOString(),
  })
  await db.batch([question, ...beside])
  return { ticket, options }
}

/** Under what a question is stored: who reads the table has no ticket. */
function keyOf(ticket: string, { secret }: PasskeyContext): string {
  return keyedHash(secret, 'passkey-ticket', ticket)
}

type Challenge = NonNullable<Awaited<ReturnType<typeof takeForPasskey>>['challenge']>

/** @param userId whose question it has to be, where that is known already */
function inTime(
  challenge: Challenge | null,
  purposes: readonly ChallengePurpose[],
  { now }: PasskeyContext,
  userId?: number,
): Challenge {
  const isMeant =
    challenge !== null &&
    purposes.includes(challenge.purpose) &&
    (userId === undefined || challenge.userId === userId) &&
    challenge.expiresAt > now.toISOString()
  if (!isMeant) throw refused('Das hat zu lange gedauert. Versuche es noch einmal.')
  return challenge
}

type StoredPasskey = Awaited<ReturnType<typeof takeForPasskey>>['passkey']

/** What is stored of an answer that is right. */
async function checkedUse(
  response: PasskeyAnswer,
  passkey: StoredPasskey,
  { userId, challenge }: Challenge,
  { db, site, now }: PasskeyContext,
) {
  const isAllowed = passkey !== null && (userId === null || passkey.userId === userId)
  if (!isAllowed) throw refused()
  const { checkAnswer } = await webauthn()
  const counter = await checkAnswer(response, { site, challenge, passkey })
  if (counter === null) throw refused()
  return notePasskeyUse(db, passkey, counter, now)
}

/** What is stored of a new passkey. */
async function checkedPasskey(
  { response, name }: NewPasskey,
  userId: number,
  { challenge }: Challenge,
  { db, site, now, device }: PasskeyContext,
) {
  const { checkRegistration } = await webauthn()
  const passkey = await checkRegistration(response, { site, challenge })
  if (!passkey) throw refused()
  return insertPasskey(db, {
    ...passkey,
    userId,
    transports: response.response.transports.join(),
    name: name || device || 'Passkey',
    createdAt: now.toISOString(),
  })
}

async function unlessOvertaken<T>(writing: PromiseLike<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (notNullViolation(error) === 'passkeys.counter') throw refused()
    if (uniqueViolation(error)?.includes('passkeys.credential_id')) {
      throw refused('Diesen Passkey gibt es schon.')
    }
    throw error
  }
}

function refused(message = 'Dieser Passkey gilt hier nicht. Versuche es noch einmal.') {
  return new DomainError('PasskeyRefused', message)
}
