import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { type Chosen, enrol, enrolFamily, enrolled } from '#tests/support/enrolment.ts'

// docs/rules.md, "Kinder und Jugendliche": ages count on the day of the parade, 24 January 2027.

const eva = { name: 'Eva Straßer', phone: '0171 2345678', consent: true }
const onDay16 = '2011-01-24'
const dayTooYoungFor16 = '2011-01-25'

let management: { token: string }
let type: { id: number }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  type = await aCostumeType()
})

const send = (method: string, path: string, body?: unknown) => call(method, path, body, management)
const setRules = (rules: object) => send('PUT', '/api/guild/settings', rules)
const place = (paradeId: number, costumeNumber = '1'): Chosen => ({
  paradeId,
  costumeTypeId: type.id,
  costumeNumber,
})
/** The fields of a 422; the status otherwise. */
async function problemsOf(answer: Response | Promise<Response>) {
  const response = await answer
  return response.status === 422 ? (await json(response)).error.fields : response.status
}
const stored = () =>
  rows(
    `SELECT guardian_name, guardian_phone, guardian_consent, guardian_at FROM participations ORDER BY id`,
  )
const noGuardianStored = {
  guardian_name: null,
  guardian_phone: null,
  guardian_consent: null,
  guardian_at: null,
}
const evaStored = {
  guardian_name: 'Eva Straßer',
  guardian_phone: '0171 2345678',
  guardian_consent: 1,
  guardian_at: '2027-01-16T12:00:00.000Z',
}

describe('The age limits', () => {
  test("A parade's own age limits apply instead of the guild's, and 0 means no limit; without its own, those of the guild apply", async () => {
    expect((await setRules({ minAge: 6, guardianBelow: 16 })).status).toBe(200)
    await aParade()
    await aParade({ title: 'Eigene', minAge: 14, guardianBelow: 18, date: '2027-01-25' })
    await aParade({ title: 'Ohne', minAge: 0, guardianBelow: 0, date: '2027-01-26' })
    const listed = await json(call('GET', '/api/enrolment/parades'))
    expect(
      listed.map(({ minAge, guardianBelow }: Record<string, unknown>) => [minAge, guardianBelow]),
    ).toEqual([
      [6, 16],
      [14, 18],
      [null, null],
    ])
  })

  test('The age limits of a parade are stored as sent; an age below 0 or above 99 is rejected with an error at its field', async () => {
    const { id } = await aParade()
    const saved = await json(send('PUT', `/api/parade/${id}`, { minAge: 0, guardianBelow: 16 }))
    expect(saved).toMatchObject({ minAge: 0, guardianBelow: 16 })
    for (const age of [-1, 100]) {
      const fields = await problemsOf(send('PUT', `/api/parade/${id}`, { guardianBelow: age }))
      expect(fields).toHaveProperty('guardianBelow')
    }
    expect(await problemsOf(setRules({ minAge: 100 }))).toHaveProperty('minAge')
    expect(await problemsOf(setRules({ guardianConsentText: ' ' }))).toHaveProperty(
      'guardianConsentText',
    )
  })

  test('The version of the consent text rises with each change of the text, also with an undo, but not with other changes', async () => {
    const version = () => rows('SELECT guardian_consent_version AS v FROM guild_settings')
    expect(await version()).toEqual([{ v: 1 }])
    const changed = await setRules({ guardianConsentText: 'Ich begleite die Kinder.' })
    expect(await version()).toEqual([{ v: 2 }])
    const undo = `/api/history/${changed.headers.get('X-Request-Id')}/undo`
    expect((await send('POST', undo)).status).toBe(200)
    expect(await version()).toEqual([{ v: 3 }])
    await setRules({ guardianBelow: 16 })
    expect(await version()).toEqual([{ v: 3 }])
  })
})

