import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { anEnrolment, decide } from '#tests/support/enrolment.ts'

// The same rules apply to all five ways to get a place: each case runs for every one of them.

const ways = ['public', 'internal', 'management', 'onSite', 'correction'] as const
type Way = (typeof ways)[number]

type Person = { firstName: string; lastName: string; birthday: string | null }
type Wish = { person?: Person; number: string; paradeId?: number; typeId?: number }

const jörg = { firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' }
const lena = { firstName: 'Lena', lastName: 'Abele', birthday: '1995-02-03' }

let type: { id: number }
let parade: { id: number }
let token: string

beforeEach(async () => {
  setClock()
  type = await aCostumeType()
  parade = await aParade()
  token = (await signedIn('management')).token
})

/** Requests a place in the given way. */
async function enter(way: Way, { person = lena, number, paradeId, typeId }: Wish) {
  const place = {
    paradeId: paradeId ?? parade.id,
    costumeTypeId: typeId ?? type.id,
    costumeNumber: number,
  }
  if (way === 'public') return call('POST', '/api/parades/enrol', anEnrolment([place], person))
  if (way === 'internal') {
    const body = { ...person, memberId: null, parades: [place] }
    return call('POST', '/api/parades/internal-enrol', body, { token })
  }
  if (way === 'onSite') {
    const body = { ...person, costumeNumber: number, selectedCostumeTypeId: place.costumeTypeId }
    return call('POST', `/api/parade/${place.paradeId}/participation/atParade`, body, { token })
  }
  if (way === 'management') {
    const costume = await aCostume(place.costumeTypeId, number)
    const member = await memberOf(person)
    const body = { costumeId: costume.id, memberId: member.id }
    return call('POST', `/api/parade/${place.paradeId}/participation`, body, { token })
  }
  const own = await json(onSite(person, 'A 77', place.paradeId))
  const body = { newCostumeTypeId: place.costumeTypeId, newCostumeNumber: number }
  return call('POST', `/api/participation/${own.id}/costumeType`, body, { token })
}

async function memberOf({ firstName, lastName, birthday }: Person) {
  const [known] = await rows<{ id: number }>(
    `SELECT id FROM members WHERE first_name = '${firstName}' AND last_name = '${lastName}'`,
  )
  return known ?? aMember({ firstName, lastName, birthday })
}

function onSite(person: Person, costumeNumber: string, paradeId = parade.id) {
  const body = { ...person, costumeNumber, selectedCostumeTypeId: type.id }
  return call('POST', `/api/parade/${paradeId}/participation/atParade`, body, { token })
}

const activePlaces = () =>
  rows<{ person_key: string; costume_number_key: string }>(
    `SELECT * FROM participations WHERE state IN ('reserved', 'booked')`,
  )

async function codeOf(response: Response) {
  return response.ok ? 'ok' : (await json(response)).error.code
}

describe.each(ways)('a place by the route "%s"', (way) => {
  test('An enrolment with a costume that is not taken is accepted', async () => {
    expect(await codeOf(await enter(way, { number: '118' }))).toBe('ok')
    expect((await activePlaces()).map((row) => row.costume_number_key)).toEqual(['118'])
  })

  test('A costume that another person wears in the same parade is rejected, and the answer names the parade (409)', async () => {
    await onSite(jörg, '118')
    const response = await enter(way, { number: '118' })
    expect(response.status).toBe(409)
    const { error } = await json(response)
    expect(error).toMatchObject({ code: 'CostumeAlreadyEnrolled', parades: [parade.id] })
    expect(error.message).toContain('118')
  })

  test.each([' 118', '1 1 8', '１１８'])(
    'If costume number 118 is taken, the spelling %j is rejected as the same costume (CostumeAlreadyEnrolled)',
    async (number) => {
      await onSite(jörg, '118')
      expect(await codeOf(await enter(way, { number }))).toBe('CostumeAlreadyEnrolled')
    },
  )

  test('If costume number 12 A is taken, the spelling 12a is rejected as the same costume (CostumeAlreadyEnrolled)', async () => {
    await onSite(jörg, '12 A')
    expect(await codeOf(await enter(way, { number: '12a' }))).toBe('CostumeAlreadyEnrolled')
  })

  test('When costume number 118 is taken, the same number of another costume type is accepted', async () => {
    const other = await aCostumeType('Flecklesbutz')
    await onSite(jörg, '118')
    expect(await codeOf(await enter(way, { number: '118', typeId: other.id }))).toBe('ok')
  })

  test('The same costume is accepted in two parades of the same day', async () => {
    const other = await aParade({ title: 'Nachtumzug' })
    await onSite(jörg, '118', other.id)
    expect(await codeOf(await enter(way, { number: '118' }))).toBe('ok')
  })

  test('A costume number that is not in the register of costumes is accepted', async () => {
    expect(await codeOf(await enter(way, { number: 'Leih 3' }))).toBe('ok')
  })

  test('The costume of a place with an open payment is rejected as taken (CostumeAlreadyEnrolled)', async () => {
    await enter('public', { person: jörg, number: '118' })
    expect(await codeOf(await enter(way, { number: '118' }))).toBe('CostumeAlreadyEnrolled')
  })

  test('The costume of a place whose payment was cancelled can be enrolled again', async () => {
    const { redirectUrl } = await json(enter('public', { person: jörg, number: '118' }))
    await decide(redirectUrl.split('/').at(-1), 'cancelled')
    await call('GET', `/api/payments/return/${redirectUrl.split('/').at(-1)}`)
    expect(await codeOf(await enter(way, { number: '118' }))).toBe('ok')
  })

  test('The costume of a place that staff removed can be enrolled again', async () => {
    const { id } = await json(onSite(jörg, '118'))
    await call('DELETE', `/api/paradeParticipation/${id}`, undefined, { token })
    expect(await codeOf(await enter(way, { number: '118' }))).toBe('ok')
  })
})

const entries = ways.filter((way) => way !== 'correction')

describe.each(entries)('a second enrolment of a person by the route "%s"', (way) => {
  test('A person who is already enrolled in the parade, even in another costume, is rejected, and the answer names the parade (409)', async () => {
    await enter('internal', { person: lena, number: '1' })
    const response = await enter(way, { number: '2' })
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'PersonAlreadyEnrolled',
      parades: [parade.id],
    })
  })

  test('When both the person and the costume are already enrolled, the rejection is about the person (PersonAlreadyEnrolled)', async () => {
    await enter('internal', { person: lena, number: '1' })
    expect(await codeOf(await enter(way, { number: '1' }))).toBe('PersonAlreadyEnrolled')
  })

  test('Rejects a person who enrolled as a guest and has become a member since (PersonAlreadyEnrolled)', async () => {
    await enter('public', { person: lena, number: '1' })
    await aMember(lena)
    expect(await codeOf(await enter(way, { number: '2' }))).toBe('PersonAlreadyEnrolled')
  })

  test('Accepts a person who is enrolled only in another parade', async () => {
    await enter('internal', { person: lena, number: '1' })
    const other = await aParade({ title: 'Nachtumzug' })
    expect(await codeOf(await enter(way, { number: '2', paradeId: other.id }))).toBe('ok')
  })
})

