import { fullName } from '#worker/domain/names.ts'
import type { OrderDetails, OrderRow } from '#worker/orders/orders.contract.ts'

/** " und 2 weitere"; '' when the order is for one person. */
export function othersInWords({ people }: Pick<OrderRow, 'people'>): string {
  const others = people.length - 1
  if (others < 1) return ''
  return others === 1 ? ' und 1 weitere Person' : ` und ${others} weitere`
}

/** "Martina Straßer und 2 weitere" */
export function orderInWords(order: Pick<OrderRow, 'people' | 'firstName' | 'lastName'>): string {
  return `${fullName(order)}${othersInWords(order)}`
}

type OfPerson = { person: number }

/** ", Emma Straßer", appended to a parade's title; '' when the order is for one person. */
export function personInWords({ people }: OrderDetails, { person }: OfPerson): string {
  const whose = people[person]
  return people.length > 1 && whose ? `, ${fullName(whose)}` : ''
}
