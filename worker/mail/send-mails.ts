import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { circulars, mails } from '#worker/db/schema.ts'
import { nextMorning } from '#worker/domain/circular.ts'
import { linkMailKinds, type MailKind } from '#worker/domain/codes.ts'
import {
  type Mailer,
  MailLimitError,
  type MailMessage,
  MailRejectedError,
  mailErrorCode,
} from './mailer.ts'

type Deps = {
  db: Db
  now: Date
  mailer: Mailer | null
  /** The message; null when its subject is gone, `skip` when no recipient is left. */
  render: (mail: ClaimedMail) => Promise<MailMessage | null | 'skip'>
}

/** After this time the process that claimed a mail counts as dead; no request or cron lives as long. */
const claimMinutes = 15

/** Minutes until the next try after each failure; after the last the mail is given up. */
const backOffMinutes = [5, 30, 2 * 60, 12 * 60, 24 * 60]

/**
 * Sends due mails one after the other. Each is claimed first, so that two concurrent runs send none twice. A
 * mail that fails is tried again later; without a mailer all due mails are skipped. At the provider's limit a
 * circular's mail is released as if not tried, and all circulars pause. `orderId` or `userId`: sends only the mails
 * of this order or to this user.
 */
export async function sendMails(
  deps: Deps,
  { limit, ...whose }: Whose & { limit: number },
): Promise<void> {
  const { db, mailer } = deps
  const now = deps.now.toISOString()
  if (whose.orderId === undefined && whose.userId === undefined) {
    const [interrupted] = await commit(db, [failInterrupted(now)])
    for (const mail of interrupted) log(mail, 'interrupted')
  }
  if (!mailer) return skipDueMails(db, now, whose)
  for (let sent = 0; sent < limit; sent += 1) {
    const mail = await claimMail(db, now, minutesAfter(deps.now, claimMinutes), whose)
    if (!mail) return
    const end = await trySending(deps, mailer, mail)
    if (end.state === 'limited') {
      await releaseClaim(db, mail.id, now)
      if (end.of === 'day') await pauseCirculars(db, nextMorning(deps.now).toISOString())
      return
    }
    // Outside the try: if a sent mail cannot be marked, that must not count as a failure and send it again.
    await closeClaim(db, mail.id, end)
  }
}

async function trySending({ now, render }: Deps, mailer: Mailer, mail: ClaimedMail) {
  try {
    const message = await render(mail)
    if (message === 'skip') return { state: 'skipped' } as const
    if (!message) throw new MailRejectedError('nothing to tell of')
    await mailer.send(message)
    return { state: 'sent', sentAt: now.toISOString() } as const
  } catch (error) {
    log(mail, mailErrorCode(error))
    if (error instanceof MailLimitError && mail.kind === 'circular') {
      return { state: 'limited', of: error.of } as const
    }
    const wait = error instanceof MailRejectedError ? undefined : backOffMinutes[mail.attempts - 1]
    return wait === undefined
      ? ({ state: 'failed' } as const)
      : ({ state: 'waiting', notBefore: minutesAfter(now, wait) } as const)
  }
}

function minutesAfter(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString()
}

function log({ id, orderId }: { id: number; orderId: number | null }, reason: string): void {
  console.error(JSON.stringify({ level: 'error', event: 'mail', mailId: id, orderId, reason }))
}

// Literal and worded like the index `mails_open`, so that SQLite uses it.
const isOpen = sql`${mails.state} IN ('waiting', 'sending')`
const isWaiting = sql`(${isOpen} AND ${mails.state} = 'waiting')`

export type ClaimedMail = {
  id: number
  orderId: number | null
  kind: MailKind
  attempts: number
}

/** Mails of one order or to one user; neither = all. */
type Whose = { orderId?: number; userId?: number }

// Worded like the second column of the index `mails_open`.
const isCircular = sql`(${mails.circularId} IS NOT NULL)`

/**
 * Claims the mail that has waited longest; of two concurrent claims one succeeds. Circulars come after all
 * mails about orders and accounts, one circular after the other.
 * @param until the time after which the claiming process counts as dead
 */
async function claimMail(
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

/** The next mail of circulars. Starts from the circulars, so mails of stopped and paused ones are not read. */
function nextOfCirculars(now: string): SQL {
  return sql`SELECT m.id FROM circulars c CROSS JOIN mails m
    ON m.circular_id = c.id AND m.state = 'waiting' AND m.not_before <= ${now}
    WHERE c.stopped_at IS NULL AND (c.paused_until IS NULL OR c.paused_until <= ${now})
    ORDER BY c.id, m.not_before, m.id LIMIT 1`
}

// The mail is out of date: while it was being sent, the parade was reinstated, cancelled again or deleted, or a
// newer link replaced its link.
const isObsolete = (
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

/** Ends or postpones a claim; an obsolete mail is not tried again. */
async function closeClaim(
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
      ? sql`CASE WHEN ${isObsolete(as.notBefore)} THEN 'skipped' ELSE 'waiting' END`
      : as.state
  await commit(db, [
    write
      .update(mails)
      .set({ ...as, state })
      .where(and(eq(mails.id, id), eq(mails.state, 'sending'))),
  ])
}

/** Gives a claimed mail back when the provider's limit is reached: it waits as before the attempt. */
async function releaseClaim(db: Db, id: number, now: string): Promise<void> {
  await commit(db, [
    write
      .update(mails)
      .set({ state: 'waiting', attempts: sql`attempts - 1`, notBefore: now })
      .where(and(eq(mails.id, id), eq(mails.state, 'sending'))),
  ])
}

/** Pauses all circulars that were not stopped: none of their mails is due before this instant. */
async function pauseCirculars(db: Db, until: string): Promise<void> {
  await commit(db, [
    write.update(circulars).set({ pausedUntil: until }).where(isNull(circulars.stoppedAt)),
  ])
}

/** Marks mails whose claiming process died as failed: they may have been sent, so they are not sent again. */
function failInterrupted(now: string) {
  return write
    .update(mails)
    .set({ state: 'failed' })
    .where(and(isOpen, sql`${mails.state} = 'sending'`, lte(mails.notBefore, now)))
    .returning({ id: mails.id, orderId: mails.orderId })
}

/** Without a configured sender due mails are skipped for good; circulars wait for one. */
async function skipDueMails(db: Db, now: string, whose: Whose): Promise<void> {
  await commit(db, [write.update(mails).set({ state: 'skipped' }).where(isDue(now, whose))])
}

function isDue(now: string, { orderId, userId }: Whose): SQL | undefined {
  const isOfOrder = orderId === undefined ? undefined : eq(mails.orderId, orderId)
  const isOfUser = userId === undefined ? undefined : eq(mails.userId, userId)
  return and(isWaiting, sql`${isCircular} = 0`, lte(mails.notBefore, now), isOfOrder, isOfUser)
}