test.each(entries.filter((way) => way !== 'management'))(
  'By the route "%s", a name that differs from an enrolled one only in spelling is rejected as the same person',
  async (way) => {
    await enter('internal', { person: jörg, number: '1' })
    const person = { ...jörg, firstName: ' JOERG', lastName: 'Strasser ' }
    expect(await codeOf(await enter(way, { person, number: '2' }))).toBe('PersonAlreadyEnrolled')
  },
)

test('A costume number that consists of invisible characters counts as no number, so that two people can enrol on site with it', async () => {
  expect(await codeOf(await enter('onSite', { person: jörg, number: '\u200b' }))).toBe('ok')
  expect(await codeOf(await enter('onSite', { person: lena, number: '\u200b' }))).toBe('ok')
})

const closedEnrolment: [Way, string, string][] = [
  ['public', '2027-01-15', 'EnrolmentClosed'],
  ['internal', '2027-01-15', 'EnrolmentClosed'],
  ['management', '2027-01-15', 'ok'],
  ['onSite', '2027-01-15', 'ok'],
  ['correction', '2027-01-15', 'ok'],
  ['public', '2027-01-16', 'EnrolmentClosed'],
  ['internal', '2027-01-16', 'ok'],
  ['management', '2027-01-16', 'ok'],
  ['onSite', '2027-01-16', 'ok'],
]

