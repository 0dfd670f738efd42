import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  baisch,
  confirmButton,
  confirmCall,
  confirmed,
  dorn,
  listCall,
  openCheckIn,
  rowOf,
  shownNames,
  straßer,
  theMoment,
} from '#tests/support/check-in-page.tsx'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'

const paidCall = 'POST /api/participation/:id/paid'
const unconfirmCall = 'POST /api/parade/:id/participation/:participationId/unconfirm'
const notChanged = 'Die Umzugsteilnahme konnte nicht geändert werden'
const paid = { ...dorn, participationFeePayed: true }

async function openPerson(name: string, wire: WireTable = {}, role: Role = 'helper') {
  const app = await openCheckIn(wire, role)
  await app.person.click(screen.getByRole('link', { name }))
  await theMoment()
  return app
}

const press = async ({ person }: Awaited<ReturnType<typeof openCheckIn>>, name: string) => {
  await person.click(screen.getByRole('button', { name }))
  await theMoment()
}

describe('the sheet of a person', () => {
  test('is opened by the name, stands in the address, and goes with the way back', async () => {
    const { router } = await openPerson('Dorn, Christa')
    const sheet = within(screen.getByRole('dialog', { name: 'Christa Dorn' }))
    expect(sheet.getByText('204')).toBeVisible()
    expect(sheet.getByText('Nicht bezahlt')).toBeVisible()
    expect(sheet.getByText('Noch nicht bestätigt.')).toBeVisible()
    expect(router.state.location.search).toBe('?participation=22')
    await act(() => router.navigate(-1))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('is closed without leaving a step behind', async () => {
    const app = await openPerson('Dorn, Christa')
    await press(app, 'Schließen')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(app.router.state.location.search).toBe('')
    expect(app.router.state.historyAction).toBe('POP')
    expect(app.wire.sent(listCall)).toHaveLength(1)
  })

  test('notes the cash with one tap', async () => {
    const app = await openPerson('Dorn, Christa', { [paidCall]: json(paid) })
    await press(app, 'Bar bezahlt')
    const sheet = within(screen.getByRole('dialog'))
    expect(await sheet.findByText('Bezahlt')).toBeVisible()
    await press(app, 'Schließen')
    expect(rowOf('Dorn, Christa').getByText('Bezahlt')).toBeVisible()
    expect(app.wire.sent('POST /api/participation/22/paid').map(({ body }) => body)).toEqual([
      { paid: true },
    ])
  })

  test('is deaf to the second tap of a double tap', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { person, wire } = await openCheckIn({ [paidCall]: json(paid) })
    await person.click(screen.getByRole('link', { name: 'Dorn, Christa' }))
    const button = await screen.findByRole('button', { name: 'Bar bezahlt' })
    await person.click(button)
    expect(wire.sent('POST /api/participation/22/paid')).toEqual([])
    vi.advanceTimersByTime(250)
    await person.click(button)
    expect(wire.sent('POST /api/participation/22/paid')).toHaveLength(1)
  })

  test('takes a payment back only after a question', async () => {
    const unpaid = { ...straßer, participationFeePayed: false }
    const app = await openPerson('Straßer, Jörg', {
      [listCall]: json([baisch, { ...straßer, feePayedByHand: true }]),
      [paidCall]: json(unpaid),
    })
    await press(app, 'Bezahlung zurücknehmen')
    const question = () => screen.getByRole('alertdialog', { name: 'Bezahlung zurücknehmen?' })
    expect(question()).toHaveTextContent(
      'Jörg Straßer steht dann als „Nicht bezahlt“ in der Liste.',
    )
    await press(app, 'Abbrechen')
    await press(app, 'Bezahlung zurücknehmen')
    await press(app, 'OK')
    expect(screen.getByRole('dialog', { name: 'Jörg Straßer' })).toHaveTextContent('Nicht bezahlt')
    expect(app.wire.sent('POST /api/participation/23/paid').map(({ body }) => body)).toEqual([
      { paid: false },
    ])
  })

  test('does not offer to take back what was paid online', async () => {
    await openPerson('Straßer, Jörg')
    expect(within(screen.getByRole('dialog')).getByText('Bezahlt')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Bezahlung zurücknehmen' })).toBeNull()
  })

  test('that could not change anything says so, and the row stays as it was', async () => {
    const app = await openPerson('Dorn, Christa', { [paidCall]: offline })
    await press(app, 'Bar bezahlt')
    expect(await screen.findByRole('alert')).toHaveTextContent(notChanged)
    await press(app, 'Schließen')
    expect(rowOf('Dorn, Christa').getByText('Nicht bezahlt')).toBeVisible()
  })

  test('learns from a refusal what the list does not know yet', async () => {
    const app = await openPerson('Dorn, Christa', {
      [paidCall]: refusal(404, 'NotFound'),
      [listCall]: [json([baisch, dorn]), json([baisch])],
    })
    await press(app, 'Bar bezahlt')
    await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang']), { timeout: 3000 })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('lets the management take a confirmation back, after a question', async () => {
    const undone = { ...straßer, participationConfirmed: false, participationConfirmedAt: null }
    const app = await openPerson('Straßer, Jörg', { [unconfirmCall]: json(undone) }, 'management')
    expect(screen.getByText('Bestätigt um 13:42 Uhr')).toBeVisible()
    await press(app, 'Bestätigung zurücknehmen')
    await press(app, 'OK')
    await press(app, 'Schließen')
    expect(confirmButton('Straßer, Jörg')).toBeVisible()
    expect(screen.getByText('0 von 3')).toBeVisible()
    const path = 'POST /api/parade/5/participation/23/unconfirm'
    expect(app.wire.sent(path)).toHaveLength(1)
  })

  test('lets no helper take a confirmation back', async () => {
    await openPerson('Straßer, Jörg')
    expect(screen.getByText('Bestätigt um 13:42 Uhr')).toBeVisible()
    expect(
      screen.queryByRole('button', { name: 'Bestätigung zurücknehmen' }),
    ).not.toBeInTheDocument()
  })
})

describe('the question of the confirmation', () => {
  test('takes the cash as well, and the confirmation after it', async () => {
    const app = await openCheckIn({
      [paidCall]: json(paid),
      // As it was when the confirmation was sent: the payment is not forgotten over it.
      [confirmCall]: json(confirmed(dorn)),
    })
    await app.person.click(confirmButton('Dorn, Christa'))
    await theMoment()
    await press(app, 'Bar bezahlt')
    expect(within(screen.getByRole('alertdialog')).getByText('Bezahlt')).toBeVisible()
    await press(app, 'OK')
    expect(await rowOf('Dorn, Christa').findByText(/13:50 Uhr/)).toBeVisible()
    expect(rowOf('Dorn, Christa').getByText('Bezahlt')).toBeVisible()
  })

  test('waits with the confirmation until the cash is noted', async () => {
    const slow = later(json(paid))
    const app = await openCheckIn({ [paidCall]: slow.answer })
    await app.person.click(confirmButton('Dorn, Christa'))
    await theMoment()
    await press(app, 'Bar bezahlt')
    expect(screen.getByRole('button', { name: 'OK' })).toBeDisabled()
    slow.come()
    await waitFor(() => expect(screen.getByRole('button', { name: 'OK' })).toBeEnabled())
  })

  test('says when the cash could not be noted', async () => {
    const app = await openCheckIn({ [paidCall]: offline })
    await app.person.click(confirmButton('Dorn, Christa'))
    await theMoment()
    await press(app, 'Bar bezahlt')
    expect(await screen.findByRole('alert')).toHaveTextContent(notChanged)
  })
})

test('hits that are confirmed and hidden are shown without losing the search', async () => {
  const { person } = await openCheckIn()
  await person.click(screen.getByRole('switch', { name: 'Bestätigte ausblenden' }))
  await person.type(
    screen.getByRole('searchbox', { name: 'Name oder Kleidernummer suchen' }),
    'straßer',
  )
  expect(
    await screen.findByRole('heading', { name: '1 Treffer ist schon bestätigt' }),
  ).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Bestätigte zeigen' }))
  await waitFor(() => expect(shownNames()).toEqual(['Straßer, Jörg']))
  expect(screen.getByRole('searchbox')).toHaveValue('straßer')
})
