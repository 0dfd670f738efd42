import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { disclosures } from '#worker/db/schema.ts'

export type DisclosureLink = { id: number; emailAddress: string; createdAt: string }

/** Where the page of the link lies. */
export const disclosurePath = '/auskunft'

/** Behind the "#" no server and no log sees what opens the data. */
export function disclosureUrl(origin: string, link: DisclosureLink, secret: string): string {
  return `${origin}${disclosurePath}#${link.id}.${sealOf(link, secret).toString('base64url')}`
}

/** The address that this token is good for; null for one that is wrong or too old. */
export async function findByToken(
  db: Db,
  token: string,
  secret: string,
  now: Date,
): Promise<string | null> {
  const [, id, seal] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token.trim()) ?? []
  if (!id || !seal) return null
  const [link] = await db
    .select({
      id: disclosures.id,
      emailAddress: disclosures.emailAddress,
      createdAt: disclosures.createdAt,
    })
    .from(disclosures)
    .where(and(eq(disclosures.id, Number(id)), gt(disclosures.expiresAt, now.toISOString())))
  if (!link || !timingSafeEqual(Buffer.from(seal, 'base64url'), sealOf(link, secret))) return null
  return link.emailAddress
}

// When and whose it is are sealed as well: after a restore another link may get the same id.
function sealOf({ id, emailAddress, createdAt }: DisclosureLink, secret: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'disclosure link', 32))
  return createHmac('sha256', key).update(`${id} ${createdAt} ${emailAddress}`).digest()
}
