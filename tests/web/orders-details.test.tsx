import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fact, openOrder, orderCall } from '#tests/support/order-pages.ts'
import {
  aMail,
  aMailText,
  anEntry,
  aRefund,
  jubilee,
  moosried,
  orderDetails,
  ordered,
} from '#tests/support/order-rows.ts'
import { json, offline, refusal } from '#tests/support/wire.ts'

const button = (name: string | RegExp) => screen.queryByRole('button', { name })
const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)

describe('an order', () => {
  test('An order shows the payer, the amount and the time in Berlin', async () => {
    await openOrder({ refundedInCent: 800 })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Jörg Straßer Teilweise erstattet',
    )
    expect(fact('Angemeldet')).toHaveTextContent('Sa 16.01.2027, 11:58 Uhr')
    expect(fact('Bezahlt')).toHaveTextContent('Sa 16.01.2027, 12:03 Uhr')
    expect(fact('Zahlungsdienst')).toHaveTextContent('Stripe')
    expect(fact('Kennung')).toHaveTextContent('cs_live_a1B2c3')
    expect(fact('Eingegangen')?.textContent).toBe('24,00\u00a0€')
    expect(fact('Erstattet')?.textContent).toBe('8,00\u00a0€')
    expect(screen.getByRole('link', { name: 'joerg.strasser@example.de' })).toHaveAttribute(
      'href',
      'mailto:joerg.strasser@example.de',
    )
    expect(screen.queryByText('Plätze gehalten')).not.toBeInTheDocument()
  })

  test('An open order shows until when its places are held, and no payment', async () => {
    await openOrder({ state: 'pending', paidAt: null, receivedInCent: null, refundableInCent: 0 })
    expect(fact('Plätze gehalten')).toHaveTextContent('bis Sa 16.01.2027, 12:33 Uhr')
    for (const label of ['Bezahlt', 'Eingegangen', 'Erstattet']) {
      expect(fact(label)).toHaveTextContent(/^–$/)
    }
    expect(button('Alles erstatten')).not.toBeInTheDocument()
  })

  test('An order on the waiting list can be taken off it, and has no payment to end', async () => {
    const sent = 'POST /api/orders/7/end'
    const { person, wire } = await openOrder(
      {
        state: 'waiting',
        paidAt: null,
        receivedInCent: null,
        refundableInCent: 0,
        providerRef: null,
      },
      { wire: { [sent]: refusal(409, 'Conflict', 'Diese Zahlung ist nicht mehr offen.') } },
    )
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Warteliste')
    expect(button('Zahlung beenden')).not.toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Entfernen' }))
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Von der Warteliste nehmen?' }),
    )
    await person.click(dialog.getByRole('button', { name: 'Entfernen' }))
    expect(await dialog.findByText(/nicht mehr offen/)).toBeVisible()
    expect(wire.sent(sent)).toHaveLength(1)
  })

  test('An order lists its places, each with its state', async () => {
    await openOrder({
      places: [
        { ...moosried, state: 'cancelled', refund: 'failed', isRefundable: false },
        {
          ...jubilee,
          participationConfirmed: true,
          paradeCancelledAt: '2027-01-16T11:00:00.000Z',
        },
      ],
    })
    const [first, second] = rowsOf('Plätze 2')
    expect(first).not.toHaveTextContent('Umzug abgesagt')
    expect(second).toHaveTextContent('Umzug abgesagt')
    expect(first).toHaveTextContent('Abgesagt, Erstattung abgelehnt')
    expect(second).toHaveTextContent('Teilgenommen')
    expect(within(first as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
    expect(
      within(second as HTMLElement).getByRole('button', {
        name: 'Erstatten: Jubiläumsumzug 60 Jahre',
      }),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Jubiläumsumzug 60 Jahre' })).toHaveAttribute(
      'href',
      '/parades/details/2',
    )
  })

  test('A place shows each of its extras with quantity, departure and price', async () => {
    const bus = {
      id: 1,
      title: 'Bus ab Rathaus',
      kind: 'bus',
      departure: { time: '09:10', place: 'Rathaus' },
      quantity: 2,
      priceInCent: 1000,
    } as const
    const badge = { ...bus, id: 2, title: 'Plakette', kind: 'item', departure: null } as const
    const extras = [bus, { ...badge, quantity: 1, priceInCent: 150 }]
    await openOrder({ places: [{ ...moosried, priceInCent: 1950, extras }] })
    const [row] = rowsOf('Plätze 1')
    expect(row).toHaveTextContent('darin Bus ab Rathaus, 2 Plätze, 09:10 Uhr: 10,00')
    expect(row).toHaveTextContent('darin Plakette: 1,50')
    expect(row).toHaveTextContent('19,50')
  })

  test('The history of an order is shown in order of time', async () => {
    await openOrder({
      history: [
        { ...ordered, amountInCent: null },
        anEntry(),
        anEntry({
          at: '2027-07-17T22:30:00Z',
          kind: 'refunded',
          amountInCent: 800,
          detail: 'Nachtumzug',
          user: 'Sabine Kächele',
        }),
      ],
    })
    const entries = within(screen.getByRole('list', { name: 'Verlauf' })).getAllByRole('listitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'AngemeldetSa 16.01.2027, 11:58\u00a0Uhr',
      'Bezahlt: 24,00\u00a0€Sa 16.01.2027, 12:03\u00a0Uhr',
      'Erstattet: 8,00\u00a0€NachtumzugSo 18.07.2027, 00:30\u00a0Uhr, von Sabine Kächele',
    ])
  })

  test('An order that staff remove from the waiting list reads as removed from it, not as a payment that ended', async () => {
    const waited = [ordered, anEntry({ kind: 'waiting', amountInCent: null })]
    const ended = anEntry({ kind: 'ended', amountInCent: null, user: 'Sabine Kächele' })
    await openOrder({ history: [...waited, ended] })
    const entries = within(screen.getByRole('list', { name: 'Verlauf' })).getAllByRole('listitem')
    expect(entries.at(-1)).toHaveTextContent(/^Von der Warteliste genommen/)
  })

  test('The page of an order that does not exist says so (404)', async () => {
    const { findByRole } = await openMissing()
    expect(
      await findByRole('heading', { level: 1, name: 'Diese Zahlung gibt es nicht' }),
    ).toBeVisible()
  })

  test('A read-only user sees an order without actions', async () => {
    await openOrder(
      { attention: 'refundFailed', refunds: [aRefund()], mails: [] },
      { role: 'readonly' },
    )
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument()
    expect(screen.getByText('Erstattung klappt nicht')).toBeVisible()
    expect(screen.queryByText(/Versuche es unten/)).not.toBeInTheDocument()
  })
})

