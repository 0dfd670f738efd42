import { fullName } from '#worker/domain/names.ts'
import type { OrderDetails, OrderRow } from '#worker/orders/orders.contract.ts'

/** " und 2 weitere"; '' when the payment is for one person alone. */
export function othersInWords({ people }: Pick<OrderRow, 'people'>): string {
  const others = people.length - 1
  if (others < 1) return ''
  return others === 1 ? ' und 1 weitere Person' : ` und ${others} weitere`
}

/** "Martina Straßer und 2 weitere": whose payment it is. */
export function orderInWords(order: Pick<OrderRow, 'people' | 'firstName' | 'lastName'>): string {
  return `${fullName(order)}${othersInWords(order)}`
}

type OfPerson = { person: number }

/** ", Emma Straßer": whose of several, behind the name of their parade; '' when there is but one. */
export function personInWords({ people }: OrderDetails, { person }: OfPerson): string {
  const whose = people[person]
  return people.length > 1 && whose ? `, ${fullName(whose)}` : ''
}
