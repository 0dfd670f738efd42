import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { decide, enrol, enrolled } from '#tests/support/enrolment.ts'
import { renderMail } from '#worker/orders/mails/order-mails.ts'

// docs/rules.md, "Umzüge": hours of the enrolment, departures, start and line-up. The clock of the tests is
// the server's; it is 13:00 in Berlin on 16 January 2027 unless set.

let management: { token: string }
let type: { id: number }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  type = await aCostumeType()
})

const send = (method: string, path: string, body?: unknown) => call(method, path, body, management)
const place = (paradeId: number) => ({ paradeId, costumeTypeId: type.id, costumeNumber: '7' })
const openTitles = async () =>
  (await json(call('GET', '/api/enrolment/parades'))).map(({ title }: { title: string }) => title)

/** The statuses of an enrolment at these instants, each with a costume of its own. */
async function statusesAt(paradeId: number, instants: readonly string[]) {
  const statuses: number[] = []
  for (const [number, instant] of instants.entries()) {
    setClock(instant)
    const chosen = { ...place(paradeId), costumeNumber: String(number + 1) }
    const { status } = await enrol([chosen], { firstName: `Narr ${number}` })
    const isListed = (await openTitles()).length > 0
    expect(isListed).toBe(status === 200)
    statuses.push(status)
  }
  return statuses
}

describe('The hours of an enrolment', () => {
  test('An enrolment with times of day opens and ends exactly at these times in Berlin', async () => {
    const { id } = await aParade({
      dateEnrolmentStart: '2027-01-15',
      timeEnrolmentStart: '20:00',
      dateEnrolmentEnd: '2027-01-17',
      timeEnrolmentEnd: '18:30',
    })
    const instants = [
      '2027-01-15T18:59:59.999Z',
      '2027-01-15T19:00:00.000Z',
      '2027-01-17T17:29:59.999Z',
      '2027-01-17T17:30:00.000Z',
    ]
    expect(await statusesAt(id, instants)).toEqual([409, 200, 200, 409])
  })

  test('An enrolment without times of day is open from 00:00 of its first day to 24:00 of its last day in Berlin', async () => {
    const { id } = await aParade({
      dateEnrolmentStart: '2027-01-16',
      dateEnrolmentEnd: '2027-01-17',
    })
    const instants = [
      '2027-01-15T22:59:59.999Z',
      '2027-01-15T23:00:00.000Z',
      '2027-01-17T22:59:59.999Z',
      '2027-01-17T23:00:00.000Z',
    ]
    expect(await statusesAt(id, instants)).toEqual([409, 200, 200, 409])
  })

  test('If an enrolment opens at an hour that occurs twice because the clock is set back, it opens at the first occurrence', async () => {
    const { id } = await aParade({
      date: '2027-11-11',
      dateEnrolmentStart: '2027-10-31',
      timeEnrolmentStart: '02:30',
      dateEnrolmentEnd: '2027-11-10',
    })
    const instants = [
      '2027-10-31T00:29:59.000Z',
      '2027-10-31T00:30:00.000Z',
      '2027-10-31T01:00:00.000Z',
      '2027-10-31T01:29:00.000Z',
      '2027-10-31T02:00:00.000Z',
    ]
    expect(await statusesAt(id, instants)).toEqual([409, 200, 200, 200, 200])
  })

  test('If an enrolment ends at an hour that occurs twice because the clock is set back, it ends at the first occurrence and is closed from then on', async () => {
    const { id } = await aParade({
      date: '2027-11-11',
      dateEnrolmentStart: '2027-10-01',
      dateEnrolmentEnd: '2027-10-31',
      timeEnrolmentEnd: '02:30',
    })
    const instants = [
      '2027-10-31T00:29:59.000Z',
      '2027-10-31T00:30:00.000Z',
      '2027-10-31T01:15:00.000Z',
      '2027-10-31T02:30:00.000Z',
    ]
    expect(await statusesAt(id, instants)).toEqual([200, 409, 409, 409])
  })

  test('The rejection of an enrolment before it opens (409) contains the time at which all its parades are open, or none if one is over by then', async () => {
    const coming = await aParade({ dateEnrolmentStart: '2027-01-18', timeEnrolmentStart: '20:00' })
    const later = await aParade({ dateEnrolmentStart: '2027-01-19' })
    const over = await aParade({ dateEnrolmentEnd: '2027-01-16', timeEnrolmentEnd: '12:00' })
    const opensAt = async (...parades: { id: number }[]) => {
      const answer = await enrol(parades.map(({ id }) => place(id)))
      expect(answer.status).toBe(409)
      const { error } = await json(answer)
      expect(error.code).toBe('EnrolmentClosed')
      return error.opensAt
    }
    expect(await opensAt(coming)).toBe('2027-01-18T19:00:00.000Z')
    expect(await opensAt(coming, later)).toBe('2027-01-18T23:00:00.000Z')
    expect(await opensAt(over)).toBeNull()
    expect(await opensAt(coming, over)).toBeNull()
    const brief = await aParade({ dateEnrolmentEnd: '2027-01-18', timeEnrolmentEnd: '20:00' })
    expect(await opensAt(coming, brief)).toBeNull()
  })

  test('A payer can change the costume of a place only until the hour at which the enrolment ends (409)', async () => {
    const { id } = await aParade({ dateEnrolmentEnd: '2027-01-16', timeEnrolmentEnd: '14:00' })
    const { token } = await enrolled([place(id)])
    await decide(token, 'paid')
    const [order] = await rows<{ token: string }>('SELECT token FROM orders')
    const path = `/api/enrolment/orders/${order?.token}`
    const shown = async () => (await json(call('GET', path))).people[0].places[0]
    const change = async (newCostumeNumber: string) =>
      call('POST', `${path}/places/${(await shown()).id}/costume`, {
        newCostumeTypeId: type.id,
        newCostumeNumber,
      })
    setClock('2027-01-16T12:59:59Z')
    expect((await shown()).mayChange).toBe(true)
    expect((await change('8')).status).toBe(200)
    setClock('2027-01-16T13:00:00Z')
    expect((await shown()).mayChange).toBe(false)
    expect((await change('9')).status).toBe(409)
  })

  test("The route of the server's clock returns the time in milliseconds and is not cached", async () => {
    setClock('2027-01-16T18:59:59.250Z')
    const answer = await call('GET', '/api/enrolment/clock')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await json(answer)).toEqual({ now: '2027-01-16T18:59:59.250Z' })
  })

  test('Before its enrolment opens, a parade is shown on the enrolment page with the opening time, but cannot be chosen', async () => {
    await aParade({
      title: 'Nachtumzug',
      dateEnrolmentStart: '2027-01-18',
      timeEnrolmentStart: '20:00',
    })
    await aParade({
      title: 'Ausgefallen',
      dateEnrolmentStart: '2027-01-18',
      cancelledAt: '2027-01-10T12:00:00.000Z',
    })
    expect(await openTitles()).toEqual([])
    const page = await (await call('GET', '/parade-enrolment')).text()
    expect(page).toContain('Nachtumzug')
    expect(page).toContain('Anmeldung ab Montag, 20:00 Uhr')
    expect(page).not.toContain('Ausgefallen')
    setClock('2027-01-18T19:00:00Z')
    expect(await openTitles()).toEqual(['Nachtumzug'])
  })
})

