import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { passkeys, userLinks } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { countInHour } from '#worker/http/rate-limit.ts'
import type { LoginResult } from './auth.contract.ts'
import type { LoginUser } from './auth.queries.ts'
import { assertNotGuessable, assertPasswordRule, knownWordsOf } from './guessable-password.ts'
import { loginResult, normaliseAddress } from './log-in.ts'
import { noticeMail } from './notices.queries.ts'
import { firstPasskeyOf, needsPasskey, secondFactorOf } from './passkey-questions.ts'
import type { ShownPasskey } from './passkeys.contract.ts'
import { answerLink, passkeyConstraintErrors } from './passkeys.ts'
import { hashPassword } from './password-hash.ts'
import { type Device, endSessions, startSessionAfterReset } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'
import {
  closeLinks,
  findByToken,
  newLink,
  selectOpenLink,
  type UserLink,
  waiverOf,
} from './user-links.ts'
import { idOfAddress } from './users.queries.ts'

const mostToAddress = 3
const mostOfNetwork = 10

type Asked = { emailAddress: string; network: string }

/**
 * Requests a link for a new password. An address gets three per hour, a network may request ten; the response
 * does not reveal whether the address belongs to a user.
 * @returns the id of the user whose mail is to be sent
 */
export async function answerForgotten(
  { emailAddress, network }: Asked,
  { db, secret, now }: Omit<SignInContext, 'audit'>,
): Promise<number | undefined> {
  const address = normaliseAddress(emailAddress)
  if (address === null) return undefined
  const key = (purpose: string, text: string) => `${purpose}-${keyedHash(secret, purpose, text)}`
  const ofNetwork = key('forgotten-network', network)
  const ofAddress = key('forgotten-address', address)
  const isUnderLimit = sql`changes() > 0`
  const [, , [link]] = await commit(db, [
    countInHour({ key: ofNetwork, most: mostOfNetwork, now }),
    countInHour({ key: ofAddress, most: mostToAddress, now, onlyIf: isUnderLimit }),
    ...newLink(idOfAddress(address), now, isUnderLimit),
  ])
  return link?.userId
}

type Opening = {
  token: string
  newPassword: string
  passkey?: ShownPasskey | undefined
} & Device

/**
 * Sets the password by a link, ends all other sessions and signs in. A user with a passkey has to confirm by passkey.
 * When anything is rejected, the link stays valid.
 * @throws DomainError LinkInvalid, PasswordRule, SecondFactorNeeded, ApprovalNeeded, PasskeyRefused;
 * PasskeyNeeded when the user needs a passkey but has none
 */
export async function openLink(
  { token, newPassword, passkey, device, shared }: Opening,
  context: SignInContext,
): Promise<LoginResult> {
  const found = await findByToken(token, context)
  if (!found) throw linkInvalidError()
  assertPasswordRule(newPassword)
  const { user, link } = found
  await assertNotGuessable(newPassword, knownWordsOf(user))
  const { db, now } = context
  const isShown = await secondFactor(found, passkey, context)
  const to = await hashPassword(newPassword)
  const first = await firstPasskeyOf(user, context)
  // The link is still valid, and the user's passkeys or the waiver are as they were read.
  const isOpen = sql`EXISTS (SELECT 1 FROM ${selectOpenLink(db, link.id, now)}
    WHERE ${hasSamePasskeysOrWaiver(found, now)})`
  const constraintErrors = { ...passkeyConstraintErrors, linkOpen: linkInvalidError }
  const accessToken = await startSessionAfterReset(
    context,
    { userId: user.id, isOpen, constraintErrors, device, shared, to },
    [
      ...isShown,
      write.update(userLinks).set({ usedAt: now.toISOString() }).where(eq(userLinks.id, link.id)),
      ...closeLinks(user.id, now),
      ...(link.purpose === 'reset'
        ? [noticeMail('passwordChanged', { userId: user.id, now })]
        : []),
      // A user who still has to register the first passkey is not signed in: the session ends at once.
      ...(first ? [endSessions(user.id, now), first.question] : []),
    ],
  )
  if (link.purpose === 'reset') context.sendMails(user.id)
  if (first) throw first.error
  return loginResult(user, accessToken)
}

type Found = { link: UserLink; user: LoginUser; isWaived: boolean }

/** @returns the statements that store the use of the passkey */
async function secondFactor(
  { link, user, isWaived }: Found,
  shown: ShownPasskey | undefined,
  context: SignInContext,
): Promise<readonly BatchItem<'sqlite'>[]> {
  if (isWaived) return []
  if (user.passkeys.length > 0) {
    if (shown) return answerLink(shown, user.id, context)
    const missing = await secondFactorOf(user, context, 'link')
    if (missing) await commit(context.db, [missing.question])
    throw missing?.error
  }
  // Not for an invitation: the user could not create a passkey before, and creates one after the password.
  if (link.purpose === 'reset' && needsPasskey(user, context)) throw approvalNeededError()
  return []
}

/** SQL: whether the user has as many passkeys as were read; for a waived passkey, whether the waiver is valid. */
function hasSamePasskeysOrWaiver({ user, isWaived }: Found, now: Date): SQL {
  const userId = sql`${user.id}`
  return isWaived
    ? sql`(${waiverOf(userId, now)})`
    : sql`(SELECT count(*) FROM ${passkeys} WHERE ${passkeys.userId} = ${userId}) = ${user.passkeys.length}`
}

function linkInvalidError(): DomainError {
  return new DomainError('LinkInvalid', 'Dieser Link gilt nicht mehr.')
}

function approvalNeededError(): DomainError {
  return new DomainError(
    'ApprovalNeeded',
    'Wer verwalten darf, meldet sich hier mit einem Passkey an, und Du hast keinen. Bitte jemand anderen aus der Verwaltung: Unter „Zugänge“ kann er „Neues Passwort ohne Passkey zulassen“. Danach geht es hier weiter.',
  )
}
