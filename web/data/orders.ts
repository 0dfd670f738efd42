import { call, client } from '#web/lib/api.ts'
import {
  cacheAnswer,
  defineMutation,
  defineQuery,
  type MutationDefinition,
  type QueryDefinition,
  queryClient,
} from '#web/lib/query.ts'
import type { Result } from '#web/lib/result.ts'
import type { OrderDetails, ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { idParam } from './id-param.ts'

const { enrolment, orders, parade, participation, health } = client.api
const one = orders[':id']
const refund = one.refunds[':key']

const byKey = (id: number, key: string) => ({ param: { id: String(id), key } })

/** @param season the year in which the season begins */
export const ordersQuery = (season: number) =>
  defineQuery(['orders', 'season', season], 'Die Zahlungen konnten nicht geladen werden', () =>
    call(orders.$get({ query: { season: String(season) } })),
  )

export const orderQuery = (id: number) =>
  defineQuery(['orders', id], 'Die Zahlung konnte nicht geladen werden', () =>
    call(one.$get(idParam(id))),
  )

export const mailQuery = (id: number, mailId: number) =>
  defineQuery(['orders', id, 'mails', mailId], 'Die E-Mail konnte nicht geladen werden', () =>
    call(one.mails[':mailId'].$get({ param: { id: String(id), mailId: String(mailId) } })),
  )

export const paymentHealthQuery = defineQuery(
  ['orders', 'health'],
  'Der Stand der Einrichtung konnte nicht geladen werden',
  () => call(health.payments.$get()),
)

/** An action on an order. The server answers with the whole order, which replaces the order in the cache. */
function orderMutation<Variables = void>(
  id: number,
  notDone: string,
  send: (variables: Variables) => Promise<Result<OrderDetails>>,
): MutationDefinition<Variables, OrderDetails> {
  const order = orderQuery(id)
  return defineMutation(
    notDone,
    async (variables: Variables) => {
      const result = await send(variables)
      if (result.ok) cacheAnswer(order, result.data)
      return result
    },
    { later: order.queryKey },
  )
}

type RefundWish = { participationId: number | null; cancelPlaces: boolean }

export const refundOrder = (id: number) =>
  orderMutation(id, 'Der Betrag konnte nicht erstattet werden', (json: RefundWish) =>
    call(one.refund.$post({ ...idParam(id), json })),
  )

export const acceptOrder = (id: number) =>
  orderMutation(id, 'Der Betrag konnte nicht angenommen werden', () =>
    call(one.accept.$post(idParam(id))),
  )

export const settleOrder = (id: number) =>
  orderMutation(id, 'Die Zahlung konnte nicht abgehakt werden', () =>
    call(one.settled.$post(idParam(id))),
  )

export const releaseOrder = (id: number) =>
  orderMutation(id, 'Die Plätze konnten nicht freigegeben werden', () =>
    call(one.release.$post(idParam(id))),
  )

export const endPayment = (id: number) =>
  orderMutation(id, 'Die Zahlung konnte nicht beendet werden', () =>
    call(one.end.$post(idParam(id))),
  )

export const checkPayment = (id: number) =>
  orderMutation(id, 'Beim Zahlungsdienst konnte nicht nachgefragt werden', () =>
    call(one.check.$post(idParam(id))),
  )

export const retryRefund = (id: number) =>
  orderMutation(id, 'Die Erstattung konnte nicht noch einmal versucht werden', (key: string) =>
    call(refund.retry.$post(byKey(id, key))),
  )

export const noteRefundByHand = (id: number) =>
  orderMutation(id, 'Die Erstattung von Hand konnte nicht eingetragen werden', (key: string) =>
    call(refund['by-hand'].$post(byKey(id, key))),
  )

export const paradeRefundsQuery = (paradeId: number) =>
  defineQuery(
    ['orders', 'parade-refunds', paradeId],
    'Die bezahlten Plätze konnten nicht geladen werden',
    () => call(parade[':id'].refunds.$get(idParam(paradeId))),
  )

export type RefundsOfParade = ParadeRefunds

/** Marks cash as given back or not, and updates the row in `shown`. */
export const returnCash = (shown: QueryDefinition<ParadeRefunds>) =>
  defineMutation(
    'Die Rückgabe konnte nicht eingetragen werden',
    async ({ id, returned }: { id: number; returned: boolean }) => {
      const result = await call(
        participation[':id'].cashReturned.$post({ ...idParam(id), json: { returned } }),
      )
      if (result.ok) {
        const { cashReturnedAt } = result.data
        queryClient.setQueryData(
          shown.queryKey,
          (known) =>
            known && {
              ...known,
              places: known.places.map((place) =>
                place.participationId === id ? { ...place, cashReturnedAt } : place,
              ),
            },
        )
      }
      return result
    },
    { later: ['orders', 'parade-refunds'] },
  )

type Rounds = {
  /** Counts the refunds in an answer that are still pending. */
  countPending: (refunds: ParadeRefunds) => number
  /** Whether the user is still on the page; after leaving it no further call is sent. */
  isHere: () => boolean
}

/** `stuck`: the provider is slow, and the server requests the rest on its own. `left`: the user left the page. */
export type RefundRunOutcome = 'done' | 'stuck' | 'left'

/**
 * Requests all outstanding refunds. Each call refunds some of them, so the call is repeated while their
 * number shrinks.
 * @param shown the query that each answer is stored in, so that the page shows the progress
 */
export const refundParade = (paradeId: number, shown: QueryDefinition<ParadeRefunds>) =>
  defineMutation(
    'Die Gebühren konnten nicht alle erstattet werden',
    async ({ countPending, isHere }: Rounds): Promise<Result<RefundRunOutcome>> => {
      const ended = (data: RefundRunOutcome) => ({ ok: true, data, status: 200 }) as const
      let rest = Number.POSITIVE_INFINITY
      while (isHere()) {
        const round = await call(parade[':id'].refunds.$post(idParam(paradeId)))
        if (!round.ok) return round
        queryClient.setQueryData(shown.queryKey, round.data)
        const left = countPending(round.data)
        if (left === 0) return ended('done')
        if (left >= rest) return ended('stuck')
        rest = left
      }
      return ended('left')
    },
    { later: paradeRefundsQuery(paradeId).queryKey },
  )

export const enrolmentEveningQuery = defineQuery(
  ['orders', 'evening'],
  'Der Anmeldeabend konnte nicht geladen werden',
  () => call(enrolment.evening.$get()),
)

/** How many payments were ended, had been paid meanwhile, or were over already. */
export type EndedPayments = { ended: number; paid: number; over: number }

/** Ends payments one by one, each at its provider first; a payment that is paid or over meanwhile is only counted. */
export const endPayments = defineMutation(
  'Die Zahlungen konnten nicht alle beendet werden',
  async (ids: readonly number[]): Promise<Result<EndedPayments>> => {
    const data: EndedPayments = { ended: 0, paid: 0, over: 0 }
    for (const id of ids) {
      const result = await call(orders[':id'].end.$post(idParam(id)))
      if (result.ok) data[result.data.state === 'paid' ? 'paid' : 'ended'] += 1
      else if (result.failure.error?.code === 'Conflict') data.over += 1
      else return result
    }
    return { ok: true, data, status: 200 }
  },
)
