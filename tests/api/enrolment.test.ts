import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { anEnrolment, comeBack, decide, enrol, enrolled } from '#tests/support/enrolment.ts'
import { plansOf } from '#tests/support/query-plans.ts'
import { sentStatements } from '#tests/support/recording-d1.ts'

let type: { id: number }
let parade: { id: number; title: string }

beforeEach(async () => {
  setClock()
  type = await aCostumeType()
  parade = await aParade()
})

const place = (number: string, paradeId = parade.id) => ({
  paradeId,
  costumeTypeId: type.id,
  costumeNumber: number,
})

const participations = () =>
  rows<{ state: string; price_in_cent: number; member_id: number | null }>(
    'SELECT * FROM participations ORDER BY id',
  )

describe('a public enrolment', () => {
  test('A public enrolment reserves its places at the prices of the parades and books them once it is paid', async () => {
    const second = await aParade({ title: 'Nachtumzug', priceForAdultsInCent: 700 })
    const { redirectUrl, token } = await enrolled([place('118'), place('118', second.id)])
    expect(redirectUrl).toMatch(/^http:\/\/zunft\.test\/api\/payments\/sandbox\/\w+$/)
    expect((await participations()).map((row) => [row.state, row.price_in_cent])).toEqual([
      ['reserved', 800],
      ['reserved', 700],
    ])

    expect((await decide(token, 'paid')).status).toBe(303)
    expect(await comeBack(token)).toEqual({
      status: 303,
      location: 'http://zunft.test/parade-enrolment/result?state=success',
    })
    // On the day of the parade, when helpers see the list.
    setClock('2027-01-24T09:00:00Z')
    const { token: helper } = await signedIn('helper')
    expect(
      await json(
        call('GET', `/api/parade/${parade.id}/participation`, undefined, { token: helper }),
      ),
    ).toEqual([
      {
        id: expect.any(Number),
        ageClass: 'Adult',
        memberId: null,
        memberName: 'Straßer, Jörg',
        costumeType: { id: type.id, name: 'Schellenhansel' },
        costumeNumber: '118',
        priceInCent: 800,
        participationFeePayed: true,
        feePayedByHand: false,
        feePayedBy: null,
        cashReturnedAt: null,
        cashWhileOff: false,
        participationConfirmed: false,
        participationConfirmedAt: null,
        minor: null,
        extras: [],
      },
    ])
  })

  test('When the payment of an enrolment is cancelled, its places are released and the costume can be enrolled again', async () => {
    const { token } = await enrolled([place('118')])
    await decide(token, 'cancelled')
    expect((await comeBack(token)).location).toContain('state=error')
    expect((await participations()).map((row) => row.state)).toEqual(['released'])

    expect((await enrol([place('118')], { firstName: 'Lena' })).status).toBe(200)
  })

  test("An enrolment as a child costs the parade's price for children", async () => {
    await enrol([place('1')], { birthday: '2015-03-01', age: 'Child' })
    expect((await participations())[0]?.price_in_cent).toBe(300)
  })

  test('From the 16th birthday on, an enrolment as a child is rejected (422 AgeMismatch)', async () => {
    const refused = await enrol([place('1')], { birthday: '2011-01-16', age: 'Child' })
    expect(refused.status).toBe(422)
    expect((await json(refused)).error.code).toBe('AgeMismatch')
    expect((await enrol([place('1')], { birthday: '2011-01-17', age: 'Child' })).status).toBe(200)
  })

  test('An enrolment whose total differs from the current price is rejected, and the answer contains the current total (409)', async () => {
    const response = await enrol([place('1')], { expectedTotalInCent: 700 })
    expect(response.status).toBe(409)
    expect(await json(response)).toMatchObject({
      enrolSuccessful: false,
      error: { code: 'PriceChanged', totalInCent: 800 },
    })
    expect(await participations()).toEqual([])
  })

  test('An enrolment without a fee is booked at once', async () => {
    const free = await aParade({ priceForAdultsInCent: 0 })
    const answer = await json(enrol([place('5', free.id)]))
    expect(answer).toEqual({
      enrolSuccessful: true,
      redirectUrl: 'http://zunft.test/parade-enrolment/result?state=success',
      orderToken: expect.stringMatching(/^\w{32}$/),
      holdUntil: null,
    })
    expect(await participations()).toMatchObject([{ state: 'booked', participation_fee_payed: 1 }])
  })

  test('An enrolment that is sent again while its payment is pending is answered with the same payment', async () => {
    const first = await enrolled([place('118')])
    const again = await enrolled([place(' 118 ')], {
      lastName: 'STRASSER',
      emailAddress: 'Joerg.Strasser@example.de ',
    })
    expect(again.redirectUrl).toBe(first.redirectUrl)
    expect(await rows('SELECT * FROM orders')).toHaveLength(1)
  })

  test('Simultaneous identical enrolments are one order with one payment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => json(enrol([place('118')]))))
    expect(new Set(answers.map((answer) => answer.redirectUrl)).size).toBe(1)
    expect(answers.every((answer) => answer.enrolSuccessful)).toBe(true)
    expect(await rows('SELECT * FROM orders')).toHaveLength(1)
    expect(await participations()).toHaveLength(1)
  })

  test('A public enrolment is matched to the only active or passive member of the same name and birthday', async () => {
    const member = await aMember({
      firstName: 'Joerg',
      lastName: 'Müller',
      maidenName: 'Strasser',
      birthday: '1991-11-01',
      membershipState: 'Passive',
    })
    await aMember({
      firstName: 'Jörg',
      lastName: 'Straßer',
      birthday: '1991-11-01',
      membershipState: 'Left',
    })
    await enrol([place('118')])
    expect((await participations())[0]?.member_id).toBe(member.id)
  })

  test.each([
    ['two members have the same name and birthday', '1991-11-01', 2],
    ['the birthday differs', '1991-11-02', 1],
    ['the member has no birthday', null, 1],
  ])('A public enrolment is not matched to a member if %s', async (_, birthday, count) => {
    for (let n = 0; n < count; n += 1) {
      await aMember({ firstName: 'Jörg', lastName: 'Straßer', birthday })
    }
    await enrol([place('118')])
    expect((await participations())[0]?.member_id).toBeNull()
  })

  test('A public enrolment with the number of a registered costume is linked to that costume; an unknown number is accepted without a link', async () => {
    const costume = await aCostume(type.id, '12 A')
    const other = await aParade()
    await enrol([place('12a'), place('999', other.id)])
    expect(await rows('SELECT costume_id, costume_number FROM participations ORDER BY id')).toEqual(
      [
        { costume_id: costume.id, costume_number: '12a' },
        { costume_id: null, costume_number: '999' },
      ],
    )
  })
})

