import type { Db } from '#worker/db/db.ts'
import { type Addressee, distribute } from '#worker/domain/circular.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { circularMessage } from '#worker/mail/circular-mail.ts'
import { type Mailer, mailErrorCode } from '#worker/mail/mailer.ts'
import type {
  CircularMember,
  CircularPreview,
  CircularTest,
  PreviewedCircular,
  TestedCircular,
} from './circulars.contract.ts'
import { selectAddressees, selectSender } from './circulars.queries.ts'

type Context = {
  db: Db
  user: { id: number; firstName: string; lastName: string; emailAddress: string }
  secret: string
  origin: string
  mailer: Mailer | null
}

/** The recipients, those left out, and one of the mails as it would be sent. Writes nothing. */
export async function previewCircular(
  { db, user, mailer, ...around }: Context,
  { subject, body, memberIds, memberId }: PreviewedCircular,
): Promise<CircularPreview> {
  const ids = [...new Set(memberIds)]
  const [found, [sender]] = await db.batch([selectAddressees(db, ids), selectSender(db, user.id)])
  const { recipients: distributed, noAddress, optedOut, died } = distribute(found)
  const recipients = distributed.map(({ emailAddress, members }) => ({
    emailAddress,
    members: members.map(named),
  }))
  const shown =
    recipients.find(({ members }) => members.some(({ id }) => id === memberId)) ?? recipients[0]
  const words = { subject, body, signature: sender?.signature ?? '' }
  const message = shown && sender && (await circularMessage(words, shown, sender, around))
  return {
    canSend: mailer !== null,
    count: recipients.length,
    families: recipients.filter(({ members }) => members.length > 1).length,
    recipients,
    without: {
      noAddress: noAddress.map(named),
      optedOut: optedOut.map(named),
      died: died.map(named),
      gone: ids.length - found.length,
    },
    mail:
      shown && message
        ? { ...shown, subject: message.subject, text: message.text, html: message.html }
        : null,
  }
}

function named({ id, firstName, lastName }: Addressee): CircularMember {
  return { id, firstName, lastName }
}

/** Sends a test mail to its author, with the author as recipient in the text. Its opt-out link contains no member. */
export async function testCircular(
  { db, user, ...around }: Context & { mailer: Mailer },
  { attachments, ...words }: TestedCircular,
): Promise<CircularTest> {
  const [sender] = await selectSender(db, user.id)
  if (!sender) throw new Error('The signed-in user has no row')
  const { emailAddress, firstName, lastName } = user
  const to = { emailAddress, members: [{ id: 0, firstName, lastName }] }
  const message = await circularMessage(
    { ...words, signature: sender.signature },
    to,
    sender,
    around,
  )
  await around.mailer.send({ ...message, files: attachments }).catch((error: unknown) => {
    const line = { level: 'error', event: 'circular_test', reason: mailErrorCode(error) }
    console.error(JSON.stringify(line))
    const text = 'Der Test konnte nicht verschickt werden. Versuche es später noch einmal.'
    throw new DomainError('MailFailed', text)
  })
  return { emailAddress }
}
