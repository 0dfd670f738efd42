import type { Db } from '#worker/db/db.ts'
import type { Env } from '#worker/env.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { sendMails } from '#worker/mail/send-mails.ts'
import { renderMail } from './render-mail.ts'

type Context = {
  db: Db
  now: Date
  env: Env
  /** Our own public address, "" when there is none. */
  origin: string
}

/** Sends what waits, of one order or of all. */
export function sendOrderMails(
  { db, now, env, origin }: Context,
  only: { orderId?: number; limit: number },
): Promise<void> {
  const render = (mailId: number) => renderMail(db, mailId, origin)
  return sendMails({ db, now, mailer: mailerOf(env), render }, only)
}