describe('one enrolment per person and costume', () => {
  test('Rejects an enrolment as a whole when the person is already enrolled in one of its parades (409)', async () => {
    await enrol([place('118')])
    const other = await aParade({ title: 'Nachtumzug' })
    const response = await enrol([place('119', other.id), place('120')], { firstName: 'JÖRG' })
    expect(response.status).toBe(409)
    expect(await json(response)).toMatchObject({
      enrolSuccessful: false,
      error: {
        code: 'PersonAlreadyEnrolled',
        parades: [parade.id],
        fields: { 'parades.1.paradeId': expect.stringContaining('schon') },
      },
    })
    expect(await participations()).toHaveLength(1)
    expect(await rows('SELECT * FROM orders')).toHaveLength(1)
  })

  test('A costume that is already enrolled in the parade, in any spelling, is rejected with an error at its field (409)', async () => {
    await enrol([place('12 a')])
    const response = await enrol([place('12A')], { firstName: 'Lena' })
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'CostumeAlreadyEnrolled',
      parades: [parade.id],
      fields: { 'parades.0.costumeNumber': expect.any(String) },
    })
  })

  test('When both the person and the costume are already enrolled, the rejection is about the person (PersonAlreadyEnrolled)', async () => {
    await enrol([place('118')])
    const response = await enrol([place('118')], { emailAddress: 'other@example.de' })
    expect((await json(response)).error.code).toBe('PersonAlreadyEnrolled')
  })

  test('When a costume number is taken, the same number of another costume type is accepted', async () => {
    const hexe = await aCostumeType('Bachhexe')
    await enrol([place('118')])
    const response = await enrol([{ ...place('118'), costumeTypeId: hexe.id }], {
      firstName: 'Lena',
    })
    expect(response.status).toBe(200)
  })

  test('Rejects a person who enrolled as a guest and has become a member since (409)', async () => {
    await enrol([place('118')])
    await aMember({ firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' })
    const response = await enrol([place('119')])
    expect((await json(response)).error.code).toBe('PersonAlreadyEnrolled')
    expect(await participations()).toHaveLength(1)
  })

  test('An enrolment rejected because an unpaid order holds the costume or person says when that reservation ends; once that order is paid, it says no time', async () => {
    // Sandbox: 25 minutes to pay, and 5 more.
    const heldUntil = '2027-01-16T12:30:00.000Z'
    const { redirectUrl, token } = await enrolled([place('118')])
    const sameMail = await json(enrol([place('118')], { lastName: 'Strasser-Huber' }))
    expect(sameMail.error).toEqual({
      code: 'CostumeAlreadyEnrolled',
      message:
        'Das Kleid mit der Nummer 118 ist gerade vergeben für „Ringtreffen Moosried“. Bis 13:30 Uhr ist dieses Kleid vorgemerkt.',
      fields: { 'parades.0.costumeNumber': 'Bis 13:30 Uhr ist dieses Kleid vorgemerkt.' },
      parades: [parade.id],
      heldUntil,
    })
    const samePerson = await json(enrol([place('119')]))
    expect(samePerson.error).toEqual({
      code: 'PersonAlreadyEnrolled',
      message:
        'Unter diesem Namen gibt es schon eine Anmeldung für „Ringtreffen Moosried“. Bis 13:30 Uhr ist sie vorgemerkt.',
      fields: {
        'parades.0.paradeId':
          'Für diesen Umzug gibt es unter diesem Namen schon eine Anmeldung. Bis 13:30 Uhr ist sie vorgemerkt.',
      },
      parades: [parade.id],
      heldUntil,
    })
    expect(JSON.stringify([sameMail, samePerson])).not.toContain(redirectUrl)

    await decide(token, 'paid')
    for (const answer of [enrol([place('118')], { firstName: 'Lena' }), enrol([place('119')])]) {
      const { error } = await json(answer)
      expect(error).not.toHaveProperty('heldUntil')
      expect(JSON.stringify(error)).not.toContain('vorgemerkt')
    }
  })

  test('If one costume of an enrolment is already booked and another only reserved, only the field of the reserved costume says when the reservation ends', async () => {
    const other = await aParade({ title: 'Nachtumzug' })
    await decide((await enrolled([place('118')])).token, 'paid')
    await enrolled([place('118', other.id)])
    const { error } = await json(
      enrol([place('118'), place('118', other.id)], { firstName: 'Lena' }),
    )
    expect(error).toMatchObject({
      code: 'CostumeAlreadyEnrolled',
      parades: [parade.id, other.id],
      fields: {
        'parades.0.costumeNumber': 'Dieses Kleid ist für diesen Umzug schon angemeldet.',
        'parades.1.costumeNumber': 'Bis 13:30 Uhr ist dieses Kleid vorgemerkt.',
      },
    })
    expect(error).not.toHaveProperty('heldUntil')
  })

  test('The rejection of a second enrolment of a person does not reveal whether the person is a member', async () => {
    await aMember({ firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' })
    await enrol([place('118')])
    const member = await json(enrol([place('119')]))
    const other = { firstName: 'Lena', birthday: '1990-01-01' }
    await enrol([place('120')], other)
    expect(member).toEqual(await json(enrol([place('121')], other)))
  })

  test('Of 100 simultaneous enrolments for one costume exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => enrol([place('118')], { firstName: `Narr ${n}` })),
    )
    const bodies = await Promise.all(answers.map((answer) => json(answer)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const refused = bodies.filter((body) => !body.enrolSuccessful)
    expect(refused.map((body) => body.error.code)).toEqual(
      Array.from({ length: 99 }, () => 'CostumeAlreadyEnrolled'),
    )
    expect(await rows('SELECT * FROM orders')).toHaveLength(1)
    expect(await participations()).toHaveLength(1)
    expect(await rows('SELECT * FROM sandbox_payments')).toHaveLength(1)
  })

  test('200 simultaneous enrolments for different costumes all succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        enrol([place(String(n + 1))], { firstName: `Narr ${n}` }),
      ),
    )
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(await participations()).toHaveLength(200)
  })
})

