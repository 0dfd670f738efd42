import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAgain } from '#tests/support/look-again.ts'
import { field, openNewParade, openStoredParade, saveButton } from '#tests/support/parade-form.ts'
import { openParade, paradeCall, titleShown } from '#tests/support/parade-page.ts'
import { aParade } from '#tests/support/parade-rows.ts'
import { json, later, offline, refusal } from '#tests/support/wire.ts'

const post = 'POST /api/parade'
const put = 'PUT /api/parade/:id'
const notCreated =
  'Der Umzug konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.'
const notSaved = 'Der Umzug konnte nicht gespeichert werden'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

type App = Awaited<ReturnType<typeof openNewParade>>

const sent = ({ wire }: App, method: 'POST' | 'PUT') =>
  wire.calls.filter((call) => call.method === method).map((call) => call.body)
const whereabouts = ({ router }: App) => router.state.location.pathname

describe('a new parade', () => {
  test('A new parade is sent as typed, and its page opens', async () => {
    const app = await openNewParade()
    const { person } = app
    await person.type(field(/^Beschreibung/), 'Narrensprung')
    await person.type(field(/^Datum/), '17.1.2027')
    await person.type(field(/^Gastgeber/), 'Narrenzunft Hohenkirch')
    await person.type(field(/^PLZ/), '72990')
    await person.type(field(/^Ort/), 'Hohenkirch')
    await person.type(field(/^Preis Erwachsene/), '8,5')
    await person.type(field(/^Preis Kinder/), '4')
    await person.click(field(/^Kinderumzug/))
    await person.type(field(/^Kommentar/), 'Bus ab 11 Uhr')
    await person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/parades/details/160'))
    expect(sent(app, 'POST')).toEqual([
      {
        title: 'Narrensprung',
        host: 'Narrenzunft Hohenkirch',
        hostPlz: '72990',
        hostTown: 'Hohenkirch',
        date: '2027-01-17',
        paradeNumber: 158,
        timeEnrolmentStart: null,
        timeEnrolmentEnd: null,
        timeStart: null,
        lineUpNumber: null,
        lineUpPlace: null,
        departures: [],
        capacity: null,
        minAge: null,
        guardianBelow: null,
        extras: [],
        isChildParade: true,
        comment: 'Bus ab 11 Uhr',
        dateEnrolmentStart: '2026-11-21',
        dateEnrolmentEnd: '2027-01-16',
        priceForAdultsInCent: 850,
        priceForChildrenInCent: 400,
      },
    ])
    expect(screen.getByText('Umzug angelegt')).toBeVisible()
  })

  test('If a parade is rejected (422), the errors are shown above the form and beside the fields, and the values stay', async () => {
    const fields = {
      date: 'Gib an, wann der Umzug stattfindet.',
      host: 'Gib den Gastgeber an.',
    }
    const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
    const app = await openNewParade({
      [post]: [refusal(422, 'ValidationFailed', message, { fields }), json(aParade(), 201)],
    })
    await app.person.type(field(/^Beschreibung/), 'Narrensprung')
    await app.person.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(`${notCreated}Sieh hier nach: Datum, Gastgeber.`)
    expect(alert).toHaveFocus()
    expect(field(/^Datum/)).toHaveAccessibleDescription(fields.date)
    expect(field(/^Gastgeber/)).toHaveAccessibleDescription(fields.host)
    await app.person.click(screen.getByRole('link', { name: 'Gastgeber' }))
    expect(field(/^Gastgeber/)).toHaveFocus()
    await app.person.keyboard('Zunft')
    await waitFor(() => expect(alert).toHaveTextContent(/Sieh hier nach: Datum\.$/))
    await app.person.clear(field(/^Gastgeber/))
    expect(field(/^Beschreibung/)).toHaveValue('Narrensprung')

    await app.person.type(field(/^Gastgeber/), 'Wir')
    expect(field(/^Gastgeber/)).not.toHaveAccessibleDescription()
    await app.person.type(field(/^Datum/), '17.1.2027')
    await app.person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/parades/details/7'))
  })

  test('A parade with an unreadable price is not sent', async () => {
    const app = await openNewParade()
    await app.person.type(field(/^Preis Erwachsene/), 'abc')
    await app.person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(notCreated)
    expect(field(/^Preis Erwachsene/)).toHaveAccessibleDescription(
      'Das ist kein Preis. Schreib ihn so: 8,00',
    )
    expect(field(/^Preis Erwachsene/)).toHaveValue('abc')
    expect(sent(app, 'POST')).toEqual([])
  })

  test('For a new parade without prices the form says that taking part is free of charge', async () => {
    const { person } = await openNewParade()
    expect(screen.getByText('Die Teilnahme ist kostenlos.')).toBeVisible()
    await person.type(field(/^Preis Kinder/), '4')
    expect(screen.queryByText('Die Teilnahme ist kostenlos.')).not.toBeInTheDocument()
  })

  test('Saving a parade offline keeps the values and shows an error', async () => {
    const { person } = await openNewParade({ [post]: offline })
    await person.type(field(/^Beschreibung/), 'Narrensprung')
    await person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(`${notCreated}Der Server ist nicht`)
    expect(field(/^Beschreibung/)).toHaveValue('Narrensprung')
  })

  test('Pressing Enter several times sends a new parade once', async () => {
    const answer = later(json(aParade(), 201))
    const app = await openNewParade({ [post]: answer.answer })
    await app.person.type(field(/^Beschreibung/), 'Narrensprung{Enter}{Enter}')
    expect(saveButton()).toHaveAttribute('aria-busy', 'true')
    answer.come()
    await waitFor(() => expect(whereabouts(app)).toBe('/parades/details/7'))
    expect(sent(app, 'POST')).toHaveLength(1)
  })

  test('If the next free number cannot be loaded, the number of a new parade is empty', async () => {
    await openNewParade({ 'GET /api/parade/number': offline })
    expect(field(/^Umzugsnummer/)).toHaveValue('')
    expect(screen.queryByText('Nächste freie Nummer')).not.toBeInTheDocument()
  })
})

