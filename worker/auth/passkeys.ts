import { type ConstraintErrors, commit } from '#worker/db/commit.ts'
import type { ChallengePurpose } from '#worker/domain/codes.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import type { LoginResult } from './auth.contract.ts'
import { invalidCredentialsError, loginResult } from './log-in.ts'
import { noticeMail } from './notices.queries.ts'
import { passkeyRejectedError, signInQuestion, ticketKey, webauthn } from './passkey-questions.ts'
import type {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyLogin,
  ShownPasskey,
} from './passkeys.contract.ts'
import {
  type Challenge,
  findPasskeyAndUser,
  insertChallenge,
  insertFirstPasskey,
  insertPasskey,
  recordPasskeyUse,
  type StoredPasskey,
  takeChallengeAndPasskey,
  takeChallengeAndUser,
} from './passkeys.queries.ts'
import { confirmSession, startSession } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'

/** The context of a sign-in, and its device. */
export type PasskeyContext = SignInContext & { device: string }

/** Signs a user in by passkey, alone or as second factor. */
export async function signInByPasskey(
  { ticket, response, shared }: PasskeyLogin,
  context: PasskeyContext,
): Promise<LoginResult> {
  const { db, secret, now, device } = context
  const asked = signInQuestion(ticket, secret)
  const taken = asked
    ? { challenge: asked, ...(await findPasskeyAndUser(db, response.id)) }
    : await takeChallengeAndPasskey(db, ticketKey(ticket, secret), response.id)
  const challenge = validChallenge(taken.challenge, ['signIn', 'secondFactor'], now)
  const { passkey, counter } = await verifyPasskey(response, taken.passkey, challenge, context)
  const { user } = taken
  if (!user || user.locked) throw invalidCredentialsError()
  const { id: userId, tokenVersion } = user
  const accessToken = await startSession(
    context,
    { userId, tokenVersion, device, shared, constraintErrors: signInConstraintErrors },
    [...recordPasskeyUse(passkey, counter, now), ...(asked ? [insertChallenge(asked)] : [])],
  )
  return loginResult(user, accessToken)
}

/**
 * Verifies the second factor of a password link.
 * @returns the statements to commit with the new password
 */
export async function answerLink(
  { ticket, response }: ShownPasskey,
  userId: number,
  context: SignInContext,
) {
  const { db, secret, now } = context
  const taken = await takeChallengeAndPasskey(db, ticketKey(ticket, secret), response.id)
  const challenge = validChallenge(taken.challenge, ['link'], now, userId)
  const { passkey, counter } = await verifyPasskey(response, taken.passkey, challenge, context)
  return recordPasskeyUse(passkey, counter, now)
}

/** Confirms the identity of a signed-in user by passkey. */
export async function confirmByPasskey(
  { ticket, response }: ShownPasskey,
  userId: number,
  sessionId: number,
  context: SignInContext,
): Promise<void> {
  const { db, secret, now } = context
  const taken = await takeChallengeAndPasskey(db, ticketKey(ticket, secret), response.id)
  const challenge = validChallenge(taken.challenge, ['confirm'], now, userId)
  const { passkey, counter } = await verifyPasskey(response, taken.passkey, challenge, context)
  await commit(
    db,
    [...recordPasskeyUse(passkey, counter, now), confirmSession(sessionId, now)],
    passkeyConstraintErrors,
  )
}

/** Registers another passkey of a signed-in user. */
export async function registerPasskey(
  shown: NewPasskey,
  user: SignedInUser,
  context: PasskeyContext,
): Promise<Passkey> {
  const { db, secret, now } = context
  const taken = await takeChallengeAndUser(db, ticketKey(shown.ticket, secret))
  const challenge = validChallenge(taken.challenge, ['register'], now, user.id)
  const passkey = await newPasskey(shown, user.id, challenge, context)
  const [[stored]] = await commit(
    db,
    [insertPasskey(passkey), noticeMail('passkeyAdded', { userId: user.id, now })],
    passkeyConstraintErrors,
  )
  context.sendMails(user.id)
  if (!stored) throw new Error('the passkey was not stored')
  return stored
}

/**
 * Registers the first passkey of a user who needs one, and signs them in. Rejected when the user has a passkey
 * by now: a second person who knows the password must not add their own.
 */
export async function registerAndSignIn(
  shown: NewPasskey,
  context: PasskeyContext,
): Promise<LoginResult> {
  const { db, secret, now, device } = context
  const { user, ...taken } = await takeChallengeAndUser(db, ticketKey(shown.ticket, secret))
  const challenge = validChallenge(taken.challenge, ['firstPasskey'], now)
  if (!user || user.locked) throw invalidCredentialsError()
  const { id: userId, tokenVersion } = user
  const passkey = await newPasskey(shown, userId, challenge, context)
  const accessToken = await startSession(
    context,
    {
      userId,
      tokenVersion,
      device,
      shared: shown.shared,
      constraintErrors: signInConstraintErrors,
    },
    [...insertFirstPasskey(passkey), noticeMail('passkeyAdded', { userId, now })],
  )
  context.sendMails(userId)
  return loginResult(user, accessToken)
}

/** @param userId the user for whom the challenge was made, if known */
function validChallenge(
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
  if (!isMeant) throw passkeyRejectedError('Das hat zu lange gedauert. Versuche es noch einmal.')
  return challenge
}

/** Verifies the response. @returns the passkey and its new counter */
async function verifyPasskey(
  response: PasskeyAnswer,
  passkey: StoredPasskey | null,
  { userId, challenge }: Challenge,
  { site }: SignInContext,
) {
  const isMeant = passkey !== null && (userId === null || passkey.userId === userId)
  if (!isMeant) throw passkeyRejectedError()
  const { verifyAnswer } = await webauthn()
  const counter = await verifyAnswer(response, { site, challenge, passkey })
  if (counter === null) throw passkeyRejectedError()
  return { passkey, counter }
}

/** The row of a new passkey, after verifying the registration. */
async function newPasskey(
  { response, name }: NewPasskey,
  userId: number,
  { challenge }: Challenge,
  { site, now, device }: PasskeyContext,
) {
  const { verifyRegistration } = await webauthn()
  const passkey = await verifyRegistration(response, { site, challenge })
  if (!passkey) throw passkeyRejectedError()
  return {
    ...passkey,
    userId,
    transports: response.response.transports.join(),
    name: name || device,
    createdAt: now.toISOString(),
  }
}

/** The errors of a commit that stores the use of a passkey. */
export const passkeyConstraintErrors: ConstraintErrors = {
  passkeyUnchanged: () => passkeyRejectedError(),
  noPasskeyYet: () =>
    passkeyRejectedError('Du hast schon einen Passkey. Melde Dich noch einmal an.'),
  'passkey_challenges.id': () => passkeyRejectedError(),
  'passkeys.credential_id': () => passkeyRejectedError('Diesen Passkey gibt es schon.'),
}

const signInConstraintErrors = {
  ...passkeyConstraintErrors,
  accountUnchanged: invalidCredentialsError,
}
