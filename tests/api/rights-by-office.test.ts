import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, setClock, signedIn } from '#tests/support/api.ts'
import { type Role, roles } from '#worker/domain/codes.ts'

// docs/rules.md, "Rollen": each office writes in its own part; account and mandate of a member are for
// management and treasurer alone.

const iban = 'DE89370400440532013000'
const account = {
  bankingIban: iban,
  bankingBic: 'COBADEFFXXX',
  bankingAccountOwner: 'Oma Gruber',
  bankingBank: 'Commerzbank',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2014-03-12',
  mandateReference: 'M-1187',
}
const hidden = Object.fromEntries(Object.keys(account).map((name) => [name, null]))
const seeing: readonly Role[] = ['management', 'treasurer']
const others = roles.filter((role) => !seeing.includes(role) && role !== 'helper')
/** Texts by which the account or the mandate could be recognised. */
const secrets = /DE89|COBADE|Oma Gruber|Commerzbank|2014-03-12|12\.03\.2014|M-1187/

let id = 0
let management = ''

beforeEach(async () => {
  setClock('2026-02-01T10:00:00Z')
  management = (await signedIn('management')).token
  const body = {
    firstName: 'Annegret',
    lastName: 'Gruber',
    birthday: '1968-03-14',
    dateJoined: '1986-01-01',
    membershipState: 'Active',
    memberNumber: 1187,
    ...account,
  }
  id = (await json(call('POST', '/api/member', body, { token: management }))).id
})

const stored = async () =>
  (await json(call('GET', `/api/member/${id}`, undefined, { token: management }))) as object