describe('The public enrolment', () => {
  const enrolBorn = (birthday: string | null, paradeId: number, change = {}) =>
    enrol([place(paradeId)], { birthday, age: ageOf(birthday), ...change })
  const ageOf = (birthday: string | null) =>
    birthday !== null && birthday > '2011-01-16' ? 'Child' : 'Adult'

  test('A person who reaches the minimum age on the day of the parade is accepted; one a day younger is rejected with an error at the birthday', async () => {
    const { id } = await aParade({ minAge: 16 })
    expect(await problemsOf(enrolBorn(dayTooYoungFor16, id))).toEqual({
      birthday: 'Für „Ringtreffen Moosried“ muss man am Umzugstag mindestens 16 Jahre alt sein.',
    })
    expect(await problemsOf(enrolBorn(onDay16, id))).toBe(200)
  })

  test('A person born on 29 February reaches an age on 1 March in a year without that day', async () => {
    const february = await aParade({ minAge: 15, date: '2027-02-28' })
    const march = await aParade({ minAge: 15, date: '2027-03-01' })
    expect(await problemsOf(enrolBorn('2012-02-29', february.id))).toHaveProperty('birthday')
    expect(await problemsOf(enrolBorn('2012-02-29', march.id))).toBe(200)
  })

  test('If a parade has an age limit, an enrolment without a birthday is rejected with an error at the birthday', async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    expect(await problemsOf(enrolBorn(null, id, { guardian: eva }))).toEqual({
      birthday: 'Gib den Geburtstag an: Für „Ringtreffen Moosried“ gilt eine Altersregel.',
    })
    const free = await aParade({ title: 'Ohne Regel' })
    expect(await problemsOf(enrolBorn(null, free.id))).toBe(200)
  })

  test('Below the age for a guardian, an enrolment without one is rejected, and with one stored with the place; at that age none is stored', async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    expect(await problemsOf(enrolBorn(dayTooYoungFor16, id))).toEqual({
      guardian: 'Unter 16 Jahren ist eine Begleitung mit Einwilligung nötig.',
    })
    expect(await problemsOf(enrolBorn(dayTooYoungFor16, id, { guardian: eva }))).toBe(200)
    expect(
      await problemsOf(
        enrol([place(id, '2')], { birthday: onDay16, age: 'Child', firstName: 'Lena' }),
      ),
    ).toBe(200)
    expect(await stored()).toEqual([evaStored, noGuardianStored])
  })

  test('A guardian without name, phone or consent is rejected with errors at each missing field and at the guardian', async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    const withGuardian = (guardian: unknown) =>
      problemsOf(enrolBorn(dayTooYoungFor16, id, { guardian }))
    expect(Object.keys(await withGuardian({ ...eva, consent: false }))).toEqual([
      'guardian',
      'guardian.consent',
    ])
    expect(Object.keys(await withGuardian({}))).toEqual([
      'guardian',
      'guardian.name',
      'guardian.phone',
      'guardian.consent',
    ])
    expect(await withGuardian({ ...eva, phone: 'Mama' })).toHaveProperty('guardian.phone')
    expect(await withGuardian(null)).toHaveProperty('guardian')
    expect(await rows('SELECT id FROM orders')).toEqual([])
  })

  test('A public enrolment below the age for a guardian is rejected even with withoutGuardian in the request', async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    const answer = enrolBorn(dayTooYoungFor16, id, { withoutGuardian: true })
    expect(await problemsOf(answer)).toHaveProperty('guardian')
  })

  test("The one guardian of a family's enrolment is stored only with the places of people below the age limit of the parade", async () => {
    const strict = await aParade({ guardianBelow: 16 })
    const free = await aParade({ title: 'Ohne Regel', date: '2027-01-25' })
    const people = [
      { parades: [place(strict.id, '1')] },
      {
        firstName: 'Lena',
        birthday: '2015-05-05',
        age: 'Child',
        parades: [place(strict.id, '2'), place(free.id, '2')],
      },
    ]
    expect(await problemsOf(enrolFamily(people))).toEqual({
      guardian: 'Unter 16 Jahren ist eine Begleitung mit Einwilligung nötig.',
    })
    expect(await problemsOf(enrolFamily(people, { guardian: eva }))).toBe(200)
    expect(await stored()).toEqual([noGuardianStored, evaStored, noGuardianStored])
  })

  test('If people of a family are too young or without a birthday, the enrolment is rejected with an error at the birthday of each', async () => {
    const { id } = await aParade({ minAge: 6 })
    const people = [
      { parades: [place(id, '1')], birthday: null },
      { parades: [place(id, '2')], birthday: '2024-01-01', age: 'Child' },
    ]
    expect(Object.keys(await problemsOf(enrolFamily(people)))).toEqual([
      'people.0.birthday',
      'people.1.birthday',
    ])
  })

  test('If no person of an enrolment requires a guardian, a guardian in the request is not stored', async () => {
    const { id } = await aParade()
    expect(await problemsOf(enrolBorn('2020-01-01', id, { guardian: eva }))).toBe(200)
    expect(await stored()).toEqual([noGuardianStored])
  })

  test("An unpaid order can be replaced by one that differs only in the guardian's phone number", async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    const first = { birthday: dayTooYoungFor16, age: 'Child', guardian: eva }
    const { orderToken } = await json(enrol([place(id)], first))
    const corrected = { ...first, guardian: { ...eva, phone: '0171 999999' }, replaces: orderToken }
    expect((await enrol([place(id)], corrected)).status).toBe(200)
    expect(
      await rows(`SELECT guardian_phone FROM participations WHERE state = 'reserved'`),
    ).toEqual([{ guardian_phone: '0171 999999' }])
  })

  test('The payer can still change a costume if the parade got an age limit after the enrolment', async () => {
    const { id } = await aParade({ priceForAdultsInCent: 0, priceForChildrenInCent: 0 })
    const { orderToken } = await json(enrolBorn(dayTooYoungFor16, id))
    await send('PUT', `/api/parade/${id}`, { minAge: 18, guardianBelow: 18 })
    const order = await json(call('GET', `/api/enrolment/orders/${orderToken}`))
    const placeId = order.people[0].places[0].id
    const wish = { newCostumeTypeId: type.id, newCostumeNumber: '9' }
    const path = `/api/enrolment/orders/${orderToken}/places/${placeId}/costume`
    expect((await call('POST', path, wish)).status).toBe(200)
  })
})

