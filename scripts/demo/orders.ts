import { ageClass } from '#worker/domain/birthdays.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { nameKey, requestKey } from '#worker/domain/enrolment.ts'
import { sumOfPrices } from '#worker/domain/money.ts'
import { earliest } from './days.ts'
import { priced } from './extras.ts'
import type { Participant } from './guests.ts'
import { instant } from './instant.ts'
import type { Entry } from './participations.ts'
import type { Random } from './random.ts'
import type { OrderHistoryRow, OrderRow, SandboxPaymentRow } from './rows.ts'

/** Address of `npm start`; the addresses in paid orders are never visited again. */
const origin = 'http://localhost:8787'
export const result = `${origin}/parade-enrolment/result`
const holdInMinutes = 30

export type PaidOrder = { entries: Entry[]; order: OrderRow & { paidAt: string } }

/** Online enrolments of a person in one season. */
type Booking = { person: Participant; season: Day; entries: Entry[] }

/** Orders of the online enrolments: one for each person and season, or for a parent with the children. */
export function makeOrders(random: Random, entries: readonly Entry[], today: Day): PaidOrder[] {
  const bookings = Map.groupBy(entries, ({ attendance: { person, parade } }) =>
    [person.memberId ?? nameKey(person), parade.dateEnrolmentStart].join(' '),
  )
  const booked = [...bookings.values()].flatMap((own): Booking[] => {
    const [first] = own
    if (!first) return []
    const { person, parade } = first.attendance
    return [{ person, season: parade.dateEnrolmentStart, entries: own }]
  })
  return joinFamilies(random, booked)
    .map((people) => ({
      entries: people.flatMap((one) => one.entries),
      order: makeOrder(random, people, today),
    }))
    .sort((a, b) => (a.order.createdAt < b.order.createdAt ? -1 : 1))
    .map((paid, index) => ({ ...paid, order: { ...paid.order, id: index + 1 } }))
}

/** Most parents enrol their children together with themselves; most adults enrol alone. */
function joinFamilies(random: Random, bookings: readonly Booking[]): Booking[][] {
  const households = Map.groupBy(bookings, ({ person: { home, lastName }, season }, index) =>
    home ? [home, lastName, season].join(' ') : index,
  )
  return [...households.values()].flatMap((household) => {
    const isChild = ({ person, season }: Booking) => ageClass(person.birthday, season) === 'Child'
    const children = household.filter(isChild)
    const [parent, ...others] = household.filter((one) => !isChild(one))
    if (!parent || children.length === 0 || random.chance(0.2)) return household.map((one) => [one])
    return [[parent, ...children], ...others.map((one) => [one])]
  })
}

function makeOrder(random: Random, people: readonly Booking[], today: Day) {
  const entries = people.flatMap((one) => one.entries)
  const parades = entries.map(({ attendance }) => attendance.parade)
  const { person } = people[0] as Booking
  const lastDay = earliest(addDays(today, -1), ...parades.map((parade) => parade.dateEnrolmentEnd))
  const createdDay = random.day(parades[0]?.dateEnrolmentStart ?? lastDay, lastDay)
  const createdAt = instant(random, createdDay, 7, 20)
  const amountInCent = sumOfPrices(entries.map((entry) => priced(entry, createdDay)))
  const token = makeToken(random)
  const returnToken = makeToken(random)
  const isFree = amountInCent === 0
  const paidAt = isFree ? createdAt : secondsLater(createdAt, random.int(40, 240))
  const emailAddress = person.eMail
  return {
    id: 0,
    token,
    returnToken,
    requestKey: requestKey(
      emailAddress,
      people.map((one) => ({ ...one.person, parades: one.entries.map(chosenParade) })),
      null,
    ),
    state: 'paid' as const,
    amountInCent,
    placeCount: entries.length,
    provider: isFree ? ('none' as const) : ('sandbox' as const),
    providerRef: isFree ? null : returnToken,
    redirectUrl: isFree ? null : `${origin}/api/payments/sandbox/${returnToken}`,
    holdUntil: secondsLater(createdAt, isFree ? 0 : holdInMinutes * 60),
    emailAddress,
    firstName: person.firstName,
    lastName: person.lastName,
    successUrl: `${result}?state=success`,
    errorUrl: `${result}?state=error`,
    createdAt,
    paidAt,
    receivedInCent: amountInCent,
  }
}

function chosenParade({ attendance: { parade, costume }, given: { extras } }: Entry) {
  const { typeId: costumeTypeId, number: costumeNumber } = costume
  return { paradeId: parade.id, costumeTypeId, costumeNumber, extras }
}

/** Payments as the sandbox provider stores them. */
export function sandboxPaymentsOf(paid: readonly PaidOrder[]): SandboxPaymentRow[] {
  return paid.flatMap(({ order }) => {
    if (!order.providerRef) return []
    return {
      ref: order.providerRef,
      state: 'paid' as const,
      amountInCent: order.amountInCent,
      currency: 'EUR',
      description: `Umzugsanmeldung ${order.firstName} ${order.lastName}`,
      returnUrl: `${origin}/api/payments/return/${order.returnToken}`,
      createdAt: order.createdAt,
    }
  })
}

/** History of these orders, as the order's page shows it. */
export function orderHistoryOf(paid: readonly PaidOrder[]): OrderHistoryRow[] {
  return paid.map(({ order }) => ({
    orderId: order.id,
    at: order.paidAt,
    kind: 'paid' as const,
    amountInCent: order.amountInCent,
  }))
}

function secondsLater(instantText: string, seconds: number): string {
  return new Date(Date.parse(instantText) + seconds * 1000).toISOString()
}

export function makeToken(random: Random): string {
  return Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
}
