import { describe, expect, test } from 'vitest'
import { aFamily, anOrder, aParadeOf, aPlace } from '#tests/support/my-orders.ts'
import {
  cancelButtonWords,
  feesAfterCancelling,
  placesOf,
  placeWords,
  totalRefund,
} from '#web/enrolment/public/order-words.ts'
import type { MyPlace } from '#worker/enrolment/enrolment.contract.ts'

// What a payer reads of the money of their places.

const plain = (words: string | null) => words?.replaceAll('\u00a0', ' ')
const calledOff = (changes: Partial<MyPlace>) =>
  plain(placeWords(aPlace({ parade: aParadeOf({ cancelledAt: 'x' }), ...changes })))

describe('the refund sentence of a cancelled parade', () => {
  const expected = 'Der Umzug ist abgesagt. 8,00 € werden erstattet, meist in 5 Werktagen.'

  test.each<[string, Partial<MyPlace>, string]>([
    [
      'before staff has begun the refund',
      { owed: { amountInCent: 800, paid: 'online' } },
      expected,
    ],
    [
      'while the refund is on its way',
      { refund: { amountInCent: 800, state: 'pending' } },
      expected,
    ],
    [
      'if it was paid in cash',
      { owed: { amountInCent: 800, paid: 'cash' } },
      'Der Umzug ist abgesagt. 8,00 € bekommst Du von der Zunft bar zurück.',
    ],
    [
      'once the refund is done',
      { refund: { amountInCent: 800, state: 'done' } },
      'Der Umzug ist abgesagt. Die Gebühr von 8,00 € ist erstattet.',
    ],
    ['if nothing was paid', { priceInCent: 0 }, 'Der Umzug ist abgesagt.'],
  ])('About the fee of a cancelled parade, the payer reads %s: "$2"', (_, changes, words) => {
    expect(calledOff(changes)).toBe(words)
  })
})

describe('the question before cancelling', () => {
  const givenBack = (places: MyPlace[]) =>
    places.map((place) => ({ ...place, cancelRefundInCent: place.priceInCent }))

  test('The refund announced for cancelling all places is their sum, but at most what is left of the order', () => {
    const places = givenBack(placesOf(aFamily()))
    expect(totalRefund(anOrder({ refundableInCent: 1400 }), places)).toBe(1400)
    expect(totalRefund(anOrder({ refundableInCent: 900 }), places)).toBe(900)
    expect(totalRefund(anOrder({ refundableInCent: 0 }), places)).toBe(0)
  })

  test.each([
    [1, 600, 'Ja, absagen (6,00 € zurück)'],
    [1, 0, 'Ja, absagen'],
    [3, 1400, 'Ja, alle absagen (14,00 € zurück)'],
    [3, 0, 'Ja, alle absagen'],
  ])(
    'The button that cancels %i places with a refund of %i cents says "$2"',
    (count, cents, words) => {
      expect(plain(cancelButtonWords(count, cents))).toBe(words)
    },
  )

  test('Before cancelling, the payer reads which part is refunded, and about which part the guild decides', () => {
    const [first, ...others] = placesOf(aFamily())
    if (!first) throw new Error('no place')
    const fees = (places: MyPlace[], cents: number) => feesAfterCancelling(places, cents).map(plain)
    expect(fees([first], 0)).toEqual([
      'Ob die Gebühr von 8,00 € zurückgeht, entscheidet die Zunft.',
    ])
    expect(fees([...givenBack([first]), ...others], 800)).toEqual([
      'Zusammen gehen 8,00 € auf dem Weg zurück, auf dem Du bezahlt hast, meist in 5 Werktagen.',
      'Ob die übrigen 6,00 € zurückgehen, entscheidet die Zunft.',
    ])
  })
})