describe('Bank data of a member', () => {
  test.each(others)(
    "The role %s sees only the end of a member's IBAN and nothing else of the bank data",
    async (role) => {
      const { token } = await signedIn(role)
      const member = await json(call('GET', `/api/member/${id}`, undefined, { token }))
      expect(member).toMatchObject({ ...hidden, bankingIbanTail: '3000', lastName: 'Gruber' })
      const page = await json(call('GET', `/api/member/${id}/page`, undefined, { token }))
      expect(page.member).toEqual(member)
    },
  )

  test.each(others)('The role %s sees no bank data in any list, file or history', async (role) => {
    const expected = { count: 1, sumInCent: 2000 }
    const year = { year: 2026, expected }
    const closed = await call('POST', '/api/billing/years', year, { token: management })
    expect(closed.status).toBe(201)
    const { token } = await signedIn(role)
    const paths = [
      '/api/member',
      '/api/members/download',
      '/api/billing/membershipfees/2026',
      '/api/billing/claims?year=2026',
      '/api/billing/letters?year=2026',
      '/api/billing/years/2026/report.csv',
      `/api/history?entity=member&entityId=${id}`,
      '/api/search/index',
    ]
    for (const path of paths) {
      const response = await call('GET', path, undefined, { token })
      expect([path, response.status]).toEqual([path, 200])
      const text = await response.text()
      expect([path, secrets.exec(text)?.[0]]).toEqual([path, undefined])
    }
    const [row] = await json(call('GET', '/api/member', undefined, { token }))
    expect(row).toMatchObject({ lastName: 'Gruber', hasMandate: null })
  })

  test.each(seeing)('The role %s sees all bank data of a member', async (role) => {
    const token = role === 'management' ? management : (await signedIn(role)).token
    const member = await json(call('GET', `/api/member/${id}`, undefined, { token }))
    expect(member).toMatchObject(account)
    expect(member).not.toHaveProperty('bankingIbanTail')
    const [row] = await json(call('GET', '/api/member', undefined, { token }))
    expect(row.hasMandate).toBe(true)
  })

  test('The ETag of a member list with mandates is not accepted from a user who may not see them: the list is sent (200)', async () => {
    const whole = await call('GET', '/api/member', undefined, { token: management })
    const tag = whole.headers.get('ETag') ?? ''
    const { token } = await signedIn('secretary')
    const headers = { 'If-None-Match': tag }
    expect((await call('GET', '/api/member', undefined, { token, headers })).status).toBe(200)
    const own = (await call('GET', '/api/member', undefined, { token })).headers.get('ETag') ?? ''
    const again = { 'If-None-Match': own }
    expect((await call('GET', '/api/member', undefined, { token, headers: again })).status).toBe(
      304,
    )
  })

  test('When the secretary saves a member with bank data null or left out, the stored bank data do not change', async () => {
    const { token } = await signedIn('secretary')
    const path = `/api/member/${id}`
    const before = await json(call('GET', path, undefined, { token }))
    const { id: _, exit: __, bankingIbanTail: ___, ...whole } = before
    const body = { ...whole, phone: '0700 1', before: whole }
    const answer = await call('PUT', path, body, { token })
    expect(answer.status).toBe(200)
    expect(await json(answer)).toMatchObject({
      ...hidden,
      phone: '0700 1',
      bankingIbanTail: '3000',
    })
    expect(await stored()).toMatchObject({ ...account, phone: '0700 1' })
    expect((await call('PUT', path, { phone: '0700 2' }, { token })).status).toBe(200)
    expect(await stored()).toMatchObject({ ...account, phone: '0700 2' })
  })

  test.each([...Object.entries(account), ['bankingIban', ''], ['bankingSepaAllowed', false]])(
    'A change of a member by the secretary that sets %s to %s is rejected as a whole (403)',
    async (name, value) => {
      const { token } = await signedIn('secretary')
      const body = { phone: '0700 1', [name]: value }
      const answer = await call('PUT', `/api/member/${id}`, body, { token })
      expect(answer.status).toBe(403)
      expect(await stored()).toMatchObject({ ...account, phone: '' })
    },
  )

  test('The secretary can create a member with empty bank data; a member with an IBAN is rejected (403)', async () => {
    const { token } = await signedIn('secretary')
    const body = { firstName: 'Ida', lastName: 'Weiß', membershipState: 'Passive' }
    const made = await call('POST', '/api/member', { ...body, ...hidden }, { token })
    expect([made.status, (await json(made)).bankingIbanTail]).toEqual([201, null])
    const named = { ...body, firstName: 'Ada' }
    const empty = { bankingIban: '', bankingSepaAllowed: false }
    expect((await call('POST', '/api/member', { ...named, ...empty }, { token })).status).toBe(201)
    const wrong = { ...body, firstName: 'Uta', bankingIban: iban }
    expect((await call('POST', '/api/member', wrong, { token })).status).toBe(403)
  })

  test('A change by management with null as IBAN is rejected (422)', async () => {
    const answer = await call(
      'PUT',
      `/api/member/${id}`,
      { bankingIban: null },
      { token: management },
    )
    expect([answer.status, Object.keys((await json(answer)).error.fields)]).toEqual([
      422,
      ['bankingIban'],
    ])
  })
})