test.each(closedEnrolment)(
  'After the enrolment period, an enrolment by the route "%s" in a parade on %s is answered "%s"',
  async (way, date, code) => {
    const { id } = await aParade({ date, dateEnrolmentEnd: '2027-01-10' })
    expect(await codeOf(await enter(way, { number: '118', paradeId: id }))).toBe(code)
  },
)

const numberless: [Way, string][] = [
  ['public', 'ValidationFailed'],
  ['internal', 'ValidationFailed'],
  ['correction', 'ValidationFailed'],
  ['onSite', 'ok'],
]

test.each(numberless)(
  'An enrolment by the route "%s" without a costume number is answered "%s"',
  async (way, code) => {
    expect(await codeOf(await enter(way, { number: ' ' }))).toBe(code)
  },
)

test('The costume type of a place without a number can be corrected without adding one; a number once added cannot be removed', async () => {
  const other = await aCostumeType('Flecklesbutz')
  const { id } = await json(onSite(lena, ''))
  const correct = (newCostumeNumber: string) =>
    call(
      'POST',
      `/api/participation/${id}/costumeType`,
      { newCostumeTypeId: other.id, newCostumeNumber },
      { token },
    )
  expect(await json(correct(''))).toMatchObject({
    costumeType: { id: other.id },
    costumeNumber: '',
  })
  expect(await json(correct('7'))).toMatchObject({ costumeNumber: '7' })
  expect(await codeOf(await correct(''))).toBe('ValidationFailed')
})

describe('simultaneous requests by two routes', () => {
  const pairs = ways.flatMap((a, i) => ways.slice(i + 1).map((b) => [a, b] as const))

  test.each(pairs)(
    'Of simultaneous enrolments in one costume by the routes "%s" and "%s" one succeeds',
    async (a, b) => {
      const codes = await Promise.all([
        enter(a, { person: jörg, number: '118' }).then(codeOf),
        enter(b, { person: lena, number: '118' }).then(codeOf),
      ])
      expect(codes.sort()).toEqual(['CostumeAlreadyEnrolled', 'ok'])
      const worn = (await activePlaces()).filter((row) => row.costume_number_key === '118')
      expect(worn).toHaveLength(1)
    },
  )

  const pairsOfEntries = pairs.filter(([a, b]) => a !== 'correction' && b !== 'correction')

  test.each(pairsOfEntries)(
    'Of simultaneous enrolments of one person by the routes "%s" and "%s" one succeeds',
    async (a, b) => {
      await memberOf(lena)
      const codes = await Promise.all([
        enter(a, { number: '1' }).then(codeOf),
        enter(b, { number: '2' }).then(codeOf),
      ])
      expect(codes.sort()).toEqual(['PersonAlreadyEnrolled', 'ok'])
      expect(await activePlaces()).toHaveLength(1)
    },
  )
})

