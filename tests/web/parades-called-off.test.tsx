import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  baisch,
  confirmed,
  confirmPerson,
  dorn,
  openCheckIn,
  press,
} from '#tests/support/check-in-page.tsx'
import { aParadePlace, paradeRefunds } from '#tests/support/order-rows.ts'
import { fact, gruber, openParade, paradeCall, titleShown } from '#tests/support/parade-page.ts'
import { aParade } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { type Answer, json, later, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/parades/hosts-page.tsx'
import '#web/parades/parades-page.tsx'
import type { Role } from '#worker/domain/codes.ts'

const refundsCall = 'GET /api/parade/:id/refunds'
const cancelCall = 'POST /api/parade/:id/cancel'

const cancelledAt = '2026-11-20T11:00:00.000Z'
const calledOff = aParade({ cancelledAt, cancelReason: 'Sturmwarnung' })
const shownCalledOff = { ...calledOff, cancelledBy: 'Sabine Kächele' }

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'performance'],
    shouldAdvanceTime: true,
    now: new Date('2026-11-21T12:00:00Z'),
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Two people paid online (one is refunded), one in cash, one has not paid. */
const places = [
  aParadePlace({ participationId: 1 }),
  aParadePlace({ participationId: 2, priceInCent: 400 }),
  aParadePlace({ participationId: 3, paid: 'cash', orderId: null }),
  aParadePlace({ participationId: 4, paid: 'unpaid', orderId: null }),
]

const menuButton = () => screen.findByRole('button', { name: 'Weitere Aktionen' })

async function openMenu(wire: WireTable = {}, parade: object = aParade()) {
  const app = openParade({ wire: { [paradeCall]: json(parade), ...wire } })
  await app.person.click(await menuButton())
  return app
}

async function openDialog(refunds: Answer, wire: WireTable = {}, parade: object = aParade()) {
  const app = await openMenu({ [refundsCall]: refunds, ...wire }, parade)
  await app.person.click(await screen.findByRole('menuitem'))
  return app
}

const inDialog = async () => within(await screen.findByRole('dialog', { name: 'Umzug absagen?' }))

describe('cancelling a parade', () => {
  test('The menu of a parade offers to management to cancel it', async () => {
    await openMenu()
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Umzug absagen …',
    ])
  })

  test.each<Role>(['readonly', 'helper'])(
    'Cancelling a parade is not offered to the role %s',
    async (role) => {
      openParade({ roles: ['readonly', role] })
      await titleShown()
      expect(screen.queryByRole('button', { name: 'Weitere Aktionen' })).not.toBeInTheDocument()
    },
  )

  test('The dialog for cancelling a parade states the consequences in numbers', async () => {
    const refunds = paradeRefunds(places, {
      unpaidCount: 1,
      openPaymentCount: 2,
      confirmedCount: 2,
      mailCount: 3,
      withoutAddressCount: 1,
    })
    await openDialog(json(refunds))
    const dialog = await inDialog()
    await dialog.findByText('Angemeldet')
    const said = (label: string) =>
      dialog.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect(said('Angemeldet')).toBe('3 Personen. Alle bleiben in der Liste.')
    expect(said('Online bezahlt')).toMatch(/^2 Personen, 12,00\s€\./)
    expect(said('Bar bezahlt')).toMatch(/^1 Person, 8,00\s€\. Das gibst Du von Hand zurück\.$/)
    expect(said('Nicht bezahlt')).toBe('1 Person.')
    expect(said('Offene Zahlungen')).toBe('2 Plätze: sie werden beendet.')
    expect(said('Schon bestätigt')).toMatch(/^2 Personen\. .* zählt als Sprung\.$/)
    expect(said('E-Mails')).toBe('3 E-Mails sagen die Absage weiter.')
    expect(said('Ohne E-Mail Adresse')).toBe('1 Person. Sag ihr selbst Bescheid.')
  })

  test('Money that is already refunded is not counted among the consequences of cancelling a parade', async () => {
    const back = [
      aParadePlace({ refund: 'done' }),
      aParadePlace({
        participationId: 3,
        paid: 'cash',
        orderId: null,
        cashReturnedAt: cancelledAt,
      }),
    ]
    await openDialog(json(paradeRefunds(back)))
    const dialog = await inDialog()
    await dialog.findByText('Angemeldet')
    expect(dialog.queryByText('Online bezahlt')).not.toBeInTheDocument()
    expect(dialog.queryByText('Bar bezahlt')).not.toBeInTheDocument()
  })

  test('A parade can be cancelled only once the numbers of the consequences are loaded', async () => {
    const slow = later(json(paradeRefunds([])))
    await openDialog(slow.answer)
    const dialog = await inDialog()
    const ok = dialog.getByRole('button', { name: 'Umzug absagen' })
    expect(ok).toBeDisabled()
    slow.come()
    await waitFor(() => expect(ok).toBeEnabled())
  })

  test('If a cancellation is rejected (422), the error is shown at the reason, which stays in the field', async () => {
    const tooLong = 'Höchstens 200 Zeichen.'
    const app = await openDialog(json(paradeRefunds([])), {
      [cancelCall]: refusal(422, 'ValidationFailed', tooLong, { fields: { reason: tooLong } }),
    })
    const dialog = await inDialog()
    const reason = dialog.getByRole('textbox', { name: 'Grund' })
    await app.person.type(reason, 'Sturm')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Umzug absagen' })).toBeEnabled())
    await app.person.click(dialog.getByRole('button', { name: 'Umzug absagen' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Der Umzug konnte nicht abgesagt werden',
    )
    expect(reason).toHaveValue('Sturm')
    expect(reason).toHaveAccessibleDescription(expect.stringContaining(tooLong))
  })
})

