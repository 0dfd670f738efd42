import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  actsCall,
  aRow,
  askedOf,
  atOnce,
  baisch,
  confirmButton,
  confirmed,
  confirmPerson,
  dorn,
  hohenkirch,
  holdTime,
  listCall,
  openCheckIn,
  renderCheckIn,
  rowOf,
  setFilters,
  settles,
  shownNames,
  straßer,
} from '#tests/support/check-in-page.tsx'
import { lookAgain } from '#tests/support/look-again.ts'
import { later, offline, refusal } from '#tests/support/wire.ts'

describe('the head of the check-in', () => {
  test('The head of the check-in shows the parade, how many people are confirmed, and how many are missing', async () => {
    await openCheckIn()
    const title = screen.getByRole('heading', { level: 1 })
    expect(title).toHaveTextContent('UmzugsteilnahmeJubiläumsumzug 60 Jahre, So 17.01.')
    expect(screen.getByText('1 von 3')).toBeVisible()
    expect(screen.getByText('noch 2')).toBeVisible()
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1')
  })

  test.each([
    ['helper', '/'],
    ['management', '/parades/details/5'],
  ] as const)('The link back from the check-in leads the role %s to %s', async (role, path) => {
    await openCheckIn({ role })
    expect(screen.getByRole('link', { name: 'Zurück' })).toHaveAttribute('href', path)
  })
})

describe('the rows of the check-in', () => {
  test('A row of the check-in shows costume and payment; after the confirmation it shows the time in place of the button', async () => {
    await openCheckIn()
    expect(rowOf('Dorn, Christa').getByText('204')).toBeVisible()
    expect(rowOf('Dorn, Christa').getByText('Nicht bezahlt')).toBeVisible()
    expect(rowOf('Straßer, Jörg').getByText('Bezahlt')).toBeVisible()
    expect(rowOf('Straßer, Jörg').getByText(/13:42 Uhr/)).toBeVisible()
    expect(rowOf('Straßer, Jörg').queryByRole('button')).not.toBeInTheDocument()
  })

  test('The check-in list is filtered by name, costume type and confirmation', async () => {
    const { person } = await openCheckIn()
    await setFilters({ person }, 'Bestätigte ausblenden')
    await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Dorn, Christa']))
    await setFilters({ person }, 'Bachhexe 1')
    await waitFor(() => expect(shownNames()).toEqual(['Dorn, Christa']))
    await person.type(
      screen.getByRole('searchbox', { name: 'Name oder Kleidernummer suchen' }),
      'wolfgang',
    )
    const nobody = await screen.findByRole('heading', { name: 'Niemand passt zu Suche und Filter' })
    expect(nobody).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Alle zeigen' }))
    await waitFor(() => expect(shownNames()).toHaveLength(3))
  })

  test('If confirmed people are hidden and all are confirmed, the heading of the empty list says so', async () => {
    const { person } = await openCheckIn({ rows: [confirmed(baisch), straßer] })
    await setFilters({ person }, 'Bestätigte ausblenden')
    expect(await screen.findByRole('heading', { name: 'Alle sind bestätigt' })).toBeVisible()
  })

  test('A parade without enrolments shows a hint instead of the list', async () => {
    renderCheckIn({ rows: [] })
    const title = 'Für diesen Umzug ist noch niemand angemeldet'
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  })
})

describe('confirming a participation', () => {
  test('Confirming asks with the name, sends once and marks the row', async () => {
    const vibrate = vi.fn()
    vi.stubGlobal('navigator', Object.assign(navigator, { vibrate }))
    const app = await openCheckIn()
    await app.person.click(confirmButton('Baisch, Wolfgang'))
    const sheet = within(screen.getByRole('alertdialog', { name: 'Teilnahme bestätigen?' }))
    expect(sheet.getByText('Wolfgang Baisch')).toBeVisible()
    expect(sheet.queryByText('Nicht bezahlt')).not.toBeInTheDocument()
    await app.person.click(sheet.getByRole('button', { name: 'Abbrechen' }))
    await confirmPerson(app, 'Baisch, Wolfgang')

    expect(await rowOf('Baisch, Wolfgang').findByText(/13:50 Uhr/)).toBeVisible()
    expect(screen.getByText('2 von 3')).toBeVisible()
    expect(app.street.sentActs).toMatchObject([
      { kind: 'confirm', paradeId: 5, target: { participationId: 21 } },
    ])
    expect(app.wire.sent(actsCall)).toHaveLength(1)
    expect(vibrate).toHaveBeenCalledExactlyOnceWith(20)
  })

  test('An unpaid fee is shown but does not block the confirmation', async () => {
    const app = await openCheckIn()
    await app.person.click(confirmButton('Dorn, Christa'))
    const sheet = within(screen.getByRole('alertdialog'))
    expect(sheet.getByText('Nicht bezahlt')).toBeVisible()
    expect(sheet.getByText('Du kannst die Teilnahme trotzdem bestätigen.')).toBeVisible()
    expect(sheet.getByRole('button', { name: 'OK' })).toBeEnabled()
  })

  test('The second tap of a double tap on "Bestätigen" is ignored', async () => {
    const { person, wire } = await openCheckIn()
    await atOnce(async () => {
      await person.click(confirmButton('Baisch, Wolfgang'))
      await person.click(await screen.findByRole('button', { name: 'OK' }))
    })
    expect(screen.getByRole('alertdialog')).toBeVisible()
    expect(wire.calls.some((call) => call.method === 'POST')).toBe(false)
  })

  test('A participant can be confirmed while the previous confirmation is still being sent', async () => {
    const app = await openCheckIn()
    const slow = later(app.street.acts)
    app.wire.answer({ [actsCall]: slow.answer })
    await confirmPerson(app, 'Baisch, Wolfgang')
    expect(await rowOf('Baisch, Wolfgang').findByText('Wartet noch')).toBeVisible()
    await confirmPerson(app, 'Dorn, Christa')
    expect(await rowOf('Dorn, Christa').findByText('Wartet noch')).toBeVisible()
    slow.come()
    expect(await rowOf('Baisch, Wolfgang').findByText(/13:50 Uhr/)).toBeVisible()
    expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
    const targets = app.street.sentActs.map((one) => 'target' in one && one.target)
    expect(targets).toEqual([{ participationId: 21 }, { participationId: 22 }])
  })
})

