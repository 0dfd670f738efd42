import {
  type ChosenParade,
  canWait,
  type Entry,
  isForWaitingList,
  personLabel,
} from '#web/enrolment/chosen-parades.ts'
import { notEnrolledHint } from '#web/enrolment/enrolment.api.ts'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure } from '#web/lib/result.ts'
import type { ErrorCode } from '#worker/domain/errors.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'

type RefusalContext = {
  /** The people sent; if there are several, the sentences contain the name of the one concerned. */
  entries: readonly Entry[]
  /** Whether the browser itself has sent the form, without a script. */
  withoutScript: boolean
}

/** The paragraphs below "Du konntest nicht angemeldet werden.". */
export function refusalWords(
  failure: Failure,
  { entries, withoutScript }: RefusalContext,
): string[] {
  const code = failure.error?.code
  if (isOurFault(failure)) {
    const isTold = code !== 'InternalError' && code !== 'OutcomeUnknown'
    return [
      ...(isTold ? failureSentences(failure) : []),
      serverFaultText(!withoutScript && isSentTwice(failure)),
    ]
  }
  if (failure.type !== 'ApiError')
    return [...failureSentences(failure), notEnrolledHint, pressAgain]
  const ofFields = code === 'ValidationFailed' ? fieldWords(failure, entries) : []
  if (ofFields.length > 0) return ofFields
  return [
    ...failureSentences(failure),
    ...(isHeld(failure) && !withoutScript ? [ownLink] : []),
    ...(isCauseKnown(failure) ? [] : [notEnrolledHint]),
  ]
}

/** Whether the order can only go on the waiting list: it was refused as full, or has a parade that is. */
export const mustWait = (entries: readonly Entry[], failure: Failure | null): boolean =>
  isForWaitingList(entries) || (failure?.error?.code === 'ParadeFull' && canWait(entries))

/** The chosen parades without room for all these people, and the others. */
export function splitByRoom(entries: readonly Entry[]) {
  const all = entries.flatMap(({ chosen }) => chosen)
  const hasRoom = (parade: EnrolmentParade) => {
    const same = all.filter((one) => one.parade.id === parade.id)
    return same.length <= (parade.freePlaces ?? same.length) && scarceExtras(same).length === 0
  }
  const parades = [...new Map(all.map(({ parade }) => [parade.id, parade])).values()]
  return {
    full: parades.filter((parade) => !hasRoom(parade)),
    open: parades.filter(hasRoom),
  }
}

/** The extras of which more is chosen for a parade than is free. */
function scarceExtras(places: readonly ChosenParade[]) {
  const offered = places[0]?.parade.extras ?? []
  return offered.filter(({ id, freePlaces }) => {
    const wanted = places.flatMap(({ extras }) => extras.filter(({ extra }) => extra.id === id))
    return wanted.reduce((sum, { quantity }) => sum + quantity, 0) > (freePlaces ?? Infinity)
  })
}

/** What the waiting list means for these people, one paragraph each. */
export function waitingListWords(entries: readonly Entry[]): string[] {
  const { full, open } = splitByRoom(entries)
  return [
    allOrNothing(entries),
    ...full.flatMap((parade) => withoutExtras(entries, parade)),
    ...(full.length > 0 && open.length > 0 ? [separately(full, open)] : []),
  ]
}

/** For a parade that has room: which extras it waits for. */
function withoutExtras(entries: readonly Entry[], { id, title, freePlaces }: EnrolmentParade) {
  const same = entries.flatMap(({ chosen }) => chosen.filter(({ parade }) => parade.id === id))
  const scarce = scarceExtras(same)
  return scarce.length > 0 && same.length <= (freePlaces ?? same.length)
    ? [
        `Bei „${title}“ fehlt nur ${titlesOf(scarce)}. Willst Du auch ohne dabei sein, geh zurück und nimm den Haken dort weg.`,
      ]
    : []
}

type Titled = readonly { title: string }[]

const separately = (full: Titled, open: Titled): string =>
  `Auch ${titlesOf(open)} bekommst Du dann erst mit diesem Angebot. Willst Du dort sicher dabei sein, nimm ${titlesOf(full)} heraus und melde Dich dafür getrennt an.`

/** „A“, „B“ und „C“ */
function titlesOf(parades: Titled): string {
  const titles = parades.map(({ title }) => `„${title}“`)
  return [titles.slice(0, -1).join(', '), ...titles.slice(-1)].filter(Boolean).join(' und ')
}

export const onlyOpen = 'Nur die freien Umzüge'

const allOrNothing = ({ length: people }: readonly Entry[]): string =>
  people > 1
    ? allOrNothingOf('alle Plätze oder keinen')
    : allOrNothingOf('alles Gewählte oder nichts')

const allOrNothingOf = (wish: string): string =>
  `Auf der Warteliste bekommst Du ${wish}. Zu bezahlen ist noch nichts. Wer weniger Plätze braucht, kommt manchmal früher dran; Dein Rang bleibt.`

/** Shown for every unreadable field; the field itself tells what is wrong. */
const checkValues = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'

function failureSentences(failure: Failure): string[] {
  const detail = failureDetail(failure, checkValues)
  return detail ? [detail] : []
}

const ownLink =
  'Ist es Deine eigene Anmeldung? Unten auf der Seite bekommst Du ihren Link noch einmal.'

function isHeld({ error }: Failure): boolean {
  return !!error && 'heldUntil' in error && !!error.heldUntil
}

/** The errors at fields, each sentence once; with several people after the name of the person. */
function fieldWords({ error }: Failure, entries: readonly Entry[]): string[] {
  const sentences = Object.entries(error?.fields ?? {}).map(([path, sentence]) => {
    const index = Number(/^people\.(\d+)\./.exec(path)?.[1] ?? Number.NaN)
    const entry = entries[index]
    return entry && entries.length > 1 && !sentence.includes(entry.firstName)
      ? `${personLabel(entry, index)}: ${sentence}`
      : sentence
  })
  return [...new Set(sentences)]
}

/** For failures that are not caused by the input; sending again is safe. */
const pressAgain =
  'Deine Angaben stehen noch da. Versuche es gleich noch einmal: Doppelt angemeldet bist Du dadurch nicht.'

function serverFaultText(isTriedTwice: boolean): string {
  const again = isTriedTwice ? ' Auch der zweite Versuch hat nicht geklappt.' : ''
  return `Das liegt an uns, nicht an Dir.${again} Verloren ist nichts: Deine Angaben stehen noch da. Versuche es in ein paar Minuten noch einmal, doppelt angemeldet bist Du dadurch nicht.`
}

function isOurFault({ status = 0 }: Failure): boolean {
  return status >= 500
}

/** Whether a failed request is repeated at once; not when the provider failed to open the payment. */
export function isSentTwice({ error }: Failure): boolean {
  return error?.code !== 'PaymentFailed' && error?.code !== 'PaymentUnavailable'
}

/** Whether the answer names the cause; the specification's general hint would then mislead. */
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
  'ParadeFull',
  'PriceChanged',
  'TooManyRequests',
]