describe('the enrolment period of a new parade', () => {
  test('The end of the enrolment follows the date of the parade until it is edited', async () => {
    const { person } = await openNewParade()
    expect(field(/^Anmeldung von/)).toHaveValue('21.11.2026')
    await person.type(field(/^Datum/), '17.01.2027')
    expect(field(/^Anmeldung bis/)).toHaveValue('16.01.2027')
    await person.clear(field(/^Anmeldung bis/))
    await person.type(field(/^Anmeldung bis/), '10.01.2027')
    await person.clear(field(/^Datum/))
    await person.type(field(/^Datum/), '24.01.2027')
    expect(field(/^Anmeldung bis/)).toHaveValue('10.01.2027')
  })

  test('The end of the enrolment follows the date of the parade even if it was an invalid text before', async () => {
    const app = await openNewParade()
    await app.person.type(field(/^Datum/), '17.01.2027')
    await app.person.clear(field(/^Anmeldung bis/))
    await app.person.type(field(/^Anmeldung bis/), '31.02.2027')
    await app.person.clear(field(/^Datum/))
    await app.person.type(field(/^Datum/), '24.01.2027')
    expect(field(/^Anmeldung bis/)).toHaveValue('23.01.2027')
    expect(field(/^Anmeldung bis/)).toBeValid()
    await app.person.click(saveButton())
    await waitFor(() => expect(sent(app, 'POST')).toHaveLength(1))
    expect(sent(app, 'POST')[0]).toMatchObject({ dateEnrolmentEnd: '2027-01-23' })
  })

  test('After an invalid date of the parade, the end of the enrolment follows the next valid date', async () => {
    const { person } = await openNewParade()
    await person.type(field(/^Datum/), '31.02.2027')
    await person.tab()
    await person.clear(field(/^Datum/))
    await person.type(field(/^Datum/), '24.01.2027')
    expect(field(/^Anmeldung bis/)).toHaveValue('23.01.2027')
  })
})