describe("A change of a member's data by the treasurer", () => {
  const path = () => `/api/member/${id}`
  const put = (body: object, token: string) => call('PUT', path(), body, { token })
  const fee = {
    individualFeeInCent: 1250,
    individualFeeReason: 'Hilft am Wagen',
  }
  const otherAccount = {
    bankingIban: 'DE02120300000000202051',
    bankingBic: 'BYLADEM1001',
    bankingAccountOwner: 'Annegret Gruber',
    bankingBank: 'DKB',
    bankingSepaAllowed: true,
    bankingSepaAllowedDate: '2026-01-20',
    mandateReference: 'M-2000',
  }

  test('Bank data, the personal fee and the payer are saved, also in a body with all fields', async () => {
    const { token } = await signedIn('treasurer')
    const saved = await put({ ...otherAccount, ...fee }, token)
    expect(saved.status).toBe(200)
    expect(await json(saved)).toMatchObject({ ...otherAccount, ...fee })
    const { id: _, exit: __, ...whole } = await json(call('GET', path(), undefined, { token }))
    const named = { firstName: 'Oma', lastName: 'Gruber', membershipState: 'Passive' }
    const payer = await json(call('POST', '/api/member', named, { token: management }))
    const body = { ...whole, payerId: payer.id, before: whole }
    expect((await put(body, token)).status).toBe(200)
    expect(await stored()).toMatchObject({ ...otherAccount, ...fee, payerId: payer.id })
  })

  test.each([
    ['phone', '0700 1', 'Telefon'],
    ['lastName', 'Huber', 'Nachname'],
    ['membershipState', 'Passive', 'Mitgliedsstatus'],
    ['membershipActiveTimespan', [{ from: '2000-01-01', to: null }], 'Mitgliedszeiten'],
    ['memberNumber', 7, 'Mitgliedsnummer'],
    ['comment', 'Zahlt bar', 'Kommentar'],
    ['paradesBefore', 3, 'Sprünge vor der Erfassung'],
  ])(
    'A change that sets %s to %j beside bank data is rejected as a whole (403)',
    async (name, value, label) => {
      const { token } = await signedIn('treasurer')
      const before = await stored()
      const answer = await put({ ...otherAccount, [name]: value }, token)
      expect(answer.status).toBe(403)
      expect((await json(answer)).error.message).toBe(
        `Mit der Rolle „Kasse“ änderst Du nur Bankdaten und Beitrag, nicht: ${label}.`,
      )
      expect(await stored()).toEqual(before)
    },
  )

  test('A field that another user has changed since the form was loaded keeps the new value', async () => {
    const { token } = await signedIn('treasurer')
    const { id: _, exit: __, ...whole } = await json(call('GET', path(), undefined, { token }))
    expect((await put({ phone: '0700 1' }, management)).status).toBe(200)
    expect((await put({ ...whole, ...fee, before: whole }, token)).status).toBe(200)
    expect(await stored()).toMatchObject({ ...fee, phone: '0700 1' })
  })

  test('Members of the household cannot be moved (403), and a new member cannot be created (403)', async () => {
    const { token } = await signedIn('treasurer')
    expect((await put({ ...fee, household: [id + 1] }, token)).status).toBe(403)
    expect(await stored()).toMatchObject({ individualFeeInCent: null })
    const body = { lastName: 'Huber', membershipState: 'Active' }
    expect((await call('POST', '/api/member', body, { token })).status).toBe(403)
  })

  test('A change of the personal fee can be undone by the treasurer, but not by the secretary (403)', async () => {
    const { token } = await signedIn('treasurer')
    const changed = await put(fee, token)
    const undo = `/api/history/${changed.headers.get('X-Request-Id')}/undo`
    const secretary = (await signedIn('secretary')).token
    expect((await call('POST', undo, undefined, { token: secretary })).status).toBe(403)
    expect((await call('POST', undo, undefined, { token })).status).toBe(200)
    expect(await stored()).toMatchObject({ individualFeeInCent: null, individualFeeReason: '' })
  })

  test('A change of a phone number cannot be undone by the treasurer (403)', async () => {
    const { token } = await signedIn('treasurer')
    const changed = await put({ ...fee, phone: '0700 1' }, management)
    const undo = `/api/history/${changed.headers.get('X-Request-Id')}/undo`
    expect((await call('POST', undo, undefined, { token })).status).toBe(403)
    expect(await stored()).toMatchObject({ ...fee, phone: '0700 1' })
  })
})

