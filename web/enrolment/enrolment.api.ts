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

export const loadMyOrder = (token: string) =>
  askServer<MyOrder>(`/api/enrolment/orders/${encodeURIComponent(token)}`, { cache: 'no-store' })

export const cancelMyOrder = (token: string) =>
  askServer<{ state: OrderState }>(
    `/api/enrolment/orders/${encodeURIComponent(token)}/cancel`,
    postOf({}),
  )

/** Spec §8 gives the beginning and the two hints. */
export const notEnrolled = 'Du konntest nicht angemeldet werden.'
export const notEnrolledHint =
  'Prüfe, ob alles richtig eingegeben wurde. Es kann auch sein, dass Du oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.'
