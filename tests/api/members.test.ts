import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { decide, enrolled } from '#tests/support/enrolment.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { sentStatements } from '#tests/support/recording-d1.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { costumeOwnerships, dutyEntries, honors, memberTimespans } from '#worker/db/schema.ts'
import { emptyMember } from '#worker/domain/member.ts'

let management: { token: string }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
})

const get = (path: string) => call('GET', path, undefined, management)
const post = (path: string, body: unknown) => call('POST', path, body, management)
const put = (path: string, body: unknown) => call('PUT', path, body, management)
const remove = (path: string) => call('DELETE', path, undefined, management)

const pageParts = ['/membershipfee', '/honors', '/duties', '/costumes', '/parades']

const iban = 'DE02120300000000202051'
const otherIban = 'DE02500105170137075030'

const annegret = {
  ...emptyMember,
  firstName: 'Annegret',
  lastName: 'Gruber',
  maidenName: 'Häußler',
  addressStreet: 'Brühlgasse',
  addressNumber: '7a',
  addressPlz: '88999',
  addressTown: 'Schellental',
  birthday: '1980-05-04',
  membershipActiveTimespan: [
    { from: '2000-01-01', to: '2009-12-31' },
    { from: '2015-06-01', to: null },
  ],
  dateJoined: '2000-01-01',
  dateLeft: null,
  phone: '+49 7523 12',
  phoneMobile: '0170/1',
  eMail: 'annegret@example.de',
  membershipState: 'Passive',
  memberNumber: 42,
  comment: 'Zeile 1\nZeile 2',
  bankingIban: iban,
  bankingBic: 'BYLADEM1001',
  bankingAccountOwner: 'Annegret Gruber',
  bankingBank: 'Deutsche Kreditbank',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2015-06-01',
  individualFeeInCent: null,
  individualFeeReason: '',
  mandateReference: '',
  paradesBefore: 48,
  paradesBeforeUntil: '2014-12-31',
  mailOptOut: true,
  payerId: null,
}
const stored = () => rows('SELECT * FROM members')

