import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { disclosures } from '#worker/db/schema.ts'
import { idIn, isSameSeal, sealedId } from '#worker/http/keyed-hash.ts'

export type DisclosureLink = { id: number; emailAddress: string; createdAt: string }

/** Where the page of the link lies. */
export const disclosurePath = '/auskunft'

/** Behind the "#" no server and no log sees what opens the data. */
export function disclosureUrl(origin: string, link: DisclosureLink, secret: string): string {
  return `${origin}${disclosurePath}#${linkToken(link, secret)}`
}

/** The address that this token is good for; null for one that is wrong or too old. */
export async function findByToken(
  db: Db,
  typed: string,
  secret: string,
  now: Date,
): Promise<string | null> {
  const token = typed.trim()
  const id = idIn(token)
  if (id === null) return null
  const [link] = await db
    .select({
      id: disclosures.id,
      emailAddress: disclosures.emailAddress,
      createdAt: disclosures.createdAt,
    })
    .from(disclosures)
    .where(and(eq(disclosures.id, id), gt(disclosures.expiresAt, now.toISOString())))
  return link && isSameSeal(token, linkToken(link, secret)) ? link.emailAddress : null
}

/** When and whose it is is sealed as well. */
function linkToken({ id, emailAddress, createdAt }: DisclosureLink, secret: string): string {
  return sealedId(secret, 'disclosure link', { id, content: `${createdAt} ${emailAddress}` })
}
