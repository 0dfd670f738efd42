import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { failuresCountFrom, lockedUntil } from '#worker/domain/login-throttle.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { forgetAttempt, forgetFailures, recordAttempt } from './auth.queries.ts'

type Guess = { emailAddress: string; network: string }
type Context = { db: Db; secret: string; now: Date }

/**
 * Lets a guess at a password through, or answers 429. Failures are counted per address typed and
 * network, so nobody can lock a helper out from elsewhere on the parade day.
 * @returns to be called when the guess was right: the failures are forgotten
 */
export async function countGuess(guess: Guess, { db, secret, now }: Context) {
  const key = {
    addressKey: keyedHash(secret, 'login-address', guess.emailAddress),
    networkKey: keyedHash(secret, 'login-network', guess.network),
  }
  const since = failuresCountFrom(now).toISOString()
  const { id, earlier } = await recordAttempt(db, key, now.toISOString(), since)
  const until = lockedUntil(earlier, now)
  if (until) {
    await forgetAttempt(db, id)
    throw tooManyGuesses(until, now)
  }
  return () => forgetFailures(db, key)
}

function tooManyGuesses(until: Date, now: Date): DomainError {
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(retryAfter / 60)
  const message = `Zu viele Versuche. In ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} geht es wieder.`
  return new DomainError('TooManyRequests', message, undefined, { retryAfter })
}