const aBody = {
  title: 'Narrensprung Altbrunn',
  host: 'Narrenverein Altbrunn',
  date: '2027-03-28',
  dateEnrolmentStart: '2027-01-11',
  dateEnrolmentEnd: '2027-03-20',
}

describe('The times of a parade', () => {
  test('Times, line-up place and departures of a parade can be stored and removed; departures are returned in the order given', async () => {
    const given = {
      timeEnrolmentStart: '20:00',
      timeEnrolmentEnd: '18:00',
      timeStart: '14:00',
      lineUpNumber: '14b',
      lineUpPlace: 'Festplatz',
      departures: [
        { time: '12:25', place: 'Rathaus' },
        { time: '12:15', place: 'Schulhof' },
      ],
    }
    const created = await json(send('POST', '/api/parade', { ...aBody, ...given }))
    expect(created).toMatchObject(given)
    expect(await json(send('GET', `/api/parade/${created.id}`))).toMatchObject(given)
    expect(await json(send('GET', '/api/parade/year/2027'))).toMatchObject([given])
    const none = {
      timeEnrolmentStart: null,
      timeEnrolmentEnd: null,
      timeStart: null,
      lineUpNumber: null,
      lineUpPlace: null,
      departures: [],
    }
    expect(await json(send('PUT', `/api/parade/${created.id}`, none))).toMatchObject(none)
  })

  test('If an enrolment ends at 24:00, no time is stored; an empty line-up is stored as none', async () => {
    const body = { ...aBody, timeEnrolmentEnd: '24:00', lineUpNumber: ' ', lineUpPlace: '' }
    expect(await json(send('POST', '/api/parade', body))).toMatchObject({
      timeEnrolmentEnd: null,
      lineUpNumber: null,
      lineUpPlace: null,
    })
  })

  test.each([
    [{ timeStart: '02:30' }, 'timeStart'],
    [
      {
        departures: [
          { time: '01:30', place: 'A' },
          { time: '02:00', place: 'B' },
        ],
      },
      'departures.1.time',
    ],
    [{ dateEnrolmentEnd: '2027-03-28', timeEnrolmentEnd: '02:15' }, 'timeEnrolmentEnd'],
    [
      {
        dateEnrolmentStart: '2027-03-28',
        timeEnrolmentStart: '02:59',
        dateEnrolmentEnd: '2027-03-28',
      },
      'timeEnrolmentStart',
    ],
    [{ timeStart: '25:00' }, 'timeStart'],
    [{ timeStart: '24:00' }, 'timeStart'],
    [{ timeStart: '8:00' }, 'timeStart'],
    [{ timeEnrolmentStart: '24:00' }, 'timeEnrolmentStart'],
    [{ departures: [{ time: '', place: 'Schulhof' }] }, 'departures.0.time'],
    [{ departures: [{ time: '12:00', place: ' ' }] }, 'departures.0.place'],
    [
      { departures: Array.from({ length: 11 }, () => ({ time: '12:00', place: 'A' })) },
      'departures',
    ],
    [
      { dateEnrolmentStart: '2027-03-20', timeEnrolmentStart: '20:00', timeEnrolmentEnd: '20:00' },
      'timeEnrolmentEnd',
    ],
  ])('A parade with %j is rejected with the error at this field (422)', async (change, field) => {
    const answer = await send('POST', '/api/parade', { ...aBody, ...change })
    expect(answer.status).toBe(422)
    expect(Object.keys((await json(answer)).error.fields)).toEqual([field])
    expect(await rows('SELECT id FROM parades')).toEqual([])
  })

  test('Moving a parade to a day on which its stored start time does not exist, because the clock is set forward, is rejected (422)', async () => {
    const { id } = await aParade({ timeStart: '02:30' })
    const answer = await send('PUT', `/api/parade/${id}`, { date: '2027-03-28' })
    expect(answer.status).toBe(422)
    expect(Object.keys((await json(answer)).error.fields)).toEqual(['timeStart'])
  })

  test("A change of the day on which an enrolment opens conflicts with another user's change of the time at which it opens (409)", async () => {
    const stored = await json(send('POST', '/api/parade', aBody))
    await send('PUT', `/api/parade/${stored.id}`, { timeEnrolmentStart: '20:00' })
    const { dateEnrolmentStart, timeEnrolmentStart } = stored
    const answer = await send('PUT', `/api/parade/${stored.id}`, {
      dateEnrolmentStart: '2027-01-12',
      before: { dateEnrolmentStart, timeEnrolmentStart },
    })
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.conflicts).toMatchObject([{ field: 'timeEnrolmentStart' }])
  })

  test("A change of a parade's times and departures is in the history and can be undone", async () => {
    const { id } = await json(send('POST', '/api/parade', aBody))
    const departures = [{ time: '12:15', place: 'Schulhof' }]
    const saved = await send('PUT', `/api/parade/${id}`, { timeStart: '14:00', departures })
    const requestId = saved.headers.get('X-Request-Id')
    const { entries } = await json(send('GET', `/api/history?entity=parade&entityId=${id}`))
    expect(entries[0].lines[0].changes).toEqual({
      timeStart: [null, '14:00'],
      departures: ['[]', JSON.stringify(departures)],
    })
    expect((await send('POST', `/api/history/${requestId}/undo`)).status).toBe(200)
    expect(await json(send('GET', `/api/parade/${id}`))).toMatchObject({
      timeStart: null,
      departures: [],
    })
  })

  test("A proposal for the next season contains the times, line-up place and departures of last season's parade", async () => {
    const plan = {
      timeEnrolmentStart: '20:00',
      timeStart: '14:00',
      lineUpPlace: 'Festplatz',
      departures: [{ time: '12:15', place: 'Schulhof' }],
    }
    await aParade({
      ...plan,
      date: '2026-02-08',
      dateEnrolmentStart: '2025-11-14',
      dateEnrolmentEnd: '2026-01-30',
    })
    const { drafts } = await json(send('POST', '/api/parade/drafts'))
    expect(drafts).toMatchObject([plan])
  })
})