async function openMissing() {
  const { openOrders } = await import('#tests/support/order-pages.ts')
  const app = openOrders([], { wire: { 'GET /api/orders/99': refusal(404, 'NotFound') } })
  await app.router.navigate('/orders/99')
  return app
}

describe('an order that needs a decision', () => {
  test('A disputed payment shows the problem with the possible actions, and can be marked as done', async () => {
    const { person, wire } = await openOrder(
      { attention: 'disputed' },
      { wire: { 'POST /api/orders/7/settled': json(orderDetails()) } },
    )
    expect(screen.getByText('Rückbuchung oder Einspruch')).toBeVisible()
    expect(screen.getByText(/Antworte in den Seiten des Zahlungsdienstes/)).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Als erledigt abhaken' }))
    expect(screen.getByRole('alertdialog')).toHaveTextContent('bleiben bei der Zunft')
    await person.click(screen.getByRole('button', { name: 'Abhaken' }))
    expect(await screen.findByText('Als erledigt abgehakt')).toBeVisible()
    expect(screen.queryByText('Rückbuchung oder Einspruch')).not.toBeInTheDocument()
    expect(button('Als erledigt abhaken')).not.toBeInTheDocument()
    // The answer of the action is shown without another request.
    expect(wire.sent(orderCall)).toHaveLength(1)
  })

  test('Before an order with another amount is accepted, a question is asked, which shows a rejection (409)', async () => {
    const review = { state: 'review', attention: 'review', receivedInCent: 1200 } as const
    const { person, wire } = await openOrder(
      { ...review, refundableInCent: 1200 },
      {
        wire: {
          'POST /api/orders/7/accept': [
            refusal(409, 'Conflict', 'Der Platz im Nachtumzug ist schon vergeben.'),
            json(orderDetails()),
          ],
        },
      },
    )
    expect(button('Erstatten')).toBeVisible()
    expect(button('Als erledigt abhaken')).not.toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Betrag annehmen' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Betrag annehmen?' }))
    expect(question.getByText(/Angekommen: 12,00/)).toBeVisible()
    expect(wire.sent('POST /api/orders/7/accept')).toEqual([])
    await person.click(question.getByRole('button', { name: 'Annehmen' }))
    expect(await question.findByRole('alert')).toHaveTextContent(
      'Der Betrag konnte nicht angenommen werdenDer Platz im Nachtumzug ist schon vergeben.',
    )
    await person.click(question.getByRole('button', { name: 'Annehmen' }))
    expect(await screen.findByText('Betrag angenommen')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(button('Betrag annehmen')).not.toBeInTheDocument()
  })
})

