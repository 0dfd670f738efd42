import { z } from 'zod'
import { placeholders, unknownPlaceholders } from '#worker/domain/circular.ts'
import type { MailState } from '#worker/domain/codes.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { isBlank } from '#worker/domain/text.ts'
import { comment, id, line } from '#worker/http/fields.ts'

// POST /api/circular            201 CircularCreated, also for the same request within ten minutes
//                               · 409 MailUnavailable · 422
// POST /api/circular/preview    200 CircularPreview · 422
// POST /api/circular/test       200 CircularTest · 409 MailUnavailable · 502 MailFailed · 422
// GET  /api/circular            200 CircularRow[], newest first
// GET  /api/circular/{id}       200 Circular · 404
// POST /api/circular/{id}/stop  200 Circular · 404; also when it is stopped already
// POST /api/circular/{id}/continue  200 Circular · 404
// POST /api/circular/opt-out    200 {}, for valid and invalid tokens (public)

/** The most members of one circular. */
const mostMembers = 10_000

function withPlaceholders<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.superRefine((text, context) => {
    const [unknown] = unknownPlaceholders(text)
    if (unknown === undefined) return
    const known = placeholders.join(', ')
    const message = `${unknown} kennen wir nicht. Es gibt ${known}.`
    context.addIssue({ code: 'custom', message })
  })
}

const subject = withPlaceholders(line(maxLength.circularSubject))
const body = withPlaceholders(comment(maxLength.circularBody))
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

export const circularBody = z.object({ ...words, memberIds })
export type NewCircular = z.output<typeof circularBody>

/** Subject and body may still be empty. `memberId`: whose mail is shown; left out: the first one. */
export const previewBody = z.object({ subject, body, memberIds, memberId: id().optional() })
export type PreviewedCircular = z.output<typeof previewBody>

export const testBody = z.object(words)
export type TestedCircular = z.output<typeof testBody>

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
  /** "Sabine Kächele" */
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
  /** By address. */
  failures: CircularRecipient[]
}