test('An internal enrolment for two parades is rejected as a whole (409) when the costume is taken in one of them', async () => {
  const other = await aParade({ title: 'Nachtumzug' })
  await onSite(jörg, '118', other.id)
  const places = [parade.id, other.id].map((paradeId) => ({
    paradeId,
    costumeTypeId: type.id,
    costumeNumber: '118',
  }))
  const body = { ...lena, memberId: null, parades: places }
  const response = await call('POST', '/api/parades/internal-enrol', body, { token })
  expect(response.status).toBe(409)
  expect(await json(response)).toMatchObject({
    enrolSuccessful: false,
    error: {
      code: 'CostumeAlreadyEnrolled',
      parades: [other.id],
      fields: { 'parades.1.costumeNumber': expect.any(String) },
    },
  })
  expect(await activePlaces()).toHaveLength(1)
})

describe('cash that is taken at an internal enrolment', () => {
  let free: { id: number }

  beforeEach(async () => {
    free = await aParade({ title: 'Kinderumzug', priceForAdultsInCent: 0 })
  })

  const inStall = (cashInCent: number | undefined, as = token) => {
    const parades = [parade.id, free.id].map((paradeId) => ({
      paradeId,
      costumeTypeId: type.id,
      costumeNumber: '118',
    }))
    const body = { ...lena, memberId: null, parades, cashInCent }
    return call('POST', '/api/parades/internal-enrol', body, { token: as })
  }
  const fees = () =>
    rows(`SELECT parade_id, participation_fee_payed AS paid, fee_payed_at AS at, fee_payed_by AS by
      FROM participations ORDER BY parade_id`)
  const unpaid = { paid: 0, at: null, by: null }

  test('The fee of an internal enrolment paid in cash is stored with the user who took it, and the treasury lists cash by user', async () => {
    const taker = await signedIn('parades')
    const [{ price } = { price: 0 }] = await rows<{ price: number }>(
      `SELECT price_for_adults_in_cent AS price FROM parades WHERE id = ${parade.id}`,
    )
    expect((await inStall(price, taker.token)).status).toBe(200)
    expect(await fees()).toEqual([
      { parade_id: parade.id, paid: 1, at: '2027-01-16T12:00:00.000Z', by: taker.id },
      { parade_id: free.id, ...unpaid },
    ])
    const { parades } = await json(call('GET', '/api/treasury', undefined, { token }))
    expect(parades).toMatchObject({
      cash: [{ userId: taker.id, count: 1, sumInCent: price }],
      unpaid: { count: 0 },
    })
    // It is taken back like every fee that was taken in cash.
    const [place] = await rows<{ id: number }>(
      `SELECT id FROM participations WHERE parade_id = ${parade.id}`,
    )
    const back = await call(
      'POST',
      `/api/participation/${place?.id}/paid`,
      { paid: false },
      { token },
    )
    expect(back.status).toBe(200)
    expect(await fees()).toMatchObject([unpaid, unpaid])
  })

  test('If an internal enrolment is sent without a cash amount, its fees are unpaid', async () => {
    expect((await inStall(undefined)).status).toBe(200)
    expect(await fees()).toMatchObject([unpaid, unpaid])
  })

  test('If the cash amount of an internal enrolment is not the current price, the enrolment is rejected (409) with the current price, and no place is booked', async () => {
    const response = await inStall(1)
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'PriceChanged',
      totalInCent: expect.any(Number),
    })
    expect(await fees()).toEqual([])
    for (const wrong of [-1, 1.5, '8']) {
      expect((await inStall(wrong as number)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await fees()).toEqual([])
  })

  test('If the guild has switched cash off, an internal enrolment with a cash amount is rejected (409 CashOff), and no place is booked', async () => {
    await call('PUT', '/api/guild/settings', { cashAtCheckIn: false }, { token })
    const [{ price } = { price: 0 }] = await rows<{ price: number }>(
      `SELECT price_for_adults_in_cent AS price FROM parades WHERE id = ${parade.id}`,
    )
    const response = await inStall(price)
    expect(response.status).toBe(409)
    expect((await json(response)).error.code).toBe('CashOff')
    expect(await fees()).toEqual([])
    expect((await inStall(undefined)).status).toBe(200)
  })
})
