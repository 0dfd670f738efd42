import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  actsCall,
  askedOf,
  baisch,
  confirmButton,
  dorn,
  openCheckIn,
  press,
  rowOf,
  setFilters,
  shownNames,
  straßer,
} from '#tests/support/check-in-page.tsx'
import { lookAgain } from '#tests/support/look-again.ts'
import { json, offline } from '#tests/support/wire.ts'

type Opening = Parameters<typeof openCheckIn>[0]
type App = Awaited<ReturnType<typeof openCheckIn>>

async function openPerson(name: string, opening: Opening = {}) {
  const app = await openCheckIn(opening)
  await app.person.click(screen.getByRole('link', { name }))
  await screen.findByRole('dialog')
  return app
}

/** The actions that the server received for a participation, in order. */
const toldOf = ({ street }: App, participationId: number) =>
  street.sentActs.flatMap((one) =>
    one.kind !== 'enter' && 'participationId' in one.target
      ? one.target.participationId === participationId
        ? [one.kind]
        : []
      : [],
  )

describe('the sheet of a person', () => {
  test('A name opens the person\'s sheet, which is in the address and closes with "back"', async () => {
    const { router } = await openPerson('Dorn, Christa')
    const sheet = within(screen.getByRole('dialog', { name: 'Christa Dorn' }))
    expect(sheet.getByText('204')).toBeVisible()
    expect(sheet.getByText('Nicht bezahlt')).toBeVisible()
    expect(sheet.getByText('Zu zahlen:')).toHaveTextContent(/^Zu zahlen: 8,00\s€$/)
    expect(sheet.getByText('Noch nicht bestätigt.')).toBeVisible()
    expect(router.state.location.search).toBe('?participation=22')
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('If the guild does not record cash, the sheet of a person has a note in place of the button for cash', async () => {
    const app = await openPerson('Dorn, Christa', { parade: { takesCash: false } })
    const sheet = within(screen.getByRole('dialog', { name: 'Christa Dorn' }))
    expect(sheet.getByText('Bargeld wird hier nicht vermerkt.')).toBeVisible()
    expect(sheet.queryByRole('button', { name: 'Bar bezahlt' })).not.toBeInTheDocument()
    await press(app, 'Schließen')
    await app.person.click(await screen.findByRole('button', { name: 'Dorn, Christa bestätigen' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Bargeld wird hier nicht vermerkt.')).toBeVisible()
    expect(question.queryByRole('switch')).not.toBeInTheDocument()
  })

  test('Confirming a person with cash sends both in one request and closes the sheet', async () => {
    const app = await openPerson('Dorn, Christa')
    await press(app, 'Bestätigen')
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Teilnahme bestätigen?' }),
    )
    expect(question.getByText('Christa Dorn')).toBeVisible()
    await app.person.click(question.getByRole('switch', { name: /^Bar bezahlt: 8,00\s€$/ }))
    await press(app, 'OK')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
    expect(rowOf('Dorn, Christa').getByText('Bezahlt')).toBeVisible()
    expect(toldOf(app, 22)).toEqual(['confirm', 'pay'])
    expect(app.wire.sent(actsCall)).toHaveLength(1)
  })

  test('If a confirmation is cancelled, nothing is stored and the switch for cash is off again', async () => {
    const app = await openPerson('Dorn, Christa', { wire: { [actsCall]: offline } })
    await press(app, 'Bestätigen')
    await app.person.click(screen.getByRole('switch'))
    await press(app, 'Abbrechen')
    const sheet = await screen.findByRole('dialog', { name: 'Christa Dorn' })
    expect(sheet).toHaveTextContent('Nicht bezahlt')
    await press(app, 'Bestätigen')
    expect(await screen.findByRole('switch')).not.toBeChecked()
    await press(app, 'OK')
    expect(await screen.findByText(/1 wartet/)).toBeVisible()
    expect(rowOf('Dorn, Christa').getByText('Nicht bezahlt')).toBeVisible()
  })

  test('A confirmed person or a cancelled parade has no button to confirm', async () => {
    const app = await openPerson('Straßer, Jörg')
    expect(screen.queryByRole('button', { name: 'Bestätigen' })).not.toBeInTheDocument()
    await press(app, 'Schließen')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    app.street.setParade({ cancelledAt: '2027-01-17T08:00:00.000Z' })
    lookAgain()
    await screen.findByText('Dieser Umzug ist abgesagt', undefined, { timeout: 5000 })
    await app.person.click(screen.getByRole('link', { name: 'Dorn, Christa' }))
    expect(screen.queryByRole('button', { name: 'Bestätigen' })).not.toBeInTheDocument()
  })

  test('After the sheet of a person is closed, "Zurück" does not open it again', async () => {
    const app = await openPerson('Dorn, Christa')
    const asked = askedOf(app)
    await press(app, 'Schließen')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(app.router.state.location.search).toBe('')
    expect(app.router.state.historyAction).toBe('POP')
    expect(askedOf(app)).toBe(asked)
  })

  test('One tap in the sheet of a person records the cash', async () => {
    const app = await openPerson('Dorn, Christa')
    await press(app, 'Bar bezahlt')
    const sheet = within(screen.getByRole('dialog'))
    expect(await sheet.findByText('Bezahlt')).toBeVisible()
    await press(app, 'Schließen')
    await waitFor(() => expect(rowOf('Dorn, Christa').getByText('Bezahlt')).toBeVisible())
    await waitFor(() => expect(toldOf(app, 22)).toEqual(['pay']))
  })

  test('Cash can be recorded without a connection', async () => {
    const app = await openPerson('Dorn, Christa', { wire: { [actsCall]: offline } })
    await press(app, 'Bar bezahlt')
    expect(await within(screen.getByRole('dialog')).findByText('Bezahlt')).toBeVisible()
    await press(app, 'Schließen')
    expect(await screen.findByText(/1 wartet/)).toBeVisible()
    expect(rowOf('Dorn, Christa').getByText('Bezahlt')).toBeVisible()
  })

  test('The end of the check-in list shows the cash that the current user has collected', async () => {
    const child = { ...baisch, paid: false, priceInCent: 400 }
    const ofLena = { ...straßer, cash: { mine: false, returnedAt: null } }
    const app = await openPerson('Dorn, Christa', {
      rows: [child, dorn, ofLena],
      wire: { [actsCall]: offline },
    })
    const cash = () => screen.queryByRole('region', { name: 'Dein Bargeld', hidden: true })
    expect(cash()).not.toBeInTheDocument()
    await press(app, 'Bar bezahlt')
    await waitFor(() => expect(cash()).toHaveTextContent(/8,00\s€ von 1 Person$/))
    await press(app, 'Schließen')
    await app.person.click(await screen.findByRole('link', { name: 'Baisch, Wolfgang' }))
    await press(app, 'Bar bezahlt')
    await waitFor(() => expect(cash()).toHaveTextContent(/12,00\s€ von 2 Personen$/))
    await press(app, 'Bezahlung zurücknehmen')
    await press(app, 'OK')
    await waitFor(() => expect(cash()).toHaveTextContent(/8,00\s€ von 1 Person$/))
  })

  test('The second tap of a double tap on the sheet is ignored', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = await openCheckIn()
    await app.person.click(screen.getByRole('link', { name: 'Dorn, Christa' }))
    const button = await screen.findByRole('button', { name: 'Bar bezahlt' })
    await app.person.click(button)
    expect(screen.getByRole('dialog')).toHaveTextContent('Nicht bezahlt')
    vi.advanceTimersByTime(250)
    await app.person.click(button)
    await waitFor(() => expect(toldOf(app, 22)).toEqual(['pay']))
  })

  test('A payment is undone only after a question', async () => {
    const inCash = { ...straßer, cash: { mine: true, returnedAt: null } }
    const app = await openPerson('Straßer, Jörg', { rows: [baisch, inCash] })
    await press(app, 'Bezahlung zurücknehmen')
    const question = await screen.findByRole('alertdialog', { name: 'Bezahlung zurücknehmen?' })
    expect(question).toHaveTextContent('Jörg Straßer steht dann als „Nicht bezahlt“ in der Liste.')
    await press(app, 'Abbrechen')
    await press(app, 'Bezahlung zurücknehmen')
    await press(app, 'OK')
    const sheet = await screen.findByRole('dialog', { name: 'Jörg Straßer' })
    await waitFor(() => expect(sheet).toHaveTextContent('Nicht bezahlt'))
    await waitFor(() => expect(toldOf(app, 23)).toEqual(['unpay']))
  })

  test('A payment made online cannot be undone in the check-in', async () => {
    await openPerson('Straßer, Jörg')
    expect(within(screen.getByRole('dialog')).getByText('Bezahlt')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Bezahlung zurücknehmen' })).toBeNull()
  })

  test('The sheet closes when its person is removed from the list', async () => {
    const app = await openPerson('Dorn, Christa')
    app.street.set(baisch)
    lookAgain()
    await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang']), { timeout: 5000 })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test("A helper cannot undo another helper's confirmation", async () => {
    await openPerson('Straßer, Jörg')
    expect(screen.getByText('Bestätigt um 13:42 Uhr')).toBeVisible()
    expect(
      screen.queryByRole('button', { name: 'Bestätigung zurücknehmen' }),
    ).not.toBeInTheDocument()
  })
})

test('People enrolled together are confirmed together, with the cash of those unpaid', async () => {
  const rows = [
    { ...baisch, group: 4 },
    { ...dorn, group: 4 },
    { ...straßer, group: 4 },
  ]
  const app = await openCheckIn({ rows, wire: { [actsCall]: offline } })
  await app.person.click(confirmButton('Dorn, Christa'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/Wolfgang Baisch/)).toBeVisible()
  expect(question.queryByText(/Jörg Straßer/)).not.toBeInTheDocument()
  await app.person.click(question.getByRole('switch', { name: 'Alle 2 der Familie' }))
  await app.person.click(question.getByRole('switch', { name: /^Bar bezahlt: 8,00\s€$/ }))
  await press(app, 'OK')
  expect(await screen.findByText('3 von 3')).toBeVisible()
  app.wire.answer({ [actsCall]: app.street.acts })
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(app.street.sentActs).toHaveLength(3))
  expect(app.street.sentActs.map((one) => [one.kind, 'target' in one && one.target])).toEqual([
    ['confirm', { participationId: 22 }],
    ['confirm', { participationId: 21 }],
    ['pay', { participationId: 22 }],
  ])
  expect(app.wire.sent(actsCall).at(-1)?.body).toMatchObject({ acts: [{}, {}, {}] })
})

test('The filter "Wer fehlt" lists absent people with a link that calls their phone', async () => {
  const phones = [{ participationId: 22, phone: '0171 / 23 45-6' }]
  const app = await openCheckIn({ wire: { 'GET /api/parade/5/phones': json(phones) } })
  expect(app.wire.sent('GET /api/parade/5/phones')).toEqual([])
  await setFilters(app, 'Wer fehlt')
  await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Dorn, Christa']))
  const link = await screen.findByRole('link', { name: 'Dorn, Christa anrufen: 0171 / 23 45-6' })
  expect(link).toHaveAttribute('href', 'tel:017123456')
  expect(rowOf('Baisch, Wolfgang').queryByRole('link', { name: /anrufen/ })).toBeNull()
})

test('If all matches of a search are confirmed and hidden, the page offers to show them, and the typed search stays', async () => {
  const { person } = await openCheckIn()
  await setFilters({ person }, 'Bestätigte ausblenden')
  await person.type(screen.getByRole('searchbox'), 'straßer')
  expect(
    await screen.findByRole('heading', { name: '1 Treffer ist schon bestätigt' }),
  ).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Bestätigte zeigen' }))
  await waitFor(() => expect(shownNames()).toEqual(['Straßer, Jörg']))
  expect(screen.getByRole('searchbox')).toHaveValue('straßer')
})
