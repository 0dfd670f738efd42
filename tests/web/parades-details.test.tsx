import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aParade, aParticipation } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'

const parade = 'GET /api/parade/:id'
const participants = 'GET /api/parade/:id/participation'
const remove = 'DELETE /api/parade/:id'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const three = [
  aParticipation(),
  aParticipation({
    id: 2,
    memberName: 'Binder, Leonie',
    costumeNumber: '9',
    participationFeePayed: false,
    participationConfirmed: true,
    participationConfirmedAt: '2027-01-10T12:42:00Z',
    birthday: null,
  }),
  aParticipation({
    id: 3,
    memberName: 'Kopp, Finn',
    costumeType: { id: 2, name: 'Flecklesbutz' },
    costumeNumber: '',
    participationConfirmed: true,
    participationConfirmedAt: '2027-01-11T08:05:00Z',
    birthday: '2011-11-11',
  }),
]

function openDetails(wire: WireTable = {}, roles: Role[] = ['management']) {
  return renderApp({
    path: '/parades/details/7',
    user: withRoles(...roles),
    wire: {
      [parade]: json(aParade()),
      [participants]: json(three),
      'GET /api/parade/year/:year': json([]),
      ...wire,
    },
  })
}

const titleShown = (name = 'Ringtreffen Moosried') =>
  screen.findByRole('heading', { level: 1, name })
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

describe('the facts of a parade', () => {
  test('say when, where, for how much, and what else is known', async () => {
    openDetails()
    await titleShown()
    expect(fact('Datum')).toHaveTextContent('So 10.01.2027')
    expect(fact('Gastgeber')).toHaveTextContent('Butzenzunft Moosried')
    expect(fact('Ort')).toHaveTextContent('72996 Moosried')
    expect(fact('Umzugsnummer')).toHaveTextContent('12')
    expect(fact('Kinderumzug')).toHaveTextContent('Nein')
    expect(fact('Bemerkung')).toHaveTextContent('Bus ab 11:15 Uhr')
    expect(fact('Preis Erwachsene')?.textContent).toBe('8,00\u00a0€')
    expect(fact('Preis Kinder')?.textContent).toBe('4,00\u00a0€')
    expect(fact('Anmeldungen')).toHaveTextContent('3')
    expect(fact('Bestätigt')).toHaveTextContent('1')
  })

  test.each([
    ['2026-11-11', '2027-01-02', 'Jetzt offen'],
    ['2026-12-01', '2027-01-02', 'Noch nicht offen'],
    ['2026-10-01', '2026-11-20', 'Geschlossen'],
  ])('from %s to %s the enrolment is called "%s"', async (start, end, words) => {
    openDetails({
      [parade]: json(aParade({ dateEnrolmentStart: start, dateEnrolmentEnd: end })),
    })
    await titleShown()
    expect(fact('Zeitraum')).toHaveTextContent(words)
  })

  test('that are missing are a dash', async () => {
    openDetails({
      [parade]: json(aParade({ comment: '', paradeNumber: 0, hostPlz: '', hostTown: '' })),
    })
    await titleShown()
    for (const label of ['Bemerkung', 'Umzugsnummer', 'Ort']) {
      expect(fact(label)).toHaveTextContent(/^–$/)
    }
  })

  test('say that the parade is today', async () => {
    openDetails({ [parade]: json(aParade({ date: '2026-11-21' })) })
    expect(await titleShown('Ringtreffen Moosried Heute')).toBeVisible()
  })

  test('that cannot be loaded leave the participants alone, and come again', async () => {
    const { person } = openDetails({ [parade]: [offline, json(aParade())] })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Der Umzug konnte nicht geladen werden',
    )
    expect(await screen.findByText('Gruber, Annegret')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await titleShown()).toBeVisible()
  })

  test('of a parade that does not exist are a calm sentence with a way back', async () => {
    openDetails({ [parade]: refusal(404, 'NotFound'), [participants]: refusal(404, 'NotFound') })
    expect(await titleShown('Diesen Umzug gibt es nicht')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zu den Umzügen' })).toHaveAttribute('href', '/parades')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('the participants', () => {
  test('are shown with costume, payment and the time of confirmation', async () => {
    openDetails()
    await screen.findByText('Gruber, Annegret')
    const rows = screen.getAllByRole('row').slice(1)
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(cells).toEqual([
      ['Binder, Leonie', 'Schellenhansel 9', '9', '–', 'Nicht bezahlt', 'Bestätigt: 13:42 Uhr'],
      ['Gruber, Annegret', 'Schellenhansel 118', '118', '14.03.1968', 'Bezahlt', '–'],
      [
        'Kopp, Finn',
        'Flecklesbutz ',
        '–',
        '11.11.2011',
        'Bezahlt',
        'Bestätigt: 11.01.2027, 09:05 Uhr',
      ],
    ])
  })

  test('are counted, all of them and by costume type', async () => {
    openDetails()
    const counts = within(await screen.findByRole('list', { name: 'Anzahl je Kleidertyp' }))
    expect(counts.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Flecklesbutz 1',
      'Schellenhansel 2',
    ])
    expect(screen.getByRole('heading', { level: 2, name: 'Teilnehmer 3' })).toBeVisible()
  })

  test('are found by name in either order and by costume number', async () => {
    const { person } = openDetails()
    const search = await screen.findByRole('searchbox')
    for (const typed of ['annegret gru', 'Gruber, A', '118']) {
      await person.clear(search)
      await person.type(search, typed)
      expect(names()).toEqual(['Gruber, Annegret'])
    }
    expect(screen.getByRole('heading', { level: 2, name: 'Teilnehmer 1 von 3' })).toBeVisible()
    await person.type(search, 'x')
    expect(screen.getByText('Zur Suche „118x“ passt niemand.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Suche leeren' }))
    expect(names()).toHaveLength(3)
  })

  test('are sorted by any column, numbers as numbers, missing ones last', async () => {
    const { person } = openDetails()
    await screen.findByText('Gruber, Annegret')
    const head = (name: string) => screen.getByRole('columnheader', { name })
    expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
    await person.click(screen.getByRole('button', { name: 'Nummer' }))
    expect(names()).toEqual(['Binder, Leonie', 'Gruber, Annegret', 'Kopp, Finn'])
    await person.click(screen.getByRole('button', { name: 'Nummer' }))
    expect(head('Nummer')).toHaveAttribute('aria-sort', 'descending')
    expect(names()).toEqual(['Gruber, Annegret', 'Binder, Leonie', 'Kopp, Finn'])
    await person.click(screen.getByRole('button', { name: 'Bestätigt' }))
    expect(names()).toEqual(['Binder, Leonie', 'Kopp, Finn', 'Gruber, Annegret'])
  })

  test('can be sorted on the phone too, where the table has no heads', async () => {
    const { person } = openDetails()
    await person.selectOptions(await screen.findByLabelText('Sortieren nach'), 'Geburtstag')
    expect(names()).toEqual(['Gruber, Annegret', 'Kopp, Finn', 'Binder, Leonie'])
  })

  test('have no birthday where the server tells none', async () => {
    openDetails({ [participants]: json(three.map(({ birthday: _, ...row }) => row)) })
    await screen.findByText('Gruber, Annegret')
    expect(screen.queryByText('Geburtstag')).not.toBeInTheDocument()
  })

  test('that do not exist yet are no failure', async () => {
    openDetails({ [participants]: json([]) })
    expect(await screen.findByText('Noch niemand angemeldet')).toBeVisible()
  })

  test('that cannot be loaded leave the parade alone, and come again', async () => {
    const { person } = openDetails({ [participants]: [offline, json(three)] })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Teilnehmer konnten nicht geladen werden',
    )
    expect(await titleShown()).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Gruber, Annegret')).toBeVisible()
  })
})