describe('invalid public enrolments', () => {
  test.each([
    ['opens tomorrow', { dateEnrolmentStart: '2027-01-17' }],
    ['closed yesterday', { dateEnrolmentEnd: '2027-01-15' }],
  ])(
    'An enrolment in a parade whose enrolment %s is rejected, and the answer names the parade (409)',
    async (_, window) => {
      const closed = await aParade({ title: 'Kinderumzug', ...window })
      const response = await enrol([place('1'), place('1', closed.id)])
      expect(response.status).toBe(409)
      expect((await json(response)).error).toMatchObject({
        code: 'EnrolmentClosed',
        message: expect.stringContaining('„Kinderumzug“'),
        parades: [closed.id],
      })
      expect(await participations()).toEqual([])
    },
  )

  test('An enrolment is accepted on the first and on the last day of the enrolment period', async () => {
    const first = await aParade({ dateEnrolmentStart: today })
    const last = await aParade({ dateEnrolmentEnd: today })
    expect((await enrol([place('1', first.id), place('1', last.id)])).status).toBe(200)
  })

  test.each(['', '   ', '\u00a0', '\u200b', ' \u2003\u200b '])(
    'Rejects the costume number %o of a public enrolment at its field (422) and stores nothing',
    async (blank) => {
      const response = await enrol([place('1'), place(blank, (await aParade()).id)])
      expect(response.status).toBe(422)
      expect((await json(response)).error.fields).toEqual({
        'parades.1.costumeNumber': 'Gib die Kleidernummer an.',
      })
      expect(await rows('SELECT * FROM orders')).toEqual([])
    },
  )

  test.each([
    ['a blank name', { firstName: ' \t ' }, 422, 'firstName'],
    ['a name of a zero-width blank', { lastName: '\u200b' }, 422, 'lastName'],
    ['an address without a dot', { emailAddress: 'jörg@example' }, 422, 'emailAddress'],
    ['31 February', { birthday: '1990-02-31' }, 400, 'birthday'],
    ['a birthday tomorrow', { birthday: '2027-01-17', age: 'Child' }, 422, 'birthday'],
    ['a birthday before 1900', { birthday: '1899-12-31' }, 422, 'birthday'],
    ['a control character', { lastName: 'Stra\u0000ßer' }, 422, 'lastName'],
    ['half a surrogate pair', { lastName: 'Stra\ud83dßer' }, 422, 'lastName'],
    ['a number for a name', { lastName: 5 }, 400, 'lastName'],
    ['a name of 101 characters', { lastName: 'x'.repeat(101) }, 422, 'lastName'],
    ['an unknown age class', { age: 'Senior' }, 422, 'age'],
    ['a number for an age class', { age: 5 }, 400, 'age'],
    ['no first name', { firstName: undefined }, 422, 'firstName'],
    [
      'a redirect address with user and password',
      { successRedirectUrl: 'http://u:p@zunft.test/x' },
      422,
      'successRedirectUrl',
    ],
    ['no parade', { parades: [] }, 422, 'parades'],
    [
      'a success page on another origin',
      { successRedirectUrl: 'https://evil.example/' },
      422,
      'successRedirectUrl',
    ],
    ['a relative error page', { errorRedirectUrl: '/parade-enrolment' }, 422, 'errorRedirectUrl'],
    [
      'a script as redirect address',
      { errorRedirectUrl: 'javascript:alert(1)' },
      422,
      'errorRedirectUrl',
    ],
  ])(
    'An enrolment with %s is rejected at this field, and nothing is stored',
    async (_, change, status, field) => {
      const response = await enrol([place('1')], change)
      expect(response.status).toBe(status)
      const answer = await json(response)
      expect(answer.enrolSuccessful).toBe(false)
      expect(Object.keys(answer.error.fields)).toContain(field)
      expect(await rows('SELECT * FROM orders')).toEqual([])
      expect(await participations()).toEqual([])
    },
  )

  test.each([
    ['a number of 21 characters', { costumeNumber: '1'.repeat(21) }, 'parades.0.costumeNumber'],
    ['an unknown costume type', { costumeTypeId: 4711 }, 'parades.0.costumeTypeId'],
    ['an unknown parade', { paradeId: 4711 }, 'parades.0.paradeId'],
  ])('An enrolment with %s is rejected at this field (422)', async (_, change, field) => {
    const response = await enrol([{ ...place('1'), ...change }])
    expect(response.status).toBe(422)
    expect(Object.keys((await json(response)).error.fields)).toEqual([field])
  })

  test('Rejects an enrolment that names a parade twice or has 31 parades (422)', async () => {
    expect((await enrol([place('1'), place('2')])).status).toBe(422)
    const many = Array.from({ length: 31 }, (_, n) => place('1', n + 1))
    expect((await enrol(many)).status).toBe(422)
  })

  test.each([
    ['malformed JSON', '{"firstName":', 'application/json', 400],
    ['no JSON', 'firstName=Jörg', 'text/plain', 415],
    ['an array', '[]', 'application/json', 400],
    ['empty', '', 'application/json', 400],
  ])(
    'An enrolment whose body is %s is rejected with a message',
    async (_, body, contentType, status) => {
      const response = await call('POST', '/api/parades/enrol', body, {
        headers: { 'Content-Type': contentType },
      })
      expect(response.status).toBe(status)
      expect((await json(response)).error.message).toMatch(/\S/)
    },
  )

  test('An enrolment with a name of one megabyte is rejected as too large (413)', async () => {
    const response = await enrol([place('1')], { lastName: 'x'.repeat(1024 * 1024) })
    expect(response.status).toBe(413)
    expect((await json(response)).error.code).toBe('PayloadTooLarge')
  })

  test.each([
    "Robert'); DROP TABLE participations;--",
    '<script>alert(1)</script>',
    'Närrin 🎭🔔',
    'שלום עליכם',
    '=cmd|/c calc',
    '100% _wild_',
  ])('The name %s of an enrolled person is stored and shown unchanged', async (lastName) => {
    const { token } = await enrolled([place('1')], { lastName })
    await decide(token, 'paid')
    const { token: reader } = await signedIn('readonly')
    const list = await json(
      call('GET', `/api/parade/${parade.id}/participation`, undefined, { token: reader }),
    )
    expect(list[0].memberName).toBe(`${lastName}, Jörg`)
  })

  test('Price, state and member in the body of a public enrolment are ignored', async () => {
    const body = { ...anEnrolment([place('1')]), priceInCent: 0, state: 'booked', memberId: 7 }
    expect((await call('POST', '/api/parades/enrol', body)).status).toBe(200)
    expect(await participations()).toMatchObject([{ state: 'reserved', price_in_cent: 800 }])
  })
})

