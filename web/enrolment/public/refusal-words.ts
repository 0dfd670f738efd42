import { type Entry, nameOf } from '#web/enrolment/chosen-parades.ts'
import { notEnrolledHint } from '#web/enrolment/enrolment.api.ts'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure } from '#web/lib/result.ts'
import type { ErrorCode } from '#worker/domain/errors.ts'

type Around = {
  /** Of several people, what is wrong with whom. */
  entries: readonly Entry[]
  /** The page was sent by the browser itself. */
  withoutScript: boolean
}

/** What stands below "Du konntest nicht angemeldet werden.", a paragraph each. */
export function refusalWords(failure: Failure, { entries, withoutScript }: Around): string[] {
  const code = failure.error?.code
  if (isOurFault(failure)) {
    const isTold = code !== 'InternalError' && code !== 'OutcomeUnknown'
    return [...(isTold ? said(failure) : []), ourFault(!withoutScript && isSentTwice(failure))]
  }
  if (failure.type !== 'ApiError') return [...said(failure), notEnrolledHint, pressAgain]
  const ofFields = code === 'ValidationFailed' ? fieldWords(failure, entries) : []
  if (ofFields.length > 0) return ofFields
  return [
    ...said(failure),
    ...(isHeld(failure) && !withoutScript ? [ownLink] : []),
    ...(isCauseKnown(failure) ? [] : [notEnrolledHint]),
  ]
}

/** Said of every unreadable field; the hint says the same, and the field what is wrong. */
const checkValues = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'

function said(failure: Failure): string[] {
  const detail = failureDetail(failure, checkValues)
  return detail ? [detail] : []
}

const ownLink =
  'Ist es Deine eigene Anmeldung? Unten auf der Seite bekommst Du ihren Link noch einmal.'

function isHeld({ error }: Failure): boolean {
  return !!error && 'heldUntil' in error && !!error.heldUntil
}

/** What stands at the fields, which the dialog covers: each sentence once, of several people with the name. */
function fieldWords({ error }: Failure, entries: readonly Entry[]): string[] {
  const sentences = Object.entries(error?.fields ?? {}).map(([path, sentence]) => {
    const index = Number(/^people\.(\d+)\./.exec(path)?.[1] ?? Number.NaN)
    const entry = entries[index]
    return entry && entries.length > 1 && !sentence.includes(entry.firstName)
      ? `${nameOf(entry, index)}: ${sentence}`
      : sentence
  })
  return [...new Set(sentences)]
}

/** Said where nothing was wrong with what was typed: the same may be sent again as it is. */
const pressAgain =
  'Deine Angaben stehen noch da. Versuche es gleich noch einmal: Doppelt angemeldet bist Du dadurch nicht.'

function ourFault(isTriedTwice: boolean): string {
  const again = isTriedTwice ? ' Auch der zweite Versuch hat nicht geklappt.' : ''
  return `Das liegt an uns, nicht an Dir.${again} Verloren ist nichts: Deine Angaben stehen noch da. Versuche es in ein paar Minuten noch einmal, doppelt angemeldet bist Du dadurch nicht.`
}

function isOurFault({ status = 0 }: Failure): boolean {
  return status >= 500
}

/** A provider that could not open the payment is not asked again at once. */
export function isSentTwice({ error }: Failure): boolean {
  return error?.code !== 'PaymentFailed' && error?.code !== 'PaymentUnavailable'
}

/** Then the specification's hint, which guesses, would only lead astray. */
function isCauseKnown({ error }: Failure): boolean {
  if (error?.code === 'PersonAlreadyEnrolled') {
    return Object.keys(error.fields ?? {}).some((path) => path.endsWith('birthday'))
  }
  return knownCauses.some((code) => code === error?.code)
}

const knownCauses: readonly ErrorCode[] = [
  'AgeMismatch',
  'ChallengeNeeded',
  'EnrolmentClosed',
  'OrderInProgress',
  'OrderPaid',
  'ParadeCancelled',
  'PriceChanged',
  'TooManyRequests',
]