describe('Enrolments by staff', () => {
  let parade: { id: number }
  beforeEach(async () => {
    parade = await aParade({ guardianBelow: 16, minAge: 6, date: '2027-01-16' })
  })
  const child = { firstName: 'Lena', lastName: 'Straßer', birthday: '2015-05-05' }

  test('An internal enrolment of a child is accepted with a guardian or with withoutGuardian, else rejected with an error at the guardian', async () => {
    const enter = (change = {}) =>
      problemsOf(
        send('POST', '/api/parades/internal-enrol', {
          ...child,
          parades: [place(parade.id)],
          ...change,
        }),
      )
    expect(await enter()).toHaveProperty('guardian')
    expect(await enter({ birthday: null, withoutGuardian: true })).toHaveProperty('birthday')
    expect(await enter({ birthday: '2022-01-01', withoutGuardian: true })).toHaveProperty(
      'birthday',
    )
    expect(await enter({ withoutGuardian: true })).toBe(200)
    expect(await enter({ firstName: 'Mia', parades: [place(parade.id, '2')], guardian: eva })).toBe(
      200,
    )
    expect(await stored()).toEqual([noGuardianStored, evaStored])
  })

  test('Adding a member below the age for a guardian to a parade is rejected without one; with one, the history omits the phone number', async () => {
    const member = await aMember({ birthday: '2015-05-05' })
    const costume = await aCostume(type.id, '77')
    const enter = (change = {}) =>
      send('POST', `/api/parade/${parade.id}/participation`, {
        memberId: member.id,
        costumeId: costume.id,
        ...change,
      })
    expect(await problemsOf(enter())).toHaveProperty('guardian')
    const row = await json(enter({ guardian: eva }))
    expect(row.minor).toEqual({
      below: 16,
      guardian: { name: 'Eva Straßer', phone: '0171 2345678' },
    })
    const [entry] = (await json(send('GET', `/api/history?entity=parade&entityId=${parade.id}`)))
      .entries
    expect(JSON.stringify(entry)).toContain('guardianName')
    expect(JSON.stringify(entry)).not.toContain('0171')
  })

  test('An on-site entry of a minor is rejected without a guardian or withoutGuardian; the check-in list shows minors with their guardian, if any', async () => {
    const path = `/api/parade/${parade.id}/participation/atParade`
    const body = { ...child, selectedCostumeTypeId: type.id }
    expect(await problemsOf(send('POST', path, body))).toHaveProperty('guardian')
    expect((await send('POST', path, { ...body, guardian: eva })).status).toBe(201)
    const mia = { ...body, firstName: 'Mia', withoutGuardian: true }
    expect((await send('POST', path, mia)).status).toBe(201)
    const adult = { ...body, firstName: 'Otto', birthday: '1980-01-01' }
    expect((await send('POST', path, adult)).status).toBe(201)
    const helper = await signedIn('helper')
    const list = await json(call('GET', `/api/check-in?parade=${parade.id}`, undefined, helper))
    expect(list.parades[0].parade).toMatchObject({ minAge: 6, guardianBelow: 16 })
    expect(list.parades[0].rows.map(({ minor }: { minor: unknown }) => minor)).toEqual([
      { below: 16, guardian: { name: 'Eva Straßer', phone: '0171 2345678' } },
      { below: 16, guardian: null },
      null,
    ])
    expect(JSON.stringify(list)).not.toContain('2015-05-05')
  })

  test('An on-site entry of a minor without a guardian that a phone sends is "refused" with the age limit in the message', async () => {
    const act = (id: string, change = {}) => ({
      id,
      kind: 'enter',
      paradeId: parade.id,
      at: '2027-01-16T11:00:00Z',
      entry: { ...child, selectedCostumeTypeId: type.id, ...change },
    })
    const { results } = await json(
      send('POST', '/api/check-in/acts', {
        device: 'a',
        acts: [
          act('00000000-0000-4000-8000-000000000001'),
          act('00000000-0000-4000-8000-000000000002', { guardian: eva }),
        ],
      }),
    )
    expect(results[0]).toMatchObject({
      outcome: 'refused',
      message: 'Unter 16 Jahren ist eine Begleitung mit Einwilligung nötig.',
    })
    expect(results[1]).toMatchObject({
      outcome: 'done',
      row: { minor: { guardian: { name: 'Eva Straßer' } } },
    })
  })
})