test('If a redirect address contains a line break, the browser is redirected to the address without it', async () => {
  const { token } = await enrolled([place('1')], {
    successRedirectUrl: 'http://zunft.test/parade\r\nX: 1',
  })
  await decide(token, 'paid')
  expect(await comeBack(token)).toEqual({
    status: 303,
    location: 'http://zunft.test/paradeX:%201',
  })
})

test('The queries for the conflicting costumes and people of a rejected enrolment use an index', async () => {
  const second = await aParade({ title: 'Nachtumzug' })
  const places = [place('1'), place('1', second.id)]
  await enrol(places)
  const lena = { firstName: 'Lena', emailAddress: 'lena@example.de' }
  expect((await enrol(places, lena)).status).toBe(409)
  for (const [column, index] of [
    ['costume_number_key', 'participations_costume (parade_id=? AND costume_type_id=? AND'],
    ['person_key', 'participations_person (parade_id=? AND person_key=?'],
    ['given_key', 'participations_given (parade_id=? AND given_key=?'],
  ]) {
    const conflictQueries = sentStatements().filter(
      ({ query }) =>
        query.includes(') wanted CROSS JOIN') && query.includes(`p.${column} = wanted`),
    )
    expect(conflictQueries).not.toEqual([])
    for (const plan of await plansOf(conflictQueries)) expect(plan.join()).toContain(index)
  }
})

