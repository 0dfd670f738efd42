import { call, db, json, rows } from '#tests/support/api.ts'
import { type Chosen, decide, enrolled } from '#tests/support/enrolment.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings, orders, participations } from '#worker/db/schema.ts'
import type { SelfCancelRule } from '#worker/domain/own-order.ts'
import type { MyOrder, MyPlace } from '#worker/enrolment/enrolment.contract.ts'

/** Enrols; returns the order with the token for its payer's page. */
export async function ordered(parades: Chosen[], change: Record<string, unknown> = {}) {
  const { token: payment, redirectUrl } = await enrolled(parades, change)
  const [order] = await rows<{ id: number; token: string }>(
    'SELECT id, token FROM orders ORDER BY id DESC LIMIT 1',
  )
  if (!order) throw new Error('no order')
  return { ...order, payment, redirectUrl }
}

export async function paidOrder(parades: Chosen[], change: Record<string, unknown> = {}) {
  const order = await ordered(parades, change)
  await decide(order.payment, 'paid')
  return order
}

export const pathOf = (token: string) => `/api/enrolment/orders/${token}`

export const readMyOrder = (token: string): Promise<MyOrder> => json(call('GET', pathOf(token)))

/** All places of the order. */
export const placesOf = (order: MyOrder): MyPlace[] => order.people.flatMap(({ places }) => places)

export function giveBack(token: string, placeId: number | undefined) {
  return call('POST', `${pathOf(token)}/places/${placeId}/cancel`)
}

/** Cancels several places, with the refund that the page has shown. */
export function giveBackAll(token: string, placeIds: (number | undefined)[], refundInCent: number) {
  const body = { placeIds, refundInCent }
  const headers = { 'Order-Token': token }
  return call('POST', '/api/enrolment/order/places/cancel', body, { headers })
}

export function change(
  token: string,
  placeId: number | undefined,
  newCostumeTypeId: number,
  newCostumeNumber: string,
) {
  return call('POST', `${pathOf(token)}/places/${placeId}/costume`, {
    newCostumeTypeId,
    newCostumeNumber,
  })
}

export async function allow(rule: Partial<SelfCancelRule>): Promise<void> {
  await commit(db(), [write.update(guildSettings).set(rule)])
}

const at = '2027-01-16T12:00:00.000Z'

type PlaceHolder = {
  firstName: string
  places: { paradeId: number; costumeTypeId: number; costumeNumber: string; priceInCent: number }[]
}

/** A paid order of several people, inserted directly. */
export async function aFamilyOrder(people: readonly PlaceHolder[], token = 'family') {
  const places = people.flatMap((one) => one.places)
  const amountInCent = places.reduce((sum, place) => sum + place.priceInCent, 0)
  const [[order]] = await commit(db(), [
    write
      .insert(orders)
      .values({
        token,
        returnToken: `return-${token}`,
        requestKey: `request-${token}`,
        state: 'paid',
        amountInCent,
        receivedInCent: amountInCent,
        provider: 'sandbox',
        providerRef: `payment-${token}`,
        placeCount: places.length,
        holdUntil: at,
        emailAddress: 'anna.strasser@example.de',
        firstName: people[0]?.firstName ?? '',
        lastName: 'Straßer',
        successUrl: '',
        errorUrl: '',
        createdAt: at,
        paidAt: at,
      })
      .returning(),
  ])
  if (!order) throw new Error('no order')
  for (const { firstName, places: own } of people) {
    for (const place of own) {
      await commit(db(), [
        write.insert(participations).values({
          ...place,
          orderId: order.id,
          door: 'public',
          state: 'booked',
          firstName,
          lastName: 'Straßer',
          personKey: `p:${firstName}`,
          givenKey: `p:${firstName}`,
          costumeNumberKey: place.costumeNumber,
          ageClass: place.priceInCent < 500 ? 'Child' : 'Adult',
          participationFeePayed: true,
          feePayedAt: at,
          createdAt: at,
        }),
      ])
    }
  }
  return order
}
