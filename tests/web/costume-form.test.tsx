import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aStoredCostume, butz, hansel, openForm, typeOption } from '#tests/support/costume-pages.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { baisch, gruber } from '#tests/support/member-rows.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'

fixToday()

const post = 'POST /api/costume'
const put = 'PUT /api/costume/:id'
const notCreated =
  'Das Kleid konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.'
const notSaved = 'Das Kleid konnte nicht gespeichert werden'

const openNew = (wire: WireTable = {}) =>
  openForm('/costumes/create', { [post]: json(aStoredCostume(), 201), ...wire })
const openStored = (wire: WireTable = {}) =>
  openForm('/costumes/edit/12', { [put]: json(aStoredCostume()), ...wire })

type App = Awaited<ReturnType<typeof openNew>>

const field = (label: RegExp) => screen.getByLabelText(label)
const save = ({ person }: App) => person.click(screen.getByRole('button', { name: 'Speichern' }))
const sent = ({ wire }: App, method: 'POST' | 'PUT') =>
  wire.calls.filter((call) => call.method === method).map((call) => call.body)
const whereabouts = ({ router }: App) => router.state.location.pathname

describe('a new costume', () => {
  test('A new costume is sent as typed, registered today by default, and the list opens', async () => {
    const app = await openNew()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Neues Kleid anlegen')
    expect(field(/^Angemeldet seit/)).toHaveValue('21.11.2026')
    await app.person.type(field(/^Nummer/), '12 A')
    await app.person.selectOptions(field(/^Kleidertyp/), await typeOption('Schellenhansel'))
    await app.person.type(field(/^Kommentar/), 'Maske von 1987')
    await save(app)
    await waitFor(() => expect(whereabouts(app)).toBe('/costumes'))
    expect(sent(app, 'POST')).toEqual([
      {
        number: '12 A',
        costumeTypeId: hansel.id,
        registeredSince: '2026-11-21',
        registeredUntil: null,
        comment: 'Maske von 1987',
        ownerId: null,
        ownedFrom: null,
      },
    ])
    expect(screen.getByText('Kleid angelegt')).toBeVisible()
  })

  test('A rejected costume (422) shows the errors above the form and beside the fields', async () => {
    const fields = {
      number: 'Gib dem Kleid eine Nummer.',
      costumeTypeId: 'Wähle einen Kleidertyp.',
    }
    const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
    const app = await openNew({
      [post]: [refusal(422, 'ValidationFailed', message, { fields }), json(aStoredCostume(), 201)],
    })
    await app.person.type(field(/^Kommentar/), 'neu bemalt')
    await save(app)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(`${notCreated}Sieh hier nach: Nummer, Kleidertyp.`)
    expect(alert).toHaveFocus()
    expect(field(/^Nummer/)).toHaveAccessibleDescription(fields.number)
    expect(field(/^Kleidertyp/)).toHaveAccessibleDescription(fields.costumeTypeId)
    expect(field(/^Kommentar/)).toHaveValue('neu bemalt')
    expect(sent(app, 'POST')).toMatchObject([{ number: '', costumeTypeId: null }])
    await app.person.type(field(/^Nummer/), '7')
    await save(app)
    await waitFor(() => expect(whereabouts(app)).toBe('/costumes'))
  })

  test('A costume number already in use (409) shows an error beside it', async () => {
    const taken = 'Diese Nummer hat bei diesem Kleidertyp schon ein anderes angemeldetes Kleid.'
    const fields = { number: taken }
    const app = await openNew({ [post]: refusal(409, 'CostumeExists', taken, { fields }) })
    await app.person.type(field(/^Nummer/), '12')
    await save(app)
    expect(await screen.findByRole('alert')).toHaveTextContent(notCreated)
    expect(field(/^Nummer/)).toHaveAccessibleDescription(taken)
  })

  test('A costume with an invalid date is not sent', async () => {
    const app = await openNew()
    await app.person.clear(field(/^Angemeldet seit/))
    await app.person.type(field(/^Angemeldet seit/), 'gestern')
    await save(app)
    expect(await screen.findByRole('alert')).toHaveTextContent(notCreated)
    expect(sent(app, 'POST')).toEqual([])
  })

  test('A costume form with changes asks before it is left', async () => {
    const app = await openNew()
    await app.person.type(field(/^Nummer/), '12')
    await app.person.click(screen.getByRole('link', { name: 'Abbrechen' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Änderungen verwerfen?')
    await app.person.click(screen.getByRole('button', { name: 'Verwerfen' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/costumes'))
  })
})

describe('the owner of a new costume', () => {
  const members = { 'GET /api/member': json([gruber, baisch]) }
  const owner = () => screen.getByRole('combobox', { name: 'Mitglied' })

  test('A new costume is sent with its owner and the day of the beginning', async () => {
    const app = await openNew(members)
    expect(owner()).toHaveAccessibleDescription('Leer: Das Kleid ist bei der Zunft.')
    expect(screen.queryByLabelText('Besitzer seit')).not.toBeInTheDocument()
    await app.person.type(field(/^Nummer/), '7')
    await app.person.type(owner(), 'bai{Enter}')
    const since = screen.getByLabelText('Besitzer seit')
    expect(since).toHaveValue('21.11.2026')
    await app.person.clear(since)
    await app.person.type(since, '11.11.2019')
    await save(app)
    await waitFor(() => expect(whereabouts(app)).toBe('/costumes'))
    expect(sent(app, 'POST')).toMatchObject([{ number: '7', ownerId: 42, ownedFrom: '2019-11-11' }])
  })

  test('Errors about the first owner and the day are shown beside the fields', async () => {
    const fields = {
      ownerId: 'Dieses Mitglied ist verstorben.',
      ownedFrom: 'Der Beginn liegt in der Zukunft.',
    }
    const app = await openNew({
      ...members,
      [post]: refusal(422, 'ValidationFailed', 'Nein.', { fields }),
    })
    await app.person.type(owner(), 'bai{Enter}')
    await save(app)
    expect(await screen.findByRole('alert')).toHaveTextContent(notCreated)
    expect(owner()).toHaveAccessibleDescription(fields.ownerId)
    expect(owner()).toHaveValue('Baisch, Wolfgang')
    expect(screen.getByLabelText('Besitzer seit')).toHaveAccessibleDescription(
      `${fields.ownedFrom} Leer: ab heute`,
    )
  })

  test('Clearing the first owner of a costume also clears the day', async () => {
    const app = await openNew(members)
    await app.person.type(owner(), 'bai{Enter}')
    await app.person.clear(screen.getByLabelText('Besitzer seit'))
    await app.person.type(screen.getByLabelText('Besitzer seit'), 'gestern')
    await app.person.click(screen.getByRole('button', { name: 'Auswahl leeren' }))
    await save(app)
    await waitFor(() => expect(whereabouts(app)).toBe('/costumes'))
    expect(sent(app, 'POST')).toMatchObject([{ ownerId: null, ownedFrom: null }])
  })

  test('A stored costume has no owner field in the form', async () => {
    await openStored(members)
    expect(screen.queryByRole('combobox', { name: 'Mitglied' })).not.toBeInTheDocument()
  })
})

describe('the costume types in the form', () => {
  test('Costume types that fail to load in the form can be loaded again', async () => {
    const { person } = await openNew({
      'GET /api/costumeType': [offline, json([butz, hansel])],
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Kleidertypen konnten nicht geladen werden',
    )
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await typeOption('Schellenhansel')).toBeInTheDocument()
  })

  test('The stored costume type stays chosen when the costume types arrive late', async () => {
    const types = later(json([hansel, butz]))
    await openStored({ 'GET /api/costumeType': types.answer })
    expect(field(/^Kleidertyp/)).toHaveDisplayValue('Flecklesbutz')
    types.come()
    await typeOption('Schellenhansel')
    expect(field(/^Kleidertyp/)).toHaveDisplayValue('Flecklesbutz')
  })

  test('Without any costume type the form links to the page on which a type is created', async () => {
    await openNew({ 'GET /api/costumeType': json([]) })
    await waitFor(() =>
      expect(field(/^Kleidertyp/)).toHaveAccessibleDescription(
        'Noch gibt es keinen Kleidertyp. Lege auf der Seite „Kleider“ einen an.',
      ),
    )
  })
})

describe('editing a costume', () => {
  test('An edited costume sends only the changed fields, and its details open', async () => {
    const app = await openStored()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Kleid bearbeiten')
    expect(field(/^Nummer/)).toHaveValue('12')
    expect(field(/^Kleidertyp/)).toHaveDisplayValue('Flecklesbutz')
    expect(field(/^Angemeldet seit/)).toHaveValue('03.09.2011')
    await app.person.type(field(/^Abgemeldet am/), '21.11.2026')
    await save(app)
    await waitFor(() => expect(whereabouts(app)).toBe('/costumes/details/12'))
    // Unchanged fields are not sent, since another user may be changing them.
    expect(sent(app, 'PUT')).toEqual([
      { registeredUntil: '2026-11-21', before: { registeredUntil: null } },
    ])
    expect(screen.getByText('Kleid gespeichert')).toBeVisible()
  })

  test('The field for deregistering a costume explains what happens to number and owner', async () => {
    await openStored()
    expect(field(/^Abgemeldet am/)).toHaveAccessibleDescription(
      'Dann ist die Nummer wieder frei. Ein Besitzer bleibt, bis Du ihn änderst.',
    )
  })

  test('If a costume cannot be saved, an error is shown and the input stays', async () => {
    const app = await openStored({ [put]: offline })
    await app.person.type(field(/^Nummer/), '3')
    await save(app)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(notSaved)
    expect(alert).toHaveTextContent('Der Server ist nicht erreichbar.')
    expect(field(/^Nummer/)).toHaveValue('123')
  })
})
