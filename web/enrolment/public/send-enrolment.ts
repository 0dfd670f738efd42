import type { RefObject } from 'react'
import type { Entry } from '#web/enrolment/chosen-parades.ts'
import type { KeptOrder } from '#web/enrolment/draft.ts'
import { type EnrolRequest, enrolRequest, formProblemsOf } from '#web/enrolment/enrol-request.ts'
import { enrol, reloadOpenParades } from '#web/enrolment/enrolment.api.ts'
import type { FormProblems } from '#web/enrolment/enrolment-form.ts'
import type { Problems } from '#web/enrolment/person-form.ts'
import type { Failure } from '#web/lib/result.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import type { ErrorCode } from '#worker/domain/errors.ts'
import type { Guardian } from '#worker/domain/minors.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { type Prices, priceFor } from '#worker/domain/parade.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import { isSentTwice } from './refusal-words.ts'

type Sent = {
  entries: readonly Entry[]
  emailAddress: string
  guardian: Guardian | undefined
  /** The token of the order that this one replaces. */
  replaces: string | undefined
  /** The token that the order will get. */
  orderToken: string
  waitingList?: true
  leaveFor: (order: KeptOrder) => void
  challengeRef: RefObject<HTMLElement | null>
}

export type Refusal = {
  failed: Failure
  problems: FormProblems
  /** The current offer, when the one shown was outdated. */
  parades?: EnrolmentParade[]
}

export type SendEnrolment = typeof sendEnrolment

/** Sends the enrolment for the waiting list, where the whole order gets its places or none. */
export const sendForWaitingList: SendEnrolment = (sent) =>
  sendEnrolment({ ...sent, waitingList: true })

/** Sends the enrolment and navigates to the payment. @returns why it failed, and at which fields */
export async function sendEnrolment({ entries, ...context }: Sent): Promise<Refusal | null> {
  const { emailAddress, guardian, replaces, orderToken, waitingList } = context
  const { origin } = window.location
  const request = enrolRequest(entries, { emailAddress, origin, replaces, guardian })
  const failed = await enrolAndLeave(
    { ...request, orderToken, ...(waitingList && { waitingList }) },
    context,
  )
  if (!failed) return null
  const sent = entries.map(({ chosen }) => chosen.map(({ parade }) => parade.id))
  const problems = formProblemsOf(failed, sent)
  const isOutdated = outdatedCodes.some((code) => code === failed.error?.code)
  const fresh = isOutdated ? await reloadOpenParades() : null
  if (!fresh?.ok) return { failed, problems }
  if (failed.error?.code === 'ParadeFull') return { failed, problems, parades: fresh.data }
  const people = entries.map((entry) => changedPrices(entry, fresh.data))
  return { failed, problems: { ...problems, people }, parades: fresh.data }
}

/** After these errors prices and free places are loaded again. */
const outdatedCodes: readonly ErrorCode[] = ['ParadeFull', 'PriceChanged']

/** Marks the parades whose price, or that of a chosen extra, has changed, for each person who has chosen them. */
function changedPrices({ age, chosen }: Entry, fresh: readonly EnrolmentParade[]): Problems {
  const problems: Problems = {}
  for (const { parade, extras } of chosen) {
    const now = fresh.find(({ id }) => id === parade.id)
    if (!now) continue
    const sentences = [
      changedPrice('Der Preis', age, parade, now),
      ...extras.map(({ extra }) => {
        const after = now.extras.find(({ id }) => id === extra.id)
        return after && changedPrice(`Der Preis für „${extra.title}“`, age, extra, after)
      }),
    ].filter(Boolean)
    if (sentences.length > 0) problems[`parade:${parade.id}`] = sentences.join(' ')
  }
  return problems
}

function changedPrice(what: string, age: AgeClass, before: Prices, after: Prices): string {
  const [now, then] = [after, before].map((one) => germanEuro(priceFor(age, one)))
  return now === then ? '' : `${what} hat sich geändert: ${now} statt ${then}.`
}

/** Spec §4 and §8: an answer without success or without an address to go to is a failure. */
async function enrolAndLeave(
  body: EnrolRequest,
  { leaveFor, challengeRef }: Pick<Sent, 'leaveFor' | 'challengeRef'>,
): Promise<Failure | null> {
  const result = await enrolWithChallenge(body, challengeRef)
  if (!result.ok) return result.failure
  const { enrolSuccessful, waiting, orderToken, holdUntil = null, ...answer } = result.data ?? {}
  // The result page shows the rank on the waiting list.
  const redirectUrl = waiting ? body.successRedirectUrl : enrolSuccessful && answer.redirectUrl
  if (!redirectUrl) return notSuccessful
  if (orderToken) leaveFor({ token: orderToken, holdUntil, isReplaced: true })
  window.location.assign(redirectUrl)
  return null
}

/** Under heavy load the server asks for a challenge; the same request is sent again with its solution. */
async function enrolWithChallenge(body: EnrolRequest, challengeRef: RefObject<HTMLElement | null>) {
  const result = await enrolWithRetry(body)
  const { error } = result.ok ? {} : result.failure
  const container = challengeRef.current
  if (error?.code !== 'ChallengeNeeded' || !container) return result
  try {
    const challenge = await answerTo(error, container)
    return challenge ? await enrol({ ...body, challenge }) : result
  } catch {
    // The challenge was not passed or not loaded: the error stays, and the next click asks again.
    return result
  }
}

/**
 * After a server error the same request is sent once more; its token makes that idempotent.
 * Requests that the server has deferred were retried before (`fetchWithRetry`).
 */
async function enrolWithRetry(body: EnrolRequest) {
  const result = await enrol(body)
  if (result.ok) return result
  const { status = 0, error } = result.failure
  const isPutOff = error?.code === 'Busy' || error?.code === 'OutcomeUnknown'
  if (status < 500 || isPutOff || !isSentTwice(result.failure)) return result
  await new Promise((resolve) => setTimeout(resolve, 2000 + 1000 * Math.random()))
  return enrol(body)
}

async function answerTo({ siteKey, ticket }: Asked, container: HTMLElement) {
  if (siteKey) return (await import('./challenge.ts')).solveChallenge(siteKey, container)
  return ticket && (await import('./work.ts')).solveWork(ticket, container)
}

type Asked = { siteKey?: string; ticket?: string }

/** The server answered without success and without a reason. */
const notSuccessful: Failure = { type: 'ApiError' }
