import { askServer, postRequest } from '#web/lib/ask-server.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import type { ChosenExtra } from '#worker/domain/extras.ts'
import type { EnrolmentParade, MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import type { EnrolRequest } from './enrol-request.ts'

/** Bypasses the HTTP cache, which may keep the list for a minute. */
export const reloadOpenParades = () =>
  askServer<EnrolmentParade[]>('/api/enrolment/parades', { cache: 'reload' })

/** All optional, because a proxy may have answered. `holdUntil` is null when nothing is to be paid. */
type EnrolAnswer = {
  enrolSuccessful?: boolean
  /** The order is on the waiting list; the other values but the token are left out. */
  waiting?: boolean
  redirectUrl?: string
  orderToken?: string
  holdUntil?: string | null
} | null

export const enrol = (body: EnrolRequest) =>
  askServer<EnrolAnswer>('/api/parades/enrol', postRequest(body))

/** The order's token is sent in a header, since addresses are logged. */
const askAboutOrder = <T>(token: string, path: string, init: RequestInit = {}) =>
  askServer<T>(`/api/enrolment/order${path}`, {
    ...init,
    headers: { ...init.headers, 'Order-Token': token },
  })

export const loadMyOrder = (token: string) =>
  askAboutOrder<MyOrder>(token, '', { cache: 'no-store' })

export const cancelMyOrder = (token: string) =>
  askAboutOrder<{ state: OrderState }>(token, '/cancel', postRequest({}))

/** Accepts the offered places; leads to the payment, or to the result when nothing is to pay. */
export const acceptMyOffer = (token: string) =>
  askAboutOrder<{ redirectUrl: string }>(token, '/accept', postRequest({}))

type NewCostume = { newCostumeTypeId: number; newCostumeNumber: string }

/** Changes the costume of a place and returns the order. */
export const changeMyCostume = (token: string, placeId: number, body: NewCostume) =>
  askAboutOrder<MyOrder>(token, `/places/${placeId}/costume`, postRequest(body))

type NewExtras = { extras: ChosenExtra[]; refundInCent: number }

/** Changes the extras of a place for the refund that was shown, and returns the order. */
export const changeMyExtras = (token: string, placeId: number, body: NewExtras) =>
  askAboutOrder<MyOrder>(token, `/places/${placeId}/extras`, postRequest(body))

/** Corrects the e-mail address of an order and returns the order. */
export const changeMyAddress = (token: string, emailAddress: string) =>
  askAboutOrder<MyOrder>(token, '/email-address', {
    ...postRequest({ emailAddress }),
    method: 'PUT',
  })

type GivenBack = { placeIds: number[]; refundInCent: number }

/** Cancels all of these places or none, for the refund that was shown. */
export const cancelMyPlaces = (token: string, body: GivenBack) =>
  askAboutOrder<MyOrder>(token, '/places/cancel', postRequest(body))

/**
 * The address of the calendar file, with the token in it: iPhones open the calendar only for an
 * address, and the browsers in mail apps can save only what has one.
 */
export const calendarAddress = (token: string) => `/api/enrolment/orders/${token}/calendar`

/** The title of the failure; title and hint are worded by spec §8. */
export const notEnrolled = 'Du konntest nicht angemeldet werden.'
export const notEnrolledHint =
  'Prüfe, ob alles richtig eingegeben wurde. Es kann auch sein, dass Du oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.'
