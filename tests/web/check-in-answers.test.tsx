import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  aParticipation,
  baisch,
  confirmButton,
  confirmCall,
  confirmed,
  confirmPerson,
  dorn,
  hansel,
  hexe,
  hohenkirch,
  listCall,
  onSiteCall,
  openCheckIn,
  renderCheckIn,
  rowOf,
  shownNames,
  straßer,
  theMoment,
  todayCall,
} from '#tests/support/check-in-page.tsx'
import { lookAgain } from '#tests/support/look-again.ts'
import { fact } from '#tests/support/parade-page.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { type Answer, json, later, unanswered } from '#tests/support/wire.ts'
import '#web/parades/parades-page.tsx'

// Whatever order the answers come in: what was done here stands, and what others did is seen.

const all = [baisch, dorn, straßer]
const paidCall = 'POST /api/participation/:id/paid'
const lena = confirmed(
  aParticipation({ id: 40, memberName: 'Eberle, Lena', costumeType: hexe, costumeNumber: '' }),
)

/** What has come is drawn. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

/** By this clock one knows how long nobody has touched the page: it goes on when the test says so. */
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

describe('an answer that is older than what was done here', () => {
  test('does not take a tick back, and what others did is asked for again', async () => {
    holdClock()
    const app = await openCheckIn({ [confirmCall]: json(confirmed(dorn)) })
    const [older, newer] = [later(json(all)), later(json([confirmed(baisch), confirmed(dorn)]))]
    app.wire.answer({ [listCall]: [older.answer, newer.answer] })
    lookAgain()
    await waitFor(() => expect(app.wire.sent(listCall)).toHaveLength(2))
    await tick(app, 'Dorn, Christa')
    expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
    older.come()
    await stillness()
    expect(rowOf('Dorn, Christa').getByText(/13:50 Uhr/)).toBeVisible()
    newer.come()
    await stillness()
    expect(await rowOf('Baisch, Wolfgang').findByText(/13:50 Uhr/)).toBeVisible()
    expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Dorn, Christa'])
  })

  test('does not take somebody out who was entered on site', async () => {
    holdClock()
    const app = await openCheckIn({ [onSiteCall]: json(lena, 201) })
    const older = later(json(all))
    app.wire.answer({ [listCall]: [older.answer, unanswered] })
    lookAgain()
    await enterLena(app)
    older.come()
    await stillness()
    expect(shownNames()).toContain('Eberle, Lena')
  })

  test('does not take out who was entered before the list was there', async () => {
    holdClock()
    const first = later(json(all))
    const app = renderCheckIn({
      [listCall]: [first.answer, json([baisch, lena])],
      [onSiteCall]: json(lena, 201),
    })
    await screen.findByRole('button', { name: 'Vor Ort eintragen' })
    await enterLena(app)
    vi.advanceTimersByTime(1000)
    await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Eberle, Lena']))
    first.come()
    await stillness()
    expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Eberle, Lena'])
  })

  test('of another action on the same person takes nothing of this one back', async () => {
    const confirming = later(json(confirmed(dorn)))
    const app = await openCheckIn({
      [confirmCall]: confirming.answer,
      [paidCall]: json({ ...dorn, participationFeePayed: true }),
    })
    await confirmPerson(app, 'Dorn, Christa')
    await app.person.click(screen.getByRole('link', { name: 'Dorn, Christa' }))
    const cash = await screen.findByRole('button', { name: 'Bar bezahlt' })
    await theMoment()
    await app.person.click(cash)
    await waitFor(() => expect(screen.getByRole('dialog')).not.toHaveTextContent('Nicht bezahlt'))
    confirming.come()
    expect(await screen.findByText('Bestätigt um 13:50 Uhr')).toBeVisible()
    await theMoment()
    await app.person.click(screen.getByRole('button', { name: 'Schließen' }))
    expect(rowOf('Dorn, Christa').getByText('Bezahlt')).toBeVisible()
    expect(rowOf('Dorn, Christa').getByText(/13:50 Uhr/)).toBeVisible()
  })
})

