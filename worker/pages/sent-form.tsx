import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { canWait, type Entry, entryOf, guardianBelowOf } from '#web/enrolment/chosen-parades.ts'
import { enrolRequest, formProblemsOf } from '#web/enrolment/enrol-request.ts'
import { notEnrolled } from '#web/enrolment/enrolment.api.ts'
import {
  type EnrolmentForm,
  enrolmentFormReducer,
  type FormProblems,
} from '#web/enrolment/enrolment-form.ts'
import { fieldNames, formFromFields, isFieldName } from '#web/enrolment/form-fields.ts'
import { type Missing, missingForEnrolment } from '#web/enrolment/missing.ts'
import { ComingParades } from '#web/enrolment/public/coming.tsx'
import { ConfirmPage, LeavingPage, TroublePage } from '#web/enrolment/public/confirm-page.tsx'
import { PublicFrame } from '#web/enrolment/public/public-frame.tsx'
import { PublicPage } from '#web/enrolment/public/public-page.tsx'
import { refusalWords, splitByRoom } from '#web/enrolment/public/refusal-words.ts'
import type { Failure } from '#web/lib/result.ts'
import { DomainError, type ErrorDetails } from '#worker/domain/errors.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { type Enrolment, enrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { readOffer } from '#worker/enrolment/enrolment.queries.ts'
import { handlePublicEnrolment } from '#worker/enrolment/public-enrolment.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { readForm } from '#worker/http/body.ts'
import { errorBodyOf, setRetryAfter, statusOf, toDomainError } from '#worker/http/errors.ts'
import { type AppEnv, newToken } from '#worker/http/factory.ts'
import { countRejection } from '#worker/http/rejections.ts'
import { parse } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { answerPage, enrolmentWords } from './document.ts'

// The form as browsers send it without scripts or before they are loaded; for one person. It is checked,
// shown again for confirmation ("Stimmt alles?"), and enrolled like a request of the script.

type Offer = Awaited<ReturnType<typeof readOffer>>

/** The fields that were sent, and what they mean with today's offer. */
type Sent = {
  offer: Offer
  fields: [string, string][]
  form: EnrolmentForm
  entry: Entry
  /** The token of the new order, which makes a repeated confirmation the same request. */
  orderToken: string
  isForWaitingList: boolean
}

/**
 * POST /parade-enrolment. `step`: left out = show for confirmation, `onlyOpen` = the same without the
 * full parades, `edit` = back to the form, `book` = enrol.
 */
export async function answerSentForm(c: Context<AppEnv>): Promise<Response> {
  const data = await readForm(c.req.raw)
  try {
    return await answerStep(c, data)
  } catch (error) {
    const refusal = toDomainError(error, c)
    if (statusOf[refusal.code] < 500) throw refusal
    return answerUnrendered(c, data, refusal)
  }
}

async function answerStep(c: Context<AppEnv>, data: URLSearchParams): Promise<Response> {
  const step = data.get('step')
  const offer = await readOffer(c.get('db'), c.var)
  const form = formFromFields(data, offer.today)
  const entry = entryOf(form.people[0], offer, offer.today)
  if (step === 'onlyOpen') return answerStep(c, withoutFull(data, entry))
  const fields = [...data].filter(([name]) => isFieldName(name))
  const isForWaitingList = data.get('waitingList') === 'true' && canWait([entry])
  const sent = { offer, fields, form, entry, orderToken: orderTokenOf(data), isForWaitingList }
  if (step === 'edit') return answerForm(c, sent, { status: 200 })

  const missing = missingForEnrolment(form, [entry], offer.today)
  if (missing.length > 0) return answerForm(c, sent, { status: 422, ...placed(missing) })
  if (entry.chosen.length < form.people[0].chosen.length) {
    return answerForm(c, sent, { status: 409, refusal: noLongerOffered })
  }
  const body = bodyOf(c, sent)
  if (body instanceof DomainError) return answerForm(c, sent, refusedBy(body, sent))
  // Without a total that was shown, the page for confirmation comes first.
  const seen = data.get('expectedTotalInCent') ?? ''
  if (step !== 'book' || !/^\d{1,9}$/.test(seen)) return answerLook(c, sent)
  const challenge = data.get('challenge')?.slice(0, maxLength.challenge)
  return book(c, sent, {
    ...body,
    expectedTotalInCent: Number(seen),
    challenge,
    waitingList: isForWaitingList,
  })
}

