import { isUserMail, renderUserMail } from '#worker/auth/user-mails.ts'
import type { Db } from '#worker/db/db.ts'
import type { Env } from '#worker/env.ts'
import { renderCircularMail } from '#worker/mail/circular-mail.ts'
import type { ClaimedMail } from '#worker/mail/claims.queries.ts'
import { renderDisclosureMail } from '#worker/mail/disclosure-mail.ts'
import { renderFeeLetterMail } from '#worker/mail/fee-letter-mail.ts'
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

/** Sends what waits, of one order, or all there is: that to staff, to members, and what somebody asked to see, too. */
export function sendOrderMails(
  { db, now, env, origin }: Context,
  only: { orderId?: number; limit: number },
): Promise<void> {
  const context = { db, now, secret: env.JWT_SECRET, origin }
  const render = ({ id, kind }: ClaimedMail) => {
    if (kind === 'circular') return renderCircularMail(context, id)
    if (kind === 'feeLetter') return renderFeeLetterMail(context, id)
    if (kind === 'disclosure') return renderDisclosureMail(context, id)
    return isUserMail(kind) ? renderUserMail(context, id) : renderMail(db, id, origin)
  }
  return sendMails({ db, now, mailer: mailerOf(env), render }, only)
}
