import { beforeEach, describe, expect, test } from 'vitest'
import { install } from '#tests/fakes/install.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { call, json, rows, setClock } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import {
  aFamily,
  anEnrolment,
  decide,
  enrol,
  enrolFamily,
  enrolled,
  type Relative,
  states,
} from '#tests/support/enrolment.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { sentStatements } from '#tests/support/recording-d1.ts'

// Several people in one order: all or none are enrolled.

let type: { id: number }
let ring: { id: number }
let night: { id: number }

beforeEach(async () => {
  setClock()
  type = await aCostumeType()
  ring = await aParade({ title: 'Ringtreffen' })
  night = await aParade({
    title: 'Nachtumzug',
    priceForAdultsInCent: 500,
    priceForChildrenInCent: 0,
  })
})

const at = (paradeId: number, costumeNumber: string) => ({
  paradeId,
  costumeTypeId: type.id,
  costumeNumber,
})

const anna = { firstName: 'Anna', birthday: '1985-05-05' }
const emma = { firstName: 'Emma', birthday: '2016-03-01', age: 'Child' }
const ben = { firstName: 'Ben', birthday: '2018-07-01', age: 'Child' }

/** A mother and two children, one of them in one parade only. */
const three = (): Relative[] => [
  { ...anna, parades: [at(ring.id, '1'), at(night.id, '1')] },
  { ...emma, parades: [at(ring.id, '2'), at(night.id, '2')] },
  { ...ben, parades: [at(ring.id, '3')] },
]

const nothingStored = { orders: [], places: [] }
const tokenOf = ({ redirectUrl }: { redirectUrl: string }) => redirectUrl.split('/').at(-1) ?? ''

describe('a family', () => {
  test('A family is enrolled as one order with one total, one payment and one mail; each person has the price of their age', async () => {
    const answer = await json(enrolFamily(three(), { expectedTotalInCent: 800 + 500 + 300 + 300 }))
    expect(answer.enrolSuccessful).toBe(true)
    const [order] = await rows('SELECT * FROM orders')
    expect(order).toMatchObject({
      first_name: 'Anna',
      last_name: 'Straßer',
      amount_in_cent: 1900,
      place_count: 5,
    })
    expect(
      await rows(`SELECT first_name, last_name, birthday, parade_id, costume_number, age_class,
        price_in_cent, state FROM participations ORDER BY id`),
    ).toEqual(
      [
        ['Anna', '1985-05-05', ring.id, '1', 'Adult', 800],
        ['Anna', '1985-05-05', night.id, '1', 'Adult', 500],
        ['Emma', '2016-03-01', ring.id, '2', 'Child', 300],
        ['Emma', '2016-03-01', night.id, '2', 'Child', 0],
        ['Ben', '2018-07-01', ring.id, '3', 'Child', 300],
      ].map(([first_name, birthday, parade_id, costume_number, age_class, price_in_cent]) => ({
        first_name,
        last_name: 'Straßer',
        birthday,
        parade_id,
        costume_number,
        age_class,
        price_in_cent,
        state: 'reserved',
      })),
    )
    const page = await call('GET', new URL(answer.redirectUrl).pathname)
    expect(await page.text()).toContain('Umzugsanmeldung Anna Straßer und 2 weitere')
    await decide(tokenOf(answer), 'paid')
    expect(await states()).toEqual({ orders: ['paid'], places: Array(5).fill('booked') })
    expect(await rows('SELECT id FROM mails')).toHaveLength(1)
  })

  test('A family whose places cost nothing is booked at once', async () => {
    const free = await aParade({ priceForAdultsInCent: 0, priceForChildrenInCent: 0 })
    const people = [
      { ...anna, parades: [at(free.id, '1')] },
      { ...emma, parades: [at(free.id, '2')] },
    ]
    expect(await json(enrolFamily(people))).toMatchObject({
      enrolSuccessful: true,
      holdUntil: null,
    })
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked', 'booked'] })
    expect(await rows('SELECT id FROM mails')).toHaveLength(1)
  })

  test('Each person of a family is matched to a member, and each costume number to a registered costume', async () => {
    const mother = await aMember({ ...anna, lastName: 'Straßer' })
    const child = await aMember({ firstName: 'ben', lastName: 'STRASSER', birthday: ben.birthday })
    const costume = await aCostume(type.id, '3')
    await enrolFamily(three())
    expect(
      await rows('SELECT DISTINCT first_name, member_id FROM participations ORDER BY id'),
    ).toEqual([
      { first_name: 'Anna', member_id: mother.id },
      { first_name: 'Emma', member_id: null },
      { first_name: 'Ben', member_id: child.id },
    ])
    expect(
      await rows('SELECT costume_number FROM participations WHERE costume_id IS NOT NULL'),
    ).toEqual([{ costume_number: '3' }])
    expect(costume.id).toBeGreaterThan(0)
  })

  test('An enrolment of one person counts as a repetition of the same enrolment sent as a family of one: there is one order', async () => {
    const [first] = three()
    const asFamily = await json(enrolFamily(first ? [first] : []))
    const alone = await json(
      call('POST', '/api/parades/enrol', {
        ...anEnrolment([at(night.id, '1'), at(ring.id, '1')]),
        ...anna,
      }),
    )
    // The token of the order is answered only to the browser that made it.
    const { orderToken: _, ...shared } = asFamily
    expect(alone).toEqual(shared)
    expect(await rows('SELECT id FROM orders')).toHaveLength(1)
  })

  test('A family that is sent again with people and parades in another order gets the same payment', async () => {
    const first = await json(enrolFamily(three()))
    const turned = three()
      .reverse()
      .map((one) => ({ ...one, parades: one.parades.toReversed() }))
    const { orderToken: _, ...shared } = first
    expect(await json(enrolFamily(turned))).toEqual(shared)
    expect(await json(enrolFamily(three().slice(0, 2)))).toMatchObject({ enrolSuccessful: false })
    expect(await rows('SELECT id FROM orders')).toHaveLength(1)
  })

  test('A family that is sent eight times at once is stored as one order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => json(enrolFamily(n % 2 ? three() : three().reverse()))),
    )
    expect(new Set(answers.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
    expect(answers.every(({ enrolSuccessful }) => enrolSuccessful)).toBe(true)
    expect(await rows('SELECT id FROM participations')).toHaveLength(5)
  })
})

