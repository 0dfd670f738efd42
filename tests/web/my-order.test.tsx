import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { watchLeaving } from '#tests/support/leaving.ts'
import { aCode, aFamily, anOrder, aParadeOf, aPerson, aPlace } from '#tests/support/my-orders.ts'
import {
  byOrderToken,
  json,
  later,
  offline,
  refusal,
  stubWire,
  unanswered,
  type WireTable,
} from '#tests/support/wire.ts'
import { MyOrderPage } from '#web/enrolment/public/my-order-page.tsx'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'

const token = '0123456789abcdef0123456789abcdef'
const guild = { name: 'Narrenzunft Schellental' }
const costumeTypes = [
  { id: 1, name: 'Schellenhansel' },
  { id: 3, name: 'Kinderhansel' },
]

const orderCall = 'GET /api/enrolment/order'
const changeCall = 'POST /api/enrolment/order/places/101/costume'
const cancelCall = 'POST /api/enrolment/order/places/cancel'

afterEach(() => window.history.replaceState(null, '', '/'))

function open(wireTable: WireTable = {}, fragment = `#order=${token}`) {
  window.history.replaceState(null, '', `/meine-anmeldung${fragment}`)
  const wire = stubWire(wireTable)
  const view = render(<MyOrderPage guild={guild} costumeTypes={costumeTypes} />)
  return { ...view, wire, person: userEvent.setup() }
}

async function openOrder(order: MyOrder, more: WireTable = {}) {
  const page = open({ [orderCall]: json(order), ...more })
  await screen.findAllByRole('region', { name: /Straßer/ })
  return page
}

const text = () => document.body.textContent?.replaceAll('\u00a0', ' ')
const button = (name: RegExp) => screen.queryByRole('button', { name })

test('A paid order whose extras were given up and refunded is called free, without its amount', async () => {
  const places = [aPlace({ priceInCent: 0 })]
  await openOrder(anOrder({ state: 'paid', amountInCent: 500, people: [aPerson({ places })] }))
  expect(text()).toContain('Angemeldet, jetzt kostenlos')
  expect(text()).not.toContain('5,00 €')
})

test('A paid order of which a part went back says how much beside its amount', async () => {
  await openOrder(anOrder({ state: 'paid', amountInCent: 4300, refundedInCent: 1600 }))
  expect(text()).toContain('43,00 €, zurück 16,00 €')
})

test('Each place lists its extras with departure and price, and its price contains them', async () => {
  const bus = {
    id: 1,
    quantity: 2,
    priceInCent: 1000,
    unitPricesInCent: [500, 500],
    title: 'Bus ab Rathaus',
    kind: 'bus',
    departure: { time: '09:10', place: 'Rathaus' },
  } as const
  const places = [aPlace({ priceInCent: 1800, extras: [bus] })]
  await openOrder(anOrder({ people: [aPerson({ places })] }))
  expect(text()).toContain('18,00 €')
  expect(text()).toContain('darin Bus ab Rathaus, 2 Plätze, 09:10 Uhr: 10,00 €')
})

