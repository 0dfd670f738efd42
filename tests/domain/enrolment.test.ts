import { describe, expect, test } from 'vitest'
import type { EnrolmentChannel } from '#worker/domain/codes.ts'
import {
  type Applicant,
  decidePlaces,
  decidePlacesOfPeople,
  type Known,
  nameKey,
  personKey,
  requestKey,
} from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'

const today = '2027-01-16'
const noon = (day: string) => `${day} 12:00`
const jörg = { firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' }
const chosen = [{ paradeId: 1, costumeTypeId: 7, costumeNumber: ' 12 A ' }]

const known = (change: Partial<Known> = {}): Known => ({
  parades: [
    {
      id: 1,
      title: 'Ringtreffen',
      date: '2027-01-24',
      dateEnrolmentStart: '2026-11-11',
      dateEnrolmentEnd: '2027-01-20',
      timeEnrolmentStart: null,
      timeEnrolmentEnd: null,
      timeStart: null,
      priceForAdultsInCent: 800,
      priceForChildrenInCent: 300,
      extras: [],
      cancelledAt: null,
      minAge: null,
      guardianBelow: null,
    },
  ],
  costumeTypeIds: new Set([7]),
  costumes: [{ id: 40, costumeTypeId: 7, numberKey: '12a' }],
  memberIds: [],
  isPicked: false,
  ...change,
})

test("The key of a person without a matched member is made of normalised name and birthday, that of a matched member of the member's id", () => {
  expect(nameKey(jörg)).toBe('p:joerg|strasser|1991-11-01')
  expect(nameKey({ ...jörg, birthday: null })).toBe('p:joerg|strasser|')
  expect(personKey({ ...jörg, memberId: null })).toBe('p:joerg|strasser|1991-11-01')
  expect(personKey({ ...jörg, memberId: 5 })).toBe('m:5')
})

test.each([
  ['public', '2027-02-01'],
  ['internal', '2027-02-01'],
  ['management', today],
  ['onSite', today],
] as const)(
  'An enrolment of the kind "%s" is rejected if one of its parades is cancelled (ParadeCancelled)',
  (door, day) => {
    const [ring] = known().parades
    const parades = [
      { ...(ring as NonNullable<typeof ring>), cancelledAt: '2027-01-15T08:00:00Z' },
      { ...(ring as NonNullable<typeof ring>), id: 2, title: 'Nachtumzug' },
    ]
    const both = [...chosen, { ...(chosen[0] as (typeof chosen)[number]), paradeId: 2 }]
    const decide = () => decidePlaces(door, jörg, both, known({ parades }), noon(day))
    expect(decide).toThrow(
      expect.objectContaining({
        code: 'ParadeCancelled',
        message: 'Abgesagt ist: „Ringtreffen“.',
        details: { parades: [1] },
      }),
    )
  },
)

test('The costume of a place can be corrected although the parade is cancelled', () => {
  const parades = known().parades.map((one) => ({ ...one, cancelledAt: '2027-01-15T08:00:00Z' }))
  expect(decidePlaces('correction', jörg, chosen, known({ parades }), noon(today))).toHaveLength(1)
})

test('Enrolment requests that differ only in order and spelling have the same key; another parade, costume or address changes the key', () => {
  const a = { paradeId: 1, costumeTypeId: 7, costumeNumber: '12a' }
  const b = { paradeId: 2, costumeTypeId: 7, costumeNumber: '5' }
  const key = (parades: typeof chosen, change = {}, mail = 'joerg@example.de') =>
    requestKey(mail, [{ ...jörg, ...change, parades }], null)
  const respelt = key(
    [b, { ...a, costumeNumber: '12 A' }],
    { firstName: 'JOERG' },
    'Joerg@Example.de',
  )
  expect(respelt).toBe(key([a, b]))
  expect(key([a])).not.toBe(key([a, b]))
  expect(key([{ ...a, costumeNumber: '12b' }])).not.toBe(key([a]))
  expect(key([a], {}, 'other@example.de')).not.toBe(key([a]))
})

test('The key of an enrolment request ignores the order of the people, but not who wears which costume', () => {
  const a = { paradeId: 1, costumeTypeId: 7, costumeNumber: '1' }
  const b = { ...a, costumeNumber: '2' }
  const lena = { ...jörg, firstName: 'Lena' }
  const key = (...people: Parameters<typeof requestKey>[1]) =>
    requestKey('a@example.de', people, null)
  const both = key({ ...jörg, parades: [a] }, { ...lena, parades: [b] })
  expect(key({ ...lena, parades: [b] }, { ...jörg, parades: [a] })).toBe(both)
  // Each in the other's costume.
  expect(key({ ...jörg, parades: [b] }, { ...lena, parades: [a] })).not.toBe(both)
  expect(key({ ...jörg, parades: [a] })).not.toBe(both)
  // A name that looks like a key gets another key.
  const forged = { ...jörg, lastName: `Straßer|1991-11-01","1:7:1"]","["p:lena|strasser` }
  expect(key({ ...forged, parades: [b] })).not.toBe(both)
})

test("An enrolled place has the price of the person's age class, the keys for comparison and the registered costume", () => {
  expect(decidePlaces('public', jörg, chosen, known(), noon(today))).toEqual([
    {
      person: jörg,
      paradeId: 1,
      paradeTitle: 'Ringtreffen',
      memberId: null,
      personKey: 'p:joerg|strasser|1991-11-01',
      nameKey: 'p:joerg|strasser|1991-11-01',
      givenKey: 'p:joerg|strasser|1991-11-01',
      ageClass: 'Adult',
      priceInCent: 800,
      extras: [],
      costumeTypeId: 7,
      costumeId: 40,
      costumeNumber: '12 A',
      costumeNumberKey: '12a',
      guardianConsent: null,
      guardianName: null,
      guardianPhone: null,
    },
  ])
  const child = { ...jörg, birthday: '2015-01-01' }
  expect(decidePlaces('public', child, chosen, known(), noon(today))[0]?.priceInCent).toBe(300)
})

test.each([
  [[], null],
  [[5], 5],
  [[5, 6], null],
])(
  'If the members %o have the name of the enrolled person, the place is linked to the member %s (null: to none)',
  (memberIds, memberId) => {
    const [place] = decidePlaces(
      'public',
      jörg,
      chosen,
      known({ memberIds: [memberIds] }),
      noon(today),
    )
    expect(place?.memberId).toBe(memberId)
  },
)

describe.each<[EnrolmentChannel, Record<string, boolean>]>([
  ['public', { '2026-11-10': false, '2027-01-20': true, '2027-01-21': false, '2027-01-25': false }],
  ['internal', { '2026-11-10': true, '2027-01-21': true, '2027-01-24': true, '2027-01-25': false }],
  ['management', { '2026-11-10': true, '2027-01-25': true, '2030-01-01': true }],
  ['onSite', { '2026-11-10': true, '2027-01-25': true, '2030-01-01': true }],
])('the period of %s enrolment', (door, days) => {
  test.each(Object.entries(days))(
    `An enrolment of the kind "${door}" for the parade of 24 January 2027 is accepted on %s: %s`,
    (day, isOpen) => {
      const decide = () => decidePlaces(door, jörg, chosen, known(), noon(day))
      if (isOpen) expect(decide()).toHaveLength(1)
      else expect(decide).toThrow(expect.objectContaining({ code: 'EnrolmentClosed' }))
    },
  )

  test('An enrolment with a birthday before 1900 or in the future, an unknown parade or an unknown costume type is rejected at this field', () => {
    const refusals: [() => unknown, string][] = [
      [
        () => decidePlaces(door, { ...jörg, birthday: '1899-12-31' }, chosen, known(), noon(today)),
        'birthday',
      ],
      [
        () => decidePlaces(door, { ...jörg, birthday: '2027-01-17' }, chosen, known(), noon(today)),
        'birthday',
      ],
      [
        () => decidePlaces(door, jörg, chosen, known({ parades: [] }), noon(today)),
        'parades.0.paradeId',
      ],
      [
        () => decidePlaces(door, jörg, chosen, known({ costumeTypeIds: new Set() }), noon(today)),
        'parades.0.costumeTypeId',
      ],
    ]
    for (const [decide, field] of refusals) {
      try {
        decide()
        expect.unreachable(field)
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError)
        expect(Object.keys((error as DomainError).fields ?? {})).toEqual([field])
      }
    }
  })
})

