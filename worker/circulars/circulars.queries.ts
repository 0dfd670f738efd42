import { asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { circularAttachments, circulars, guildSettings, mails, users } from '#worker/db/schema.ts'
import type { Addressee } from '#worker/domain/circular.ts'
import type { MailState } from '#worker/domain/codes.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { lastDayOver, retention } from '#worker/domain/retention.ts'
import type {
  Circular,
  CircularMember,
  CircularRecipient,
  CircularRow,
} from './circulars.contract.ts'

/** How many circulars the page shows. */
const mostCirculars = 50

/** The members who exist and are not anonymised, in the given order. */
export function selectAddressees(db: Db, memberIds: readonly number[]) {
  return db
    .select({
      id: sql<number>`m.id`.as('id'),
      firstName: sql<string>`m.first_name`.as('first_name'),
      lastName: sql<string>`m.last_name`.as('last_name'),
      eMail: sql<string>`m.e_mail`.as('e_mail'),
      membershipState: sql<Addressee['membershipState']>`m.membership_state`.as('membership_state'),
      mailOptOut: sql<boolean>`m.mail_opt_out`.mapWith(Boolean).as('mail_opt_out'),
    })
    .from(sql`json_each(${JSON.stringify(memberIds)}) j CROSS JOIN members m ON m.id = j.value`)
    .where(sql`m.anonymised_at IS NULL`)
    .orderBy(sql`j.key`)
}

/** The guild and the writing user, as a mail needs them. */
export function selectSender(db: Db, userId: number) {
  return db
    .select({
      signature: users.mailSignature,
      name: guildSettings.name,
      contactEmail: guildSettings.contactEmail,
    })
    .from(users)
    .innerJoin(guildSettings, sql`1`)
    .where(eq(users.id, userId))
}

function selectCirculars(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: circulars.id,
      subject: circulars.subject,
      body: circulars.body,
      createdAt: circulars.createdAt,
      createdBy: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`.as('created_by'),
      stoppedAt: circulars.stoppedAt,
      pausedUntil: circulars.pausedUntil,
      mailCount: circulars.mailCount,
    })
    .from(circulars)
    .innerJoin(users, eq(users.id, circulars.createdBy))
    .where(where)
    .orderBy(desc(circulars.createdAt), desc(circulars.id))
    .limit(mostCirculars)
}

type Stored = Awaited<ReturnType<typeof selectCirculars>>[number]
type Counted = { circularId: number | null; state: MailState; count: number }

/** Counts only unsent mails; the sent ones are the remainder of `mailCount`. */
function selectNotSent(db: Db, of: SQL) {
  return db
    .select({
      circularId: mails.circularId,
      state: mails.state,
      count: sql<number>`count(*)`.as('count'),
    })
    .from(mails)
    .where(
      sql`${mails.circularId} IN ${of} AND ${mails.state} IN ('waiting', 'sending', 'skipped', 'failed')`,
    )
    .groupBy(mails.circularId, mails.state)
}

/** The circulars within the retention period, newest first. */
export async function listCirculars(db: Db, now: Date): Promise<CircularRow[]> {
  const since = lastDayOver(retention.circulars, berlinDay(now))
  const shown = sql`(SELECT id FROM circulars WHERE created_at >= ${since}
    ORDER BY created_at DESC, id DESC LIMIT ${mostCirculars})`
  const [stored, counted] = await db.batch([
    selectCirculars(db, gte(circulars.createdAt, since)),
    selectNotSent(db, shown),
  ])
  return stored.map(({ body: _, ...one }) => rowOf(one, counted, now))
}

export async function findCircular(db: Db, id: number, now: Date): Promise<Circular | null> {
  const [[stored], counted, failed, attachments] = await db.batch([
    selectCirculars(db, eq(circulars.id, id)),
    selectNotSent(db, sql`(${id})`),
    db
      .select({
        emailAddress: sql<string>`r.email_address`.as('email_address'),
        id: sql<number | null>`m.id`.as('member_id'),
        firstName: sql<string>`m.first_name`.as('first_name'),
        lastName: sql<string>`m.last_name`.as('last_name'),
      })
      .from(sql`mails l CROSS JOIN circular_recipients r ON r.mail_id = l.id
        JOIN json_each(r.member_ids) j LEFT JOIN members m ON m.id = j.value`)
      .where(sql`l.circular_id = ${id} AND l.state = 'failed'`)
      .orderBy(sql`r.email_address, j.key`),
    db
      .select({ name: circularAttachments.name, byteCount: circularAttachments.byteCount })
      .from(circularAttachments)
      .where(eq(circularAttachments.circularId, id))
      .orderBy(asc(circularAttachments.number)),
  ])
  if (!stored) return null
  const { body, ...row } = stored
  return { ...rowOf(row, counted, now), body, attachments, failures: byAddress(failed) }
}

function rowOf(
  { mailCount, pausedUntil, ...stored }: Omit<Stored, 'body'>,
  counted: readonly Counted[],
  now: Date,
): CircularRow {
  const own = counted.filter(({ circularId }) => circularId === stored.id)
  const countOf = (state: MailState) => own.find((one) => one.state === state)?.count ?? 0
  const notSent = own.reduce((sum, { count }) => sum + count, 0)
  const isPaused =
    pausedUntil !== null &&
    pausedUntil > now.toISOString() &&
    stored.stoppedAt === null &&
    countOf('waiting') > 0
  return {
    ...stored,
    pausedUntil: isPaused ? pausedUntil : null,
    counts: {
      waiting: countOf('waiting'),
      sending: countOf('sending'),
      sent: mailCount - notSent,
      skipped: countOf('skipped'),
      failed: countOf('failed'),
    },
  }
}

type Failed = Omit<CircularMember, 'id'> & { id: number | null; emailAddress: string }

function byAddress(failed: readonly Failed[]): CircularRecipient[] {
  const addresses = [...new Set(failed.map(({ emailAddress }) => emailAddress))]
  return addresses.map((emailAddress) => ({
    emailAddress,
    // A member who was deleted since has no name.
    members: failed.flatMap(({ id, firstName, lastName, ...one }) =>
      one.emailAddress === emailAddress && id !== null ? [{ id, firstName, lastName }] : [],
    ),
  }))
}

/** The first circular with this request key since this instant. */
export function selectSameCircular(db: Db, requestKey: string, since: string) {
  return db
    .select({
      id: circulars.id,
      count: circulars.mailCount,
    })
    .from(circulars)
    .where(sql`${circulars.requestKey} = ${requestKey} AND ${circulars.createdAt} > ${since}`)
    .orderBy(asc(circulars.id))
    .limit(1)
}
