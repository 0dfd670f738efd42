import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { noLegal } from '#tests/support/no-legal.ts'
import { aPasskey, aUser } from '#tests/support/passkeys.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { honorTypes } from '#worker/domain/codes.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import { defaultConsentText } from '#worker/domain/minors.ts'

let token: string

beforeEach(async () => {
  setClock()
  token = (await signedIn('management')).token
})

const read = () => json(call('GET', '/api/guild/settings', undefined, { token }))
const save = (change: object) => call('PUT', '/api/guild/settings', change, { token })

test('A new guild has the default fee and honor tables, and all other settings empty or at their defaults', async () => {
  const { feeRules, honorRules, ...settings } = await read()
  expect(settings).toEqual({
    ...noLegal,
    selfCancel: 'off',
    selfCancelDays: 7,
    passkeysRequired: false,
    passkeysRequiredFrom: null,
    passkeyRule: { isOffered: false },
    familyCapInCent: null,
    cashAtCheckIn: true,
    minAge: null,
    guardianBelow: null,
    guardianConsentText: defaultConsentText,
    name: '',
    address: '',
    creditorName: '',
    creditorId: '',
    creditorIban: '',
    creditorBic: '',
    sepaLeadDays: 14,
    assemblyDate: null,
  })
  expect(feeRules).toEqual([
    { validFrom: 2000, state: 'Active', ageFrom: 0, ageTo: 17, amountInCent: 0 },
    { validFrom: 2000, state: 'Active', ageFrom: 18, ageTo: null, amountInCent: 2000 },
    { validFrom: 2000, state: 'Passive', ageFrom: 0, ageTo: 17, amountInCent: 0 },
    { validFrom: 2000, state: 'Passive', ageFrom: 18, ageTo: null, amountInCent: 1500 },
  ])
  expect(honorRules.map(({ type }: { type: string }) => type)).toEqual(honorTypes)
  expect(
    Object.fromEntries(
      honorRules.map(({ type, label }: { type: string; label: string }) => [type, label]),
    ),
  ).toEqual(honorLabels)
})

