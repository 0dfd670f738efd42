import { call, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'

const { orders, parade, health } = client.api
const one = orders[':id']
const refund = one.refunds[':key']

const byId = (id: number) => ({ param: { id: String(id) } })
const byKey = (id: number, key: string) => ({ param: { id: String(id), key } })

/** @param season the year in which it begins */
export const ordersQuery = (season: number) =>
  reading(['orders', 'season', season], 'Die Zahlungen konnten nicht geladen werden', () =>
    call(orders.$get({ query: { season: String(season) } })),
  )

/** How many payments somebody has to look at. */
export const attentionQuery = reading(
  ['orders', 'attention'],
  'Die Zahlungen konnten nicht geladen werden',
  () => call(orders.attention.$get()),
)

export const orderQuery = (id: number) =>
  reading(['orders', id], 'Die Zahlung konnte nicht geladen werden', () => call(one.$get(byId(id))))

export const mailQuery = (id: number, mailId: number) =>
  reading(['orders', id, 'mails', mailId], 'Die E-Mail konnte nicht geladen werden', () =>
    call(one.mails[':mailId'].$get({ param: { id: String(id), mailId: String(mailId) } })),
  )

export const paradeRefundsQuery = (paradeId: number) =>
  reading(
    ['orders', 'parade-refunds', paradeId],
    'Die bezahlten Plätze konnten nicht geladen werden',
    () => call(parade[':id'].refunds.$get(byId(paradeId))),
  )

export const paymentHealthQuery = reading(
  ['orders', 'health'],
  'Der Stand der Einrichtung konnte nicht geladen werden',
  () => call(health.payments.$get()),
)

type RefundWish = { participationId: number | null; cancelPlaces: boolean }

export const refundOrder = (id: number) =>
  writing('Der Betrag konnte nicht erstattet werden', (json: RefundWish) =>
    call(one.refund.$post({ ...byId(id), json })),
  )

export const acceptOrder = (id: number) =>
  writing('Der Betrag konnte nicht angenommen werden', () => call(one.accept.$post(byId(id))))

export const settleOrder = (id: number) =>
  writing('Die Zahlung konnte nicht abgehakt werden', () => call(one.settled.$post(byId(id))))

export const releaseOrder = (id: number) =>
  writing('Die Plätze konnten nicht freigegeben werden', () => call(one.release.$post(byId(id))))

export const checkOrder = (id: number) =>
  writing('Beim Anbieter konnte nicht nachgefragt werden', () => call(one.check.$post(byId(id))))

export const retryRefund = (id: number) =>
  writing('Die Erstattung konnte nicht noch einmal versucht werden', (key: string) =>
    call(refund.retry.$post(byKey(id, key))),
  )

export const noteRefundByHand = (id: number) =>
  writing('Die Erstattung von Hand konnte nicht eingetragen werden', (key: string) =>
    call(refund['by-hand'].$post(byKey(id, key))),
  )

/** Asks for all that is not asked for yet, and works off a part of what is: to be called again. */
export const refundParade = (paradeId: number) =>
  writing(
    'Die Gebühren konnten nicht alle erstattet werden',
    (cancelPlaces: boolean) =>
      call(parade[':id'].refunds.$post({ ...byId(paradeId), json: { cancelPlaces } })),
    // One of many rounds: what else shows payments is asked again after the last one.
    { changes: [] },
  )
