import { commit, type Refusals } from '#worker/db/commit.ts'
import type { ChallengePurpose } from '#worker/domain/codes.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import type { LoginResult } from './auth.contract.ts'
import { invalidCredentials, loginResult } from './log-in.ts'
import { noticeMail } from './notices.queries.ts'
import { passkeyRefused, signInQuestion, ticketKey, webauthn } from './passkey-questions.ts'
import type {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyLogin,
  ShownPasskey,
} from './passkeys.contract.ts'
import {
  type Challenge,
  findForPasskey,
  insertChallenge,
  insertFirstPasskey,
  insertPasskey,
  recordPasskeyUse,
  type StoredPasskey,
  takeForPasskey,
  takeForRegistration,
} from './passkeys.queries.ts'
import { confirmSession, startSession } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'

/** Signing in, and on what device. */
export type PasskeyContext = SignInContext & { device: string }

/** Signs a user in by passkey, alone or after the password. */
export async function signInByPasskey(
  { ticket, response, shared }: PasskeyLogin,
  context: PasskeyContext,
): Promise<LoginResult> {
  const { db, secret, now, device } = context
  const asked = signInQuestion(ticket, secret)
  const taken = asked
    ? { challenge: asked, ...(await findForPasskey(db, response.id)) }
    : await takeForPasskey(db, ticketKey(ticket, secret), response.id)
  const challenge = inTime(taken.challenge, ['signIn', 'secondFactor'], now)
  const { passkey, counter } = await checked(response, taken.passkey, challenge, context)
  const { user } = taken
  if (!user || user.locked) throw invalidCredentials()
  const { id: userId, tokenVersion } = user
  const accessToken = await startSession(
    context,
    { userId, tokenVersion, device, shared, refusals: signInRefusals },
    [...recordPasskeyUse(passkey, counter, now), ...(asked ? [insertChallenge(asked)] : [])],
  )
  return loginResult(user, accessToken)
}

/**
 * The passkey that belongs to a link was shown.
 * @returns what is stored of it together with the new password
 */
export async function answerLink(
  { ticket, response }: ShownPasskey,
  userId: number,
  context: SignInContext,
) {
  const { db, secret, now } = context
  const taken = await takeForPasskey(db, ticketKey(ticket, secret), response.id)
  const challenge = inTime(taken.challenge, ['link'], now, userId)
  const { passkey, counter } = await checked(response, taken.passkey, challenge, context)
  return recordPasskeyUse(passkey, counter, now)
}

/** A signed-in user has shown the passkey once more. */
export async function confirmByPasskey(
  { ticket, response }: ShownPasskey,
  userId: number,
  sessionId: number,
  context: SignInContext,
): Promise<void> {
  const { db, secret, now } = context
  const taken = await takeForPasskey(db, ticketKey(ticket, secret), response.id)
  const challenge = inTime(taken.challenge, ['confirm'], now, userId)
  const { passkey, counter } = await checked(response, taken.passkey, challenge, context)
  await commit(
    db,
    [...recordPasskeyUse(passkey, counter, now), confirmSession(sessionId, now)],
    passkeyRefusals,
  )
}

/** One more passkey of a signed-in user. */
export async function registerPasskey(
  shown: NewPasskey,
  user: SignedInUser,
  context: PasskeyContext,
): Promise<Passkey> {
  const { db, secret, now } = context
  const taken = await takeForRegistration(db, ticketKey(shown.ticket, secret))
  const challenge = inTime(taken.challenge, ['register'], now, user.id)
  const passkey = await newPasskey(shown, user.id, challenge, context)
  const [[stored]] = await commit(
    db,
    [insertPasskey(passkey), noticeMail('passkeyAdded', { userId: user.id, now })],
    passkeyRefusals,
  )
  context.sendMails(user.id)
  if (!stored) throw new Error('the passkey was not stored')
  return stored
}

/**
 * The first passkey of somebody who may not sign in without one: then they are signed in. Whoever has
 * one by now shows that: of two who know the password, the second must not bring a passkey of their own.
 */
export async function registerAndSignIn(
  shown: NewPasskey,
  context: PasskeyContext,
): Promise<LoginResult> {
  const { db, secret, now, device } = context
  const { user, ...taken } = await takeForRegistration(db, ticketKey(shown.ticket, secret))
  const challenge = inTime(taken.challenge, ['firstPasskey'], now)
  if (!user || user.locked) throw invalidCredentials()
  const { id: userId, tokenVersion } = user
  const passkey = await newPasskey(shown, userId, challenge, context)
  const accessToken = await startSession(
    context,
    { userId, tokenVersion, device, shared: shown.shared, refusals: signInRefusals },
    [...insertFirstPasskey(passkey), noticeMail('passkeyAdded', { userId, now })],
  )
  context.sendMails(userId)
  return loginResult(user, accessToken)
}

/** @param userId whose question it has to be, where that is known already */
function inTime(
  challenge: Challenge | null,
  purposes: readonly ChallengePurpose[],
  now: Date,
  userId?: number,
): Challenge {
  const isMeant =
    challenge !== null &&
    purposes.includes(challenge.purpose) &&
    (userId === undefined || challenge.userId === userId) &&
    challenge.expiresAt > now.toISOString()
  if (!isMeant) throw passkeyRefused('Das hat zu lange gedauert. Versuche es noch einmal.')
  return challenge
}

/** The passkey that has given the right answer, and where its counter is now. */
async function checked(
  response: PasskeyAnswer,
  passkey: StoredPasskey | null,
  { userId, challenge }: Challenge,
  { site }: SignInContext,
) {
  const isMeant = passkey !== null && (userId === null || passkey.userId === userId)
  if (!isMeant) throw passkeyRefused()
  const { checkAnswer } = await webauthn()
  const counter = await checkAnswer(response, { site, challenge, passkey })
  if (counter === null) throw passkeyRefused()
  return { passkey, counter }
}

/** As it is stored, when the device has answered as it was asked. */
async function newPasskey(
  { response, name }: NewPasskey,
  userId: number,
  { challenge }: Challenge,
  { site, now, device }: PasskeyContext,
) {
  const { checkRegistration } = await webauthn()
  const passkey = await checkRegistration(response, { site, challenge })
  if (!passkey) throw passkeyRefused()
  return {
    ...passkey,
    userId,
    transports: response.response.transports.join(),
    name: name || device,
    createdAt: now.toISOString(),
  }
}

/** Of every commit that stores what a passkey has answered. */
export const passkeyRefusals: Refusals = {
  passkeyUnchanged: () => passkeyRefused(),
  noPasskeyYet: () => passkeyRefused('Du hast schon einen Passkey. Melde Dich noch einmal an.'),
  'passkey_challenges.id': () => passkeyRefused(),
  'passkeys.credential_id': () => passkeyRefused('Diesen Passkey gibt es schon.'),
}

const signInRefusals = { ...passkeyRefusals, accountUnchanged: invalidCredentials }