describe('the link to an order', () => {
  test.each([`#order=${token}`, `#${token}`])(
    'An order is opened by a link with %s',
    async (fragment) => {
      open({ [orderCall]: byOrderToken({ [token]: json(anOrder()) }) }, fragment)
      expect(await screen.findByRole('region', { name: 'Jörg Straßer' })).toBeVisible()
      expect(text()).toContain('Bezahlt am 21.11.2026')
    },
  )

  test.each(['', '#', '#inhalt', '#order='])(
    'A link with the fragment "%s" shows that the token is missing and offers a new link',
    async (fragment) => {
      const { wire } = open({}, fragment)
      expect(await screen.findByText('Hier fehlt der Link zu Deiner Anmeldung')).toBeVisible()
      expect(await screen.findByRole('button', { name: 'Link noch einmal senden' })).toBeVisible()
      expect(wire.calls).toEqual([])
    },
  )

  test('An unknown token shows that the order does not exist and offers a new link', async () => {
    open({ [orderCall]: refusal(404, 'NotFound', 'Diese Anmeldung gibt es nicht (mehr).') })
    expect(await screen.findByText('Diese Anmeldung gibt es nicht (mehr)')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Link noch einmal senden' })).toBeVisible()
  })

  test('A second link opened in the same tab shows its order, and a late answer about the first one is ignored', async () => {
    const slow = later(json(anOrder()))
    const other = 'f'.repeat(32)
    const rist = anOrder({ people: [aPerson({ firstName: 'Lena', lastName: 'Rist' })] })
    open({ [orderCall]: byOrderToken({ [token]: slow.answer, [other]: json(rist) }) })
    act(() => {
      window.location.hash = `#order=${other}`
    })
    expect(await screen.findByRole('region', { name: 'Lena Rist' })).toBeVisible()
    slow.come()
    await act(() => Promise.resolve())
    expect(screen.queryByRole('region', { name: 'Jörg Straßer' })).toBeNull()
  })

  test('The skip link does not remove the order from the address', async () => {
    const { wire } = await openOrder(anOrder())
    act(() => {
      window.location.hash = '#inhalt'
    })
    await waitFor(() => expect(window.location.hash).toBe(`#order=${token}`))
    expect(screen.getByRole('region', { name: 'Jörg Straßer' })).toBeVisible()
    expect(wire.sent(orderCall)).toHaveLength(1)
  })
})

describe('loading the order', () => {
  test('The page of an order shows that it is loading', async () => {
    open({ [orderCall]: unanswered })
    expect(await screen.findByText('Laden...')).toBeInTheDocument()
  })

  test('An order that fails to load for lack of a connection can be loaded again', async () => {
    const { person } = open({ [orderCall]: [offline, json(anOrder())] })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Deine Anmeldung konnte nicht geladen werden')
    expect(alert).toHaveTextContent('Der Server ist nicht erreichbar.')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByRole('region', { name: 'Jörg Straßer' })).toBeVisible()
  })

  test('An order that fails to load shows the message of the server', async () => {
    open({ [orderCall]: refusal(503, 'Busy', 'Gerade ist sehr viel los.') })
    expect(await screen.findByRole('alert')).toHaveTextContent('Gerade ist sehr viel los.')
  })
})