/** The form without the full parades, to be shown for confirmation. */
function withoutFull(data: URLSearchParams, entry: Entry): URLSearchParams {
  const full = splitByRoom([entry]).full.map(({ id }) => String(id))
  return new URLSearchParams(
    [...data].filter(
      ([name, value]) =>
        name !== 'step' &&
        name !== 'waitingList' &&
        !(name === fieldNames.parade && full.includes(value)),
    ),
  )
}

/** The token that the confirmation page sent; a new token for the first confirmation page. */
function orderTokenOf(data: URLSearchParams): string {
  const sent = data.get('orderToken') ?? ''
  return /^[0-9a-f]{32}$/.test(sent) ? sent : newToken()
}

const noLongerOffered =
  'Ein Umzug, den Du gewählt hast, ist nicht mehr zur Anmeldung offen. Prüfe Deine Auswahl.'

async function book(c: Context<AppEnv>, sent: Sent, body: Enrolment): Promise<Response> {
  try {
    const enrolled = await handlePublicEnrolment(c, body, { isForm: true })
    // The result page shows the order of the cookie, here its place on the waiting list.
    if ('waiting' in enrolled) return c.redirect(body.successRedirectUrl, 303)
    const { redirectUrl, holdUntil } = enrolled
    return holdUntil === null
      ? c.redirect(redirectUrl, 303)
      : answerLeaving(c, sent.offer.guild, redirectUrl)
  } catch (error) {
    countRejection(c, error)
    const refusal = toDomainError(error, c)
    const refused = refusedBy(refusal, sent)
    // Problems of a field are shown beside it in the form; a full parade is offered with its waiting list.
    return refusal.code !== 'ParadeFull' && hasProblems(refused.problems)
      ? answerForm(c, sent, { ...refused, refusal: wordsOf(refusal, sent) })
      : answerLook(c, sent, refusal)
  }
}

/** The request body of the API, checked by its contract. */
function bodyOf(c: Context<AppEnv>, { entry, form, orderToken }: Sent): Enrolment | DomainError {
  try {
    const emailAddress = form.emailAddress.trim()
    const { origin } = depsOf(c)
    const request = enrolRequest([entry], { emailAddress, origin, guardian: form.guardian })
    return parse(enrolBody, { ...request, orderToken })
  } catch (error) {
    return toDomainError(error, c)
  }
}

type Refused = {
  status: ContentfulStatusCode
  problems?: FormProblems
  /** A sentence that belongs to no field. */
  refusal?: string
}

/** Each sentence at its field, and all of them above the form. */
function placed(missing: readonly Missing[]): Pick<Refused, 'problems' | 'refusal'> {
  const { emailAddress, ...problems } = Object.fromEntries(
    missing.map(({ key, sentence }) => [key ?? '', sentence]),
  )
  const refusal = missing.map(({ sentence }) => sentence).join(' ')
  const guardian = Object.fromEntries(
    missing.flatMap(({ key, sentence }) => (key?.startsWith('guardian') ? [[key, sentence]] : [])),
  )
  return { problems: { emailAddress, people: [problems], guardian }, refusal }
}

function refusedBy(error: DomainError, { entry }: Sent): Refused {
  const sent = [entry.chosen.map(({ parade }) => parade.id)]
  const status = statusOf[error.code]
  return { status, problems: formProblemsOf(failureOf(error), sent), refusal: error.message }
}