describe('the list of open parades', () => {
  test('The list of open parades contains those that accept enrolments today, sorted by date, and may be cached for a minute', async () => {
    await aParade({ title: 'Später', date: '2027-02-07', dateEnrolmentEnd: '2027-02-01' })
    await aParade({ title: 'Zu', dateEnrolmentEnd: '2027-01-15' })
    const response = await call('GET', '/api/enrolment/parades')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
    expect((await json(response)).map((row: { title: string }) => row.title)).toEqual([
      'Ringtreffen Moosried',
      'Später',
    ])
  })

  test('The public and the internal list of open parades each contain exactly the parades for which an enrolment by that route is accepted today', async () => {
    const [yesterday, tomorrow] = ['2027-01-15', '2027-01-17']
    const windows: Record<string, [start: string, end: string, date: string]> = {
      'one day only': [today, today, today],
      'first day': [today, tomorrow, tomorrow],
      'last day': [yesterday, today, tomorrow],
      'from tomorrow': [tomorrow, tomorrow, tomorrow],
      'until yesterday': [yesterday, yesterday, today],
      over: [yesterday, yesterday, yesterday],
    }
    for (const [title, [dateEnrolmentStart, dateEnrolmentEnd, date]] of Object.entries(windows)) {
      await aParade({ title, dateEnrolmentStart, dateEnrolmentEnd, date })
    }
    const management = await signedIn('management')
    const titles = async (query = '') =>
      (await json(call('GET', `/api/enrolment/parades${query}`, undefined, management)))
        .map((row: { title: string }) => row.title)
        .filter((title: string) => title !== parade.title)
        .sort()
    const all = await rows<{ id: number; title: string }>('SELECT id, title FROM parades')
    const taken = async (path: string, bodyOf: (chosen: object[]) => object) => {
      const open: string[] = []
      for (const { id, title } of all.filter(({ id }) => id !== parade.id)) {
        const { status } = await call('POST', path, bodyOf([place('7', id)]), management)
        if (status === 200) open.push(title)
        else expect(status).toBe(409)
      }
      return open.sort()
    }

    const open = ['first day', 'last day', 'one day only']
    expect(await titles()).toEqual(open)
    expect(
      await taken('/api/parades/enrol', (parades) => ({ ...anEnrolment([]), parades })),
    ).toEqual(open)
    const coming = [...open, 'from tomorrow', 'until yesterday'].sort()
    expect(await titles('?door=internal')).toEqual(coming)
    const lena = { firstName: 'Lena', lastName: 'Abele', birthday: null }
    await rows(`UPDATE participations SET state = 'released'`)
    expect(await taken('/api/parades/internal-enrol', (parades) => ({ ...lena, parades }))).toEqual(
      coming,
    )
  })

  test('The internal list of parades contains all parades from today on, and only management may read it (403)', async () => {
    await aParade({ title: 'Zu', dateEnrolmentEnd: '2027-01-15' })
    expect((await call('GET', '/api/enrolment/parades?door=internal')).status).toBe(401)
    const helper = await signedIn('helper')
    const path = '/api/enrolment/parades?door=internal'
    expect((await call('GET', path, undefined, helper)).status).toBe(403)
    const management = await signedIn('management')
    const response = await call('GET', path, undefined, management)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await json(response)).toHaveLength(2)
  })
})