test("Departures, start and line-up of a parade are shown in the confirmation mail, both calendar files, the payer's order and the check-in list", async () => {
  const departures = [
    { time: '12:15', place: 'Schulhof' },
    { time: '12:25', place: 'Rathaus' },
  ]
  const plan = { timeStart: '14:00', lineUpNumber: '14b', lineUpPlace: 'Festplatz', departures }
  const lines = [
    'Abfahrt 12:15 Uhr Schulhof, 12:25 Uhr Rathaus',
    'Beginn 14:00 Uhr',
    'Aufstellung Nr. 14b, Festplatz',
  ]
  const { id } = await aParade({ date: '2027-01-24', ...plan })
  const { token } = await enrolled([place(id)])
  await decide(token, 'paid')

  const [mail] = await rows<{ id: number }>('SELECT id FROM mails')
  const sent = await renderMail(db(), mail?.id ?? 0, 'https://umzug.example.de')
  for (const line of lines) expect(sent?.text).toContain(line)
  const file = sent?.attachments[0]?.content ?? ''
  const [order] = await rows<{ token: string }>('SELECT token FROM orders')
  const { url } = await json(send('POST', '/api/v1/auth/calendar'))
  const feed = await (await call('GET', new URL(url).pathname)).text()
  for (const calendar of [file, feed]) {
    const [entry] = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent')
    const event = new ICAL.Event(entry)
    for (const line of lines) expect(event.description).toContain(line)
    expect(event.startDate.toJSDate().toISOString()).toBe('2027-01-24T13:00:00.000Z')
  }

  const { people } = await json(call('GET', `/api/enrolment/orders/${order?.token}`))
  expect(people[0].places[0].parade).toMatchObject(plan)
  const checkIn = await json(send('GET', `/api/check-in?parade=${id}`))
  expect(JSON.stringify(checkIn)).toContain(JSON.stringify(departures))
})

