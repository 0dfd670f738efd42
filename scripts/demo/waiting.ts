import { addDays, type Day } from '#worker/domain/dates.ts'
import { nameKey, personKey, requestKey } from '#worker/domain/enrolment.ts'
import { sumOfPrices } from '#worker/domain/money.ts'
import { priceFor } from '#worker/domain/parade.ts'
import { noHold } from '#worker/domain/waiting.ts'
import { addYears, earliest } from './days.ts'
import { instant } from './instant.ts'
import { lastNames } from './names.ts'
import { makeToken, result } from './orders.ts'
import type { Random } from './random.ts'
import type { OrderHistoryRow, OrderRow, ParadeRow, ParticipationRow } from './rows.ts'

/** The first names of the people who wait together: an adult and children. */
const parties = [['Alma', 'Kaspar'], ['Benno'], ['Cilli', 'Dietmar', 'Egon']]

type Waiting = {
  orders: OrderRow[]
  orderHistory: OrderHistoryRow[]
  participations: ParticipationRow[]
}

type Behind = { today: Day; orders: number; participations: number }

/**
 * Three orders on the waiting list of a parade, by people who are no members.
 * @param behind the numbers of orders and participations whose ids come before
 */
export function makeWaiting(
  random: Random,
  parade: ParadeRow | undefined,
  { today, ...behind }: Behind,
): Waiting {
  const waiting: Waiting = { orders: [], orderHistory: [], participations: [] }
  if (!parade || parade.dateEnrolmentStart >= today) return waiting
  const lastDay = earliest(parade.dateEnrolmentEnd, addDays(today, -1))
  parties.forEach((firstNames, index) => {
    const id = behind.orders + index + 1
    const createdAt = instant(random, lastDay, 18 + index, 18 + index)
    const lastName = random.pick(lastNames)
    const people = firstNames.map((firstName, position) => ({
      firstName,
      lastName,
      birthday: addYears(today, position === 0 ? -37 : -position - 7),
    }))
    const emailAddress = `warteliste${index + 1}@demo.example`
    const places = people.map((person, position): ParticipationRow => {
      const ageClass = position === 0 ? 'Adult' : 'Child'
      const costumeNumber = String(9001 + index * 10 + position)
      return {
        id: behind.participations + waiting.participations.length + position + 1,
        paradeId: parade.id,
        memberId: null,
        orderId: id,
        door: 'public',
        state: 'waiting',
        ...person,
        personKey: personKey({ ...person, memberId: null }),
        givenKey: nameKey(person),
        costumeTypeId: 1,
        costumeId: null,
        costumeNumber,
        costumeNumberKey: costumeNumber,
        ageClass,
        priceInCent: priceFor(ageClass, parade),
        extras: [],
        participationFeePayed: false,
        participationConfirmed: false,
        checkInCode: '',
        createdAt,
      }
    })
    const chosen = places.map(({ paradeId, costumeTypeId, costumeNumber = '' }) => ({
      paradeId,
      costumeTypeId,
      costumeNumber,
    }))
    waiting.orders.push({
      id,
      token: makeToken(random),
      returnToken: makeToken(random),
      requestKey: requestKey(
        emailAddress,
        people.map((person, position) => ({
          ...person,
          parades: chosen.slice(position, position + 1),
        })),
        null,
      ),
      state: 'waiting',
      amountInCent: sumOfPrices(places),
      placeCount: places.length,
      provider: 'none',
      holdUntil: noHold,
      emailAddress,
      firstName: firstNames[0] ?? '',
      lastName,
      successUrl: `${result}?state=success`,
      errorUrl: `${result}?state=error`,
      createdAt,
      waitingRank: index + 1,
    })
    waiting.orderHistory.push({ orderId: id, at: createdAt, kind: 'waiting' })
    waiting.participations.push(...places)
  })
  return waiting
}
