import type { Context } from 'hono'
import { DomainError, type ErrorCode } from '#worker/domain/errors.ts'
import { type AppEnv, newToken } from '#worker/http/factory.ts'
import { countForNetwork, networkKeyOf, tooManyRequests } from '#worker/http/rate-limit.ts'
import { turnstileOf } from '#worker/http/turnstile.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { orderCookieOf, setMakerCookies, setOrderCookie } from '#worker/orders/order-cookie.ts'
import type { Order } from '#worker/orders/orders.queries.ts'
import { type Enrolled, enrolPublicly, withEarlierClosed } from './enrol-publicly.ts'
import type { Enrolment } from './enrolment.contract.ts'
import { defaultBits } from './network-gate.ts'
import { takeTurn } from './turn.ts'

/** Refusals that reveal another person's enrolment or costume. */
const codesAboutOthers: readonly ErrorCode[] = ['PersonAlreadyEnrolled', 'CostumeAlreadyEnrolled']

/**
 * The public door as a request comes to it, from the page or from its form. Successful enrolments are counted
 * by no limit of refusals; requests that reveal other people's enrolments are limited to twenty a minute.
 */
export async function enrolAtPublicDoor(
  c: Context<AppEnv>,
  request: Enrolment,
  { isForm = false } = {},
): Promise<Enrolled> {
  const leaveLine = await takeTurn(c.req.raw.signal)
  const networkKey = networkKeyOf(c)
  const door = {
    ...depsOf(c),
    newToken,
    rememberOrder: (token: string) => setOrderCookie(c, token),
    rememberMaker: (order: Order) => setMakerCookies(c, order),
    lastMade: orderCookieOf(c),
    networkKey,
    turnstile: turnstileOf(c.env),
    secret: c.env.JWT_SECRET,
    bits: Number(c.env.CHALLENGE_BITS || defaultBits),
    isForm,
    leaveLine,
  }
  try {
    // In its turn: of many at once the last would be counted before the first is looked at.
    await countForNetwork(c, 'ENROL_LIMIT')
    return await enrolPublicly(door, request)
  } catch (error) {
    const isAboutOthers = error instanceof DomainError && codesAboutOthers.includes(error.code)
    if (!isAboutOthers || networkKey === null) throw error
    const { success } = await c.env.REFUSAL_LIMIT.limit({ key: networkKey })
    if (success) throw error
    const isReplaced = 'replacedClosed' in { ...error.details }
    throw isReplaced ? withEarlierClosed(tooManyRequests()) : tooManyRequests()
  } finally {
    leaveLine()
  }
}
