import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { circulars, mails } from '#worker/db/schema.ts'
import { linkMailKinds, type MailKind } from '#worker/domain/codes.ts'

// Literal, and with the words of the index `mails_open`, so that SQLite uses it.
const isOpen = sql`${mails.state} IN ('waiting', 'sending')`
const isWaiting = sql`(${isOpen} AND ${mails.state} = 'waiting')`

export type ClaimedMail = {
  id: number
  orderId: number | null
  kind: MailKind
  attempts: number
}

/** The mails of one order or to one user; nothing named: all. */
export type Whose = { orderId?: number; userId?: number }

// The same for the index's second column.
const isCircular = sql`(${mails.circularId} IS NOT NULL)`

/**
 * Takes the mail that has waited longest; of two that ask at once only one gets it. What is written to
 * many comes after all that is about an order or an account, one circular after the other.
 * @param until from then on whoever took it counts as dead
 */
export async function claimMail(
  db: Db,
  now: string,
  until: string,
  whose: Whose = {},
): Promise<ClaimedMail | null> {
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(isDue(now, whose))
    .orderBy(mails.notBefore, mails.id)
    .limit(1)
  const isOfAll = whose.orderId === undefined && whose.userId === undefined
  const [[claimed]] = await commit(db, [
    write
      .update(mails)
      .set({ state: 'sending', attempts: sql`attempts + 1`, notBefore: until })
      .where(
        sql`${mails.id} = ${isOfAll ? sql`coalesce((${next}), (${nextOfCirculars(now)}))` : sql`(${next})`}`,
      )
      .returning({
        id: mails.id,
        orderId: mails.orderId,
        kind: mails.kind,
        attempts: mails.attempts,
      }),
  ])
  return claimed ?? null
}

/** By their own index, so that what is stopped or paused is not read again and again. */
function nextOfCirculars(now: string): SQL {
  return sql`SELECT m.id FROM circulars c CROSS JOIN mails m
    ON m.circular_id = c.id AND m.state = 'waiting' AND m.not_before <= ${now}
    WHERE c.stopped_at IS NULL AND (c.paused_until IS NULL OR c.paused_until <= ${now})
    ORDER BY c.id, m.not_before, m.id LIMIT 1`
}

// While somebody tried to send it, the parade was reinstated, called off again or deleted, or the link
// was replaced by a newer one.
const isTakenBack = (
  now: string,
) => sql`(mails.kind = 'paradeCancelled' AND NOT EXISTS (SELECT 1 FROM parades d
    WHERE d.id = mails.parade_id
      AND instr(mails.key, 'paradeCancelled-' || d.id || '-' || d.cancelled_at || '-') = 1)
  OR mails.kind = 'paradeReinstated' AND NOT EXISTS (SELECT 1 FROM parades d
    WHERE d.id = mails.parade_id AND d.cancelled_at IS NULL)
  OR mails.kind IN (${sql.join(
    linkMailKinds.map((kind) => sql`${kind}`),
    sql`, `,
  )}) AND NOT EXISTS (SELECT 1 FROM user_links l
    WHERE l.id = mails.user_link_id AND l.used_at IS NULL AND l.expires_at > ${now}))`

/** Ends or puts off a claim; what is no longer true is not tried again. */
export async function closeClaim(
  db: Db,
  id: number,
  as:
    | { state: 'sent'; sentAt: string }
    | { state: 'waiting'; notBefore: string }
    | { state: 'failed' }
    | { state: 'skipped' },
): Promise<void> {
  const state =
    as.state === 'waiting'
      ? sql`CASE WHEN ${isTakenBack(as.notBefore)} THEN 'skipped' ELSE 'waiting' END`
      : as.state
  await commit(db, [
    write
      .update(mails)
      .set({ ...as, state })
      .where(and(eq(mails.id, id), eq(mails.state, 'sending'))),
  ])
}

/** It was not its fault: it waits as if nobody had tried. */
export async function putBack(db: Db, id: number, now: string): Promise<void> {
  await commit(db, [
    write
      .update(mails)
      .set({ state: 'waiting', attempts: sql`attempts - 1`, notBefore: now })
      .where(and(eq(mails.id, id), eq(mails.state, 'sending'))),
  ])
}

/** What waits of all circulars is not due before. */
export async function pauseCirculars(db: Db, until: string): Promise<void> {
  await commit(db, [
    write.update(circulars).set({ pausedUntil: until }).where(isNull(circulars.stoppedAt)),
  ])
}

/** Whoever took these died in the middle. They may be out already, so nobody sends them again. */
export function failInterrupted(now: string) {
  return write
    .update(mails)
    .set({ state: 'failed' })
    .where(and(isOpen, sql`${mails.state} = 'sending'`, lte(mails.notBefore, now)))
    .returning({ id: mails.id, orderId: mails.orderId })
}

/** No sender is set up: what is due stays unsent for good. What is written to many waits for one. */
export async function skipDueMails(db: Db, now: string, whose: Whose): Promise<void> {
  await commit(db, [write.update(mails).set({ state: 'skipped' }).where(isDue(now, whose))])
}

function isDue(now: string, { orderId, userId }: Whose): SQL | undefined {
  const isOfOrder = orderId === undefined ? undefined : eq(mails.orderId, orderId)
  const isOfUser = userId === undefined ? undefined : eq(mails.userId, userId)
  return and(isWaiting, sql`${isCircular} = 0`, lte(mails.notBefore, now), isOfOrder, isOfUser)
}