describe('editing a parade', () => {
  test('Saving says how many places were offered to the waiting list', async () => {
    const app = await openStoredParade({
      'PUT /api/parade/:id': json({ ...aParade({ capacity: 5 }), offeredPlaces: 2 }),
    })
    await app.person.type(await screen.findByLabelText(/^Beschreibung/), ' 2027')
    await app.person.click(saveButton())
    expect(
      await screen.findByText('Umzug gespeichert. 2 Plätze wurden der Warteliste angeboten.'),
    ).toBeVisible()
  })

  test('An edited parade sends only the changed fields', async () => {
    const stored = later(json(aParade()))
    const opened = openStoredParade({ 'GET /api/parade/:id': stored.answer })
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Laden...'))
    expect(screen.queryByRole('button', { name: 'Speichern' })).not.toBeInTheDocument()
    stored.come()
    const app = await opened
    expect(field(/^Preis Erwachsene/)).toHaveValue('8,00')
    expect(screen.getByText('Ein neuer Preis gilt nur für neue Anmeldungen.')).toBeVisible()
    await app.person.type(field(/^Beschreibung/), ' 2027')
    await app.person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/parades/details/7'))
    // Unchanged fields are not sent, since another user may be changing them.
    expect(sent(app, 'PUT')).toEqual([
      { title: 'Ringtreffen Moosried 2027', before: { title: 'Ringtreffen Moosried' } },
    ])
    expect(screen.getByText('Umzug gespeichert')).toBeVisible()
  })

  test('The parade form is filled with the stored values, not with cached ones', async () => {
    const { person } = openParade({
      wire: {
        [paradeCall]: [json(aParade()), json(aParade({ title: 'Ringtreffen des Landes' }))],
        'GET /api/parade/hosts': json([]),
        'GET /api/parade/titles': json([]),
      },
    })
    await person.click(await screen.findByRole('link', { name: 'Bearbeiten' }))
    await screen.findByRole('button', { name: 'Speichern' })
    expect(field(/^Beschreibung/)).toHaveValue('Ringtreffen des Landes')
  })

  test('Changes of other users do not alter an open parade form', async () => {
    const app = await openStoredParade()
    await app.person.type(field(/^Kommentar/), '!')
    app.wire.answer({ 'GET /api/parade/:id': json(aParade({ title: 'Anderswo geändert' })) })
    vi.setSystemTime(Date.now() + 60_000)
    lookAgain()
    await waitFor(() => expect(app.wire.sent('GET /api/parade/hosts')).toHaveLength(2))
    expect(app.wire.sent('GET /api/parade/7')).toHaveLength(1)
    await app.person.click(saveButton())
    await waitFor(() =>
      expect(sent(app, 'PUT')).toEqual([
        { comment: 'Bus ab 11:15 Uhr!', before: { comment: 'Bus ab 11:15 Uhr' } },
      ]),
    )
  })

  test('After a parade is saved, other pages show the new values without a reload', async () => {
    const renamed = aParade({ title: 'Ringtreffen 2027' })
    const { person } = openParade({
      wire: {
        [paradeCall]: [json(aParade()), json(aParade()), json(renamed)],
        'PUT /api/parade/:id': json(renamed),
        'GET /api/parade/hosts': json([]),
        'GET /api/parade/titles': json([]),
      },
    })
    await person.click(await screen.findByRole('link', { name: 'Bearbeiten' }))
    await screen.findByRole('button', { name: 'Speichern' })
    await person.clear(field(/^Beschreibung/))
    await person.type(field(/^Beschreibung/), 'Ringtreffen 2027')
    await person.click(saveButton())
    expect(await titleShown('Ringtreffen 2027')).toBeVisible()
  })

  test('An enrolment date that is emptied shows the last valid date again, which stays stored', async () => {
    const app = await openStoredParade()
    await app.person.clear(field(/^Anmeldung bis/))
    expect(field(/^Anmeldung bis/)).toHaveValue('')
    await app.person.tab()
    await app.person.tab()
    expect(field(/^Anmeldung bis/)).toHaveValue('02.01.2027')
    await app.person.type(field(/^Beschreibung/), ' 2027')
    await app.person.clear(field(/^Anmeldung von/))
    await app.person.type(field(/^Anmeldung von/), '{Enter}')
    await waitFor(() => expect(sent(app, 'PUT')).toHaveLength(1))
    expect(sent(app, 'PUT')).toEqual([
      { title: 'Ringtreffen Moosried 2027', before: { title: 'Ringtreffen Moosried' } },
    ])
  })

  test('A parade with an invalid enrolment date is not sent', async () => {
    const app = await openStoredParade()
    await app.person.clear(field(/^Anmeldung bis/))
    await app.person.type(field(/^Anmeldung bis/), '31.2.2027')
    await app.person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(notSaved)
    expect(field(/^Anmeldung bis/)).toBeInvalid()
    expect(sent(app, 'PUT')).toEqual([])
  })

  test("A parade that could not be saved shows the server's message", async () => {
    const { person } = await openStoredParade({
      [put]: refusal(503, 'Busy', 'Gerade ist viel los. Versuche es gleich noch einmal.'),
    })
    await person.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(notSaved)
    expect(alert).toHaveTextContent('Gerade ist viel los.')
  })

  test('A parade that fails to load can be loaded again', async () => {
    const opened = openStoredParade({ 'GET /api/parade/:id': [offline, json(aParade())] })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Der Umzug konnte nicht geladen werden',
    )
    screen.getByRole('button', { name: 'Erneut laden' }).click()
    await opened
    expect(field(/^Beschreibung/)).toHaveValue('Ringtreffen Moosried')
  })
})