describe('The enrolment window of several parades', () => {
  const openTogether = (body: object) => send('POST', '/api/parades/enrolment-window', body)
  const friday = { date: '2027-01-22', time: '20:00' }
  const monday = { date: '2027-01-25', time: '18:00' }
  const windows = () =>
    rows(`SELECT id, date_enrolment_start || ' ' || coalesce(time_enrolment_start, '-') AS opens,
      date_enrolment_end || ' ' || coalesce(time_enrolment_end, '-') AS closes FROM parades`)
  const two = async () => [
    await aParade({ date: '2027-02-07', dateEnrolmentEnd: '2027-01-31' }),
    await aParade({ date: '2027-02-14', dateEnrolmentEnd: '2027-02-07' }),
  ]

  test('One request sets the enrolment window of several parades, and one undo restores the old windows', async () => {
    const ids = (await two()).map(({ id }) => id)
    const before = await windows()
    const answer = await openTogether({ ids, from: friday, until: monday })
    expect([answer.status, await json(answer)]).toEqual([200, { changed: 2 }])
    const now = { opens: '2027-01-22 20:00', closes: '2027-01-25 18:00' }
    expect(await windows()).toEqual(ids.map((id) => ({ id, ...now })))
    const again = await openTogether({ ids, from: friday, until: monday })
    expect(await json(again)).toEqual({ changed: 0 })
    const requestId = answer.headers.get('X-Request-Id')
    expect((await send('POST', `/api/history/${requestId}/undo`)).status).toBe(200)
    expect(await windows()).toEqual(before)
  })

  test('A request that sets only the beginning or only the end of the enrolment of several parades does not change the other', async () => {
    const ids = (await two()).map(({ id }) => id)
    await openTogether({ ids, from: friday })
    expect(await windows()).toMatchObject([
      { opens: '2027-01-22 20:00', closes: '2027-01-31 -' },
      { opens: '2027-01-22 20:00', closes: '2027-02-07 -' },
    ])
    await openTogether({ ids, until: { date: '2027-01-30', time: '24:00' } })
    expect(await windows()).toMatchObject([{ closes: '2027-01-30 -' }, { closes: '2027-01-30 -' }])
  })

  test('If the enrolment window does not fit some of the chosen parades, none is changed, and the answer contains a reason for each of these (409)', async () => {
    const [fits] = await two()
    const early = await aParade({ title: 'Zu früh', date: '2027-01-24' })
    const off = await aParade({ title: 'Fällt aus', cancelledAt: '2027-01-10T12:00:00.000Z' })
    const before = await windows()
    const answer = await openTogether({
      ids: [fits?.id, early.id, off.id, 999],
      from: friday,
      until: monday,
    })
    expect(answer.status).toBe(409)
    const { error } = await json(answer)
    expect(error.code).toBe('RowsRefused')
    expect(error.rows).toEqual([
      {
        id: early.id,
        code: 'ValidationFailed',
        message: '„Zu früh“: Die Anmeldung muss spätestens am Tag des Umzugs enden.',
      },
      { id: off.id, code: 'ParadeCancelled', message: '„Fällt aus“ ist abgesagt.' },
      { id: 999, code: 'NotFound', message: 'Diesen Umzug gibt es nicht mehr.' },
    ])
    expect(await windows()).toEqual(before)
  })

  test.each([
    [{ from: { date: '2027-03-28', time: '02:30' } }, 422, 'from.time'],
    [{ from: { date: '2027-01-22', time: '20' } }, 422, 'from.time'],
    [{}, 422, 'from'],
    [{ from: { date: '2027-02-31' } }, 400, 'from.date'],
    [{ ids: [], from: friday }, 422, 'ids'],
  ])(
    'The enrolment window %j for several parades is rejected (%i)',
    async (body, status, field) => {
      const [parade] = await two()
      const answer = await openTogether({ ids: [parade?.id], ...body })
      expect(answer.status).toBe(status)
      expect(Object.keys((await json(answer)).error.fields)).toEqual([field])
    },
  )

  test('Saving a parade in a form opened before its enrolment window changed is rejected as a conflict (409)', async () => {
    const [parade] = await two()
    const { dateEnrolmentStart, timeEnrolmentStart } = await json(
      send('GET', `/api/parade/${parade?.id}`),
    )
    await openTogether({ ids: [parade?.id], from: friday })
    const answer = await send('PUT', `/api/parade/${parade?.id}`, {
      dateEnrolmentStart: '2027-01-20',
      before: { dateEnrolmentStart, timeEnrolmentStart },
    })
    expect(answer.status).toBe(409)
  })

  test('If one user sets the prices and another the enrolment window of the same parades at once, both changes are stored', async () => {
    const ids = (await two()).map(({ id }) => id)
    const answers = await Promise.all([
      openTogether({ ids, from: friday }),
      send('POST', '/api/parades/change', { ids, priceForAdultsInCent: 750 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(
      await rows(
        'SELECT price_for_adults_in_cent AS price, time_enrolment_start AS time FROM parades',
      ),
    ).toEqual([
      { price: 750, time: '20:00' },
      { price: 750, time: '20:00' },
    ])
  })

  test("One request sets departures and children's price of several parades, and does not change their price for adults", async () => {
    const ids = (await two()).map(({ id }) => id)
    const departures = [{ time: '12:15', place: 'Schulhof' }]
    const answer = await send('POST', '/api/parades/change', {
      ids,
      priceForChildrenInCent: 0,
      departures,
    })
    expect(await json(answer)).toEqual({ changed: 2 })
    for (const id of ids) {
      expect(await json(send('GET', `/api/parade/${id}`))).toMatchObject({
        departures,
        priceForAdultsInCent: 800,
        priceForChildrenInCent: 0,
      })
    }
  })
})

describe('Start and departure', () => {
  const plan = {
    timeStart: '14:00',
    lineUpNumber: '14',
    lineUpPlace: 'Festplatz',
    departures: [
      { time: '12:15', place: 'Schulhof' },
      { time: '12:25', place: 'Rathaus' },
    ],
  }

  test("The payer's order shows start, line-up place and departures of a parade; the calendar entry begins at the start and lists the departures", async () => {
    const { id } = await aParade(plan)
    const { token } = await enrolled([place(id)])
    await decide(token, 'paid')
    const [order] = await rows<{ token: string }>('SELECT token FROM orders')
    const shown = await json(call('GET', `/api/enrolment/orders/${order?.token}`))
    expect(shown.people[0].places[0].parade).toMatchObject(plan)
    const calendar = await call('GET', `/api/enrolment/orders/${order?.token}/calendar`)
    const text = (await calendar.text()).replaceAll('\r\n ', '')
    expect(text).toContain('DTSTART:20270124T130000Z')
    expect(text).toContain('Abfahrt 12:15 Uhr Schulhof\\, 12:25 Uhr Rathaus')
  })
})
