import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { anEnrolment, decide } from '#tests/support/enrolment.ts'

// One rule set behind five doors: the same table of cases runs through every one of them.

const doors = ['public', 'internal', 'management', 'onSite', 'correction'] as const
type Door = (typeof doors)[number]

type Person = { firstName: string; lastName: string; birthday: string | null }
type Try = { person?: Person; number: string; paradeId?: number; typeId?: number }

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

/** Somebody wants this place; each door in its own words. */
async function enter(door: Door, { person = lena, number, paradeId, typeId }: Try) {
  const place = {
    paradeId: paradeId ?? parade.id,
    costumeTypeId: typeId ?? type.id,
    costumeNumber: number,
  }
  if (door === 'public') return call('POST', '/api/parades/enrol', anEnrolment([place], person))
  if (door === 'internal') {
    const body = { ...person, memberId: null, parades: [place] }
    return call('POST', '/api/parades/internal-enrol', body, { token })
  }
  if (door === 'onSite') {
    const body = { ...person, costumeNumber: number, selectedCostumeTypeId: place.costumeTypeId }
    return call('POST', `/api/parade/${place.paradeId}/participation/atParade`, body, { token })
  }
  if (door === 'management') {
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

const living = () =>
  rows<{ person_key: string; costume_number_key: string }>(
    `SELECT * FROM participations WHERE state IN ('reserved', 'booked')`,
  )

async function codeOf(response: Response) {
  return response.ok ? 'ok' : (await json(response)).error.code
}

describe.each(doors)('through the door "%s"', (door) => {
  test('a free place is given', async () => {
    expect(await codeOf(await enter(door, { number: '118' }))).toBe('ok')
    expect((await living()).map((row) => row.costume_number_key)).toEqual(['118'])
  })

  test('a costume that somebody else wears is refused, with the parade', async () => {
    await onSite(jörg, '118')
    const response = await enter(door, { number: '118' })
    expect(response.status).toBe(409)
    const { error } = await json(response)
    expect(error).toMatchObject({ code: 'CostumeAlreadyEnrolled', parades: [parade.id] })
    expect(error.message).toContain('118')
  })

  test.each([' 118', '1 1 8', '１１８'])('the number %j is the same costume', async (number) => {
    await onSite(jörg, '118')
    expect(await codeOf(await enter(door, { number }))).toBe('CostumeAlreadyEnrolled')
  })

  test('a letter in another case is the same costume', async () => {
    await onSite(jörg, '12 A')
    expect(await codeOf(await enter(door, { number: '12a' }))).toBe('CostumeAlreadyEnrolled')
  })

  test('the same number of another type is another costume', async () => {
    const other = await aCostumeType('Flecklesbutz')
    await onSite(jörg, '118')
    expect(await codeOf(await enter(door, { number: '118', typeId: other.id }))).toBe('ok')
  })

  test('the same costume in another parade of the same day is free', async () => {
    const other = await aParade({ title: 'Nachtumzug' })
    await onSite(jörg, '118', other.id)
    expect(await codeOf(await enter(door, { number: '118' }))).toBe('ok')
  })

  test('a number that the register does not know is allowed', async () => {
    expect(await codeOf(await enter(door, { number: 'Leih 3' }))).toBe('ok')
  })

  test('the place of an open payment is taken', async () => {
    await enter('public', { person: jörg, number: '118' })
    expect(await codeOf(await enter(door, { number: '118' }))).toBe('CostumeAlreadyEnrolled')
  })

  test('the place of a payment that was broken off is free again', async () => {
    const { redirectUrl } = await json(enter('public', { person: jörg, number: '118' }))
    await decide(redirectUrl.split('/').at(-1), 'cancelled')
    await call('GET', `/api/payments/return/${redirectUrl.split('/').at(-1)}`)
    expect(await codeOf(await enter(door, { number: '118' }))).toBe('ok')
  })

  test('a place that staff took back is free again', async () => {
    const { id } = await json(onSite(jörg, '118'))
    await call('DELETE', `/api/paradeParticipation/${id}`, undefined, { token })
    expect(await codeOf(await enter(door, { number: '118' }))).toBe('ok')
  })
})

const entries = doors.filter((door) => door !== 'correction')

describe.each(entries)('the same person once more through the door "%s"', (door) => {
  test('is refused, with the parade, whatever they wear', async () => {
    await enter('internal', { person: lena, number: '1' })
    const response = await enter(door, { number: '2' })
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'PersonAlreadyEnrolled',
      parades: [parade.id],
    })
  })

  test('is named first when the costume is taken as well', async () => {
    await enter('internal', { person: lena, number: '1' })
    expect(await codeOf(await enter(door, { number: '1' }))).toBe('PersonAlreadyEnrolled')
  })

  test('is refused as the member they have become since', async () => {
    await enter('public', { person: lena, number: '1' })
    await aMember(lena)
    expect(await codeOf(await enter(door, { number: '2' }))).toBe('PersonAlreadyEnrolled')
  })

  test('may walk in another parade', async () => {
    await enter('internal', { person: lena, number: '1' })
    const other = await aParade({ title: 'Nachtumzug' })
    expect(await codeOf(await enter(door, { number: '2', paradeId: other.id }))).toBe('ok')
  })
})

