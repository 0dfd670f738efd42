import { berlinDay } from '#worker/domain/dates.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { isUpcoming, placesOf } from './order-words.ts'

// What "Meine Anmeldung" shows offline: the order as last loaded, until its last parade is over.

/**
 * The start of each key; the last day of storage and a hash of the order's token follow. The token
 * itself is not stored.
 */
const prefix = 'kept-order-'

export type KeptOrder = { order: MyOrder; seenAt: string }

/** @returns whether it was stored; an order without an upcoming parade is not */
export async function keepOrder(token: string, order: MyOrder, now: Date): Promise<boolean> {
  try {
    const of = await hashOf(token)
    for (const key of keys()) if (key.endsWith(of)) localStorage.removeItem(key)
    const days = placesOf(order).filter((place) => isUpcoming(place, now))
    const until = days
      .map(({ parade }) => parade.date)
      .sort()
      .at(-1)
    if (!until) return false
    const kept: KeptOrder = { order: readOnlyOrder(order), seenAt: now.toISOString() }
    localStorage.setItem(`${prefix}${until}-${of}`, JSON.stringify(kept))
    return true
  } catch {
    // Storage is full or blocked, or there is no secure context: the page then needs a network.
    return false
  }
}

export async function readKeptOrder(token: string): Promise<KeptOrder | null> {
  try {
    dropKeptOrders(isPastOrder)
    const of = await hashOf(token)
    const key = keys().find((one) => one.endsWith(of))
    return key ? JSON.parse(localStorage.getItem(key) ?? 'null') : null
  } catch {
    return null
  }
}

/** Deletes all stored orders. */
export function forgetKeptOrders(): void {
  dropKeptOrders(() => true)
}

/** Whether the day in the key, that of the order's last parade, is before today. */
export function isPastOrder(key: string): boolean {
  return key.slice(prefix.length, prefix.length + 10) < berlinDay(new Date())
}

export function dropKeptOrders(isDropped: (key: string) => boolean): void {
  try {
    for (const key of keys()) if (isDropped(key)) localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

function keys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

/** The order without changing, cancelling and paying, which need the server. */
function readOnlyOrder(order: MyOrder): MyOrder {
  const people = order.people.map((person) => ({
    ...person,
    places: person.places.map((place) => ({ ...place, mayChange: false, mayCancelUntil: null })),
  }))
  return { ...order, payUrl: null, mayChangeAddress: false, people }
}

async function hashOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