describe('The personal fee of a member and the secretary', () => {
  const fee = { individualFeeInCent: 1250, individualFeeReason: 'Hilft am Wagen' }

  test('The secretary can save a member with the stored personal fee; another one is rejected (403)', async () => {
    const path = `/api/member/${id}`
    expect((await call('PUT', path, fee, { token: management })).status).toBe(200)
    const { token } = await signedIn('secretary')
    const same = await call('PUT', path, { ...fee, phone: '0700 1' }, { token })
    expect(same.status).toBe(200)
    for (const change of [
      { individualFeeInCent: 0 },
      { individualFeeInCent: null },
      { individualFeeReason: 'Freund' },
    ]) {
      const answer = await call('PUT', path, { ...change, phone: '0700 2' }, { token })
      expect(answer.status).toBe(403)
      expect((await json(answer)).error.message).toBe(
        'Den persönlichen Beitrag ändern nur Verwaltung und Kasse.',
      )
    }
    expect(await stored()).toMatchObject({ ...fee, phone: '0700 1' })
  })

  test('The secretary cannot create a member with a personal fee (403), and can undo a member created without one', async () => {
    const { token } = await signedIn('secretary')
    const body = { firstName: 'Ida', lastName: 'Weiß', membershipState: 'Passive' }
    expect((await call('POST', '/api/member', { ...body, ...fee }, { token })).status).toBe(403)
    const made = await call('POST', '/api/member', body, { token })
    expect(made.status).toBe(201)
    const undo = `/api/history/${made.headers.get('X-Request-Id')}/undo`
    expect((await call('POST', undo, undefined, { token })).status).toBe(200)
  })
})

describe('Undo by an office', () => {
  const requestOf = (response: Response) => response.headers.get('X-Request-Id') ?? ''

  test('A change of a member can be undone by the secretary but not by the keeper of costumes (403)', async () => {
    const secretary = (await signedIn('secretary')).token
    const change = { phone: '0700 1' }
    const changed = await call('PUT', `/api/member/${id}`, change, { token: secretary })
    const path = `/api/history/${requestOf(changed)}/undo`
    const costumes = (await signedIn('costumes')).token
    expect((await call('POST', path, undefined, { token: costumes })).status).toBe(403)
    expect(await stored()).toMatchObject({ phone: '0700 1' })
    expect((await call('POST', path, undefined, { token: secretary })).status).toBe(200)
    expect(await stored()).toMatchObject({ phone: '' })
  })

  test('A change of the settings can be undone only by management; treasurer, secretary and other offices are rejected (403)', async () => {
    const body = { name: 'Narrenzunft Neuenried' }
    const changed = await call('PUT', '/api/guild/settings', body, { token: management })
    const path = `/api/history/${requestOf(changed)}/undo`
    for (const role of ['treasurer', 'secretary', 'costumes', 'parades'] as const) {
      const { token } = await signedIn(role)
      expect((await call('POST', path, undefined, { token })).status).toBe(403)
    }
    expect((await call('POST', path, undefined, { token: management })).status).toBe(200)
  })

  test('A change of the honor rules in the settings by management cannot be undone by the secretary (403)', async () => {
    const settings = await json(
      call('GET', '/api/guild/settings', undefined, { token: management }),
    )
    const [changed, ...rest] = settings.honorRules
    const honorRules = [{ ...changed, threshold: changed.threshold + 1 }, ...rest]
    const saved = await call('PUT', '/api/guild/settings', { honorRules }, { token: management })
    expect(saved.status).toBe(200)
    const path = `/api/history/${requestOf(saved)}/undo`
    const { token } = await signedIn('secretary')
    expect((await call('POST', path, undefined, { token })).status).toBe(403)
    const now = await json(call('GET', '/api/guild/settings', undefined, { token: management }))
    expect(now.honorRules).toEqual(honorRules)
    expect((await call('POST', path, undefined, { token: management })).status).toBe(200)
  })

  test("An honor and an office of the guild's own can be undone by the secretary who added them", async () => {
    const { token } = await signedIn('secretary')
    const honor = await call('POST', '/api/guild/honors', { label: 'Goldene Kette' }, { token })
    const office = await call('POST', '/api/guild/offices', { label: 'Zeugwart' }, { token })
    expect([honor.status, office.status]).toEqual([201, 201])
    for (const response of [office, honor]) {
      const path = `/api/history/${requestOf(response)}/undo`
      expect((await call('POST', path, undefined, { token })).status).toBe(200)
    }
    const labels = async (path: string) =>
      (await json(call('GET', path, undefined, { token }))).map(
        ({ label }: { label: string }) => label,
      )
    expect(await labels('/api/guild/honors')).not.toContain('Goldene Kette')
    expect(await labels('/api/guild/offices')).not.toContain('Zeugwart')
  })
})