describe('what one may do with a parade', () => {
  const buttons = async () => {
    await titleShown()
    return {
      remove: screen.queryByRole('button', { name: 'Löschen' }) !== null,
      edit: screen.queryByRole('link', { name: 'Bearbeiten' }) !== null,
      checkIn: screen.queryByRole('link', { name: 'Teilnahme abhaken' }) !== null,
    }
  }

  test('is everything for the management', async () => {
    openDetails()
    expect(await buttons()).toEqual({ remove: true, edit: true, checkIn: true })
    const checkIn = screen.getByRole('link', { name: 'Teilnahme abhaken' })
    expect(checkIn).toHaveAttribute('href', '/parades/participation/check/7')
    const edit = screen.getByRole('link', { name: 'Bearbeiten' })
    expect(edit).toHaveAttribute('href', '/parades/edit/7')
  })

  test('is nothing for those who only read', async () => {
    openDetails({}, ['readonly'])
    expect(await buttons()).toEqual({ remove: false, edit: false, checkIn: false })
  })

  test('is ticking off for a reader who helps', async () => {
    openDetails({}, ['readonly', 'helper'])
    expect(await buttons()).toEqual({ remove: false, edit: false, checkIn: true })
  })
})

describe('deleting a parade', () => {
  async function askToDelete(wire: WireTable = {}) {
    const app = openDetails(wire)
    await titleShown()
    await app.person.click(screen.getByRole('button', { name: 'Löschen' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Umzug löschen?' }))
    return { ...app, dialog }
  }

  test('names it and asks, and can be called off', async () => {
    const { dialog, person, wire } = await askToDelete()
    expect(dialog.getByText(/„Ringtreffen Moosried“ am So 10.01.2027/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Löschen' })).toHaveFocus()
    expect(wire.calls.map((call) => call.method)).not.toContain('DELETE')
  })

  test('ends on the list', async () => {
    const { dialog, person, router } = await askToDelete({ [remove]: noContent })
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/parades'))
    expect(screen.getByText('Umzug gelöscht')).toBeVisible()
  })

  test('with enrolments is refused, and the dialog says why', async () => {
    const why = 'Zu diesem Umzug gibt es Anmeldungen. Deshalb kann er nicht gelöscht werden.'
    const { dialog, person } = await askToDelete({ [remove]: refusal(409, 'ParadeInUse', why) })
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Der Umzug konnte nicht gelöscht werden')
    expect(alert).toHaveTextContent(why)
  })
})