describe('The guardian’s data', () => {
  const lena = { birthday: dayTooYoungFor16, age: 'Child' }

  test('The version of the consent that was shown is stored, also when the guild has changed the text before it is sent; a version that does not exist counts as the present one', async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    const version = async () =>
      (await rows('SELECT guardian_consent AS of FROM participations ORDER BY id DESC LIMIT 1'))[0]
    const page = await (await call('GET', '/parade-enrolment')).text()
    expect(page).toMatch(/name="guardian\.consent"[^>]* value="1"/)
    await setRules({ guardianConsentText: 'Ich bin dabei.' })
    const sent = (n: number, guardian: object) =>
      enrol([place(id, `${n}`)], { ...lena, firstName: `Lena ${n}`, guardian })
    expect((await sent(1, { ...eva, version: 1 })).status).toBe(200)
    expect(await version()).toEqual({ of: 1 })
    for (const [n, guardian] of [
      [2, { ...eva, version: 2 }],
      [3, eva],
      [4, { ...eva, version: 99 }],
    ] as const) {
      expect((await sent(n, guardian)).status).toBe(200)
      expect(await version()).toEqual({ of: 2 })
    }
    expect((await sent(5, { ...eva, version: 0 })).status).toBe(422)
  })

  test('Without scripts the version that was shown travels with the consent through the confirmation', async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    const fields = new URLSearchParams({
      firstName: 'Lena',
      lastName: 'Straßer',
      emailAddress: 'eva@example.de',
      birthday: '25.01.2011',
      parade: `${id}`,
      [`costumeNumber-${id}`]: '7',
      [`costumeTypeId-${id}`]: `${type.id}`,
      'guardian.name': 'Eva Straßer',
      'guardian.phone': '0171 2345678',
      'guardian.consent': '1',
    })
    const post = (body: URLSearchParams) =>
      call('POST', '/parade-enrolment', body.toString(), {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })
    const look = await (await post(fields)).text()
    expect(look.replaceAll('<!-- -->', '')).toContain(
      'Begleitung: <b class="text-foreground">Eva Straßer</b>, 0171 2345678',
    )
    expect(look).toContain('<input type="hidden" name="guardian.consent" value="1"/>')
    await setRules({ guardianConsentText: 'Ich bin dabei.' })
    fields.set('step', 'book')
    fields.set('expectedTotalInCent', '300')
    expect((await post(fields)).status).toBeLessThan(400)
    expect(await stored()).toEqual([evaStored])
  })

  test('The payer sees the name of the guardian in "Meine Anmeldung", and no telephone', async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    const { orderToken } = await json(enrol([place(id)], { ...lena, guardian: eva }))
    const answer = await (await call('GET', `/api/enrolment/orders/${orderToken}`)).text()
    expect(answer).toContain('"guardianName":"Eva Straßer"')
    expect(answer).not.toContain('0171')
  })

  test('Anonymising the member removes name and phone of the guardian from all their places', async () => {
    const member = await aMember({ birthday: '2015-05-05', membershipState: 'Left' })
    const costume = await aCostume(type.id, '77')
    const past = {
      date: '2026-02-01',
      dateEnrolmentStart: '2025-11-11',
      dateEnrolmentEnd: '2026-01-24',
    }
    const { id } = await aParade({ guardianBelow: 16, ...past })
    const body = { memberId: member.id, costumeId: costume.id, guardian: eva }
    await rows(`UPDATE members SET membership_state = 'Active' WHERE id = ${member.id}`)
    expect((await send('POST', `/api/parade/${id}/participation`, body)).status).toBe(201)
    expect(await stored()).toEqual([evaStored])
    await rows(`UPDATE members SET membership_state = 'Left', date_joined = '2015-06-01',
      date_left = '2016-03-01' WHERE id = ${member.id}`)
    const name = 'Annegret Gruber'
    expect((await send('POST', `/api/member/${member.id}/anonymise`, { name })).status).toBe(200)
    expect(await stored()).toEqual([noGuardianStored])
  })

  test('The disclosure of the payer contains the guardian entered in the enrolment, with phone and consent', async () => {
    const { id } = await aParade({ guardianBelow: 16 })
    await enrolled([place(id)], { birthday: dayTooYoungFor16, age: 'Child', guardian: eva })
    const member = await aMember({ eMail: 'joerg.strasser@example.de' })
    const disclosed = await (await send('GET', `/api/member/${member.id}/disclosure`)).text()
    expect(disclosed).toContain(
      'Begleitung Eva Straßer, 0171 2345678, eingewilligt 16.01.2027, 13:00 (Fassung 1)',
    )
  })

  test('The guardian of a place is deleted twelve months after the parade, and not before', async () => {
    const { id } = await aParade({
      guardianBelow: 16,
      priceForAdultsInCent: 0,
      priceForChildrenInCent: 0,
    })
    await enrolled([place(id)], { birthday: dayTooYoungFor16, age: 'Child', guardian: eva })
    setClock('2028-01-23T03:30:00Z')
    await runCron()
    expect(await stored()).toEqual([evaStored])
    setClock('2028-01-24T03:30:00Z')
    await runCron()
    expect(await stored()).toEqual([noGuardianStored])
  })
})