describe('several helpers at the check-in', () => {
  test('Confirmations of other helpers appear when the page becomes visible again', async () => {
    const binder = aRow({ id: 30, memberName: 'Binder, Leonie' })
    const { street } = await openCheckIn()
    street.set(confirmed(baisch), binder, dorn, straßer)
    lookAgain()
    expect(await rowOf('Baisch, Wolfgang').findByText(/13:50 Uhr/)).toBeVisible()
    expect(shownNames()).toEqual([
      'Baisch, Wolfgang',
      'Binder, Leonie',
      'Dorn, Christa',
      'Straßer, Jörg',
    ])
  })

  test('Confirmations of other helpers appear after half a minute, but not while the list is touched', async () => {
    holdTime()
    const app = renderCheckIn()
    await settles(() => expect(confirmButton('Baisch, Wolfgang')).toBeVisible())
    // The lists for offline use have been loaded by then.
    await act(() => vi.advanceTimersByTimeAsync(2000))
    app.street.set(confirmed(baisch), dorn, straßer)
    await act(() => vi.advanceTimersByTimeAsync(27_500))
    act(() => void window.dispatchEvent(new Event('pointerdown')))
    await act(() => vi.advanceTimersByTimeAsync(600))
    await settles(() => expect(askedOf(app)).toBe(2))
    expect(confirmButton('Baisch, Wolfgang')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(600))
    await settles(() => expect(rowOf('Baisch, Wolfgang').getByText(/13:50 Uhr/)).toBeVisible())
  })

  test('If a refresh fails, the check-in list stays', async () => {
    const app = await openCheckIn()
    app.wire.answer({ [listCall]: offline })
    lookAgain()
    await waitFor(() => expect(askedOf(app)).toBe(2))
    expect(shownNames()).toHaveLength(3)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('several parades on one day', () => {
  const night = { ...hohenkirch, id: 6, title: 'Nachtumzug Weilenstetten', hostTown: 'Weilen' }

  test('Parades of the same day link to each other', async () => {
    const { person } = await openCheckIn({ others: [{ parade: night, rows: [] }] })
    const links = within(await screen.findByRole('navigation', { name: 'Umzüge dieses Tages' }))
    const open = links.getByRole('link', { name: hohenkirch.title })
    expect(open).toHaveAttribute('aria-current', 'page')
    await person.click(links.getByRole('link', { name: night.title }))
    expect(await screen.findByText(night.title, { selector: 'h1 *' })).toBeVisible()
    expect(screen.getByText(', So 17.01.')).toBeVisible()
    expect(screen.queryByText('Baisch, Wolfgang')).not.toBeInTheDocument()
  })

  test('The check-in shows no links to parades of another day', async () => {
    const yesterday = { ...night, date: '2027-01-16' }
    await openCheckIn({ others: [{ parade: yesterday, rows: [] }] })
    expect(
      screen.queryByRole('navigation', { name: 'Umzüge dieses Tages' }),
    ).not.toBeInTheDocument()
  })
})

describe('a check-in that fails to load', () => {
  test('Check-in participants that fail to load can be loaded again', async () => {
    const { person, wire, street } = renderCheckIn({
      wire: { [listCall]: refusal(500, 'InternalError') },
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Teilnehmer konnten nicht geladen werden')
    wire.answer({ [listCall]: street.list })
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Baisch, Wolfgang')).toBeVisible()
  })

  test('A helper cannot open a parade of another day', async () => {
    const message = 'Helfer sehen einen Umzug vom Tag davor bis zwei Tage danach.'
    const day = refusal(403, 'Forbidden', message, { reason: 'helpersDay' })
    renderCheckIn({ wire: { [listCall]: day } })
    expect(await screen.findByRole('heading', { name: message })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zurück' })).toBeVisible()
    expect(screen.queryByText(/Anmelden/)).toBeNull()
  })

  test('The check-in of a parade that does not exist shows a link to the overview', async () => {
    renderCheckIn({ wire: { [listCall]: refusal(404, 'NotFound') } })
    const title = await screen.findByRole('heading', { name: 'Diesen Umzug gibt es nicht (mehr)' })
    expect(title).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zur Übersicht' })).toHaveAttribute('href', '/')
  })
})
