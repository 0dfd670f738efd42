import { env } from 'cloudflare:workers'
import type { BatchItem } from 'drizzle-orm/batch'
import { beforeEach, describe, expect, test } from 'vitest'
import { db, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { networkLoad, orderRefunds, orders, participations } from '#worker/db/schema.ts'
import { type OrderState, orderStates } from '#worker/domain/codes.ts'
import { removeLoad } from '#worker/orders/network-load.queries.ts'
import {
  acceptOrder,
  bookOrder,
  closedStates,
  failOrder,
  releaseOrder,
  releaseUndecided,
  restoreOrder,
  sendToReview,
} from '#worker/orders/order-states.queries.ts'
import type { Order } from '#worker/orders/orders.queries.ts'
import { markRefundPending, refundLatePayment } from '#worker/orders/refunds.queries.ts'

// Settlements may overtake each other. Each step is one batch that checks the order's state itself,
// so a step that comes too late changes nothing.

const at = '2027-01-16T12:30:00.000Z'
const payment = { receivedInCent: 1600, at }

type Step = {
  name: string
  /** The states in which the step has an effect; in all others it must have none. */
  from: readonly OrderState[]
  run: (order: Order, userId: number) => readonly BatchItem<'sqlite'>[]
  order?: Partial<Order>
}

const steps: Step[] = [
  { name: 'book', from: ['pending'], run: ({ id }) => bookOrder(id, payment) },
  {
    name: 'release',
    from: ['pending'],
    run: ({ id }) => releaseOrder(id, 'expired', at),
  },
  {
    name: 'fail',
    from: ['pending'],
    run: ({ id }) => failOrder(id, at),
    order: { providerRef: null },
  },
  {
    name: 'fail without counting for the network',
    from: ['pending'],
    run: ({ id }) => [...failOrder(id, at), ...removeLoad(id)],
    order: { providerRef: null },
  },
  {
    name: 'release by hand',
    from: ['pending'],
    run: ({ id }, userId) => releaseUndecided(id, { userId, at }),
    order: { attention: 'undecided' },
  },
  {
    name: 'restore',
    from: closedStates,
    run: (order) => restoreOrder(db(), order, payment, today),
  },
  {
    name: 'refuse late money',
    from: closedStates,
    run: ({ id }) => refundLatePayment(id, payment),
  },
  {
    name: 'send to review',
    from: ['pending', ...closedStates],
    run: ({ id }) => sendToReview(id, payment),
  },
  {
    name: 'accept',
    from: ['review'],
    run: (order, userId) => acceptOrder(db(), order, { userId, at }, today),
  },
]

let userId: number
let costumeTypeId: number
let paradeIds: [number, number]

beforeEach(async () => {
  setClock()
  userId = (await signedIn('management')).id
  costumeTypeId = (await aCostumeType()).id
  paradeIds = [(await aParade()).id, (await aParade()).id]
})

/** An unpaid order in this state with one reserved and one released place. */
async function anOrder(state: OrderState, change: Partial<Order> = {}): Promise<Order> {
  const [[order]] = await commit(db(), [
    write
      .insert(orders)
      .values({
        token: state,
        returnToken: state,
        requestKey: state,
        state,
        amountInCent: 1600,
        provider: 'sandbox',
        providerRef: `ref-${state}`,
        placeCount: 2,
        holdUntil: '2027-01-16T12:25:00.000Z',
        emailAddress: 'joerg.strasser@example.de',
        firstName: 'Jörg',
        lastName: 'Straßer',
        successUrl: '',
        errorUrl: '',
        createdAt: '2027-01-16T11:55:00.000Z',
        receivedInCent: 1600,
        attention: state === 'review' ? 'review' : null,
        networkKey: state,
        ...change,
      })
      .returning(),
  ])
  if (!order) throw new Error('no order')
  const { networkKey } = order
  if (networkKey) {
    await commit(db(), [
      write.insert(networkLoad).values({ networkKey, slot: '2027-01-16T11:50:00.000Z', unpaid: 2 }),
    ])
  }
  const place = {
    orderId: order.id,
    door: 'public',
    firstName: 'Jörg',
    lastName: 'Straßer',
    personKey: `p:joerg|${order.token}|`,
    givenKey: `p:joerg|${order.token}|`,
    costumeTypeId,
    ageClass: 'Adult',
    priceInCent: 800,
    createdAt: order.createdAt,
  } as const
  const [first, second] = paradeIds
  await commit(db(), [
    write.insert(participations).values([
      { ...place, paradeId: first, state: 'reserved' },
      { ...place, paradeId: second, state: 'released' },
    ]),
  ])
  // A paid order has its confirmation mail, and a refunded one its refund.
  if (state === 'paid') {
    await env.DB.exec(
      `INSERT INTO mails (key, order_id, kind, state, not_before, created_at) VALUES ('enrolled-${order.id}', ${order.id}, 'enrolled', 'sent', '', '')`,
    )
  }
  if (state === 'refund_pending' || state === 'refunded') {
    await commit(db(), [
      write.insert(orderRefunds).values({
        key: `order-${order.id}`,
        orderId: order.id,
        paymentRef: order.providerRef ?? '',
        amountInCent: 1600,
        reason: 'staff',
        state: state === 'refunded' ? 'done' : 'pending',
        requestedAt: order.createdAt,
      }),
    ])
  }
  return order
}

async function everything() {
  const tables = [
    'orders',
    'participations',
    'order_history',
    'order_refunds',
    'mails',
    'network_load',
  ]
  return Promise.all(tables.map((table) => rows(`SELECT * FROM ${table} ORDER BY 1`)))
}

/** An order, its places, its history and the load of its network. */
function of({ id, networkKey }: Order) {
  return Promise.all([
    rows(`SELECT * FROM orders WHERE id = ${id}`),
    rows(`SELECT * FROM participations WHERE order_id = ${id}`),
    rows(`SELECT * FROM order_history WHERE order_id = ${id}`),
    rows(`SELECT * FROM network_load WHERE network_key = '${networkKey}'`),
  ])
}

const named = (name: string) => ({
  token: name,
  returnToken: name,
  requestKey: name,
  providerRef: name,
  networkKey: name,
})

async function take({ run }: Step, order: Order): Promise<void> {
  const [first, ...others] = run(order, userId)
  if (first) await commit(db(), [first, ...others])
}

describe.each(steps)('The state change "$name"', (step) => {
  const others = orderStates.filter((state) => !step.from.includes(state))

  test('If the order has another state already, a state change that comes too late changes nothing', async () => {
    for (const state of others) {
      const order = await anOrder(state, step.order)
      const before = await everything()
      await take(step, order)
      expect(await everything(), state).toEqual(before)
    }
  })

  test('A state change of an order takes effect once, adds a history entry, and does not change other orders', async () => {
    for (const state of step.from) {
      const other = await anOrder(state, { ...named(`other ${state}`), ...step.order })
      const otherBefore = await of(other)
      const order = await anOrder(state, step.order)
      const [, , noHistory] = await of(order)
      await take(step, order)
      const [[now], , history] = await of(order)
      expect(now?.state).not.toBe(state)
      expect(history).not.toEqual(noHistory)
      const once = await everything()
      await take(step, order)
      expect(await everything(), state).toEqual(once)
      expect(await of(other), state).toEqual(otherBefore)
    }
  })
})

test('A pending order whose payment was opened can neither fail nor, unless it is marked as undecided, be released by hand', async () => {
  const opened = await anOrder('pending')
  const before = await everything()
  await commit(db(), [...releaseUndecided(opened.id, { userId, at })])
  await commit(db(), [...failOrder(opened.id, at)])
  expect(await everything()).toEqual(before)
})

test('An order without a requested refund is not marked as refund_pending', async () => {
  for (const state of ['paid', 'review'] as const) {
    const order = await anOrder(state)
    const before = await everything()
    await commit(db(), [...markRefundPending(order.id)])
    expect(await everything(), state).toEqual(before)
  }
})