describe('A member', () => {
  test('A new member is stored with every field that was sent, and reading the member returns the same', async () => {
    const response = await post('/api/member', annegret)
    expect(response.status).toBe(201)
    const created = await json(response)
    expect(created).toEqual({ id: expect.any(Number), ...annegret, exit: null })
    expect(await json(get(`/api/member/${created.id}`))).toEqual(created)
  })

  test('A new member is accepted with only a last name; every other field gets its empty default', async () => {
    const created = await json(post('/api/member', { lastName: 'Gasthaus Krone GmbH' }))
    expect(created).toMatchObject({
      firstName: '',
      membershipState: 'Active',
      memberNumber: 0,
      birthday: null,
      membershipActiveTimespan: [],
      bankingSepaAllowed: false,
      comment: '',
    })
  })

  test('A member without a last name (422) and a body that is not an object (400) are rejected', async () => {
    for (const nameless of [
      {},
      { firstName: 'Anna' },
      { firstName: 'Anna', lastName: ' \u200b' },
    ]) {
      const response = await post('/api/member', nameless)
      expect(response.status).toBe(422)
      expect((await json(response)).error.fields).toEqual({ lastName: 'Gib den Nachnamen an.' })
    }
    for (const body of [[], [annegret], null, 'Annegret', 7]) {
      const response = await post('/api/member', body)
      expect(response.status, JSON.stringify(body)).toBe(400)
      expect((await json(response)).error).toMatchObject({ code: 'InvalidRequest' })
    }
    expect(await stored()).toEqual([])
  })

  test('Null is accepted for a birthday but rejected for a text, such as the phone number (400)', async () => {
    const response = await post('/api/member', { ...annegret, phone: null, birthday: null })
    expect(response.status).toBe(400)
    expect(Object.keys((await json(response)).error.fields)).toEqual(['phone'])
  })

  test('A change of one field of a member does not change the others; an id and an unknown field in the request are ignored', async () => {
    const { id } = await json(post('/api/member', annegret))
    const response = await put(`/api/member/${id}`, { phone: '07523 99', id: 5, unknown: 1 })
    expect(response.status).toBe(200)
    expect(await json(response)).toEqual({ id, ...annegret, phone: '07523 99', exit: null })
  })

  test('An IBAN is stored without blanks and in capitals, a BIC in capitals', async () => {
    const typed = {
      ...annegret,
      bankingIban: ' de02 1203 0000 0000 2020 51 ',
      bankingBic: 'byladem1001',
    }
    expect(await json(post('/api/member', typed))).toMatchObject({
      bankingIban: iban,
      bankingBic: 'BYLADEM1001',
    })
  })

  test.each([
    [{ firstName: 'x'.repeat(101) }, 422, ['firstName']],
    [{ lastName: '\u200b' }, 422, ['lastName']],
    [{ lastName: 'x'.repeat(101) }, 422, ['lastName']],
    [{ birthday: '2001-02-29' }, 400, ['birthday']],
    [{ birthday: '2027-01-17' }, 422, ['birthday']],
    [{ birthday: '1899-12-31' }, 422, ['birthday']],
    [{ dateLeft: '1999-12-31' }, 422, ['dateLeft']],
    [{ dateJoined: '2100-01-01', dateLeft: null }, 422, ['dateJoined']],
    [{ eMail: 'annegret@example' }, 422, ['eMail']],
    [{ memberNumber: -1 }, 422, ['memberNumber']],
    [{ memberNumber: '42' }, 400, ['memberNumber']],
    [{ membershipState: 'Ghost' }, 422, ['membershipState']],
    [{ individualFeeInCent: -1 }, 422, ['individualFeeInCent']],
    [{ bankingIban: 'DE02120300000000202052' }, 422, ['bankingIban']],
    [{ bankingIban: '' }, 422, ['bankingIban']],
    [{ bankingBic: 'XX' }, 422, ['bankingBic']],
    [{ mandateReference: 'Müller-1' }, 422, ['mandateReference']],
    [{ mandateReference: 'A//B' }, 422, ['mandateReference']],
    [{ mandateReference: '/A' }, 422, ['mandateReference']],
    [{ mandateReference: 'A/' }, 422, ['mandateReference']],
    [{ mandateReference: 'A_B' }, 422, ['mandateReference']],
    [{ mandateReference: 'A'.repeat(36) }, 422, ['mandateReference']],
    [{ mandateReference: 'ä', bankingSepaAllowed: false }, 422, ['mandateReference']],
    [{ bankingSepaAllowedDate: null }, 422, ['bankingSepaAllowedDate']],
    [{ bankingSepaAllowedDate: '2027-01-17' }, 422, ['bankingSepaAllowedDate']],
    [
      { membershipActiveTimespan: [{ from: '2001-01-02', to: '2001-01-01' }] },
      422,
      ['membershipActiveTimespan.0.to'],
    ],
    [
      {
        membershipActiveTimespan: [
          { from: '2001-01-01', to: null },
          { from: '2000-01-01', to: '2001-01-01' },
        ],
      },
      422,
      ['membershipActiveTimespan.0.from'],
    ],
    [
      {
        membershipActiveTimespan: [
          { from: '2000-01-01', to: null },
          { from: '2005-01-01', to: null },
        ],
      },
      422,
      ['membershipActiveTimespan.1.from'],
    ],
    [
      { membershipActiveTimespan: [{ from: '31.2.2001' }] },
      400,
      ['membershipActiveTimespan.0.from'],
    ],
  ])(
    'A member with %o is rejected (%i) with the error at the invalid field, and nothing is stored',
    async (change, status, fields) => {
      const response = await post('/api/member', { ...annegret, ...change })
      expect(response.status).toBe(status)
      expect(Object.keys((await json(response)).error.fields)).toEqual(fields)
      expect(await stored()).toEqual([])
      expect(await rows('SELECT * FROM member_timespans')).toEqual([])
    },
  )

  test('A mandate reference of up to 35 characters is stored as entered, with single blanks and punctuation', async () => {
    for (const mandateReference of ['Mitgl 0012/2014', "A+?:().,'-9", 'A'.repeat(35), '']) {
      const response = await post('/api/member?allowDuplicate=true', {
        ...annegret,
        memberNumber: 0,
        mandateReference,
      })
      expect(response.status).toBe(201)
      expect(await json(response)).toMatchObject({ mandateReference })
    }
  })

  test('A membership period that begins the day after the previous one ended is accepted', async () => {
    const again = [
      { from: '2000-01-01', to: '2009-12-31' },
      { from: '2010-01-01', to: null },
    ]
    const response = await post('/api/member', { ...annegret, membershipActiveTimespan: again })
    expect(response.status).toBe(201)
  })

  test('A member number that another member has is rejected (409); 0, which means no number, is accepted for several members', async () => {
    await post('/api/member', annegret)
    const lena = { firstName: 'Lena', lastName: 'Wäschle' }
    const taken = await post('/api/member', { ...lena, memberNumber: 42 })
    expect(taken.status).toBe(409)
    expect((await json(taken)).error).toMatchObject({
      code: 'MemberNumberTaken',
      fields: { memberNumber: expect.any(String) },
    })
    expect((await post('/api/member', lena)).status).toBe(201)
    expect((await post('/api/member', { ...lena, firstName: 'Ida' })).status).toBe(201)
    expect(await json(get('/api/member/number'))).toEqual({ number: 43 })
  })

  test('Simultaneous changes of different fields of a member and an exit of the same member are all stored', async () => {
    const { id } = await json(post('/api/member', annegret))
    const path = `/api/member/${id}`
    await Promise.all([
      put(path, { phone: '1' }),
      put(path, { phoneMobile: '2' }),
      put(path, { comment: '3' }),
      post(`${path}/leave`, { state: 'Left', date: today }),
    ])
    expect(await json(get(path))).toMatchObject({
      phone: '1',
      phoneMobile: '2',
      comment: '3',
      membershipState: 'Left',
      dateLeft: today,
    })
  })

  test('When a last name is changed, its stored search key changes as well', async () => {
    const { id } = await json(post('/api/member', annegret))
    await put(`/api/member/${id}`, { lastName: 'Öhler' })
    expect(await rows('SELECT last_name_key, maiden_name_key FROM members')).toEqual([
      { last_name_key: 'oehler', maiden_name_key: 'haeussler' },
    ])
  })

  test('Reading, changing or deleting an unknown member is rejected (404)', async () => {
    for (const path of ['', '/page', '/family', ...pageParts]) {
      expect((await get(`/api/member/4711${path}`)).status, path).toBe(404)
    }
    expect((await put('/api/member/4711', { phone: '1' })).status).toBe(404)
    expect((await remove('/api/member/4711')).status).toBe(404)
  })
})