describe('suggestions in the form of a parade', () => {
  test('When a suggested host is chosen, postcode and town are filled in', async () => {
    const { person } = await openNewParade()
    await person.type(field(/^Gastgeber/), 'weilen')
    const options = screen.getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual([
      'Hexenzunft Weilenstetten72994 Weilenstetten',
    ])
    await person.click(options[0] as HTMLElement)
    expect(field(/^Gastgeber/)).toHaveValue('Hexenzunft Weilenstetten')
    expect(field(/^PLZ/)).toHaveValue('72994')
    expect(field(/^Ort/)).toHaveValue('Weilenstetten')
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
  })

  test('A suggested title can be chosen with the keys, and Enter then does not send the form', async () => {
    const app = await openNewParade()
    await app.person.click(field(/^Beschreibung/))
    await app.person.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Nachtumzug')
    await app.person.keyboard('{Enter}')
    expect(field(/^Beschreibung/)).toHaveValue('Nachtumzug')
    expect(sent(app, 'POST')).toEqual([])
  })

  test('Escape closes the suggestions, and the typed text stays', async () => {
    const { person } = await openNewParade()
    await person.type(field(/^Beschreibung/), 'nacht{ArrowDown}{Escape}')
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    expect(field(/^Beschreibung/)).toHaveValue('nacht')
  })

  test('If the suggestions fail to load, the parade form can be used without them', async () => {
    const app = await openNewParade({
      'GET /api/parade/hosts': [offline, json([])],
      'GET /api/parade/titles': offline,
    })
    const alerts = await screen.findAllByRole('alert')
    const missing =
      'Der Server ist nicht erreichbar. Prüfe, ob Du Internet hast, und versuche es noch einmal.'
    expect(
      alerts.map((alert) =>
        within(alert)
          .getAllByRole('paragraph')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Die Beschreibungen konnten nicht geladen werden', missing],
      ['Die Gastgeber konnten nicht geladen werden', missing],
    ])
    await app.person.type(field(/^Beschreibung/), 'Narrensprung')
    await app.person.click(within(alerts[1] as HTMLElement).getByRole('button'))
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
    await app.person.click(saveButton())
    await waitFor(() => expect(sent(app, 'POST')).toHaveLength(1))
  })
})