test.each(entries.filter((door) => door !== 'management'))(
  'the door "%s" knows the same name written in another way',
  async (door) => {
    await enter('internal', { person: jörg, number: '1' })
    const person = { ...jörg, firstName: ' JOERG', lastName: 'Strasser ' }
    expect(await codeOf(await enter(door, { person, number: '2' }))).toBe('PersonAlreadyEnrolled')
  },
)

test('a number that shows nothing is none', async () => {
  expect(await codeOf(await enter('onSite', { person: jörg, number: '\u200b' }))).toBe('ok')
  expect(await codeOf(await enter('onSite', { person: lena, number: '\u200b' }))).toBe('ok')
})

const open: [Door, string, string][] = [
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

test.each(open)('the door "%s" to a parade on %s, enrolment over: %s', async (door, date, code) => {
  const { id } = await aParade({ date, dateEnrolmentEnd: '2027-01-10' })
  expect(await codeOf(await enter(door, { number: '118', paradeId: id }))).toBe(code)
})

const numberless: [Door, string][] = [
  ['public', 'ValidationFailed'],
  ['internal', 'ValidationFailed'],
  ['correction', 'ValidationFailed'],
  ['onSite', 'ok'],
]

test.each(numberless)('the door "%s" without a number: %s', async (door, code) => {
  expect(await codeOf(await enter(door, { number: ' ' }))).toBe(code)
})

test('the type may be corrected while there is no number, and a number be given', async () => {
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

describe('two at the same moment', () => {
  const pairs = doors.flatMap((a, i) => doors.slice(i + 1).map((b) => [a, b] as const))

  test.each(pairs)('the costume through "%s" and "%s": one wins', async (a, b) => {
    const codes = await Promise.all([
      enter(a, { person: jörg, number: '118' }).then(codeOf),
      enter(b, { person: lena, number: '118' }).then(codeOf),
    ])
    expect(codes.sort()).toEqual(['CostumeAlreadyEnrolled', 'ok'])
    const worn = (await living()).filter((row) => row.costume_number_key === '118')
    expect(worn).toHaveLength(1)
  })

  const pairsOfEntries = pairs.filter(([a, b]) => a !== 'correction' && b !== 'correction')

  test.each(pairsOfEntries)('the person through "%s" and "%s": one wins', async (a, b) => {
    await memberOf(lena)
    const codes = await Promise.all([
      enter(a, { number: '1' }).then(codeOf),
      enter(b, { number: '2' }).then(codeOf),
    ])
    expect(codes.sort()).toEqual(['PersonAlreadyEnrolled', 'ok'])
    expect(await living()).toHaveLength(1)
  })
})

test('an internal enrolment for two parades is given whole or not at all', async () => {
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
  expect(await living()).toHaveLength(1)
})
