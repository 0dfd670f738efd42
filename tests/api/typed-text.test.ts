import { findTargetHandler } from 'hono/utils/handler'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { anEnrolment } from '#tests/support/enrolment.ts'
import { app } from '#worker/app.ts'
import { inputShapeOf } from '#worker/http/validate.ts'

// Every contract normalises typed text (worker/domain/text.ts), so that the same person, address or
// account is recognised however it was pasted.

beforeEach(() => setClock())

const iban = 'DE89370400440532013000'
const oddIban = 'de89\u00a03704\u200b0044\u20090532 0130-00\u00ad'

/** Fields that are taken unchanged, with the reason. */
const takenAsSent: Record<string, string> = {
  password: 'a password may hold any character',
  currentPassword: 'a password may hold any character',
  newPassword: 'a password may hold any character',
  emailAddress:
    'sign-in and forgotten password clean it themselves and answer alike for every text',
  content: 'the bytes of a file in Base64',
  token: 'a secret that we made, compared as a whole',
  ticket: 'a secret that we made, compared as a whole',
  seen: 'a figure that we made, compared as a whole',
  act: 'an id that we made, compared as a whole',
  challenge: 'what the challenge made, handed on',
  replaces: 'a secret that we made, compared as a whole',
  successRedirectUrl: 'an address, judged as one',
  errorRedirectUrl: 'an address, judged as one',
  transports: 'a list of the browser',
  ...Object.fromEntries(
    [
      'rows',
      'cells',
      'format',
      'unreadable',
      'samples',
      'columns',
      'words',
      'empty',
      'choices',
      'values',
    ].map((name) => [
      name,
      'cells of a file and what is typed over them, cleaned when the row is read',
    ]),
  ),
}

type Schema = z.core.$ZodType

/** The names of string fields of this schema that keep an invisible character. */
function uncleaned(schema: Schema, name = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string': {
      const result = (schema as z.ZodType).safeParse('Ab\u200b c')
      return result.success && result.data !== 'Ab c' ? [name] : []
    }
    case 'pipe':
      return (def.in as z.core.$ZodTypes)._zod.def.type === 'string'
        ? (schema as z.ZodType).safeParse('Ab\u200b c').data === 'Ab\u200b c'
          ? [name]
          : []
        : uncleaned(def.in, name)
    case 'object':
      // `before` is only compared with what is stored.
      return Object.entries(def.shape).flatMap(([key, part]) =>
        key === 'before' ? [] : uncleaned(part, key),
      )
    case 'array':
      return uncleaned(def.element, name)
    case 'record':
      return uncleaned(def.valueType, name)
    case 'union':
      return def.options.flatMap((option) => uncleaned(option, name))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return uncleaned(def.innerType, name)
    default:
      return []
  }
}

test('Every text field of every request loses invisible characters, except for the fields listed with a reason', () => {
  const found = app.routes
    .map(({ handler }) => inputShapeOf(findTargetHandler(handler)))
    .flatMap((shape) => (shape?.of === 'body' ? uncleaned(shape.schema) : []))
  expect([...new Set(found)].filter((name) => !(name in takenAsSent))).toEqual([])
})

describe('One person in one parade', () => {
  const names = [
    ['Nina', 'Testerin'],
    ['Nina\u200b', 'Testerin'],
    ['Nina', 'Tester\u00adin'],
    ['\u200eNina', 'Testerin\ufeff'],
    ['Ni\u2060na', 'Testerin\ufe0f'],
    ['\u00a0Nina\u2009', ' Testerin\t'],
  ] as const

  async function place() {
    const [type, parade] = await Promise.all([aCostumeType(), aParade()])
    return (number: number) => ({
      paradeId: parade.id,
      costumeTypeId: type.id,
      costumeNumber: `A ${number}`,
    })
  }

  test('In the public form a name with invisible characters counts as the same name without them (PersonAlreadyEnrolled)', async () => {
    const at = await place()
    const answers = []
    for (const [number, [firstName, lastName]] of names.entries()) {
      const change = {
        firstName,
        lastName,
        birthday: '1990-05-05',
        emailAddress: `n${number}@x.de`,
      }
      answers.push(
        await json(call('POST', '/api/parades/enrol', anEnrolment([at(number)], change))),
      )
    }
    expect(answers.map(({ error }) => error?.code)).toEqual([
      undefined,
      ...names.slice(1).map(() => 'PersonAlreadyEnrolled'),
    ])
    expect(await rows('SELECT DISTINCT first_name, last_name FROM participations')).toEqual([
      { first_name: 'Nina', last_name: 'Testerin' },
    ])
  })

  test('In an internal enrolment or on-site entry a name with invisible characters counts as the same name without them (PersonAlreadyEnrolled)', async () => {
    const at = await place()
    const { token } = await signedIn('management')
    const inTheStall = async (firstName: string, lastName: string, number: number) =>
      json(
        call(
          'POST',
          '/api/parades/internal-enrol',
          { memberId: null, firstName, lastName, birthday: null, parades: [at(number)] },
          { token },
        ),
      )
    const onSite = async (firstName: string, lastName: string, number: number) => {
      const { paradeId, costumeTypeId, costumeNumber } = at(number)
      const path = `/api/parade/${paradeId}/participation/atParade`
      const person = { firstName, lastName, birthday: null }
      const costume = { costumeNumber, selectedCostumeTypeId: costumeTypeId }
      return json(call('POST', path, { ...person, ...costume }, { token }))
    }
    expect(await inTheStall('Nina', 'Testerin', 0)).toMatchObject({ enrolSuccessful: true })
    for (const [number, [firstName, lastName]] of names.entries()) {
      const codes = [
        (await inTheStall(firstName, lastName, number + 10)).error.code,
        (await onSite(firstName, lastName, number + 20)).error.code,
      ]
      expect(codes, firstName + lastName).toEqual(Array(2).fill('PersonAlreadyEnrolled'))
    }
  })
})