describe('leaving the form of a parade', () => {
  const leave = () => screen.getByRole('link', { name: 'Abbrechen' })

  test('An unchanged parade form is left without a question', async () => {
    const app = await openNewParade()
    await app.person.click(leave())
    await waitFor(() => expect(whereabouts(app)).toBe('/parades'))
  })

  test('A changed parade form asks before it is left', async () => {
    const app = await openStoredParade()
    await app.person.type(field(/^Beschreibung/), '!')
    await app.person.click(leave())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Änderungen verwerfen?' }))
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(whereabouts(app)).toBe('/parades/edit/7')
    expect(field(/^Beschreibung/)).toHaveValue('Ringtreffen Moosried!')
    await app.person.click(leave())
    await app.person.click(await screen.findByRole('button', { name: 'Verwerfen' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/parades/details/7'))
  })

  test('Closing the tab asks first only if the parade form was changed', async () => {
    const { person } = await openNewParade()
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isAsked()).toBe(false)
    await person.type(field(/^Beschreibung/), 'N')
    expect(isAsked()).toBe(true)
  })
})

describe('the extras of a parade', () => {
  const bus = {
    id: 4,
    title: 'Bus ab Rathaus',
    kind: 'bus' as const,
    priceForAdultsInCent: 500,
    priceForChildrenInCent: 200,
    capacity: 50,
    departure: { time: '09:10', place: 'Rathaus' },
  }
  const badge = {
    title: 'Plakette',
    kind: 'item',
    priceForAdultsInCent: 150,
    priceForChildrenInCent: 150,
    capacity: null,
    departure: null,
  }
  const row = (place: number) => within(screen.getByRole('group', { name: `${place}. Zusatz` }))

  test('A new extra is sent as typed after the stored one, which keeps its id', async () => {
    const app = await openStoredParade({ [paradeCall]: json(aParade({ extras: [bus] })) })
    expect(row(1).getByLabelText(/^Name/)).toHaveValue('Bus ab Rathaus')
    expect(row(1).getByLabelText('Wo')).toHaveValue('Rathaus')
    await app.person.click(screen.getByRole('button', { name: 'Zusatz' }))
    expect(row(2).getByLabelText(/^Name/)).toHaveFocus()
    await app.person.keyboard('Plakette')
    await app.person.selectOptions(row(2).getByLabelText('Art'), 'Sache')
    expect(row(2).queryByLabelText('Wo')).not.toBeInTheDocument()
    await app.person.type(row(2).getByLabelText('Preis Erwachsene'), '1,5')
    await app.person.type(row(2).getByLabelText('Preis Kinder'), '1,50')
    await app.person.click(saveButton())
    await waitFor(() =>
      expect(sent(app, 'PUT')).toEqual([{ extras: [bus, badge], before: { extras: [bus] } }]),
    )
  })

  test('A removed extra is left out, and a rejection is shown below the rows and beside the field', async () => {
    const inUse = 'Diesen Zusatz haben schon Angemeldete gewählt.'
    const app = await openStoredParade({
      [paradeCall]: json(aParade({ extras: [bus, { ...badge, id: 5, kind: 'item' }] })),
      [put]: [
        refusal(409, 'InUse', inUse, { fields: { extras: inUse } }),
        refusal(422, 'ValidationFailed', 'Prüfe die Werte.', {
          fields: { 'extras.0.title': 'Gib dem Zusatz einen Namen.' },
        }),
      ],
    })
    await app.person.click(screen.getByRole('button', { name: '1. Zusatz entfernen' }))
    await app.person.click(saveButton())
    await waitFor(() => expect(sent(app, 'PUT')).toMatchObject([{ extras: [{ id: 5 }] }]))
    expect((await screen.findAllByText(inUse)).length).toBeGreaterThan(0)
    await app.person.clear(row(1).getByLabelText(/^Name/))
    await app.person.click(saveButton())
    await waitFor(() =>
      expect(row(1).getByLabelText(/^Name/)).toHaveAccessibleDescription(
        'Gib dem Zusatz einen Namen.',
      ),
    )
  })

  test('An extra with an unreadable price or departure time is not sent', async () => {
    const app = await openStoredParade({ [paradeCall]: json(aParade({ extras: [bus] })) })
    await app.person.clear(row(1).getByLabelText('Abfahrt'))
    await app.person.clear(row(1).getByLabelText('Preis Kinder'))
    await app.person.click(saveButton())
    expect(row(1).getByLabelText('Abfahrt')).toBeInvalid()
    expect(row(1).getByLabelText('Preis Kinder')).toHaveAccessibleDescription('Gib den Preis an.')
    expect(sent(app, 'PUT')).toEqual([])
  })
})