describe('saving the settings', () => {
  test('Saving settings changes only the settings in the request', async () => {
    await save({ name: 'Narrenzunft Schellental', address: 'Rathausplatz 1, 88999 Schellental' })
    const response = await save({ assemblyDate: '2027-03-05' })
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      name: 'Narrenzunft Schellental',
      assemblyDate: '2027-03-05',
      sepaLeadDays: 14,
    })
    expect(await json(call('GET', '/api/guild'))).toEqual({ name: 'Narrenzunft Schellental' })
  })

  test('The first guild name saved is also stored as legal name and creditor name; later changes of one do not change the others', async () => {
    await save({ name: 'Narrenzunft Schellental' })
    const names = async () => {
      const { name, legalName, creditorName } = await read()
      return [name, legalName, creditorName]
    }
    const [guild, association] = ['Narrenzunft Schellental', 'Narrenzunft Schellental e.V.']
    expect(await names()).toEqual([guild, guild, guild])
    await save({ legalName: association })
    await save({ name: 'Zunft Schellental' })
    expect(await names()).toEqual(['Zunft Schellental', association, guild])
    await save({ name: 'Zunft', legalName: '' })
    expect(await names()).toEqual(['Zunft', '', guild])
    await save({ name: '  ' })
    expect((await names()).slice(1)).toEqual(['', guild])
  })

  test('Bank data of the guild is accepted with blanks and in small letters, and stored in capitals without blanks', async () => {
    const answer = await json(
      save({
        creditorIban: 'de89 3704 0044 0532 0130 00',
        creditorBic: 'cobadeff xxx',
        creditorId: 'de98 zzz 09999999999',
      }),
    )
    expect(answer).toMatchObject({
      creditorIban: 'DE89370400440532013000',
      creditorBic: 'COBADEFFXXX',
      creditorId: 'DE98ZZZ09999999999',
    })
  })

  test.each([
    ['creditorIban', 'DE89370400440532013001'],
    ['creditorIban', '- -'],
    ['creditorBic', 'COBA'],
    ['creditorId', 'DE97ZZZ09999999999'],
    ['creditorId', 'DE98ZZZ0999999999'],
  ])(
    'The setting %s with the value %s is rejected at its field, and nothing is stored (422)',
    async (field, value) => {
      const response = await save({ [field]: value, name: 'Neu' })
      expect(response.status).toBe(422)
      expect(Object.keys((await json(response)).error.fields)).toEqual([field])
      expect((await read()).name).toBe('')
    },
  )

  const fee = { validFrom: 2027, state: 'Active', ageFrom: 0, ageTo: null, amountInCent: 1000 }

  test('Saving the fee table replaces all its rows', async () => {
    const feeRules = [
      { ...fee, ageTo: 17 },
      { ...fee, ageFrom: 18, amountInCent: 2500 },
    ]
    expect((await json(save({ feeRules }))).feeRules).toEqual(feeRules)
  })

  test.each([
    ['overlap in one table', [fee, { ...fee, ageFrom: 18 }], 'feeRules.1.ageFrom'],
    [
      'meet at one age',
      [
        { ...fee, ageTo: 18 },
        { ...fee, ageFrom: 18 },
      ],
      'feeRules.1.ageFrom',
    ],
    ['end before they begin', [{ ...fee, ageFrom: 18, ageTo: 17 }], 'feeRules.0.ageTo'],
  ])('A fee table with age ranges that %s is rejected (422)', async (_, feeRules, field) => {
    const response = await save({ feeRules })
    expect(response.status).toBe(422)
    expect(Object.keys((await json(response)).error.fields)).toEqual([field])
    expect((await read()).feeRules).toHaveLength(4)
  })

  test('Accepts a fee table with the same ages in two years and for two membership states', async () => {
    const feeRules = [fee, { ...fee, validFrom: 2028 }, { ...fee, state: 'Passive' }]
    expect((await save({ feeRules })).status).toBe(200)
  })

  test('Saving one honor rule does not change the other rules', async () => {
    const before = await read()
    const rule = {
      type: 'Obernarr_15',
      basis: 'dutyYears',
      threshold: 12,
      duties: ['Kassier'],
      label: 'Obernarr (12 Jahre)',
      issuer: 'VSAN',
      certificateText: 'für {Jahre} Jahre:\n{Ämter}',
    }
    const after = await json(save({ honorRules: [rule] }))
    expect(after.honorRules).toEqual(
      before.honorRules.map((one: { type: string }) => (one.type === rule.type ? rule : one)),
    )
  })

  const parades = (type: string, threshold: number | null, basis = 'parades') => ({
    type,
    basis,
    threshold,
    duties: [],
    label: type,
  })

  test.each([
    ['a threshold below that of the lower honor', [parades('Parades_100', 10)]],
    ['a threshold above that of the higher honor', [parades('Parades_25', 60)]],
    [
      'falling thresholds around an honor by hand',
      [
        parades('Parades_25', 100),
        parades('Parades_50', null, 'manual'),
        parades('Parades_100', 30),
      ],
    ],
  ])('Honor rules with %s are rejected (422)', async (_, rules) => {
    const response = await save({ honorRules: rules })
    expect(response.status).toBe(422)
    expect(Object.keys((await json(response)).error.fields)).toEqual([
      `honorRules.${rules.length - 1}.threshold`,
    ])
  })

  const byHand = { type: 'Ehrenelferrat', basis: 'manual', label: 'Ehrenelferrat' }

  test.each([
    [{ certificateText: 'am {Datm}' }, 'certificateText', /^\{Datm\} kennen wir nicht\./],
    [
      { certificateText: 'für {Jahre} Jahre' },
      'certificateText',
      /\{Name\}, \{Ehrung\}, \{Datum\}\.$/,
    ],
    [{ certificateText: 'x'.repeat(1001) }, 'certificateText', /1000/],
    [{ issuer: 'x'.repeat(101) }, 'issuer', /100/],
    [{ issuer: 'zwei\u0007Zeilen' }, 'issuer', /./],
  ])(
    'An honor rule with %j is rejected, and nothing is stored (422)',
    async (change, field, message) => {
      const before = await read()
      const response = await save({ honorRules: [{ ...byHand, ...change }] })
      expect(response.status).toBe(422)
      const { fields } = (await json(response)).error
      expect(Object.keys(fields)).toEqual([`honorRules.0.${field}`])
      expect(fields[`honorRules.0.${field}`]).toMatch(message)
      expect(await read()).toEqual(before)
    },
  )

  test('The certificate text of an honor that consists of blanks is stored as empty, and the issuer without blanks at both ends', async () => {
    const after = await json(
      save({ honorRules: [{ ...byHand, issuer: ' VSAN ', certificateText: ' \n ' }] }),
    )
    const stored = after.honorRules.find(({ type }: { type: string }) => type === byHand.type)
    expect(stored).toMatchObject({ issuer: 'VSAN', certificateText: '' })
  })

  test('A change of issuer and certificate text is in the history and can be undone', async () => {
    const before = await read()
    await save({ honorRules: [{ ...byHand, issuer: 'VSAN', certificateText: 'Danke, {Name}' }] })
    const { entries } = await json(call('GET', '/api/history', undefined, { token }))
    const [{ requestId, lines }] = entries
    expect(JSON.stringify(lines)).toContain('"issuer":["","VSAN"]')
    expect(
      (await call('POST', `/api/history/${requestId}/undo`, undefined, { token })).status,
    ).toBe(200)
    expect((await read()).honorRules).toEqual(before.honorRules)
  })

  test.each([
    [{ sepaLeadDays: -1 }, 422],
    [{ sepaLeadDays: 'fünf' }, 400],
    [{ assemblyDate: '2027-02-31' }, 400],
    [{ honorRules: [{ type: 'Orden', basis: 'manual', label: 'x' }] }, 422],
  ])('Saving the settings %j is rejected (%i)', async (change, status) => {
    expect((await save(change)).status).toBe(status)
  })
})