test('A participant whose name is entered without its foreign letters (Yildiz for Yıldız) is matched with the member of that name', async () => {
  const { token } = await signedIn('management')
  const written: [string, string][] = [
    ['Aylin', 'Yıldız'],
    ['Paweł', 'Głowacki'],
    ['Jørgen', 'Sørensen'],
    ['Eva', 'Müller - Lang'],
  ]
  const typed = [
    ['Aylin', 'Yildiz'],
    ['Pawel', 'Glowacki'],
    ['Jorgen', 'Sorensen'],
    ['Eva', 'Müller-Lang'],
  ]
  for (const [firstName, lastName] of written)
    await aMember({ firstName, lastName, birthday: '1984-02-29' })
  const [type, parade] = await Promise.all([aCostumeType(), aParade()])
  for (const [index, [firstName, lastName]] of typed.entries()) {
    const parades = [
      { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: String(index + 1) },
    ]
    const person = { memberId: null, firstName, lastName, birthday: '1984-02-29' }
    await call('POST', '/api/parades/internal-enrol', { ...person, parades }, { token })
  }
  const matched = await rows('SELECT count(*) AS n FROM participations WHERE member_id IS NOT NULL')
  expect(matched).toEqual([{ n: typed.length }])
})

test('Names, addresses, bank data and comment of a member are stored without invisible characters and superfluous blanks', async () => {
  const { token } = await signedIn('management')
  const body = {
    firstName: 'Ul\u00adla\u200b',
    lastName: '\u00a0Haas\u2003 - \u2009Lang ',
    addressStreet: 'Am\u00a0Markt\u200b',
    eMail: 'ulla@example.de\u200b',
    phone: '07433\u202f555\ufeff',
    bankingIban: oddIban,
    bankingBic: 'cobade\u200bff\u00a0xxx',
    mandateReference: '\u00a0ALT  7\u200b ',
    comment: 'Zeile\u200b 1\r\n\u00a0Zeile 2',
  }
  const created = await call('POST', '/api/member', body, { token })
  expect(created.status).toBe(201)
  const { id } = await json(created)
  expect(await json(call('GET', `/api/member/${id}`, undefined, { token }))).toMatchObject({
    firstName: 'Ulla',
    lastName: 'Haas - Lang',
    addressStreet: 'Am Markt',
    eMail: 'ulla@example.de',
    phone: '07433 555',
    bankingIban: iban,
    bankingBic: 'COBADEFFXXX',
    mandateReference: 'ALT 7',
    comment: 'Zeile 1\n Zeile 2',
  })
})

test("The guild's IBAN and creditor id are stored in capitals, without blanks and invisible characters", async () => {
  const { token } = await signedIn('management')
  const change = { creditorIban: oddIban, creditorId: 'de98\u00a0zzz\u200b09999999999' }
  expect((await call('PUT', '/api/guild/settings', change, { token })).status).toBe(200)
  expect(await json(call('GET', '/api/guild/settings', undefined, { token }))).toMatchObject({
    creditorIban: iban,
    creditorId: 'DE98ZZZ09999999999',
  })
})

describe('An e-mail address', () => {
  const enrolWith = async (emailAddress: string) => {
    const [type, parade] = await Promise.all([aCostumeType(), aParade()])
    const place = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '1' }
    return call('POST', '/api/parades/enrol', anEnrolment([place], { emailAddress }))
  }

  test('Invisible characters in the e-mail address of an enrolment are removed', async () => {
    expect((await enrolWith('\u200bulla@exam\u00adple.de\u00a0')).status).toBe(200)
    expect(await rows('SELECT email_address FROM orders')).toEqual([
      { email_address: 'ulla@example.de' },
    ])
  })

  test('An enrolment with umlauts in the domain of its e-mail address is accepted', async () => {
    expect((await enrolWith('anna@müller.de')).status).toBe(200)
  })

  test.each(['otto..x@example.de', '.anna@example.de', 'a@-example.de', 'a@example'])(
    'An enrolment with the e-mail address %s is rejected at this field (422)',
    async (emailAddress) => {
      const response = await enrolWith(emailAddress)
      expect(response.status).toBe(422)
      expect(Object.keys((await json(response)).error.fields)).toEqual(['emailAddress'])
    },
  )

  test('A request for a forgotten password finds the user although the address contains invisible characters', async () => {
    await signedIn('management')
    const forgotten = { emailAddress: '\u00a0Management@exam\u00adple.test\u200b' }
    await call('POST', '/api/v1/auth/password/forgotten', forgotten)
    expect(await rows('SELECT email_address FROM mails')).toEqual([
      { email_address: 'management@example.test' },
    ])
  })
})
