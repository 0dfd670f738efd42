import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { countInHour } from '#worker/http/hourly-counts.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { normaliseAddress } from './log-in.ts'
import type { SignInContext } from './sign-in-context.ts'
import { newLink } from './user-links.ts'
import { idOfAddress } from './users.queries.ts'

const mostToAddress = 3
const mostOfNetwork = 10

type Asked = { emailAddress: string; network: string }

/**
 * Somebody has lost the password: a link to their address, if there is an account of it. An address
 * hears it three times an hour, a network makes ten in an hour; what there was is told to nobody.
 * @returns whose mail is to be sent
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
  const hasGoneOn = sql`changes() > 0`
  const [, , [link]] = await commit(db, [
    countInHour({ key: ofNetwork, most: mostOfNetwork, now }),
    countInHour({ key: ofAddress, most: mostToAddress, now, onlyIf: hasGoneOn }),
    ...newLink(idOfAddress(address), now, hasGoneOn),
  ])
  return link?.userId
}
