import type { RefObject } from 'react'
import type { Entry } from '#web/enrolment/chosen-parades.ts'
import type { KeptOrder } from '#web/enrolment/draft.ts'
import { type EnrolRequest, enrolRequest, formProblemsOf } from '#web/enrolment/enrol-request.ts'
import { enrol } from '#web/enrolment/enrolment.api.ts'
import type { FormProblems } from '#web/enrolment/enrolment-form.ts'
import type { Failure } from '#web/lib/result.ts'

type Sent = {
  entries: readonly Entry[]
  emailAddress: string
  /** An order that this one takes the place of. */
  replaces: string | undefined
  /** What the order shall be called. */
  orderToken: string
  leaveFor: (order: KeptOrder) => void
  challengeRef: RefObject<HTMLElement | null>
}

export type Refusal = { failed: Failure; problems: FormProblems }

export type SendEnrolment = typeof sendEnrolment

/** Sends the enrolment and leaves for the payment. @returns why not, and at which fields */
export async function sendEnrolment({ entries, ...around }: Sent): Promise<Refusal | null> {
  const { emailAddress, replaces, orderToken } = around
  const { origin } = window.location
  const request = enrolRequest(entries, { emailAddress, origin, replaces })
  const failed = await enrolAndLeave({ ...request, orderToken }, around)
  if (!failed) return null
  const sent = entries.map(({ chosen }) => chosen.map(({ parade }) => parade.id))
  return { failed, problems: formProblemsOf(failed, sent) }
}

/** Spec §4 and §8: not successful, or without an address to go to, is a failure. */
async function enrolAndLeave(
  body: EnrolRequest,
  { leaveFor, challengeRef }: Pick<Sent, 'leaveFor' | 'challengeRef'>,
): Promise<Failure | null> {
  const result = await enrolAsPerson(body, challengeRef)
  if (!result.ok) return result.failure
  const { enrolSuccessful, redirectUrl, orderToken, holdUntil = null } = result.data ?? {}
  if (enrolSuccessful !== true || !redirectUrl) return notSuccessful
  if (orderToken) leaveFor({ token: orderToken, holdUntil, isReplaced: true })
  window.location.assign(redirectUrl)
  return null
}

/** When very many come at once the server wants something first; the same is sent again with it. */
async function enrolAsPerson(body: EnrolRequest, challengeRef: RefObject<HTMLElement | null>) {
  const result = await enrol(body)
  const { error } = result.ok ? {} : result.failure
  const container = challengeRef.current
  if (error?.code !== 'ChallengeNeeded' || !container) return result
  try {
    const challenge = await answerTo(error, container)
    return challenge ? await enrol({ ...body, challenge }) : result
  } catch {
    // Not passed or not loaded: the refusal stands, and the next press asks anew.
    return result
  }
}

async function answerTo({ siteKey, ticket }: Asked, container: HTMLElement) {
  if (siteKey) return (await import('./challenge.ts')).solveChallenge(siteKey, container)
  return ticket && (await import('./work.ts')).doWork(ticket, container)
}

type Asked = { siteKey?: string; ticket?: string }

/** The server answered, and said no without a word. */
const notSuccessful: Failure = { type: 'ApiError' }