describe('A member of the same name', () => {
  beforeEach(() =>
    aMember({
      firstName: 'Annegret',
      lastName: 'Häussler',
      birthday: '1980-05-04',
      membershipState: 'Left',
    }),
  )

  test("A possible duplicate of a member, even of one who has left, is rejected with that member's name (409), and stored with allowDuplicate", async () => {
    const response = await post('/api/member', annegret)
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'MemberExists',
      candidates: [
        {
          id: expect.any(Number),
          firstName: 'Annegret',
          lastName: 'Häussler',
          birthday: '1980-05-04',
          membershipState: 'Left',
        },
      ],
    })
    expect(await stored()).toHaveLength(1)
    expect((await post('/api/member?allowDuplicate=true', annegret)).status).toBe(201)
  })

  test('A new member with an existing name is rejected as a possible duplicate without a birthday (409), but accepted with another birthday', async () => {
    expect((await post('/api/member', { ...annegret, birthday: null })).status).toBe(409)
    expect((await post('/api/member', { ...annegret, birthday: '1980-05-05' })).status).toBe(201)
  })

  test('Of ten simultaneous requests for the same new member one is stored, and nine are rejected as duplicates (409)', async () => {
    const lena = { firstName: 'Lena', lastName: 'Wäschle', birthday: '1990-01-01' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/api/member', lena)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('An invalid value of allowDuplicate is rejected (400)', async () => {
    expect((await post('/api/member?allowDuplicate=perhaps', annegret)).status).toBe(400)
  })
})

describe('A changed IBAN under a mandate', () => {
  let path: string
  beforeEach(async () => {
    path = `/api/member/${(await json(post('/api/member', annegret))).id}`
  })

  test('A changed IBAN of a member with a mandate is rejected without a new mandate date (422) and accepted with one', async () => {
    const response = await put(path, { bankingIban: otherIban })
    expect(response.status).toBe(422)
    expect((await json(response)).error).toMatchObject({
      code: 'MandateDateNeeded',
      fields: { bankingSepaAllowedDate: expect.any(String) },
    })
    expect((await json(get(path))).bankingIban).toBe(iban)
    const dated = { bankingIban: otherIban, bankingSepaAllowedDate: today }
    expect((await put(path, dated)).status).toBe(200)
  })

  test('With sameMandate a changed IBAN is accepted without a new mandate date, and the stored date does not change', async () => {
    const response = await put(`${path}?sameMandate=true`, { bankingIban: otherIban })
    expect(response.status).toBe(200)
    expect((await json(response)).bankingSepaAllowedDate).toBe('2015-06-01')
  })

  test('A changed IBAN is accepted without a new mandate date if the same request ends the mandate, or if only the blanks differ', async () => {
    expect((await put(path, { bankingIban: 'DE02 1203 0000 0000 2020 51' })).status).toBe(200)
    const gone = { bankingIban: otherIban, bankingSepaAllowed: false }
    expect((await put(path, gone)).status).toBe(200)
  })
})