describe('the contents of an order', () => {
  test('Each person of a family is shown with the places of that person', async () => {
    await openOrder(aFamily())
    expect(text()).toContain('Für Jörg, Mia und Ben')
    const mia = within(screen.getByRole('region', { name: /Mia Straßer/ }))
    expect(mia.getByRole('heading', { name: /Mia Straßer · Kind/ })).toBeVisible()
    expect(mia.getAllByRole('listitem')).toHaveLength(2)
    expect(mia.getByText('Kinderhansel 23')).toBeVisible()
  })

  const cancelledAt = '2027-01-05T10:00:00.000Z'
  test.each([
    ['was there', { participationConfirmed: true }, 'War dabei'],
    ['given back', { state: 'cancelled' }, 'Abgesagt.'],
    [
      'given back, with the money',
      { state: 'cancelled', refund: { amountInCent: 300, state: 'pending' } },
      'Abgesagt. Die Gebühr von 3,00 € geht zurück.',
    ],
    [
      'money back',
      { state: 'cancelled', refund: { amountInCent: 300, state: 'done' } },
      'Abgesagt. Die Gebühr von 3,00 € ist erstattet.',
    ],
    [
      'money back by hand',
      { state: 'cancelled', refund: { amountInCent: 300, state: 'byHand' } },
      'Abgesagt. Die Gebühr von 3,00 € ist erstattet.',
    ],
    [
      'money that does not go back yet',
      { state: 'cancelled', refund: { amountInCent: 300, state: 'failed' } },
      'Die Gebühr von 3,00 € ließ sich noch nicht erstatten. Die Zunft kümmert sich darum.',
    ],
    [
      'the fee back, the place kept',
      { refund: { amountInCent: 800, state: 'done' } },
      'Die Gebühr von 8,00 € ist erstattet. Bezahlt wird vor Ort.',
    ],
    ['called off', { parade: aParadeOf({ cancelledAt }) }, 'Der Umzug ist abgesagt.'],
    [
      'called off, with the money',
      { parade: aParadeOf({ cancelledAt }), refund: { amountInCent: 800, state: 'done' } },
      'Der Umzug ist abgesagt. Die Gebühr von 8,00 € ist erstattet.',
    ],
    ['released', { state: 'released' }, 'Nicht angemeldet.'],
    ['reserved', { state: 'reserved' }, 'Vorgemerkt.'],
  ] as const)(
    'A place in the state "%s" is described by a sentence and has no buttons',
    async (_, changes, words) => {
      await openOrder(anOrder({ people: [aPerson({ places: [aPlace(changes)] })] }))
      expect(screen.getByRole('listitem').textContent?.replaceAll('\u00a0', ' ')).toContain(words)
      expect(button(/Absagen|Kleid ändern/)).toBeNull()
    },
  )

  test.each([
    ['paid', {}, 'Bezahlt am 21.11.2026'],
    ['free', { amountInCent: 0 }, 'Angemeldet, kostenlos'],
    ['review', { state: 'review' }, 'ein anderer Betrag als verlangt'],
    ['refund_pending', { state: 'refund_pending' }, 'Dein Geld geht zurück'],
    ['refunded', { state: 'refunded' }, 'Dein Geld ist zurückgegangen'],
    ['expired', { state: 'expired' }, 'Nicht bezahlt, nicht angemeldet'],
    ['cancelled', { state: 'cancelled' }, 'Nicht bezahlt, nicht angemeldet'],
    ['failed', { state: 'failed' }, 'Nicht bezahlt, nicht angemeldet'],
  ] as const)(
    'An order in the state "%s" is described by a sentence and has no link to the payment',
    async (_, changes, words) => {
      await openOrder(anOrder(changes))
      expect(text()).toContain(words)
      expect(screen.queryByRole('link', { name: 'Weiter bezahlen' })).toBeNull()
    },
  )

  test('If all places of a free order are cancelled, the order is shown as cancelled', async () => {
    const place = aPlace({ priceInCent: 0, state: 'cancelled' })
    await openOrder(anOrder({ amountInCent: 0, people: [aPerson({ places: [place] })] }))
    expect(screen.getByText('Abgesagt')).toBeVisible()
    expect(text()).not.toContain('Angemeldet')
  })

  test('An unpaid order links to its payment, and is loaded again when the tab becomes visible', async () => {
    const payUrl = 'https://pay.example/7'
    const holdUntil = new Date(Date.now() + 600_000).toISOString()
    const pending = anOrder({ state: 'pending', paidAt: null, payUrl, holdUntil })
    await openOrder(pending, { [orderCall]: [json(pending), json(anOrder())] })
    expect(screen.getByRole('link', { name: 'Weiter bezahlen' })).toHaveAttribute('href', payUrl)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('Bezahlt am 21.11.2026')).toBeVisible()
  })

  test('For a place that cannot be changed, a note says to ask the guild', async () => {
    await openOrder(anOrder())
    expect(button(/Absagen|Kleid ändern/)).toBeNull()
    expect(text()).toContain('Wende Dich dann an die Zunft')
  })

  test('If a place can be cancelled until a certain day, this day is shown', async () => {
    const place = aPlace({ mayCancelUntil: '2027-01-03', mayChange: true })
    await openOrder(anOrder({ people: [aPerson({ places: [place] })] }))
    expect(screen.getByText('Absagen kannst Du bis 03.01.2027.')).toBeVisible()
    expect(text()).not.toContain('Wende Dich dann an die Zunft')
  })

  test('The order offers the calendar file and printing', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { person } = await openOrder(anOrder())
    expect(screen.getByRole('link', { name: 'Kalenderdatei herunterladen' })).toHaveAttribute(
      'href',
      `/api/enrolment/orders/${token}/calendar`,
    )
    await person.click(screen.getByRole('button', { name: 'Drucken' }))
    expect(print).toHaveBeenCalledOnce()
  })
})