test('the next answer is believed again', async () => {
  const app = await openCheckIn({ [confirmCall]: json(confirmed(dorn)) })
  await confirmPerson(app, 'Dorn, Christa')
  expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
  // Somebody of the management has taken it back meanwhile.
  lookAgain()
  await waitFor(() => expect(confirmButton('Dorn, Christa')).toBeVisible(), { timeout: 5000 })
})

test('a tick asks for nothing again', async () => {
  const app = await openCheckIn({ [confirmCall]: json(confirmed(dorn)) })
  await settled()
  const before = app.wire.calls.length
  await confirmPerson(app, 'Dorn, Christa')
  expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
  await settled()
  expect(app.wire.calls.slice(before).map(({ method }) => method)).toEqual(['POST'])
})

test('who ticks all the time still sees after half a minute what others do', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const app = await openCheckIn({ [confirmCall]: json(confirmed(dorn)) })
  app.wire.answer({ [listCall]: json([confirmed(baisch), confirmed(dorn), straßer]) })
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  fireEvent.click(confirmButton('Dorn, Christa'))
  await act(() => vi.advanceTimersByTimeAsync(300))
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
  expect(confirmButton('Baisch, Wolfgang')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(rowOf('Baisch, Wolfgang').getByText(/13:50 Uhr/)).toBeVisible()
})

describe('between the pages', () => {
  const openParades = (list: Answer | Answer[] = json(all)) =>
    renderApp({
      path: '/parades',
      user: withRoles('management'),
      wire: {
        'GET /api/parade/year/:year': [
          json([hohenkirch]),
          json([{ ...hohenkirch, participationCount: 2 }]),
        ],
        'GET /api/parade/5': json(hohenkirch),
        [listCall]: list,
        [todayCall]: json({ paradeId: 5, others: [] }),
        'GET /api/costumeType': json([hansel, hexe]),
        [confirmCall]: json(confirmed(dorn)),
      },
    })

  test('a tick is seen wherever one goes next, without a reload', async () => {
    const app = openParades([json(all), json([baisch, confirmed(dorn), straßer])])
    await app.person.click(await screen.findByRole('link', { name: hohenkirch.title }))
    await waitFor(() => expect(fact('Bestätigt')).toHaveTextContent('1'))
    await app.person.click(screen.getByRole('link', { name: 'Teilnahme abhaken' }))
    await screen.findByRole('button', { name: 'Dorn, Christa bestätigen' })
    await confirmPerson(app, 'Dorn, Christa')
    expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
    await app.person.click(screen.getByRole('link', { name: 'Zurück' }))
    await waitFor(() => expect(fact('Bestätigt')).toHaveTextContent('2'))
    await app.person.click(within(screen.getByRole('main')).getByRole('link', { name: 'Umzüge' }))
    expect(await screen.findByText(/^2/, { selector: 'td' })).toHaveTextContent('2 bestätigt')
  })

  test('a list that is known stands at once, and what comes later does not move under a finger', async () => {
    const refreshed = later(json([confirmed(baisch), dorn, straßer]))
    const app = openParades([json(all), refreshed.answer])
    await app.person.click(await screen.findByRole('link', { name: hohenkirch.title }))
    await screen.findByText('1–3 von 3')
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + 11_000 })
    onTestFinished(() => void vi.useRealTimers())
    await app.person.click(screen.getByRole('link', { name: 'Teilnahme abhaken' }))
    expect(await screen.findByRole('button', { name: 'Dorn, Christa bestätigen' })).toBeVisible()
    await waitFor(() => expect(app.wire.sent(listCall)).toHaveLength(2))
    fireEvent.pointerDown(confirmButton('Baisch, Wolfgang'))
    refreshed.come()
    await settled()
    expect(confirmButton('Baisch, Wolfgang')).toBeVisible()
    vi.advanceTimersByTime(1000)
    expect(await rowOf('Baisch, Wolfgang').findByText(/13:50 Uhr/)).toBeVisible()
  })
})