describe('The member list', () => {
  test('The member list is sorted by name and contains no bank data', async () => {
    await post('/api/member', annegret)
    await aMember({ firstName: 'Zita', lastName: 'Ähnlich' })
    const list = await json(get('/api/member'))
    expect(list.map((row: { lastName: string }) => row.lastName)).toEqual(['Ähnlich', 'Gruber'])
    expect(list[1]).toEqual(
      aMemberRow({
        id: expect.any(Number),
        memberNumber: 42,
        lastName: 'Gruber',
        firstName: 'Annegret',
        maidenName: 'Häußler',
        birthday: '1980-05-04',
        membershipState: 'Passive',
        dateJoined: '2000-01-01',
        dateLeft: null,
        phone: '+49 7523 12',
        phoneMobile: '0170/1',
        eMail: 'annegret@example.de',
        addressStreet: 'Brühlgasse',
        addressNumber: '7a',
        addressPlz: '88999',
        addressTown: 'Schellental',
        exitDate: null,
        mailOptOut: true,
        hasMandate: true,
        timespans: [
          { from: '2000-01-01', to: '2009-12-31' },
          { from: '2015-06-01', to: null },
        ],
      }),
    )
  })

  test('The member list of an empty guild is an empty array', async () => {
    expect(await json(get('/api/member'))).toEqual([])
  })

  test('The list of 1,001 members, which is sent in several chunks, is complete and sorted', async () => {
    for (let n = 0; n < 1001; n += 1) {
      await aMember({ lastName: `Narr ${String(n).padStart(4, '0')}`, firstName: '"\\🎭' })
    }
    const list = await json(get('/api/member'))
    expect(list).toHaveLength(1001)
    expect(list[500]).toMatchObject({ lastName: 'Narr 0500', firstName: '"\\🎭' })
    expect(list.at(-1).lastName).toBe('Narr 1000')
  })

  test('The CSV of the member list starts with a byte order mark, and a cell that a spreadsheet would run as a formula is made a text', async () => {
    await aMember({
      firstName: '=cmd|/c calc',
      lastName: 'Ö;"k"',
      birthday: null,
      phone: '+49 (0)7523/1-2',
      phoneMobile: '+49=1+1',
    })
    const response = await get('/api/members/download')
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename*=UTF-8''Mitgliederliste.csv`,
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [header, line, end] = new TextDecoder().decode(bytes).split('\r\n')
    expect(header).toBe(
      'Mitgliedsnummer;Nachname;Vorname;Mädchenname;Geburtstag;Mitgliedsstatus;Eintrittsdatum;Austrittsdatum;Straße;Hausnummer;PLZ;Ort;Telefon;Mobil;E-Mail',
    )
    expect(line).toBe(`;"Ö;""k""";'=cmd|/c calc;;;Aktiv;;;;;;;+49 (0)7523/1-2;'+49=1+1;`)
    expect(end).toBe('')
  })

  test('For the CSV of the member list the database is asked only for the columns in it; the response is compressed if the request accepts gzip', async () => {
    await aMember({ firstName: 'Berta', lastName: 'Benz', bankingIban: 'DE02120300000000202051' })
    const plain = await get('/api/members/download')
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    const text = await plain.text()
    const reading = sentStatements().filter(({ query }) =>
      /"address_plz".* from "members" .*order by .*last_name_key/.test(query),
    )
    expect(reading).toHaveLength(1)
    const [, columns = ''] = /select (.*?) from "members"/.exec(reading[0]?.query ?? '') ?? []
    expect(columns.split(', ')).toHaveLength(text.split('\r\n')[0]?.split(';').length ?? 0)
    expect(columns).not.toMatch(/banking|comment/)
    const packed = await call('GET', '/api/members/download', undefined, {
      ...management,
      headers: { 'Accept-Encoding': 'gzip, br' },
    })
    expect(packed.headers.get('Content-Encoding')).toBe('gzip')
    expect(packed.headers.get('Vary')).toBe('Accept-Encoding')
  })
})

describe('Deleting a member', () => {
  test('Deleting a member without references also deletes the membership periods', async () => {
    const { id } = await json(post('/api/member', annegret))
    expect((await remove(`/api/member/${id}`)).status).toBe(204)
    expect(await stored()).toEqual([])
    expect(await rows('SELECT * FROM member_timespans')).toEqual([])
  })

  test('Deleting a member who has participations, costumes, honors or offices is rejected, and the answer counts them (409)', async () => {
    const { id } = await json(post('/api/member', annegret))
    const type = await aCostumeType()
    const costume = await aCostume(type.id, '1')
    const parade = await aParade()
    await commit(db(), [
      write.insert(honors).values({ memberId: id, type: 'Parades_25', date: today }),
    ])
    await commit(db(), [
      write.insert(dutyEntries).values([
        { memberId: id, duty: 'Kassier', from: '2001-01-01' },
        { memberId: id, duty: 'Einkauf', from: '2001-01-01' },
      ]),
    ])
    await commit(db(), [
      write
        .insert(costumeOwnerships)
        .values({ costumeId: costume.id, memberId: id, ownedFrom: today }),
    ])
    const { token } = await enrolled(
      [{ paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '1' }],
      { firstName: 'Annegret', lastName: 'Gruber', birthday: '1980-05-04' },
    )
    await decide(token, 'paid')

    const response = await remove(`/api/member/${id}`)
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'MemberInUse',
      references: { participations: 1, ownerships: 1, honors: 1, duties: 2 },
    })
    expect(await rows('SELECT * FROM member_timespans')).toHaveLength(2)
  })
})

describe('The exit of a member', () => {
  let id: number
  let offices: { id: number }[]
  let costumeId: number

  beforeEach(async () => {
    id = (await json(post('/api/member', annegret))).id
    offices = (
      await commit(db(), [
        write
          .insert(dutyEntries)
          .values([
            { memberId: id, duty: 'Kassier', from: '2016-01-01' },
            { memberId: id, duty: 'Einkauf', from: '2020-01-01' },
          ])
          .returning({ id: dutyEntries.id }),
      ])
    )[0]
    await commit(db(), [
      write
        .insert(dutyEntries)
        .values({ memberId: id, duty: 'Kassier', from: '2000-01-01', to: '2005-01-01' }),
    ])
    costumeId = (await aCostume((await aCostumeType()).id, '118')).id
    await commit(db(), [
      write.insert(costumeOwnerships).values({ costumeId, memberId: id, ownedFrom: '2016-01-01' }),
    ])
  })

  const leave = (body: object) => post(`/api/member/${id}/leave`, body)

  test('One request records an exit and ends the membership period, offices and costume ownerships chosen with it', async () => {
    const response = await leave({
      state: 'Died',
      date: '2026-12-24',
      endTimespans: true,
      dutyIds: offices.map((office) => office.id),
      costumeIds: [costumeId],
    })
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      membershipState: 'Died',
      dateLeft: '2026-12-24',
      membershipActiveTimespan: [
        { from: '2000-01-01', to: '2009-12-31' },
        { from: '2015-06-01', to: '2026-12-24' },
      ],
    })
    expect(await rows('SELECT to_date FROM duty_entries ORDER BY id')).toEqual([
      { to_date: '2026-12-24' },
      { to_date: '2026-12-24' },
      { to_date: '2005-01-01' },
    ])
    expect(await rows('SELECT owned_to FROM costume_ownerships')).toEqual([
      { owned_to: '2026-12-24' },
    ])
  })

  test('An exit does not end the membership periods, offices and costume ownerships that were not chosen to end with it', async () => {
    expect((await leave({ state: 'Left', date: today })).status).toBe(200)
    expect((await db().select().from(memberTimespans)).at(-1)?.to).toBeNull()
    expect(await rows('SELECT to_date FROM duty_entries ORDER BY id')).toEqual([
      { to_date: null },
      { to_date: null },
      { to_date: '2005-01-01' },
    ])
    expect(await rows('SELECT owned_to FROM costume_ownerships')).toEqual([{ owned_to: null }])
  })

  test.each([
    ['before the joining date', { date: '1999-12-31' }, 'date'],
    ['before the open membership period began', { date: '2015-05-31', endTimespans: true }, 'date'],
    ['with an office that the member does not hold', { dutyIds: [4711] }, 'dutyIds.0'],
    ['with an office that has already ended', { dutyIds: [3] }, 'dutyIds.0'],
    ['with a costume that the member does not own', { costumeIds: [4711] }, 'costumeIds.0'],
  ])('An exit %s is rejected and changes nothing (422)', async (_, change, field) => {
    const response = await leave({ state: 'Left', date: today, endTimespans: true, ...change })
    expect(response.status).toBe(422)
    expect(Object.keys((await json(response)).error.fields)).toEqual([field])
    expect((await json(get(`/api/member/${id}`))).membershipState).toBe('Passive')
    expect((await db().select().from(memberTimespans)).at(-1)?.to).toBeNull()
  })

  test('An exit with another membership state than Left or Died is rejected (422)', async () => {
    expect((await leave({ state: 'Active', date: today })).status).toBe(422)
  })
})

describe("A member's honors", () => {
  let path: string
  beforeEach(async () => {
    path = `/api/member/${(await aMember()).id}/honors`
  })
  const sprung = { type: 'Parades_25', date: '2020-11-11', comment: 'Generalversammlung' }

  test('Honors of a member are created, listed newest first, changed and deleted', async () => {
    const created = await post(path, { ...sprung, id: 0, memberId: 99 })
    expect(created.status).toBe(201)
    const honor = await json(created)
    expect(honor).toMatchObject({ ...sprung, memberId: expect.any(Number) })
    const second = await json(post(path, { type: 'Ehrennarr_20', date: '2024-11-11' }))
    expect((await json(get(path))).map((row: { id: number }) => row.id)).toEqual([
      second.id,
      honor.id,
    ])
    const changed = await put(`${path}/${honor.id}`, { comment: 'neu' })
    expect(await json(changed)).toEqual({ ...honor, comment: 'neu' })
    expect((await remove(`${path}/${honor.id}`)).status).toBe(204)
    expect((await remove(`${path}/${honor.id}`)).status).toBe(404)
  })

  test('A second honor of the same kind is rejected for a member (409), except for the extra certificate', async () => {
    await post(path, sprung)
    const again = await post(path, { ...sprung, date: '2021-01-01' })
    expect(again.status).toBe(409)
    expect((await json(again)).error.code).toBe('HonorExists')
    const certificate = { type: 'Extra_Certificate', date: today }
    expect((await post(path, certificate)).status).toBe(201)
    expect((await post(path, certificate)).status).toBe(201)
    const other = await json(post(path, { type: 'Parades_50', date: today }))
    expect((await put(`${path}/${other.id}`, { type: 'Parades_25' })).status).toBe(409)
  })

  test.each([
    [{ type: 'Parades_26' }, 422],
    [{ date: null }, 400],
    [{ date: '2026-02-30' }, 400],
    [{ comment: 'x'.repeat(2001) }, 422],
  ])('An honor with %o is rejected (%i)', async (change, status) => {
    expect((await post(path, { ...sprung, ...change })).status).toBe(status)
    expect(await json(get(path))).toEqual([])
  })

  test('Changing or deleting an honor in the path of another member, or adding one to an unknown member, is rejected (404)', async () => {
    const { id } = await json(post(path, sprung))
    const other = await aMember({ firstName: 'Lena' })
    expect((await put(`/api/member/${other.id}/honors/${id}`, sprung)).status).toBe(404)
    expect((await remove(`/api/member/${other.id}/honors/${id}`)).status).toBe(404)
    expect((await post('/api/member/4711/honors', sprung)).status).toBe(404)
  })

  test('An honor of a kind that the guild has deleted can neither be added nor chosen in a change (422)', async () => {
    const { id } = await json(post(path, { ...sprung, type: 'Parades_50' }))
    await rows(`DELETE FROM honor_rules WHERE type = 'Parades_25'`)
    for (const response of [await post(path, sprung), await put(`${path}/${id}`, sprung)]) {
      expect(response.status).toBe(422)
      expect((await json(response)).error).toMatchObject({
        code: 'ValidationFailed',
        fields: { type: 'Diese Ehrung gibt es in Eurer Zunft nicht mehr.' },
      })
    }
  })
})

describe("A member's offices", () => {
  let path: string
  beforeEach(async () => {
    path = `/api/member/${(await aMember()).id}/duties`
  })
  const kassier = { duty: 'Kassier', from: '2010-01-15', to: '2014-01-14', comment: '' }

  test('Offices of a member are created, listed newest first, changed and deleted', async () => {
    const entry = await json(post(path, kassier))
    expect(entry).toMatchObject({ ...kassier, memberId: expect.any(Number) })
    const open = await json(post(path, { duty: 'Kassier', from: '2014-01-15' }))
    expect(open.to).toBeNull()
    expect((await json(get(path))).map((row: { id: number }) => row.id)).toEqual([
      open.id,
      entry.id,
    ])
    expect(await json(put(`${path}/${open.id}`, { to: '2020-01-01' }))).toMatchObject({
      from: '2014-01-15',
      to: '2020-01-01',
    })
    expect((await remove(`${path}/${entry.id}`)).status).toBe(204)
  })

  test.each([
    ['inside', { from: '2011-01-01', to: '2012-01-01' }],
    ['on the last day', { from: '2014-01-14', to: null }],
    ['over the first day', { from: '2000-01-01', to: '2010-01-15' }],
    ['around', { from: '2000-01-01', to: null }],
  ])(
    'Rejects a second period of the same office that overlaps the first one (422): %s',
    async (_, change) => {
      await post(path, kassier)
      const response = await post(path, { ...kassier, ...change })
      expect(response.status).toBe(422)
      expect(Object.keys((await json(response)).error.fields)).toEqual(['from'])
    },
  )

  test('Periods of different offices may overlap, and a stored period can be shortened', async () => {
    const { id } = await json(post(path, kassier))
    expect((await post(path, { ...kassier, duty: 'Einkauf' })).status).toBe(201)
    expect((await put(`${path}/${id}`, { from: '2010-02-01' })).status).toBe(200)
  })

  test.each([
    [{ to: '2010-01-14' }, 422, 'to'],
    [{ duty: 'Chef' }, 422, 'duty'],
    [{ from: null }, 400, 'from'],
    [{ from: '2010-02-30' }, 400, 'from'],
  ])(
    'An office with %o is rejected (%i) with the error at the invalid field',
    async (change, status, field) => {
      const response = await post(path, { ...kassier, ...change })
      expect(response.status).toBe(status)
      expect(Object.keys((await json(response)).error.fields)).toEqual([field])
    },
  )
})

test('The fee of a member for this year is answered with its amount and the reason for it', async () => {
  const fee = async (id: number) => json(get(`/api/member/${id}/membershipfee`))
  const adult = await aMember()
  expect(await fee(adult.id)).toEqual({ amountInCent: 2000, reason: 'Aktiv ab 18' })
  await commit(db(), [
    write.insert(honors).values({ memberId: adult.id, type: 'Honorary_Member_25', date: today }),
  ])
  expect(await fee(adult.id)).toEqual({ amountInCent: 0, reason: 'Ehrenmitglied: beitragsfrei' })
})

test("The one request for a member's page returns the same data as the separate requests for its parts", async () => {
  const payer = await aMember({ firstName: 'Ottmar' })
  const { id } = await json(post('/api/member', { ...annegret, payerId: payer.id }))
  const type = await aCostumeType()
  const costume = await aCostume(type.id, '118')
  await commit(db(), [
    write
      .insert(costumeOwnerships)
      .values({ costumeId: costume.id, memberId: id, ownedFrom: '2010-01-01' }),
  ])
  await post(`/api/member/${id}/honors`, { type: 'Parades_25', date: '2019-01-06' })
  await post(`/api/member/${id}/duties`, { duty: 'Kassier', from: '2018-04-14' })
  const parade = await aParade()
  const place = { memberId: id, costumeId: costume.id }
  expect((await post(`/api/parade/${parade.id}/participation`, place)).status).toBe(201)

  for (const memberId of [id, payer.id]) {
    const asked = ['', '/family', ...pageParts].map(async (part) => [
      part.slice(1) || 'member',
      await json(get(`/api/member/${memberId}${part}`)),
    ])
    const parts = Object.fromEntries(await Promise.all(asked))
    const settings = await json(get('/api/guild/settings'))
    const offices = await json(get('/api/guild/offices'))
    const honorKinds = await json(get('/api/guild/honors'))
    const page = await json(get(`/api/member/${memberId}/page`))
    expect(page).toEqual({ ...parts, settings, offices, honorKinds })
  }
  expect(await json(get(`/api/member/${id}/page`))).toMatchObject({
    member: { lastName: 'Gruber', membershipActiveTimespan: annegret.membershipActiveTimespan },
    family: { payer: { id: payer.id, firstName: 'Ottmar' }, payees: [] },
    membershipfee: { reason: 'Passiv ab 18' },
    costumes: [{ number: '118' }],
    honors: [{ type: 'Parades_25' }],
    duties: [{ duty: 'Kassier' }],
    parades: [{ id: parade.id, costumeType: { name: type.name } }],
  })
  const page = await json(get(`/api/member/${payer.id}/page`))
  expect(page.family.payees).toMatchObject([{ id }])
})

test("A member's costumes and parades are listed newest first", async () => {
  const member = await aMember()
  const type = await aCostumeType()
  const costume = await aCostume(type.id, '118')
  await commit(db(), [
    write.insert(costumeOwnerships).values([
      {
        costumeId: costume.id,
        memberId: member.id,
        ownedFrom: '2001-01-01',
        ownedTo: '2005-01-01',
      },
      { costumeId: costume.id, memberId: member.id, ownedFrom: '2010-01-01' },
    ]),
  ])
  expect(await json(get(`/api/member/${member.id}/costumes`))).toEqual([
    {
      id: costume.id,
      number: '118',
      type: { id: type.id, name: type.name },
      ownedFrom: '2010-01-01',
      ownedTo: null,
    },
    {
      id: costume.id,
      number: '118',
      type: { id: type.id, name: type.name },
      ownedFrom: '2001-01-01',
      ownedTo: '2005-01-01',
    },
  ])
  const first = await aParade()
  const second = await aParade({ date: '2027-01-30' })
  const place = { costumeTypeId: type.id, costumeNumber: '118' }
  const person = { firstName: 'Annegret', lastName: 'Gruber', birthday: '1980-05-04' }
  const { token } = await enrolled(
    [first, second].map((parade) => ({ ...place, paradeId: parade.id })),
    person,
  )
  expect(await json(get(`/api/member/${member.id}/parades`))).toEqual([])
  await decide(token, 'paid')
  const list = await json(get(`/api/member/${member.id}/parades`))
  expect(list.map((row: { id: number }) => row.id)).toEqual([second.id, first.id])
  expect(list[1]).toEqual({
    id: first.id,
    title: first.title,
    host: first.host,
    date: first.date,
    costumeType: { id: type.id, name: type.name },
    costumeNumber: '118',
    participationConfirmed: false,
    cancelledAt: null,
    cancelReason: '',
  })
})

describe('An address change for a household', () => {
  const old = {
    addressStreet: 'Klosterweg',
    addressNumber: '3 a',
    addressPlz: '88999',
    addressTown: 'Schellental',
  }
  const moved = {
    addressStreet: 'Brühlgasse',
    addressNumber: '7',
    addressPlz: '88998',
    addressTown: 'Moosried',
  }
  const addresses = () =>
    rows(
      'SELECT id, address_street, address_number, address_plz, address_town FROM members ORDER BY id',
    )

  async function theBecks() {
    const anna = await aMember({ firstName: 'Anna', lastName: 'Beck', ...old })
    const elias = await aMember({
      firstName: 'Elias',
      lastName: 'Beck',
      ...old,
      addressNumber: '3A',
    })
    const marie = await aMember({
      firstName: 'Marie',
      lastName: 'Roth',
      ...old,
      addressStreet: 'KLOSTERWEG',
    })
    const other = await aMember({ firstName: 'Udo', lastName: 'Beck', ...old, addressNumber: '4' })
    return { anna, elias, marie, other }
  }

  test('One request gives the new address to all members of the household that it names, and one undo restores all old addresses', async () => {
    const { anna, elias, marie, other } = await theBecks()
    const before = await addresses()
    const sent = { ...moved, before: old, household: [elias.id, marie.id] }
    const response = await put(`/api/member/${anna.id}`, sent)
    expect(response.status).toBe(200)
    const answer = await json(response)
    expect(answer).toMatchObject(moved)
    expect(answer).not.toHaveProperty('household')
    for (const { id } of [elias, marie])
      expect(await json(get(`/api/member/${id}`))).toMatchObject(moved)
    expect(await json(get(`/api/member/${other.id}`))).toMatchObject({ addressNumber: '4' })

    const requests = await rows(
      `SELECT DISTINCT request_id AS id FROM audit_entries WHERE op = 'update' AND entity = 'member'`,
    )
    expect(requests).toHaveLength(1)
    expect((await post(`/api/history/${requests[0]?.id}/undo`, {})).status).toBe(200)
    expect(await addresses()).toEqual(before)
  })

  test('An address change for a household that is sent again after its answer was lost is accepted (200)', async () => {
    const { anna, elias, marie } = await theBecks()
    const sent = { ...moved, before: old, household: [elias.id, marie.id] }
    expect((await put(`/api/member/${anna.id}`, sent)).status).toBe(200)
    expect((await put(`/api/member/${anna.id}`, sent)).status).toBe(200)
    expect(await json(get(`/api/member/${marie.id}`))).toMatchObject(moved)
  })

  test.each([
    ['a member of another house', 'other'],
    ['an anonymised member', 'marie'],
    ['an id that no member has', 'unknown'],
  ])(
    'Rejects an address change that names %s as part of the household, and stores nothing (422)',
    async (_, whom) => {
      const { anna, ...rest } = await theBecks()
      await rows(`UPDATE members SET anonymised_at = '2020-01-01' WHERE id = ${rest.marie.id}`)
      const before = await addresses()
      const household = [rest.elias.id, whom in rest ? rest[whom as 'other'].id : 4711]
      const response = await put(`/api/member/${anna.id}`, { ...moved, household })
      expect(response.status).toBe(422)
      expect(Object.keys((await json(response)).error.fields)).toEqual(['household'])
      expect(await addresses()).toEqual(before)
    },
  )

  test('An address change for two members as one household is rejected if neither of them has a street (422)', async () => {
    const anna = await aMember({ lastName: 'Beck' })
    const elias = await aMember({ lastName: 'Beck' })
    const response = await put(`/api/member/${anna.id}`, { ...moved, household: [elias.id] })
    expect(response.status).toBe(422)
  })
})