describe('invalid families', () => {
  type Wrong = [name: string, body: () => object, status: number, fields: string[]]

  const people = (count: number, places = 1) =>
    Array.from({ length: count }, (_, n) => ({
      firstName: `Narr ${n}`,
      parades: Array.from({ length: places }, (_x, p) => at(p + 1, `${n}-${p}`)),
    }))

  test.each<Wrong>([
    ['no people', () => aFamily([]), 422, ['people']],
    ['nine people', () => aFamily(people(9)), 422, ['people']],
    [
      '61 places',
      () => aFamily([...people(2, 30), { firstName: 'X', parades: [at(1, 'x')] }]),
      422,
      ['people'],
    ],
    [
      'fields of a family and of one person',
      () => ({ ...aFamily(three()), ...anna }),
      422,
      ['people'],
    ],
    [
      "fields of a family and an empty list of one person's parades",
      () => ({ ...aFamily(three()), parades: [] }),
      422,
      ['people'],
    ],
    [
      'a birthday beside the list of people',
      () => ({ ...aFamily(three()), birthday: null }),
      422,
      ['people'],
    ],
    ['no list', () => aFamily(three(), { people: 'Anna' }), 400, ['people']],
    ['no people in the list', () => aFamily([], { people: [null] }), 400, ['people.0']],
    [
      'no first name',
      () =>
        aFamily([
          { ...anna, parades: [at(1, '1')] },
          { firstName: ' ', parades: [at(1, '2')] },
        ]),
      422,
      ['people.1.firstName'],
    ],
    ['no parade', () => aFamily([{ ...anna, parades: [] }]), 422, ['people.0.parades']],
    ['31 parades', () => aFamily(people(1, 31)), 422, ['people.0.parades']],
    [
      'a parade twice',
      () => aFamily([{ ...anna, parades: [at(1, '1'), at(1, '2')] }]),
      422,
      ['people.0.parades.1.paradeId'],
    ],
    [
      'a number for a name',
      () => aFamily([{ firstName: 5, parades: [at(1, '1')] }]),
      400,
      ['people.0.firstName'],
    ],
    [
      'no age class',
      () => aFamily([{ age: undefined, parades: [at(1, '1')] }]),
      400,
      ['people.0.age'],
    ],
    [
      '31 February',
      () => aFamily([{ birthday: '2010-02-31', parades: [at(1, '1')] }]),
      400,
      ['people.0.birthday'],
    ],
    [
      'a birthday to come',
      () =>
        aFamily([...people(1), { birthday: '2027-01-17', age: 'Child', parades: [at(1, 'x')] }]),
      422,
      ['people.1.birthday'],
    ],
    [
      'no costume number',
      () => aFamily([...people(1), { parades: [at(1, ' ')] }]),
      422,
      ['people.1.parades.0.costumeNumber'],
    ],
    [
      'an unknown parade',
      () => aFamily([...people(1), { firstName: 'X', parades: [at(1, 'x'), at(4711, 'x')] }]),
      422,
      ['people.1.parades.1.paradeId'],
    ],
    [
      'an unknown costume type',
      () => aFamily([{ parades: [{ ...at(1, 'x'), costumeTypeId: 4711 }] }]),
      422,
      ['people.0.parades.0.costumeTypeId'],
    ],
    [
      'a success page on another origin',
      () => aFamily(three(), { successRedirectUrl: 'https://evil.example/' }),
      422,
      ['successRedirectUrl'],
    ],
    ['no e-mail address', () => aFamily(three(), { emailAddress: '' }), 422, ['emailAddress']],
    [
      'a number as the order to be replaced',
      () => aFamily(three(), { replaces: 7 }),
      400,
      ['replaces'],
    ],
  ])('A family with %s is rejected at this field', async (_, body, status, fields) => {
    const response = await call('POST', '/api/parades/enrol', body())
    const { error, enrolSuccessful } = await json(response)
    expect({ status: response.status, fields: Object.keys(error.fields), enrolSuccessful }).toEqual(
      {
        status,
        fields,
        enrolSuccessful: false,
      },
    )
    expect(error.message).toMatch(/\S/)
    expect(Object.values(error.fields).join()).toMatch(/^[A-ZÄÖÜ]/)
    expect(await states()).toEqual(nothingStored)
  })

  test('The largest family of sixty places is accepted within the limits of D1', async () => {
    const parades = await Promise.all(Array.from({ length: 6 }, () => aParade()))
    const list = [ring, night, ...parades].slice(0, 7).map(({ id }) => id)
    const sixty = Array.from({ length: 8 }, (_, n) => ({
      firstName: `Narr ${n}`,
      // 4 × 8 + 4 × 7 = 60
      parades: [...list, ...(n < 4 ? [parades.at(-1)?.id ?? 0] : [])].map((id) => at(id, `${n}`)),
    }))
    expect(sixty.flatMap((one) => one.parades)).toHaveLength(60)
    expect((await enrolFamily(sixty)).status).toBe(200)
    expect(await rows('SELECT id FROM participations')).toHaveLength(60)
    // D1 binds at most 100 values; the local database binds more.
    const most = Math.max(...sentStatements().map(({ values }) => values.length))
    expect(most).toBeLessThanOrEqual(100)
  })

  test('A family with wrong age classes is rejected with an error at each person concerned (422)', async () => {
    const wrong = three().map((one) => ({ ...one, age: 'Adult' }))
    const response = await enrolFamily(wrong)
    expect(response.status).toBe(422)
    expect((await json(response)).error).toEqual({
      code: 'AgeMismatch',
      message:
        'Für Emma Straßer gilt mit diesem Geburtstag der Preis für Kinder. Für Ben Straßer gilt mit diesem Geburtstag der Preis für Kinder.',
      fields: {
        'people.1.age': 'Für Emma Straßer gilt mit diesem Geburtstag der Preis für Kinder.',
        'people.2.age': 'Für Ben Straßer gilt mit diesem Geburtstag der Preis für Kinder.',
      },
    })
    expect(await states()).toEqual(nothingStored)
  })

  test('Rejects a family whose expected total differs from the sum of all its people (409 PriceChanged)', async () => {
    const response = await enrolFamily(three(), { expectedTotalInCent: 800 })
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({ code: 'PriceChanged', totalInCent: 1900 })
  })

  test('A family with a parade that is not open is rejected as a whole (409)', async () => {
    const closed = await aParade({ title: 'Kinderumzug', dateEnrolmentEnd: '2027-01-15' })
    const response = await enrolFamily([
      { ...anna, parades: [at(ring.id, '1')] },
      { ...emma, parades: [at(closed.id, '2')] },
      { ...ben, parades: [at(closed.id, '3')] },
    ])
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'EnrolmentClosed',
      message: 'Die Anmeldung ist nicht offen für: „Kinderumzug“.',
      parades: [closed.id],
    })
    expect(await states()).toEqual(nothingStored)
  })
})

