import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  actsCall,
  baisch,
  confirmButton,
  confirmed,
  confirmPerson,
  dorn,
  holdTime,
  listCall,
  openCheckIn,
  renderCheckIn,
  rowOf,
  settles,
  shownNames,
  straßer,
} from '#tests/support/check-in-page.tsx'
import { lookAgain } from '#tests/support/look-again.ts'
import { fact } from '#tests/support/parade-page.ts'
import { aParade, aParticipation } from '#tests/support/parade-rows.ts'
import { type Answer, json, later, unanswered } from '#tests/support/wire.ts'
import '#web/parades/parades-page.tsx'

// In any order of answers, changes made here stay and changes of others appear.

/** Waits until the answers are rendered. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

/** The server's answer at the time of the request, delivered when the test says so. */
function held(answer: Answer): { answer: Answer; come: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    async answer(call) {
      const response = await answer(call)
      await promise
      return response
    },
    come: resolve,
  }
}

/** The clock that measures how long the page is idle; the test advances it. */
function holdClock() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

async function stillness() {
  vi.advanceTimersByTime(1000)
  await settled()
}

type App = ReturnType<typeof renderCheckIn>

async function tick({ person }: App, name: string) {
  await person.click(confirmButton(name))
  vi.advanceTimersByTime(300)
  await person.click(screen.getByRole('button', { name: 'OK' }))
}

async function enterLena({ person }: App) {
  await person.click(screen.getByRole('button', { name: 'Vor Ort eintragen' }))
  await person.type(screen.getByRole('textbox', { name: /^Vorname/ }), 'Lena')
  await person.type(screen.getByRole('textbox', { name: /^Nachname/ }), 'Eberle')
  await person.selectOptions(await screen.findByRole('combobox'), 'Bachhexe')
  await person.click(screen.getByRole('button', { name: 'OK' }))
  await screen.findByText('Lena Eberle ist eingetragen.')
}

describe('a list requested before a change made here', () => {
  test('A check-in list that was requested before a confirmation and arrives after it does not undo the confirmation, and is requested again', async () => {
    holdClock()
    const app = await openCheckIn()
    const older = held(app.street.list)
    app.wire.answer({ [listCall]: [older.answer, app.street.list] })
    lookAgain()
    await settled()
    await tick(app, 'Dorn, Christa')
    expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
    app.street.set(confirmed(baisch), confirmed(dorn, true))
    older.come()
    await stillness()
    expect(rowOf('Dorn, Christa').getByText(/13:50 Uhr/)).toBeVisible()
    await waitFor(async () => {
      await stillness()
      expect(rowOf('Baisch, Wolfgang').getByText(/13:50 Uhr/)).toBeVisible()
    })
    expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Dorn, Christa'])
  })

  test('A check-in list that was requested before an entry on site and arrives after it does not remove the entered person', async () => {
    holdClock()
    const app = await openCheckIn()
    const older = held(app.street.list)
    app.wire.answer({ [listCall]: [older.answer, unanswered] })
    lookAgain()
    await settled()
    await enterLena(app)
    older.come()
    await stillness()
    expect(shownNames()).toContain('Eberle, Lena')
  })
})

test('A confirmation that management has undone disappears with the next check-in list', async () => {
  const app = await openCheckIn()
  await confirmPerson(app, 'Dorn, Christa')
  expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
  // Management has undone it in the meantime.
  app.street.set(baisch, dorn, straßer)
  lookAgain()
  await waitFor(() => expect(confirmButton('Dorn, Christa')).toBeVisible(), { timeout: 5000 })
})

