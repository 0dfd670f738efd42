import { z } from 'zod'
import { attachmentsProblem, type PdfFile, pdfName } from '#worker/domain/attachments.ts'
import { placeholders } from '#worker/domain/circular.ts'
import type { MailState } from '#worker/domain/codes.ts'
import { maxAttachmentBytes, maxAttachments, maxLength } from '#worker/domain/limits.ts'
import { isBlank } from '#worker/domain/text.ts'
import { comment, id, line, withPlaceholders } from '#worker/http/fields.ts'

// POST /api/circular            201 CircularCreated, also for the same request within ten minutes
//                               · 409 MailUnavailable · 422
// POST /api/circular/preview    200 CircularPreview · 422
// POST /api/circular/test       200 CircularTest · 409 MailUnavailable · 502 MailFailed · 422
// GET  /api/circular            200 CircularRow[], newest first
// GET  /api/circular/{id}       200 Circular · 404
// POST /api/circular/{id}/stop  200 Circular · 404; also when it is stopped already
// POST /api/circular/{id}/continue  200 Circular · 404
// GET  /api/circular/templates  200 CircularTemplate[], by name
// POST /api/circular/templates  201 CircularTemplate · 409 LabelExists · 422
// PUT  /api/circular/templates/{id}     200 CircularTemplate · 404 · 409 LabelExists · 422
// DELETE /api/circular/templates/{id}   204 · 404
// POST /api/circular/opt-out    200 {}, for valid and invalid tokens (public)

/** The most members of one circular. */
const mostMembers = 10_000

const subject = withPlaceholders(line(maxLength.circularSubject), placeholders)
const body = withPlaceholders(comment(maxLength.circularBody), placeholders)
const isWritten = (text: string) => !isBlank(text)

const words = {
  subject: subject.refine(isWritten, 'Gib einen Betreff ein.'),
  body: body.refine(isWritten, 'Schreibe einen Text.'),
}
/** Duplicate ids count once. The order decides the order of names in a mail to several members. */
const memberIds = z
  .array(id())
  .min(1, 'Wähle mindestens ein Mitglied.')
  .max(mostMembers, `Höchstens ${mostMembers} Mitglieder.`)

/** Base64 of at most the limit of all files; more is rejected without decoding it. */
const mostBase64 = Math.ceil(maxAttachmentBytes / 3) * 4

/** Files as `{ name, content }`, the content in Base64. */
const attachments = z
  .array(
    z.object({
      name: line(maxLength.line),
      content: z.string().max(mostBase64, 'Zusammen höchstens 2 MB.'),
    }),
  )
  .max(maxAttachments, `Höchstens ${maxAttachments} Dateien.`)
  .default([])
  .transform((files, context): PdfFile[] => {
    const decoded = files.map(({ name, content }) => ({
      name: pdfName(name),
      bytes: fromBase64(content),
    }))
    const problem = attachmentsProblem(decoded)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    return decoded
  })

/** Empty for text that is not Base64, so that it is rejected as not a PDF. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

export const circularBody = z.object({ ...words, memberIds, attachments })
export type NewCircular = z.output<typeof circularBody>

/** Subject and body may still be empty. `memberId`: the member whose mail is shown; left out: the first. */
export const previewBody = z.object({ subject, body, memberIds, memberId: id().optional() })
export type PreviewedCircular = z.output<typeof previewBody>

export const testBody = z.object({ ...words, attachments })
export type TestedCircular = z.output<typeof testBody>

const templateName = line(maxLength.name).refine(isWritten, 'Gib der Vorlage einen Namen.')

/** Subject and body may be empty. */
export const templateBody = z.object({ name: templateName, subject, body })
export const templateChange = templateBody.partial()

export type CircularTemplate = { id: number; name: string; subject: string; body: string }

/** The part after "#" of the link at the foot of a mail. */
export const optOutBody = z.object({ token: z.string().max(2000) })

/** `count`: number of addresses. */
export type CircularCreated = { id: number; count: number }

export type CircularMember = { id: number; firstName: string; lastName: string }

/** An address, and the members who share it. */
export type CircularRecipient = { emailAddress: string; members: CircularMember[] }

export type CircularPreview = {
  /** Whether a sender is configured; without one the addresses can be copied. */
  canSend: boolean
  /** Number of addresses, and of mails. */
  count: number
  /** Number of addresses with several members. */
  families: number
  /** In the order of the members; `memberId` selects the shown mail. */
  recipients: CircularRecipient[]
  /** Members left out, by reason. */
  without: {
    noAddress: CircularMember[]
    optedOut: CircularMember[]
    died: CircularMember[]
    /** Number of given ids that were deleted or anonymised. */
    gone: number
  }
  /** One mail as it will be sent; null without recipients. */
  mail: CircularMail | null
}

type CircularMail = CircularRecipient & { subject: string; text: string; html: string }

/** The address to which the test was sent. */
export type CircularTest = { emailAddress: string }

export type CircularRow = {
  id: number
  subject: string
  createdAt: string
  /** The name of the author: "Sabine Kächele". */
  createdBy: string
  /** null = not stopped. */
  stoppedAt: string | null
  /** The provider's daily limit is reached; sending goes on at this instant. null = not paused. */
  pausedUntil: string | null
  /** Number of mails by state; `skipped`: opted out meanwhile, or no sender was configured. */
  counts: Record<MailState, number>
}

export type Circular = CircularRow & {
  body: string
  attachments: { name: string; byteCount: number }[]
  /** Sorted by address. */
  failures: CircularRecipient[]
}