describe('duplicates within a family', () => {
  async function problemsOf(people: Relative[]): Promise<Record<string, string>> {
    const response = await enrolFamily(people)
    const { error } = await json(response)
    expect(response.status).toBe(422)
    expect(error.code).toBe('ValidationFailed')
    expect(await states()).toEqual(nothingStored)
    return error.fields
  }

  const fieldsOf = async (people: Relative[]) => Object.keys(await problemsOf(people))

  test('A family that contains a person twice in one parade is rejected with an error at the second entry (422)', async () => {
    const again = { ...anna, firstName: ' ANNA ', lastName: 'STRASSER' }
    expect(
      await fieldsOf([
        { ...anna, parades: [at(ring.id, '1')] },
        { ...emma, parades: [at(ring.id, '2')] },
        { ...again, parades: [at(night.id, '3'), at(ring.id, '3')] },
      ]),
    ).toEqual(['people.2.firstName'])
  })

  test('A family with two names of the same member, such as last and maiden name, in one parade is rejected (422)', async () => {
    await aMember({ ...anna, lastName: 'Huber', maidenName: 'Straßer' })
    expect(
      await fieldsOf([
        { ...anna, parades: [at(ring.id, '1')] },
        { ...anna, lastName: 'Huber', parades: [at(ring.id, '2')] },
      ]),
    ).toEqual(['people.1.firstName'])
  })

  test('A family that contains the same name twice in one parade without birthdays is rejected, and the error suggests to enter one (422)', async () => {
    const nameless = { firstName: 'Max', birthday: null }
    expect(
      await problemsOf([
        { ...nameless, parades: [at(ring.id, '1')] },
        { ...nameless, parades: [at(ring.id, '2')] },
      ]),
    ).toEqual({
      'people.1.firstName': 'Max ist in dieser Anmeldung schon für „Ringtreffen“ dabei.',
      'people.1.birthday':
        'Ist das jemand anderes mit demselben Namen? Dann gib den Geburtstag an.',
    })
  })

  test('Rejects a family with the same costume twice in one parade, in any spelling (422)', async () => {
    expect(
      await problemsOf([
        { ...anna, parades: [at(ring.id, '12 A')] },
        { ...emma, parades: [at(night.id, '12 A'), at(ring.id, '12a')] },
        { ...ben, parades: [at(ring.id, '12a')] },
      ]),
    ).toEqual({
      'people.1.parades.1.costumeNumber': 'Dieses Kleid trägt in dieser Anmeldung schon Anna.',
      'people.2.parades.0.costumeNumber': 'Dieses Kleid trägt in dieser Anmeldung schon Anna.',
    })
  })

  test('A family that contains the same person in the same costume twice is rejected with errors at the name and at the costume number', async () => {
    expect(
      await fieldsOf([
        { ...anna, parades: [at(ring.id, '1')] },
        { ...anna, parades: [at(ring.id, '1')] },
      ]),
    ).toEqual(['people.1.firstName', 'people.1.parades.0.costumeNumber'])
  })

  test('Accepts a family in which one person and one costume each take part in two parades', async () => {
    const response = await enrolFamily([
      { ...anna, parades: [at(ring.id, '1')] },
      { ...anna, parades: [at(night.id, '2')] },
      { ...emma, parades: [at(night.id, '1')] },
    ])
    expect(response.status).toBe(200)
  })

  test('Accepts a family with the same costume number in two costume types', async () => {
    const hexe = await aCostumeType('Bachhexe')
    const response = await enrolFamily([
      { ...anna, parades: [at(ring.id, '1')] },
      { ...emma, parades: [{ ...at(ring.id, '1'), costumeTypeId: hexe.id }] },
    ])
    expect(response.status).toBe(200)
  })
})

