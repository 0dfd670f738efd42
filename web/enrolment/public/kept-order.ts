import { berlinDay } from '#worker/domain/dates.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { isComing, placesOf } from './order-words.ts'

// What "Meine Anmeldung" shows without a network: the order as it was last seen, until its last parade is over.

/** The day until which it is kept and a hash of the order's token follow: the token itself stands nowhere. */
const prefix = 'kept-order-'

export type KeptOrder = { order: MyOrder /** An instant. */; seenAt: string }

/** @returns whether it is kept: an order of which nothing comes any more is not */
export async function keepOrder(token: string, order: MyOrder, now: Date): Promise<boolean> {
  try {
    const of = await hashOf(token)
    for (const key of keys()) if (key.endsWith(of)) localStorage.removeItem(key)
    const days = placesOf(order).filter((place) => isComing(place, now))
    const until = days
      .map(({ parade }) => parade.date)
      .sort()
      .at(-1)
    if (!until) return false
    const kept: KeptOrder = { order: withoutActs(order), seenAt: now.toISOString() }
    localStorage.setItem(`${prefix}${until}-${of}`, JSON.stringify(kept))
    return true
  } catch {
    // Storage is full or forbidden, or the page did not come over TLS: it needs a network then.
    return false
  }
}

export async function readKeptOrder(token: string): Promise<KeptOrder | null> {
  try {
    dropKeptOrders(isOver)
    const of = await hashOf(token)
    const key = keys().find((one) => one.endsWith(of))
    return key ? JSON.parse(localStorage.getItem(key) ?? 'null') : null
  } catch {
    return null
  }
}

/** Nothing of anybody's order stays here. */
export function forgetKeptOrders(): void {
  dropKeptOrders(() => true)
}

/** Its last parade was yesterday, or earlier. */
export function isOver(key: string): boolean {
  return key.slice(prefix.length, prefix.length + 10) < berlinDay(new Date())
}

export function dropKeptOrders(isDropped: (key: string) => boolean): void {
  try {
    for (const key of keys()) if (isDropped(key)) localStorage.removeItem(key)
  } catch {
    // Nothing could be kept there either.
  }
}

function keys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

/** Changing, giving back and paying need the server. */
function withoutActs(order: MyOrder): MyOrder {
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
