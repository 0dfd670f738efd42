import type { Context } from 'hono'
import { DomainError, type ErrorCode } from '#worker/domain/errors.ts'
import { type AppEnv, newToken } from '#worker/http/factory.ts'
import { countForNetwork, networkKeyOf, tooManyRequestsError } from '#worker/http/rate-limit.ts'
import { turnstileOf } from '#worker/http/turnstile.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { orderCookieOf, setCookiesOfMaker, setOrderCookie } from '#worker/orders/order-cookie.ts'
import type { Order } from '#worker/orders/orders.queries.ts'
import { type Enrolled, enrolPublicly, type Waiting, withReplacedClosed } from './enrol-publicly.ts'
import type { Enrolment } from './enrolment.contract.ts'
import { waitInQueue } from './enrolment-queue.ts'
import { defaultBits } from './network-gate.ts'

/** Errors that reveal another person's enrolment or costume. */
const codesAboutOthers: readonly ErrorCode[] = ['PersonAlreadyEnrolled', 'CostumeAlreadyEnrolled']

/**
 * Handles a public enrolment, from the page or from its form without scripts. Requests that reveal other
 * people's enrolments are limited to twenty a minute for each network; successful ones are not counted.
 */
export async function handlePublicEnrolment(
  c: Context<AppEnv>,
  request: Enrolment,
  { isForm = false } = {},
): Promise<Enrolled | Waiting> {
  const leaveQueue = await waitInQueue(c.req.raw.signal)
  const networkKey = networkKeyOf(c)
  const deps = {
    ...depsOf(c),
    newToken,
    rememberOrder: (token: string) => setOrderCookie(c, token),
    rememberMaker: (order: Order) => setCookiesOfMaker(c, order),
    lastMade: orderCookieOf(c),
    networkKey,
    turnstile: turnstileOf(c.env),
    secret: c.env.JWT_SECRET,
    bits: Number(c.env.CHALLENGE_BITS || defaultBits),
    isForm,
    leaveQueue,
  }
  try {
    // Counted only after the wait in the queue, so that waiting requests do not use up the network's limit.
    await countForNetwork(c, 'ENROL_LIMIT')
    return await enrolPublicly(deps, request)
  } catch (error) {
    const isAboutOthers = error instanceof DomainError && codesAboutOthers.includes(error.code)
    if (!isAboutOthers || networkKey === null) throw error
    const { success } = await c.env.REFUSAL_LIMIT.limit({ key: networkKey })
    if (success) throw error
    const isReplaced = 'replacedClosed' in { ...error.details }
    throw isReplaced ? withReplacedClosed(tooManyRequestsError()) : tooManyRequestsError()
  } finally {
    leaveQueue()
  }
}