describe('asking the payment provider', () => {
  test('When the payment provider is asked, the new state is shown, or an error if that fails', async () => {
    const { person } = await openOrder(
      { state: 'pending', receivedInCent: null, refundableInCent: 0 },
      { wire: { 'POST /api/orders/7/check': [offline, json(orderDetails())] } },
    )
    const ask = screen.getByRole('button', { name: 'Beim Zahlungsdienst nachfragen' })
    await person.click(ask)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Beim Zahlungsdienst konnte nicht nachgefragt werden',
    )
    await person.click(ask)
    expect(await screen.findByText('Beim Zahlungsdienst nachgefragt')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Bezahlt')
  })

  test('The button to ask the payment provider exists only after a checkout was created', async () => {
    await openOrder({ providerRef: null })
    expect(button('Beim Zahlungsdienst nachfragen')).not.toBeInTheDocument()
  })
})

describe('the mails of an order', () => {
  test('A mail of an order is shown as text with the file names of its attachments', async () => {
    const { person } = await openOrder(
      { mails: [aMail(), aMail({ id: 6, kind: 'refunded', state: 'skipped', sentAt: null })] },
      { wire: { 'GET /api/orders/7/mails/5': [offline, json(aMailText)] } },
    )
    const [first, second] = rowsOf('E-Mails 2')
    expect(first).toHaveTextContent('Bestätigung der AnmeldungSa 16.01.2027, 12:04 UhrVerschickt')
    expect(second).toHaveTextContent('Nicht verschickt')
    await person.click(screen.getByRole('button', { name: 'Ansehen: Bestätigung der Anmeldung' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Bestätigung der Anmeldung' }))
    await person.click(await dialog.findByRole('button', { name: 'Erneut laden' }))
    expect(await dialog.findByText('Deine Anmeldung für 3 Umzüge')).toBeVisible()
    expect(dialog.getByText(/Du bist dabei: So 24.01.2027/)).toBeVisible()
    expect(dialog.getByRole('listitem')).toHaveTextContent('umzuege.ics')
  })

  test("A mail of an order shows each check-in code with the person's name", async () => {
    const src = 'data:image/gif;base64,R0lGODdh'
    const text = { ...aMailText, codes: [{ name: 'Mia Straßer', src }] }
    const { person } = await openOrder(
      { mails: [aMail()] },
      { wire: { 'GET /api/orders/7/mails/5': json(text) } },
    )
    await person.click(screen.getByRole('button', { name: 'Ansehen: Bestätigung der Anmeldung' }))
    const picture = await screen.findByRole('img', { name: 'Code von Mia Straßer' })
    expect(picture).toHaveAttribute('src', src)
  })

  test('An order without mails shows a note', async () => {
    await openOrder({ mails: [] })
    expect(screen.getByText('Zu dieser Zahlung gibt es keine E-Mail.')).toBeVisible()
  })
})