describe('the page of a cancelled parade', () => {
  const open = (roles: Role[] = ['management'], parade: object = shownCalledOff) =>
    openParade({ roles, wire: { [paradeCall]: json(parade) } })

  test.each<Role>(['management', 'readonly'])(
    'The page shows reason, time and user of the cancellation to the role %s',
    async (role) => {
      open([role])
      expect(await screen.findByText('Abgesagt')).toBeVisible()
      expect(screen.getByText('Sturmwarnung')).toBeVisible()
      expect(screen.getByText('Am Fr 20.11.2026 um 12:00 Uhr von Sabine Kächele.')).toBeVisible()
      expect(screen.getByRole('link', { name: 'Gebühren erstatten' })).toBeVisible()
    },
  )

  test('The page of a cancelled parade shows day and time alone if reason and user are unknown', async () => {
    open(['management'], aParade({ cancelledAt }))
    expect(await screen.findByText('Am Fr 20.11.2026 um 12:00 Uhr.')).toBeVisible()
  })

  test('A cancelled parade offers neither enrolment nor check-in', async () => {
    open()
    await screen.findByText('1–3 von 3')
    await screen.findByText('Abgesagt')
    expect(screen.queryByRole('link', { name: 'Teilnahme abhaken' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Teilnahme eintragen' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Liste drucken' })).toBeVisible()
  })

  test('The enrolment of a cancelled parade is shown as closed, and the parade is not marked "Heute"', async () => {
    open(['management'], {
      ...shownCalledOff,
      date: '2026-11-21',
      dateEnrolmentStart: '2026-11-01',
    })
    expect(await titleShown()).toBeVisible()
    expect(fact('Zeitraum')).toHaveTextContent('Geschlossen')
  })
})