test('Each place that is held has the lines of departure, start and line-up and the name of the guardian; a cancelled place has no lines, and unknown parts are left out', async () => {
  const departures = [
    { time: '11:30', place: 'Zunftstüble' },
    { time: '11:40', place: 'Bahnhof' },
  ]
  const parade = aParadeOf({ departures, timeStart: '14:00', lineUpPlace: 'Schulhof' })
  const places = [
    aPlace({ parade, guardianName: 'Eva Straßer' }),
    aPlace({ id: 102, parade: aParadeOf({ id: 12, lineUpNumber: '7' }) }),
    aPlace({ id: 103, parade, state: 'cancelled' }),
  ]
  await openOrder(anOrder({ people: [aPerson({ places })] }))
  const linesOf = (row: number) =>
    [...(screen.getAllByRole('listitem')[row]?.querySelectorAll('p') ?? [])]
      .map((line) => line.textContent ?? '')
      .filter((line) => /^(Abfahrt|Beginn|Aufstellung|Begleitung)/.test(line))
  expect(linesOf(0)).toEqual([
    // No time is separated from its unit at the end of a line.
    'Abfahrt 11:30\u00a0Uhr Zunftstüble, 11:40\u00a0Uhr Bahnhof',
    'Beginn 14:00\u00a0Uhr',
    'Aufstellung Schulhof',
    'Begleitung: Eva Straßer',
  ])
  expect(linesOf(1)).toEqual(['Aufstellung Nr. 7'])
  expect(linesOf(2)).toEqual([])
})

describe('changing extras', () => {
  const extrasCall = 'POST /api/enrolment/order/places/101/extras'
  const bus = {
    id: 1,
    title: 'Bus ab Rathaus',
    kind: 'bus',
    priceForAdultsInCent: 500,
    priceForChildrenInCent: 200,
    departure: null,
    freePlaces: 1,
  } as const
  const badge = { ...bus, id: 2, title: 'Plakette', kind: 'item', freePlaces: null } as const
  const seats = (quantity: number) => {
    const { id, title, kind, departure } = bus
    const unitPricesInCent = Array<number>(quantity).fill(500)
    return { id, title, kind, departure, quantity, priceInCent: quantity * 500, unitPricesInCent }
  }
  const place = (changes = {}) =>
    aPlace({
      mayCancelUntil: '2027-01-03',
      cancelRefundInCent: 1800,
      priceInCent: 1800,
      extras: [seats(2)],
      offeredExtras: [bus, badge],
      ...changes,
    })
  const mine = (changes = {}) =>
    anOrder({ refundableInCent: 1800, people: [aPerson({ places: [place(changes)] })] })

  async function openDialog(more: WireTable = {}, changes = {}) {
    const page = await openOrder(mine(changes), more)
    await page.person.click(
      screen.getByRole('button', { name: 'Zusätze ändern: Jörg, Ringtreffen Moosried' }),
    )
    return {
      ...page,
      dialog: within(await screen.findByRole('dialog', { name: 'Zusätze ändern' })),
    }
  }

  test('The form starts with the booked extras, says what goes back, and sends the choice with that amount', async () => {
    const after = mine({ extras: [seats(1)], priceInCent: 1300 })
    const { person, dialog, wire } = await openDialog({ [extrasCall]: json(after) })
    const count = dialog.getByRole('combobox', { name: 'Plätze: Bus ab Rathaus' })
    expect(count).toHaveValue('2')
    // Two seats are its own, one more is free.
    expect(within(count).getAllByRole('option')).toHaveLength(3)
    expect(dialog.getByRole('status')).toBeEmptyDOMElement()
    await person.selectOptions(count, '1 Platz')
    expect(dialog.getByRole('status')).toHaveTextContent(
      '5,00 € gehen auf dem Weg zurück, auf dem Du bezahlt hast',
    )
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    expect(await screen.findByText(/^darin Bus ab Rathaus: 5,00/)).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Die Zusätze sind geändert.')
    expect(wire.sent(extrasCall).map(({ body }) => body)).toEqual([
      { extras: [{ id: 1, quantity: 1 }], refundInCent: 500 },
    ])
  })

  test('Without a refund by the guild the form says that the guild decides; a dearer choice is rejected with the reason of the server', async () => {
    const dearer = 'Das kostet 5,00 € mehr. Dazubuchen geht nur mit einer neuen Anmeldung.'
    const { person, dialog, wire } = await openDialog(
      {
        [extrasCall]: refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', {
          fields: { extras: dearer },
        }),
      },
      { cancelRefundInCent: 0 },
    )
    await person.click(dialog.getByRole('checkbox', { name: /^Bus ab Rathaus/ }))
    expect(dialog.getByRole('status')).toHaveTextContent(
      'Ob die 10,00 € dafür zurückgehen, entscheidet die Zunft.',
    )
    await person.click(dialog.getByRole('checkbox', { name: /^Bus ab Rathaus/ }))
    await person.selectOptions(dialog.getByRole('combobox'), '3 Plätze')
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    expect(await dialog.findByText(dearer)).toBeVisible()
    expect(wire.sent(extrasCall).map(({ body }) => body)).toEqual([
      { extras: [{ id: 1, quantity: 3 }], refundInCent: 0 },
    ])
  })

  test('Where the guild refunds, a dearer choice announces no refund, so that the reason of the server is shown', async () => {
    const dearer = 'Das kostet 5,00 € mehr. Dazubuchen geht nur mit einer neuen Anmeldung.'
    const fields = { extras: dearer }
    const { person, dialog, wire } = await openDialog({
      [extrasCall]: refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', { fields }),
    })
    await person.selectOptions(dialog.getByRole('combobox'), '3 Plätze')
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    expect(await dialog.findByText(dearer)).toBeVisible()
    expect(wire.sent(extrasCall)[0]?.body).toMatchObject({ refundInCent: 0 })
  })

  test('A place whose extras cannot be changed has no button for it', async () => {
    await openOrder(mine({ offeredExtras: [] }))
    expect(screen.queryByRole('button', { name: /^Zusätze ändern/ })).toBeNull()
  })
})

