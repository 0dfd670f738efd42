import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { delayOfAddress, lockedUntil } from '#worker/domain/login-throttle.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { forgetAttempt, forgetFailures, type LoginUser, recordAttempt } from './auth.queries.ts'

type Guess = { emailAddress: string; network: string }
type Context = { db: Db; secret: string; now: Date }

/** As the platform has it: the browser's types know no `wait`. */
export const platform = globalThis as unknown as {
  scheduler: { wait(ms: number): Promise<unknown> }
}

/**
 * Lets a guess at a password through, or answers 429. Failures are counted per address typed and
 * network, so nobody can lock a helper out from elsewhere on the parade day. An address that is guessed at
 * from many networks is answered later, whether or not a user has it.
 * @returns whose password is guessed, and what forgets the failures once the guess was right
 */
export async function countGuess(
  { emailAddress, network }: Guess,
  { db, secret, now }: Context,
): Promise<{ user: LoginUser | null; forget: ReturnType<typeof forgetFailures> }> {
  const key = {
    addressKey: keyedHash(secret, 'login-address', emailAddress),
    networkKey: keyedHash(secret, 'login-network', network),
  }
  const { id, earlier, user, ofAddress } = await recordAttempt(db, { key, emailAddress, now })
  const until = lockedUntil(earlier, now)
  if (until) {
    await forgetAttempt(db, id)
    throw tooManyGuesses(until, now)
  }
  const delay = delayOfAddress(ofAddress)
  if (delay > 0) await platform.scheduler.wait(delay)
  return { user, forget: forgetFailures(key) }
}

function tooManyGuesses(until: Date, now: Date): DomainError {
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(retryAfter / 60)
  const message = `Zu viele Versuche. In ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} geht es wieder.`
  return new DomainError('TooManyRequests', message, undefined, { retryAfter })
}
