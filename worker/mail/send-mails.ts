import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { nextMorning } from '#worker/domain/circular.ts'
import {
  type ClaimedMail,
  claimMail,
  closeClaim,
  failInterrupted,
  pauseCirculars,
  putBack,
  skipDueMails,
  type Whose,
} from './claims.queries.ts'
import { type Mailer, MailLimit, type MailMessage, MailRefusal, mailErrorCode } from './mailer.ts'

type Deps = {
  db: Db
  now: Date
  mailer: Mailer | null
  /** The words of a mail; null when what it tells of is not there, `skip` when nobody wants to hear it. */
  render: (mail: ClaimedMail) => Promise<MailMessage | null | 'skip'>
}

/** Longer than any request or cron lives. */
const claimMinutes = 15

/** How long a mail waits after each try that failed; after the last it is given up. */
const backOffMinutes = [5, 30, 2 * 60, 12 * 60, 24 * 60]

/**
 * Sends what is due, one after the other, each claimed before: two rounds at once send nothing
 * twice. What fails is tried again later; without a mailer everything due is skipped. At the provider's
 * limit a circular's mail waits as if nobody had tried, and all circulars with it.
 * @param only the mails of one order, to one user, or all, with those whose sender died in the middle
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
      await putBack(db, mail.id, now)
      if (end.of === 'day') await pauseCirculars(db, nextMorning(deps.now).toISOString())
      return
    }
    // Outside the try: a mail that is out and cannot be marked must not go out again.
    await closeClaim(db, mail.id, end)
  }
}

async function trySending({ now, render }: Deps, mailer: Mailer, mail: ClaimedMail) {
  try {
    const message = await render(mail)
    if (message === 'skip') return { state: 'skipped' } as const
    if (!message) throw new MailRefusal('nothing to tell of')
    await mailer.send(message)
    return { state: 'sent', sentAt: now.toISOString() } as const
  } catch (error) {
    log(mail, mailErrorCode(error))
    if (error instanceof MailLimit && mail.kind === 'circular') {
      return { state: 'limited', of: error.of } as const
    }
    const wait = error instanceof MailRefusal ? undefined : backOffMinutes[mail.attempts - 1]
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
