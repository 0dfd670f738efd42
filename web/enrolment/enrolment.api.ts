import { askServer, postOf } from '#web/lib/ask-server.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import type { EnrolmentParade, MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import type { EnrolRequest } from './enrol-request.ts'

/** The browser may have kept the list for a minute; asked again, it must be fresh. */
export const reloadOpenParades = () =>
  askServer<EnrolmentParade[]>('/api/enrolment/parades', { cache: 'reload' })

/** `null` where nothing is to be paid or held; read with care, a proxy may have answered. */
type EnrolAnswer = {
  enrolSuccessful?: boolean
  redirectUrl?: string
  orderToken?: string
  holdUntil?: string | null
} | null

export const enrol = (body: EnrolRequest) =>
  askServer<EnrolAnswer>('/api/parades/enrol', postOf(body))

/** A call about one order: its token stands in a header, since addresses are noted in logs. */
const askAboutOrder = <T>(token: string, path: string, init: RequestInit = {}) =>
  askServer<T>(`/api/enrolment/order${path}`, {
    ...init,
    headers: { ...init.headers, 'Order-Token': token },
  })

export const loadMyOrder = (token: string) =>
  askAboutOrder<MyOrder>(token, '', { cache: 'no-store' })

export const cancelMyOrder = (token: string) =>
  askAboutOrder<{ state: OrderState }>(token, '/cancel', postOf({}))

type NewCostume = { newCostumeTypeId: number; newCostumeNumber: string }

/** Changes one place of an order, and answers the order. */
export const changeMyCostume = (token: string, placeId: number, body: NewCostume) =>
  askAboutOrder<MyOrder>(token, `/places/${placeId}/costume`, postOf(body))

/** Corrects the e-mail address of an order, and answers the order. */
export const changeMyAddress = (token: string, emailAddress: string) =>
  askAboutOrder<MyOrder>(token, '/email-address', {
    ...postOf({ emailAddress }),
    method: 'PUT',
  })

type GivenBack = { placeIds: number[]; refundInCent: number }

/** Gives back all of these places or none, for the sum that was shown. */
export const cancelMyPlaces = (token: string, body: GivenBack) =>
  askAboutOrder<MyOrder>(token, '/places/cancel', postOf(body))

/**
 * What a browser hands to the phone's calendar is an address, token included: iPhones open their calendar
 * for an address and not for data made by the page, and the browsers inside mail apps save nothing else.
 */
export const calendarAddress = (token: string) => `/api/enrolment/orders/${token}/calendar`

/** Spec §8 gives the beginning and the two hints. */
export const notEnrolled = 'Du konntest nicht angemeldet werden.'
export const notEnrolledHint =
  'Prüfe, ob alles richtig eingegeben wurde. Es kann auch sein, dass Du oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.'
