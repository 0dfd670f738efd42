import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { disclosures, mails } from '#worker/db/schema.ts'
import { retention } from '#worker/domain/retention.ts'
import type { DisclosureLink } from '#worker/mail/disclosure-mail.ts'

type Context = { db: Db; now: Date; user: { id: number } }

const newest = sql`(SELECT max(id) FROM disclosures)`

/**
 * A link to what is stored of an address, with the mail that brings it there and nowhere else. Whether
 * anything is stored is not looked at: whoever reads the mail finds out.
 */
export async function requestDisclosure(
  { db, now, user }: Context,
  emailAddress: string,
): Promise<DisclosureLink> {
  const at = now.toISOString()
  const days = retention.disclosures.count
  const expiresAt = new Date(now.getTime() + days * 24 * 3_600_000).toISOString()
  const [[link]] = await commit(db, [
    write
      .insert(disclosures)
      .values({ emailAddress, createdAt: at, createdBy: user.id, expiresAt })
      .returning({
        id: disclosures.id,
        emailAddress: disclosures.emailAddress,
        createdAt: disclosures.createdAt,
      }),
    write.insert(mails).values({
      key: sql`'disclosure-' || ${newest}`,
      kind: 'disclosure',
      emailAddress,
      disclosureId: newest,
      state: 'waiting',
      notBefore: at,
      createdAt: at,
    }),
    recordEvent({ entity: 'disclosure', entityId: newest }),
  ])
  if (!link) throw new Error('The link was not written')
  return link
}