describe('the enrolment of several people', () => {
  const inRing = (costumeNumber: string, costumeTypeId = 7) => ({
    paradeId: 1,
    costumeTypeId,
    costumeNumber,
  })
  const lena = { firstName: 'Lena', lastName: 'Straßer', birthday: '2015-01-01' }
  const decide = (people: Applicant[], change: Partial<Known> = {}) =>
    decidePlacesOfPeople(
      'public',
      people,
      known({ costumeTypeIds: new Set([7, 8]), ...change }),
      noon(today),
      (person) => `people.${person}.`,
    )

  test('Several people who enrol together each get their own age class, price, member and costume, in the given order', () => {
    const places = decide(
      [
        { ...jörg, parades: [inRing('12a')] },
        { ...lena, parades: [inRing('5')] },
      ],
      { memberIds: [[], [9]] },
    )
    expect(
      places.map((place) => [place.person, place.ageClass, place.priceInCent, place.personKey]),
    ).toEqual([
      [jörg, 'Adult', 800, 'p:joerg|strasser|1991-11-01'],
      [lena, 'Child', 300, 'm:9'],
    ])
    expect(places.map(({ costumeId }) => costumeId)).toEqual([40, null])
  })

  test.each<[string, Applicant[], number[][], string[]]>([
    [
      'two people in two costumes are accepted',
      [
        { ...jörg, parades: [inRing('1')] },
        { ...lena, parades: [inRing('2')] },
      ],
      [],
      [],
    ],
    [
      'the same person in another spelling is rejected',
      [
        { ...jörg, parades: [inRing('1')] },
        { ...jörg, firstName: 'JOERG', parades: [inRing('2')] },
      ],
      [],
      ['people.1.firstName'],
    ],
    [
      'the same name with another birthday is accepted',
      [
        { ...jörg, parades: [inRing('1')] },
        { ...jörg, birthday: '1991-11-02', parades: [inRing('2')] },
      ],
      [],
      [],
    ],
    [
      'two names of the same member are rejected',
      [
        { ...jörg, parades: [inRing('1')] },
        { ...lena, parades: [inRing('2')] },
      ],
      [[5], [5]],
      ['people.1.firstName'],
    ],
    [
      'the same costume for two people is rejected',
      [
        { ...jörg, parades: [inRing('12 A')] },
        { ...lena, parades: [inRing('12a')] },
      ],
      [],
      ['people.1.parades.0.costumeNumber'],
    ],
    [
      'the same number of two costume types is accepted',
      [
        { ...jörg, parades: [inRing('1')] },
        { ...lena, parades: [inRing('1', 8)] },
      ],
      [],
      [],
    ],
    [
      'the same costume for three people is rejected for the second and the third',
      [jörg, lena, { ...lena, firstName: 'Ida' }].map((one) => ({
        ...one,
        parades: [inRing('1')],
      })),
      [],
      ['people.1.parades.0.costumeNumber', 'people.2.parades.0.costumeNumber'],
    ],
  ])('When several people enrol for one parade, %s', (_, people, memberIds, fields) => {
    const refused = () => {
      try {
        decide(people, { memberIds })
        return {}
      } catch (error) {
        return (error as DomainError).fields ?? {}
      }
    }
    expect(Object.keys(refused())).toEqual(fields)
  })
})