describe('undoing a cancellation', () => {
  const refunds = json(
    paradeRefunds(
      [
        aParadePlace({ refund: 'done' }),
        aParadePlace({ participationId: 2, refund: 'pending' }),
        aParadePlace({
          participationId: 3,
          paid: 'cash',
          orderId: null,
          cashReturnedAt: cancelledAt,
        }),
        aParadePlace({ participationId: 4, state: 'cancelled', refund: 'done' }),
        aParadePlace({ participationId: 5, paid: 'unpaid', orderId: null }),
      ],
      { mailCount: 2 },
    ),
  )

  test('The dialog for undoing a cancellation shows the fees that are due again', async () => {
    await openDialog(refunds, {}, shownCalledOff)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Absage zurücknehmen?' }))
    await dialog.findByText('Angemeldet')
    const said = (label: string) =>
      dialog.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect(said('Geld zurück')).toMatch(/^3 Personen, 24,00\s€\. Vor Ort ist wieder zu bezahlen\.$/)
    expect(said('Erstattung läuft')).toBe('1 Erstattung geht trotzdem hinaus.')
    expect(dialog.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
  })
})

describe('the lists with a cancelled parade', () => {
  test('The list of a year marks a cancelled parade, and marks the first that takes place as the next one', async () => {
    localStorage.setItem('currently-selected-year', '2026')
    const december = (id: number, date: string, changes = {}) =>
      aParade({ id, date, title: `Umzug ${id}`, ...changes })
    renderApp({
      path: '/parades',
      user: withRoles('management'),
      wire: {
        'GET /api/parade/year/:year': json([
          december(1, '2026-11-21', { cancelledAt }),
          december(2, '2026-12-05', { cancelledAt }),
          december(3, '2026-12-12'),
        ]),
      },
    })
    const rowOf = async (title: string) => (await screen.findByText(title)).closest('tr')
    expect(await rowOf('Umzug 1')).toHaveTextContent('Abgesagt')
    expect(await rowOf('Umzug 1')).not.toHaveTextContent('Heute')
    expect(await rowOf('Umzug 2')).toHaveTextContent('Abgesagt')
    expect(await rowOf('Umzug 2')).not.toHaveTextContent('Nächster')
    expect(await rowOf('Umzug 3')).toHaveTextContent('Nächster')
    expect(await rowOf('Umzug 3')).not.toHaveTextContent('Abgesagt')
  })

  test('A cancelled parade is marked in the search by host', async () => {
    renderApp({
      path: '/parades/hosts?search=Moosried',
      user: withRoles('readonly'),
      wire: {
        'GET /api/parades/hosts': json([calledOff, aParade({ id: 8, title: 'Nachtumzug' })]),
      },
    })
    expect((await screen.findByText('Ringtreffen Moosried')).closest('tr')).toHaveTextContent(
      'Abgesagt',
    )
    expect(screen.getByText('Nachtumzug').closest('tr')).not.toHaveTextContent('Abgesagt')
  })
})

describe('the check-in of a cancelled parade', () => {
  const cancelled = { cancelledAt, cancelReason: 'Sturmwarnung' }
  const inCash = { ...baisch, id: 40, cash: { mine: true, returnedAt: null } }

  test('The check-in list of a cancelled parade has no buttons', async () => {
    await openCheckIn({ parade: cancelled })
    expect(await screen.findByText('Dieser Umzug ist abgesagt')).toBeVisible()
    expect(screen.getByText('Sturmwarnung')).toBeVisible()
    expect(screen.getByText('Baisch, Wolfgang')).toBeVisible()
    expect(screen.queryByRole('button', { name: /bestätigen$/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Vor Ort eintragen' })).not.toBeInTheDocument()
  })

  test('If a confirmation is rejected because the parade was cancelled, the check-in shows the cancellation', async () => {
    const app = await openCheckIn()
    app.street.setParade(cancelled)
    app.street.refuse(() => ({ outcome: 'paradeCancelled' }))
    await confirmPerson(app, 'Baisch, Wolfgang')
    expect(await screen.findByText('Dieser Umzug ist abgesagt')).toBeVisible()
    expect(screen.getByRole('button', { name: '1 zu klären' })).toBeVisible()
  })

  test('Cash that is returned to a participant of a cancelled parade can be recorded, and this can be undone', async () => {
    const path = 'POST /api/participation/40/cashReturned'
    const app = await openCheckIn({ parade: cancelled, rows: [inCash, confirmed(dorn)] })
    app.wire.answer({
      [path]: ({ body }) => {
        const { returned } = body as { returned: boolean }
        const returnedAt = returned ? cancelledAt : null
        const row = { ...inCash, paid: !returned, cash: { mine: true, returnedAt } }
        app.street.set(row, confirmed(dorn))
        return Response.json({
          ...gruber,
          id: 40,
          participationFeePayed: !returned,
          feePayedByHand: !returned,
          cashReturnedAt: returnedAt,
        })
      },
    })
    await screen.findByText('Dieser Umzug ist abgesagt')
    await app.person.click(screen.getByRole('link', { name: 'Baisch, Wolfgang' }))
    await press(app, 'Bar zurückgegeben')
    await press(app, 'Rückgabe zurücknehmen')
    expect(await screen.findByRole('button', { name: 'Bar zurückgegeben' })).toBeVisible()
    expect(app.wire.sent(path).map(({ body }) => body)).toEqual([
      { returned: true },
      { returned: false },
    ])
  })

  test('If a parade takes place, the return of cash cannot be recorded', async () => {
    const app = await openCheckIn({ rows: [inCash] })
    await app.person.click(screen.getByRole('link', { name: 'Baisch, Wolfgang' }))
    expect(await screen.findByRole('button', { name: 'Bezahlung zurücknehmen' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Bar zurückgegeben' })).not.toBeInTheDocument()
  })
})