describe('families with conflicts', () => {
  test('If one person of a family is already enrolled, the family is rejected as a whole, and the answer names that person', async () => {
    await enrolled([at(ring.id, '9')], { ...ben, lastName: 'Straßer' })
    const { error } = await json(enrolFamily(three()))
    expect(error).toEqual({
      code: 'PersonAlreadyEnrolled',
      message:
        'Ben Straßer ist für „Ringtreffen“ schon angemeldet. Bis 13:30 Uhr ist die Anmeldung vorgemerkt.',
      fields: {
        'people.2.parades.0.paradeId':
          'Ben ist für diesen Umzug schon angemeldet. Bis 13:30 Uhr ist die Anmeldung vorgemerkt.',
      },
      parades: [ring.id],
      heldUntil: '2027-01-16T12:30:00.000Z',
    })
    expect((await states()).orders).toHaveLength(1)
  })

  test('Rejects a family with a person who enrolled before and has become a member since', async () => {
    await decide(
      (await enrolled([at(ring.id, '9')], { ...ben, lastName: 'Straßer' })).token,
      'paid',
    )
    await aMember({ firstName: 'Ben', lastName: 'Straßer', birthday: ben.birthday })
    const { error } = await json(enrolFamily(three()))
    expect(error).toMatchObject({
      code: 'PersonAlreadyEnrolled',
      message: 'Ben Straßer ist für „Ringtreffen“ schon angemeldet.',
    })
    expect(error).not.toHaveProperty('heldUntil')
  })

  test('If a person without a birthday has the name of an enrolled person, the family is rejected, and the error suggests to enter the birthday', async () => {
    const nameless = { ...ben, birthday: null, age: 'Adult' }
    await enrolled([at(ring.id, '9')], { ...nameless, lastName: 'Straßer' })
    const { error } = await json(
      enrolFamily([
        { ...anna, parades: [at(ring.id, '1')] },
        { ...nameless, parades: [at(ring.id, '2')] },
      ]),
    )
    const advice = 'Ist das jemand anderes mit demselben Namen? Dann gib den Geburtstag an.'
    expect(error).toMatchObject({
      code: 'PersonAlreadyEnrolled',
      message: `Ben Straßer ist für „Ringtreffen“ schon angemeldet. Bis 13:30 Uhr ist die Anmeldung vorgemerkt. ${advice}`,
      fields: { 'people.1.birthday': advice },
    })
    const taken = [
      { ...anna, parades: [at(ring.id, '1')] },
      { ...ben, parades: [at(ring.id, '2')] },
    ]
    expect((await enrolFamily(taken)).status).toBe(200)
  })

  test('A family with a taken costume is rejected with an error at the field of the costume number', async () => {
    await enrolled([at(night.id, '2')])
    const { error } = await json(enrolFamily(three()))
    expect(error).toMatchObject({
      code: 'CostumeAlreadyEnrolled',
      parades: [night.id],
      fields: { 'people.1.parades.1.costumeNumber': 'Bis 13:30 Uhr ist dieses Kleid vorgemerkt.' },
    })
  })

  test('If a family conflicts both by enrolled people and taken costumes, the rejection mentions only the people, and lists each parade once', async () => {
    await enrolFamily([
      { ...emma, parades: [at(ring.id, '7')] },
      { ...ben, parades: [at(ring.id, '1')] },
    ])
    const { error } = await json(enrolFamily(three()))
    expect(error).toMatchObject({
      code: 'PersonAlreadyEnrolled',
      message: expect.stringMatching(/^Emma Straßer ist .+ Ben Straßer ist .+ vorgemerkt\.$/),
      parades: [ring.id],
    })
    expect(Object.keys(error.fields)).toEqual([
      'people.1.parades.0.paradeId',
      'people.2.parades.0.paradeId',
    ])
  })

  test('A conflict in the last of sixty places of a family is found within the limits of D1', async () => {
    const parades = await Promise.all(Array.from({ length: 6 }, () => aParade()))
    const list = [ring, night, ...parades].map(({ id }) => id)
    const sixty = Array.from({ length: 8 }, (_, n) => ({
      firstName: `Narr ${n}`,
      parades: list.slice(0, n < 4 ? 8 : 7).map((id) => at(id, `${n}`)),
    }))
    const last = sixty.at(-1)?.parades.at(-1)
    if (!last) throw new Error('no place')
    await enrol([last], { firstName: 'Lena' })
    const { error } = await json(enrolFamily(sixty))
    expect(error).toMatchObject({ code: 'CostumeAlreadyEnrolled', parades: [last.paradeId] })
    expect(Object.keys(error.fields)).toEqual(['people.7.parades.6.costumeNumber'])
    expect((await states()).places).toEqual(['reserved'])
    const most = Math.max(...sentStatements().map(({ values }) => values.length))
    expect(most).toBeLessThanOrEqual(100)
  })

  test('Of 60 simultaneous families that each want the same costume, exactly one is enrolled, with all its people', async () => {
    configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' })
    const provider = fakeMollie({ key: 'test_1' })
    install(provider)
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const parents = { lastName: `Sippe ${n}` }
        const response = await enrolFamily([
          { ...anna, ...parents, parades: [at(ring.id, `a${n}`), at(night.id, `a${n}`)] },
          { ...emma, ...parents, parades: [at(ring.id, `b${n}`), at(night.id, '118')] },
        ])
        return { status: response.status, ...(await json(response)) }
      }),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { status, error } of answers.filter((answer) => !won.includes(answer))) {
      expect({ status, code: error.code, fields: Object.keys(error.fields) }).toEqual({
        status: 409,
        code: 'CostumeAlreadyEnrolled',
        fields: ['people.1.parades.1.costumeNumber'],
      })
    }
    expect(await states()).toEqual({ orders: ['pending'], places: Array(4).fill('reserved') })
    expect(await rows('SELECT DISTINCT last_name FROM participations')).toHaveLength(1)
    expect(provider.refs()).toHaveLength(1)
  })
})