describe('changing a costume', () => {
  const mine = (changes = {}) =>
    anOrder({ people: [aPerson({ places: [aPlace({ mayChange: true, ...changes })] })] })

  async function openDialog(more: WireTable = {}) {
    const page = await openOrder(mine(), more)
    await page.person.click(
      screen.getByRole('button', { name: 'Kleid ändern: Jörg, Ringtreffen Moosried' }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Kleid ändern' }))
    const number = dialog.getByRole('textbox', { name: /^Kleidernummer/ })
    return { ...page, dialog, number }
  }

  test('The form for another costume starts with the current one, and the page shows the new one', async () => {
    const { person, dialog, number, wire } = await openDialog({
      [changeCall]: byOrderToken({
        [token]: json(mine({ costumeNumber: '34', costumeType: 'Kinderhansel' })),
      }),
    })
    expect(number).toHaveValue('142')
    await person.clear(number)
    await person.type(number, '34')
    await person.selectOptions(
      dialog.getByRole('combobox', { name: /^Kleidertyp/ }),
      'Kinderhansel',
    )
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    expect(await screen.findByText('Kinderhansel 34')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('status')).toHaveTextContent('Das Kleid ist geändert.')
    expect(wire.sent(changeCall).map(({ body }) => body)).toEqual([
      { newCostumeTypeId: 3, newCostumeNumber: '34' },
    ])
  })

  test('If a costume is rejected (409), the error is shown at its field and the input stays', async () => {
    const message = 'Bis 20:06 Uhr ist dieses Kleid vorgemerkt.'
    const { person, dialog, number } = await openDialog({
      [changeCall]: refusal(409, 'CostumeAlreadyEnrolled', 'Dieses Kleid ist vergeben.', {
        parades: [11],
        fields: { newCostumeNumber: message },
      }),
    })
    await person.clear(number)
    await person.type(number, '7')
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(number).toBeInvalid())
    expect(number).toHaveAccessibleDescription(message)
    expect(number).toHaveFocus()
    expect(number).toHaveValue('7')
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['EnrolmentClosed', 'Die Anmeldung für diesen Umzug ist nicht mehr offen.'],
    ['ParadeCancelled', 'Dieser Umzug ist abgesagt.'],
    ['Conflict', 'Dieser Platz ist schon abgehakt.'],
  ])('The error %s of a changed costume is shown above the form', async (code, message) => {
    const { person, dialog } = await openDialog({
      [changeCall]: refusal(409, code, message, { parades: [11] }),
    })
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Das Kleid konnte nicht geändert werden')
    expect(alert).toHaveTextContent(message)
  })

  test('A costume is sent once on a double click, and a missing connection shows an error', async () => {
    const slow = later(offline)
    const { person, dialog, wire } = await openDialog({ [changeCall]: slow.answer })
    await person.dblClick(dialog.getByRole('button', { name: 'Speichern' }))
    await person.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeVisible()
    slow.come()
    expect(await dialog.findByRole('alert')).toHaveTextContent('Der Server ist nicht erreichbar.')
    expect(wire.sent(changeCall)).toHaveLength(1)
  })
})

describe('cancelling a place', () => {
  const mine = (changes = {}) =>
    anOrder({
      people: [
        aPerson({
          places: [aPlace({ mayCancelUntil: '2027-01-03', cancelRefundInCent: 800, ...changes })],
        }),
      ],
    })

  async function openDialog(order: MyOrder, more: WireTable = {}) {
    const page = await openOrder(order, more)
    await page.person.click(
      screen.getByRole('button', { name: 'Absagen: Jörg, Ringtreffen Moosried' }),
    )
    return { ...page, dialog: within(await screen.findByRole('alertdialog')) }
  }

  test('Before a place is cancelled, a question says that the money is refunded', async () => {
    const { dialog, person, wire } = await openDialog(mine())
    expect(dialog.getByRole('heading', { name: 'Jörg absagen?' })).toBeVisible()
    expect(text()).toContain(
      'Jörg läuft dann bei „Ringtreffen Moosried“ am So 10.01.2027 nicht mit, der Platz wird frei.',
    )
    expect(text()).toContain('Die Gebühr von 8,00 € geht auf dem Weg zurück')
    expect(dialog.getByRole('button', { name: /^Ja, absagen \(8,00.€ zurück\)$/ })).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Doch nicht' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(wire.sent(cancelCall)).toEqual([])
  })

  test('If the guild decides about the refund of a cancelled place, the question before cancelling says so', async () => {
    const { dialog } = await openDialog(mine({ cancelRefundInCent: 0 }))
    expect(dialog.getByRole('button', { name: 'Ja, absagen' })).toBeVisible()
    expect(text()).toContain('Ob die Gebühr von 8,00 € zurückgeht, entscheidet die Zunft.')
  })

  test('When a place without a fee, or with a refunded one, is cancelled, the question does not mention a fee', async () => {
    await openDialog(mine({ priceInCent: 0, cancelRefundInCent: 0 }))
    expect(screen.getByRole('alertdialog')).not.toHaveTextContent('Gebühr')
  })

  test('After a place is cancelled, the page shows its refund and moves the focus to it', async () => {
    const gone = mine({
      state: 'cancelled',
      mayCancelUntil: null,
      cancelRefundInCent: null,
      refund: { amountInCent: 800, state: 'pending' },
    })
    const { dialog, person } = await openDialog(mine(), { [cancelCall]: json(gone) })
    await person.click(dialog.getByRole('button', { name: /^Ja, absagen/ }))
    expect(await screen.findByText(/Die Gebühr von 8,00.€ geht zurück/)).toBeVisible()
    expect(button(/^Absagen/)).toBeNull()
    expect(screen.getByRole('listitem')).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('Jörg ist abgesagt.')
  })

  test.each([
    ['SelfCancelOver', 'Absagen ging bis 03.01.2027.'],
    ['SelfCancelOff', 'Absagen geht nur bei der Zunft.'],
  ])('The error %s of a cancellation is shown in the dialog', async (code, message) => {
    const { dialog, person } = await openDialog(mine(), {
      [cancelCall]: refusal(409, code, message),
    })
    await person.click(dialog.getByRole('button', { name: /^Ja, absagen/ }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Der Platz konnte nicht abgesagt werden')
    expect(alert).toHaveTextContent(message)
  })
})

test('Only a person with a check-in code has a button to show it', async () => {
  const [jörg, mia] = aFamily().people
  if (!jörg || !mia) throw new Error('nobody')
  await openOrder(anOrder({ people: [{ ...jörg, ...aCode('A') }, mia] }))
  const sheetId = button(/^Code zeigen: Jörg Straßer$/)?.getAttribute('popovertarget')
  expect(document.getElementById(sheetId ?? '')).toHaveRole('dialog')
  expect(document.getElementById(sheetId ?? '')).toHaveTextContent(
    'Er gilt für alle Umzüge von Jörg.',
  )
  expect(button(/Code zeigen: Mia/)).toBeNull()
})

describe('changing the e-mail address of an order', () => {
  const addressCall = 'PUT /api/enrolment/order/email-address'
  const order = anOrder({ mayChangeAddress: true })
  const openForm = async (more: WireTable) => {
    const page = await openOrder(order, more)
    await page.person.click(screen.getByRole('button', { name: 'E-Mail Adresse ändern' }))
    const dialog = await screen.findByRole('dialog', { name: 'E-Mail Adresse ändern' })
    const field = within(dialog).getByLabelText(/E-Mail Adresse/)
    const save = () => page.person.click(within(dialog).getByRole('button', { name: 'Speichern' }))
    return { ...page, dialog, field, save }
  }

  test('An order whose e-mail address cannot be changed has no button for it', async () => {
    await openOrder(anOrder())
    expect(button(/E-Mail Adresse ändern/)).toBeNull()
  })

  test('A changed e-mail address is confirmed even if its masked form is the same', async () => {
    const { dialog, field, person, save, wire } = await openForm({ [addressCall]: json(order) })
    await person.type(field, 'joerg@gmial.com')
    await person.tab()
    await person.click(within(dialog).getByRole('button', { name: 'Meintest Du joerg@gmail.com?' }))
    await save()
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(wire.sent(addressCall).map(({ body }) => body)).toEqual([
      { emailAddress: 'joerg@gmail.com' },
    ])
    expect(text()).toContain('E-Mail: j…@example.deÄndernGeändert.')
  })

  test('An invalid e-mail address gets its message at the field, and no request is sent', async () => {
    const { field, person, save, wire } = await openForm({})
    await person.type(field, 'joerg@')
    await save()
    expect(field).toHaveAccessibleDescription('Gib eine gültige E-Mail Adresse an.')
    expect(field).toHaveFocus()
    expect(wire.sent(addressCall)).toEqual([])
  })

  test('If the server rejects an e-mail address (429), the message is shown and the address stays in the field', async () => {
    const message = 'Versuche es in einer Stunde noch einmal.'
    const { dialog, field, person, save } = await openForm({
      [addressCall]: refusal(429, 'TooManyRequests', message),
    })
    await person.type(field, 'anna@example.de')
    await save()
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(message)
    expect(field).toHaveValue('anna@example.de')
  })
})

describe('an order on the waiting list', () => {
  const acceptCall = 'POST /api/enrolment/order/accept'
  const leaveCall = 'POST /api/enrolment/order/cancel'
  const place = aPlace({ state: 'waiting', mayChange: true })
  const waits = anOrder({
    state: 'waiting',
    paidAt: null,
    amountInCent: 1600,
    waiting: { position: 2, state: 'waiting', offeredUntil: null, reason: 'paradeFull' },
    people: [aPerson({ places: [place] }), aPerson({ firstName: 'Mia', places: [place] })],
  })
  const offered = anOrder({
    ...waits,
    waiting: {
      position: null,
      state: 'offered',
      offeredUntil: '2099-01-17T12:00:00.000Z',
      reason: null,
    },
  })

  test('The page shows rank and sum, lets the costume be changed, and has neither calendar nor cancellation', async () => {
    await openOrder(waits)
    expect(text()).toContain('Auf der Warteliste')
    expect(text()).toContain('Dein Rang: 2. Wird für alle Platz frei')
    expect(text()).toContain('Später zu bezahlen: 16,00 €')
    expect(screen.getAllByRole('button', { name: /^Kleid ändern/ })).toHaveLength(2)
    expect(button(/^Absagen|^Alle/)).not.toBeInTheDocument()
    expect(button(/^Annehmen/)).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /Kalender/ })).not.toBeInTheDocument()
    expect(document.querySelector('.line-through')).toBeNull()
  })

  test.each([
    [
      'costumeTaken',
      /Ein Kleid davon ist inzwischen vergeben\. Nenne unten ein anderes; Dein Rang bleibt/,
    ],
    ['personEnrolled', /Jemand davon ist für den Umzug schon angemeldet/],
    ['tooLate', /keine Zeit mehr für ein Angebot/],
    ['paradeCancelled', /Der Umzug ist abgesagt/],
  ] as const)('The reason %s is told with the rank', async (reason, sentence) => {
    await openOrder({ ...waits, waiting: { ...waits.waiting, position: 1, reason } as never })
    expect(text()).toMatch(sentence)
    expect(text()).toContain('Dein Rang: 1.')
  })

  test('Offered places are shown with their time, and accepting leads to the payment', async () => {
    const redirectUrl = 'https://pay.example/checkout/7'
    const { wire, person } = await openOrder(offered, { [acceptCall]: json({ redirectUrl }) })
    const left = watchLeaving()
    expect(text()).toContain('Wir halten die Plätze bis 17.01.2099, 13:00 Uhr für Dich.')
    await person.click(screen.getByRole('button', { name: 'Annehmen und bezahlen' }))
    await waitFor(() => expect(left).toEqual([redirectUrl]))
    expect(wire.sent(acceptCall)).toHaveLength(1)
  })

  test('Offered places that cost nothing are accepted without a word of paying', async () => {
    await openOrder({ ...offered, amountInCent: 0 })
    expect(screen.getByRole('button', { name: 'Annehmen' })).toBeVisible()
  })

  test('An offer that has ended meanwhile is refused with its reason, and the page shows the rank again', async () => {
    const sentence = 'Gerade werden Dir keine Plätze angeboten.'
    const { person } = await openOrder(offered, {
      [orderCall]: [json(offered), json(waits)],
      [acceptCall]: refusal(409, 'Conflict', sentence),
    })
    await person.click(screen.getByRole('button', { name: 'Annehmen und bezahlen' }))
    expect(await screen.findByText(/Dein Rang: 2/)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(sentence)
    expect(button(/^Annehmen/)).not.toBeInTheDocument()
  })

  test('A payment of offered places that is open is continued, and one that has ended can be accepted again', async () => {
    const paying = { ...offered, state: 'pending', payUrl: 'https://pay.example/1' } as const
    const { unmount } = await openOrder({ ...paying, holdUntil: '2099-01-16T12:00:00.000Z' })
    expect(screen.getByRole('link', { name: 'Weiter bezahlen' })).toBeVisible()
    expect(button(/^Annehmen/)).not.toBeInTheDocument()
    unmount()
    await openOrder({ ...paying, holdUntil: '2020-01-16T12:00:00.000Z' })
    expect(screen.getByRole('button', { name: 'Annehmen und bezahlen' })).toBeVisible()
  })

  test('A single offered place is spoken of as one', async () => {
    const [one] = offered.people
    await openOrder({ ...offered, people: one ? [one] : [] })
    expect(text()).toContain('Platz für Dich gehaltenZu bezahlen: 16,00 €')
    expect(text()).toMatch(/Wir halten ihn bis .* für Dich\. Nimm ihn an und bezahle\./)
  })

  test('Refusing an offer has a word of its own, and asks first', async () => {
    const over = {
      ...offered,
      state: 'cancelled',
      waiting: { ...offered.waiting, state: 'removed', offeredUntil: null },
    }
    const { wire, person } = await openOrder(offered, {
      [orderCall]: [json(offered), json(over)],
      [leaveCall]: json({ state: 'cancelled' }),
    })
    expect(button(/^Warteliste/)).not.toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Angebot ablehnen' }))
    expect(screen.getByRole('alertdialog', { name: 'Angebot ablehnen?' })).toHaveTextContent(
      'Die Plätze bekommen dann andere, und Du stehst nicht mehr auf der Warteliste.',
    )
    await person.click(screen.getByRole('button', { name: 'Ja, ablehnen' }))
    expect(await screen.findByText('Nicht mehr auf der Warteliste')).toBeVisible()
    expect(wire.sent(leaveCall)).toHaveLength(1)
  })

  test('Leaving the waiting list asks first', async () => {
    const over = { ...waits, state: 'cancelled', waiting: { ...waits.waiting, state: 'removed' } }
    const { wire, person } = await openOrder(waits, {
      [orderCall]: [json(waits), json(over)],
      [leaveCall]: json({ state: 'cancelled' }),
    })
    await person.click(screen.getByRole('button', { name: 'Warteliste verlassen' }))
    await person.click(screen.getByRole('button', { name: 'Doch nicht' }))
    expect(wire.sent(leaveCall)).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Warteliste verlassen' }))
    await person.click(screen.getByRole('button', { name: 'Ja, verlassen' }))
    expect(await screen.findByText('Nicht mehr auf der Warteliste')).toBeVisible()
    expect(text()).not.toContain('Später zu bezahlen')
    expect(screen.getByText('Nicht mehr auf der Warteliste').parentElement).not.toHaveTextContent(
      '€',
    )
    expect(button(/^Warteliste/)).not.toBeInTheDocument()
  })
})