function hasProblems({ emailAddress, guardian, people = [] }: Partial<FormProblems> = {}): boolean {
  return !!emailAddress || !!guardian || people.some((problems) => Object.keys(problems).length > 0)
}

/** The error in the words that the dialog of the script uses. */
function wordsOf(error: DomainError, { entry }: Sent): string {
  const words = refusalWords(failureOf(error), { entries: [entry], withoutScript: true })
  return [notEnrolled, ...words].join(' ')
}

function failureOf(error: DomainError): Failure {
  return { type: 'ApiError', status: statusOf[error.code], error: errorBodyOf(error) }
}

/** Answers with the form, filled with all that was typed, and the errors. */
function answerForm(c: Context<AppEnv>, sent: Sent, { status, ...refused }: Refused) {
  const { problems, refusal } = refused
  const entered = problems
    ? enrolmentFormReducer(sent.form, { type: 'refused', problems })
    : sent.form
  const props = { ...sent.offer, entered, ...(refusal && { refusal }) }
  const page = <PublicPage {...props} Frame={PublicFrame} Coming={ComingParades} />
  const document = {
    ...aboutPage(sent.offer.guild),
    page,
    data: props,
    script: 'enrolment' as const,
  }
  return answerPage(c, document, { status, cache: 'never' })
}

function answerLook(c: Context<AppEnv>, sent: Sent, error?: DomainError) {
  const { offer, entry, form, fields, orderToken, isForWaitingList } = sent
  if (error) setRetryAfter(error, c)
  const waiting = error ? challengeOf(error) : null
  const failure = error && !waiting ? failureOf(error) : null
  const page = (
    <ConfirmPage
      {...{ guild: offer.guild, entry, fields, failure, orderToken, isForWaitingList, waiting }}
      emailAddress={form.emailAddress.trim()}
      guardian={guardianBelowOf([entry]) === null ? null : (form.guardian ?? null)}
    />
  )
  const status = waiting ? 503 : error ? statusOf[error.code] : 200
  if (waiting) c.header('Retry-After', String(waiting.seconds))
  return answerPage(
    c,
    { ...aboutPage(sent.offer.guild), page, script: null },
    { status, cache: 'never' },
  )
}

/** Without scripts the browser cannot compute the challenge: the form waits, and is sent again. */
function challengeOf({ code, details }: DomainError) {
  const { ticket, waitInSeconds: seconds } = { ...details } as Partial<
    ErrorDetails['ChallengeNeeded']
  >
  return code === 'ChallengeNeeded' && ticket && seconds ? { ticket, seconds } : null
}

/** A page that leads to the payment: the content policy forbids redirecting a form to another host. */
export function answerLeaving(c: Context<AppEnv>, guild: PublicGuild, url: string) {
  const page = <LeavingPage guild={guild} url={url} />
  return answerPage(
    c,
    { ...aboutPage(guild), page, script: null },
    { cache: 'never', goTo: { url, afterSeconds: 0 } },
  )
}

/** Fields that these pages add to the typed ones. */
const ownFields = ['step', 'expectedTotalInCent', 'orderToken', 'challenge', 'waitingList']

/** Answers when the page could not be rendered, with what was typed, so that it can be sent again. */
function answerUnrendered(c: Context<AppEnv>, data: URLSearchParams, refusal: DomainError) {
  setRetryAfter(refusal, c)
  const failure = failureOf(refusal)
  const words = refusalWords(failure, { entries: [], withoutScript: true })
  const typed = [...data].filter(([name]) => isFieldName(name) || ownFields.includes(name))
  const page = <TroublePage sentence={words.join(' ')} sent={typed} />
  const document = { ...enrolmentWords, guildName: '', page, script: null, isIndexed: false }
  return answerPage(c, document, { status: statusOf[refusal.code], cache: 'never' })
}

function aboutPage(guild: PublicGuild) {
  return { ...enrolmentWords, guildName: guild.name, isIndexed: false }
}
