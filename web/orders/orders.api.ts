import { call, client } from '#web/lib/api.ts'

const { orders, parade, health } = client.api

const byId = (id: number) => ({ param: { id: String(id) } })
const byKey = (id: number, key: string) => ({ param: { id: String(id), key } })

/** @param season the year in which it begins */
export const loadOrders = (season: number) =>
  call(orders.$get({ query: { season: String(season) } }))
export const ordersNotLoaded = 'Die Zahlungen konnten nicht geladen werden'

export const loadOrder = (id: number) => call(orders[':id'].$get(byId(id)))
export const orderNotLoaded = 'Die Zahlung konnte nicht geladen werden'

type RefundWish = { participationId: number | null; cancelPlaces: boolean }

export const refundOrder = (id: number, json: RefundWish) =>
  call(orders[':id'].refund.$post({ ...byId(id), json }))
export const notRefunded = 'Der Betrag konnte nicht erstattet werden'

export const acceptOrder = (id: number) => call(orders[':id'].accept.$post(byId(id)))
export const notAccepted = 'Der Betrag konnte nicht angenommen werden'

export const settleOrder = (id: number) => call(orders[':id'].settled.$post(byId(id)))
export const notSettled = 'Die Zahlung konnte nicht abgehakt werden'

export const releaseOrder = (id: number) => call(orders[':id'].release.$post(byId(id)))
export const notReleased = 'Die Plätze konnten nicht freigegeben werden'

export const checkOrder = (id: number) => call(orders[':id'].check.$post(byId(id)))
export const notChecked = 'Beim Anbieter konnte nicht nachgefragt werden'

export const retryRefund = (id: number, key: string) =>
  call(orders[':id'].refunds[':key'].retry.$post(byKey(id, key)))
export const notRetried = 'Die Erstattung konnte nicht noch einmal versucht werden'

export const noteRefundByHand = (id: number, key: string) =>
  call(orders[':id'].refunds[':key']['by-hand'].$post(byKey(id, key)))
export const notNoted = 'Die Erstattung von Hand konnte nicht eingetragen werden'

export const loadMail = (id: number, mailId: number) =>
  call(orders[':id'].mails[':mailId'].$get({ param: { id: String(id), mailId: String(mailId) } }))
export const mailNotLoaded = 'Die E-Mail konnte nicht geladen werden'

export const loadParadeRefunds = (paradeId: number) =>
  call(parade[':id'].refunds.$get(byId(paradeId)))
export const paradeRefundsNotLoaded = 'Die bezahlten Plätze konnten nicht geladen werden'

/** Asks for all that is not asked for yet, and works off a part of what is: to be called again. */
export const refundParade = (paradeId: number, cancelPlaces: boolean) =>
  call(parade[':id'].refunds.$post({ ...byId(paradeId), json: { cancelPlaces } }))
export const paradeNotRefunded = 'Die Gebühren konnten nicht alle erstattet werden'

export const loadHealth = () => call(health.payments.$get())
export const healthNotLoaded = 'Der Stand der Einrichtung konnte nicht geladen werden'