test('Management can read and change the settings, readonly users only read them, helpers neither (403)', async () => {
  const { token: reader } = await signedIn('readonly')
  const { token: helper } = await signedIn('helper')
  const path = '/api/guild/settings'
  expect((await call('GET', path, undefined, { token: reader })).status).toBe(200)
  expect((await call('PUT', path, { name: 'x' }, { token: reader })).status).toBe(403)
  expect((await call('GET', path, undefined, { token: helper })).status).toBe(403)
})

describe('the legal texts of the guild', () => {
  const legal = {
    legalName: 'Narrenzunft Schellental e.V.',
    street: 'Zunftstraße 3',
    plz: '72999',
    town: 'Schellental',
    representatives: 'Hans Kächele, Sabine Abele',
    contactEmail: 'zunft@schellental.example',
    contactPhone: '07071 4710',
    registerCourt: 'Amtsgericht Stuttgart',
    registerNumber: 'VR 100',
    vatId: 'DE123456789',
    privacyContact: 'Sabine Abele',
    imprintText: 'Wir.\n\nUnd\nwo.',
    privacyText: '<b>Nichts</b> & niemand',
    accessibilityText: 'Ruf uns an.',
  }

  test('The legal texts of the guild are public, cached for a minute and include no other setting', async () => {
    expect(await json(call('GET', '/api/guild/legal'))).toEqual(noLegal)
    const response = await save({ ...legal, creditorIban: 'DE89370400440532013000' })
    expect(await json(response)).toMatchObject(legal)
    const open = await call('GET', '/api/guild/legal')
    expect(open.status).toBe(200)
    expect(open.headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(await json(open)).toEqual(legal)
  })

  test('Saving one legal text does not change the others; short texts are trimmed, and a text of only blanks is stored as empty', async () => {
    await save(legal)
    const change = { town: ' Schellental-Oberdorf ', imprintText: ' \n\t', privacyText: ' a\n\nb ' }
    expect(await json(save(change))).toMatchObject({
      ...legal,
      town: 'Schellental-Oberdorf',
      imprintText: '',
      privacyText: ' a\n\nb ',
    })
  })

  const tenThousand = 'ü'.repeat(10_000)

  test("The guild's own imprint and privacy texts may have at most 10,000 characters (422)", async () => {
    const texts = { imprintText: tenThousand, privacyText: tenThousand }
    expect((await save(texts)).status).toBe(200)
    expect(await json(call('GET', '/api/guild/legal'))).toMatchObject(texts)
    const response = await save({ imprintText: `${tenThousand}.`, town: 'x' })
    expect(response.status).toBe(422)
    expect((await json(response)).error.fields).toEqual({ imprintText: 'Höchstens 10000 Zeichen.' })
    expect((await read()).town).toBe('')
  })

  test.each([
    ['contactEmail', 'zunft', 'Gib eine gültige E-Mail Adresse an.'],
    ['contactEmail', 'a@b', 'Gib eine gültige E-Mail Adresse an.'],
    ['legalName', 'x'.repeat(201), 'Höchstens 200 Zeichen.'],
    ['street', 'a\u0007b', 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.'],
    ['imprintText', 'a\0b', 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.'],
  ])(
    'The legal text %s with the value %j is rejected at its field (422)',
    async (field, value, message) => {
      const response = await save({ [field]: value, name: 'Neu' })
      expect(response.status).toBe(422)
      expect((await json(response)).error.fields).toEqual({ [field]: message })
      expect((await read()).name).toBe('')
    },
  )
})

describe('cash at the check-in', () => {
  test('Cash at the check-in is on by default and can be switched off and on again', async () => {
    expect(await read()).toMatchObject({ cashAtCheckIn: true })
    for (const cashAtCheckIn of [false, true]) {
      expect(await json(save({ cashAtCheckIn }))).toMatchObject({ cashAtCheckIn })
      expect(await read()).toMatchObject({ cashAtCheckIn })
    }
  })

  test.each([1, 'nein', null])(
    'Rejects %j as the setting for cash at the check-in (400)',
    async (cashAtCheckIn) => {
      expect((await save({ cashAtCheckIn })).status).toBe(400)
      expect(await read()).toMatchObject({ cashAtCheckIn: true })
    },
  )
})

describe('cancellation by payers', () => {
  test.each([
    { selfCancel: 'refund', selfCancelDays: 0 },
    { selfCancel: 'withoutRefund', selfCancelDays: 60 },
    { selfCancel: 'off', selfCancelDays: 1 },
  ])('The rule %j for cancellations by payers is accepted', async (change) => {
    expect(await json(save(change))).toMatchObject(change)
    expect(await read()).toMatchObject(change)
  })

  test.each([
    [{ selfCancelDays: 61 }, 422, 'Es sind 0 bis 60 Tage.'],
    [{ selfCancelDays: -1 }, 422, 'Es sind 0 bis 60 Tage.'],
    [{ selfCancelDays: 1.5 }, 400, 'Dieser Wert fehlt oder hat die falsche Form.'],
    [{ selfCancelDays: '7' }, 400, 'Dieser Wert fehlt oder hat die falsche Form.'],
    [{ selfCancelDays: null }, 400, 'Dieser Wert fehlt oder hat die falsche Form.'],
    [{ selfCancel: 'maybe' }, 422, 'Dieser Wert ist nicht vorgesehen.'],
    [{ selfCancel: true }, 400, 'Dieser Wert ist nicht vorgesehen.'],
  ])(
    'The rule %j for cancellations by payers is rejected (%i)',
    async (change, status, message) => {
      const response = await save(change)
      expect(response.status).toBe(status)
      expect(Object.values((await json(response)).error.fields)).toEqual([message])
      expect(await read()).toMatchObject({ selfCancel: 'off', selfCancelDays: 7 })
    },
  )
})

describe('recent sign-in for sensitive settings', () => {
  /** Moves the confirmation of the session to eleven minutes ago. */
  async function expireConfirmation() {
    await rows("UPDATE sessions SET confirmed_at = '2027-01-16T11:49:00.000Z'")
  }

  test.each([
    { creditorName: 'Narrenzunft Moosried' },
    { creditorId: 'DE98ZZZ09999999999' },
    { creditorIban: 'DE02120300000000202051' },
    { creditorBic: 'COBADEFFXXX' },
    { passkeysRequired: true },
  ])(
    'Saving %o without a recent sign-in is rejected (403), and nothing of the request is stored',
    async (change) => {
      await expireConfirmation()
      const before = await read()
      const response = await save({ ...change, name: 'Narrenzunft Moosried' })
      expect(response.status).toBe(403)
      expect((await json(response)).error.code).toBe('ConfirmNeeded')
      expect(await read()).toEqual(before)
    },
  )

  test('Undoing "Verwaltung nur mit Passkey" requires a recent sign-in (403)', async () => {
    configure({ ENVIRONMENT: 'preview' })
    const user = await aUser()
    await aPasskey(user)
    token = user.token
    expect((await save({ passkeysRequired: true })).status).toBe(200)
    configure({ ENVIRONMENT: 'local' })
    const [{ id } = { id: '' }] = await rows<{ id: string }>(
      "SELECT request_id AS id FROM audit_entries WHERE entity = 'settings' ORDER BY id DESC LIMIT 1",
    )
    await expireConfirmation()
    const undo = () => call('POST', `/api/history/${id}/undo`, {}, { token })
    const refused = await undo()
    expect([refused.status, (await json(refused)).error.code]).toEqual([403, 'ConfirmNeeded'])
    expect((await read()).passkeysRequired).toBe(true)
    await rows("UPDATE sessions SET confirmed_at = '2027-01-16T12:00:00.000Z'")
    expect((await undo()).status).toBe(200)
    expect((await read()).passkeysRequired).toBe(false)
  })

  test('Saving unchanged bank data and other settings requires no recent sign-in', async () => {
    await save({ creditorIban: 'DE02120300000000202051' })
    await expireConfirmation()
    const change = { creditorIban: 'de02 1203 0000 0000 2020 51', name: 'Narrenzunft Moosried' }
    expect((await save(change)).status).toBe(200)
  })
})