test('A confirmation whose answer was lost is sent again until the server answers, and is stored once', async () => {
  const app = await openCheckIn()
  const lost: Answer = async (call) => {
    await app.street.acts(call)
    throw new TypeError('Failed to fetch')
  }
  app.wire.answer({ [actsCall]: [lost, lost, app.street.acts] })
  await confirmPerson(app, 'Dorn, Christa')
  expect(await rowOf('Dorn, Christa').findByText('Wartet noch')).toBeVisible()
  await waitFor(() => expect(rowOf('Dorn, Christa').getByText(/13:50 Uhr/)).toBeVisible(), {
    timeout: 15_000,
  })
  expect(app.wire.sent(actsCall)).toHaveLength(3)
  expect(app.street.sentActs).toHaveLength(1)
})

test('While a confirmation is still being sent, the confirmations of other helpers appear after half a minute', async () => {
  holdTime()
  const app = renderCheckIn()
  await settles(() => expect(confirmButton('Dorn, Christa')).toBeVisible())
  const ticked = held(app.street.acts)
  app.wire.answer({ [actsCall]: ticked.answer })
  app.street.set(confirmed(baisch), dorn, straßer)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  fireEvent.click(confirmButton('Dorn, Christa'))
  await act(() => vi.advanceTimersByTimeAsync(300))
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await settles(() => expect(rowOf('Dorn, Christa').getByText('Wartet noch')).toBeVisible())
  await act(() => vi.advanceTimersByTimeAsync(11_500))
  await settles(() => expect(rowOf('Baisch, Wolfgang').getByText(/13:50 Uhr/)).toBeVisible())
  ticked.come()
  await settles(() => expect(rowOf('Dorn, Christa').getByText(/13:50 Uhr/)).toBeVisible())
})

test('If a new check-in list arrives while the list is being touched, it is shown a second after the touch', async () => {
  holdClock()
  const app = await openCheckIn()
  app.street.set(confirmed(baisch), dorn, straßer)
  const refreshed = later(app.street.list)
  app.wire.answer({ [listCall]: refreshed.answer })
  lookAgain()
  await settled()
  fireEvent.pointerDown(confirmButton('Baisch, Wolfgang'))
  refreshed.come()
  await settled()
  expect(confirmButton('Baisch, Wolfgang')).toBeVisible()
  vi.advanceTimersByTime(1000)
  expect(await rowOf('Baisch, Wolfgang').findByText(/13:50 Uhr/)).toBeVisible()
})

test('A confirmation made in the check-in is shown on the other pages without a reload', async () => {
  const christa = { id: 22, memberName: 'Dorn, Christa', participationConfirmed: false }
  const jörg = { id: 23, memberName: 'Straßer, Jörg', participationConfirmed: true }
  const all = [christa, jörg].map(aParticipation)
  const ticked = [{ ...christa, participationConfirmed: true }, jörg].map(aParticipation)
  const parade = aParade({ id: 5, title: 'Jubiläumsumzug 60 Jahre' })
  const app = renderCheckIn({
    path: '/parades',
    role: 'management',
    wire: {
      'GET /api/parade/year/:year': [json([parade]), json([{ ...parade, participationCount: 2 }])],
      'GET /api/parade/5': json(parade),
      'GET /api/parade/5/participation': [json(all), json(ticked)],
      'GET /api/parade/today': json({ paradeId: 5, others: [] }),
      'GET /api/costumeType': json([]),
    },
  })
  await app.person.click(await screen.findByRole('link', { name: parade.title }))
  await waitFor(() => expect(fact('Bestätigt')).toHaveTextContent('1'))
  await app.person.click(screen.getByRole('link', { name: 'Teilnahme abhaken' }))
  await screen.findByRole('button', { name: 'Dorn, Christa bestätigen' })
  await confirmPerson(app, 'Dorn, Christa')
  expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
  await app.person.click(screen.getByRole('link', { name: 'Zurück' }))
  await waitFor(() => expect(fact('Bestätigt')).toHaveTextContent('2'))
  await app.person.click(within(screen.getByRole('main')).getByRole('link', { name: 'Umzüge' }))
  await waitFor(() =>
    expect(screen.getByText(/^2/, { selector: 'td' })).toHaveTextContent('2 bestätigt'),
  )
})
