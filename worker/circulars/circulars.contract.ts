import { z } from 'zod'
import { placeholders, unknownPlaceholders } from '#worker/domain/circular.ts'
import type { MailState } from '#worker/domain/codes.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { isBlank } from '#worker/domain/text.ts'
import { comment, id, line } from '#worker/http/fields.ts'

// POST /api/circular            201 CircularCreated, the same again within ten minutes as well
//                               · 409 MailUnavailable · 422
// POST /api/circular/preview    200 CircularPreview · 422
// POST /api/circular/test       200 CircularTest · 409 MailUnavailable · 502 MailFailed · 422
// GET  /api/circular            200 CircularRow[], newest first
// GET  /api/circular/{id}       200 Circular · 404
// POST /api/circular/{id}/stop  200 Circular · 404; what is stopped stays stopped
// POST /api/circular/{id}/continue  200 Circular · 404
// POST /api/circular/opt-out    200 {}, whatever the token is worth (public)

/** As many members as one circular is written to. */
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
/** Duplicates are written to once. The order is that of the names in a family's mail. */
const memberIds = z
  .array(id())
  .min(1, 'Wähle mindestens ein Mitglied.')
  .max(mostMembers, `Höchstens ${mostMembers} Mitglieder.`)

export const circularBody = z.object({ ...words, memberIds })
export type NewCircular = z.output<typeof circularBody>

/** May still be without words. `memberId`: whose mail is shown; without one the first. */
export const previewBody = z.object({ subject, body, memberIds, memberId: id().optional() })
export type PreviewedCircular = z.output<typeof previewBody>

export const testBody = z.object(words)
export type TestedCircular = z.output<typeof testBody>

/** What stands behind the "#" of the link at a mail's foot. */
export const optOutBody = z.object({ token: z.string().max(2000) })

/** `count`: the addresses. */
export type CircularCreated = { id: number; count: number }

export type CircularMember = { id: number; firstName: string; lastName: string }

/** One address, and who is written to there. */
export type CircularRecipient = { emailAddress: string; members: CircularMember[] }

export type CircularPreview = {
  /** Whether a sender is set up; without one the addresses can be copied. */
  canSend: boolean
  /** The addresses: so many mails. */
  count: number
  /** Addresses at which several are written to. */
  families: number
  /** In the order of the members; the way to step through the mails is `memberId`. */
  recipients: CircularRecipient[]
  /** Who is not written to, and why. */
  without: {
    noAddress: CircularMember[]
    optedOut: CircularMember[]
    died: CircularMember[]
    /** Of the ids given: deleted or anonymised. */
    gone: number
  }
  /** One as it goes out; null without recipients. */
  mail: CircularMail | null
}

type CircularMail = CircularRecipient & { subject: string; text: string; html: string }

/** Where it went. */
export type CircularTest = { emailAddress: string }

export type CircularRow = {
  id: number
  subject: string
  createdAt: string
  /** "Sabine Kächele" */
  createdBy: string
  /** null = it goes out. */
  stoppedAt: string | null
  /** The provider takes no more today: it goes on then. null = it is not paused. */
  pausedUntil: string | null
  /** The mails by their state; `skipped`: said no meanwhile, or no sender was set up. */
  counts: Record<MailState, number>
}

export type Circular = CircularRow & {
  body: string
  /** By address. */
  failures: CircularRecipient[]
}
