import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openOrder } from '#tests/support/order-pages.ts'
import { aRefund, moosried, orderDetails } from '#tests/support/order-rows.ts'
import { json, later, refusal } from '#tests/support/wire.ts'

const refundCall = 'POST /api/orders/7/refund'
const refunded = orderDetails({
  refundedInCent: 800,
  refunds: [aRefund({ state: 'done', error: null })],
})

async function askToRefund(name: string, changes = {}, wire = {}) {
  const app = await openOrder(changes, { wire: { [refundCall]: json(refunded), ...wire } })
  await app.person.click(screen.getByRole('button', { name }))
  return { ...app, dialog: within(screen.getByRole('alertdialog')) }
}

describe('refunding everything', () => {
  test('Before an order is refunded, a question says that its places become free; afterwards it is refunded', async () => {
    const { person, wire, dialog } = await askToRefund('Alles erstatten')
    expect(dialog.getByRole('heading')).toHaveTextContent('24,00 € erstatten?')
    expect(dialog.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
    expect(dialog.getByRole('checkbox', { name: 'Plätze auch streichen' })).toBeChecked()
    expect(dialog.getByText(/sind sofort wieder frei/)).toBeVisible()
    expect(wire.sent(refundCall)).toEqual([])
    await person.click(dialog.getByRole('button', { name: '24,00\u00a0€ erstatten' }))
    expect(await screen.findByText('Erstattung veranlasst')).toBeVisible()
    expect(wire.sent(refundCall).map(({ body }) => body)).toEqual([
      { participationId: null, cancelPlaces: true },
    ])
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Teilweise erstattet')
  })

  test('If an order has no places any more, the question before refunding it does not mention places', async () => {
    const places = [{ ...moosried, state: 'released' as const, isRefundable: false }]
    const { person, wire, dialog } = await askToRefund('Alles erstatten', { places })
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
    await person.click(dialog.getByRole('button', { name: /erstatten$/ }))
    await screen.findByText('Erstattung veranlasst')
    expect(wire.sent(refundCall)[0]?.body).toMatchObject({ cancelPlaces: false })
  })

  test('A refund that the provider rejects (409) shows the reason in the open dialog', async () => {
    const { person, dialog } = await askToRefund(
      'Alles erstatten',
      {},
      {
        [refundCall]: refusal(409, 'Conflict', 'Hier ist nichts (mehr) zu erstatten.'),
      },
    )
    await person.click(dialog.getByRole('button', { name: /erstatten$/ }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Der Betrag konnte nicht erstattet werden')
    expect(alert).toHaveTextContent('Hier ist nichts (mehr) zu erstatten.')
  })

  test('A refund is sent once, however often its button is pressed', async () => {
    const { answer, come } = later(json(refunded))
    const { person, wire, dialog } = await askToRefund(
      'Alles erstatten',
      {},
      { [refundCall]: answer },
    )
    const ok = dialog.getByRole('button', { name: /erstatten$/ })
    await person.dblClick(ok)
    expect(ok).toHaveAttribute('aria-busy', 'true')
    await person.keyboard('{Escape}')
    expect(screen.getByRole('alertdialog')).toBeVisible()
    come()
    await screen.findByText('Erstattung veranlasst')
    expect(wire.sent(refundCall)).toHaveLength(1)
  })
})

describe('a refund that failed', () => {
  const retry = 'POST /api/orders/7/refunds/place-71/retry'
  const byHand = 'POST /api/orders/7/refunds/place-71/by-hand'
  const failed = { refunds: [aRefund()] }
  const row = () =>
    within(screen.getByRole('table', { name: 'Erstattungen 1' })).getAllByRole('row')[1]

  test('A failed refund shows the reason and who requested it', async () => {
    await openOrder(failed)
    expect(row()).toHaveTextContent('Ringtreffen MoosriedVon der Verwaltung')
    expect(row()).toHaveTextContent('So 17.01.2027, 09:00 Uhr von Sabine Kächele')
    expect(row()).toHaveTextContent('Erstattung abgelehntInsufficient funds in the account')
  })

  test('A failed refund can be tried again', async () => {
    const { person, wire } = await openOrder(failed, {
      wire: {
        [retry]: [
          refusal(502, 'PaymentFailed', 'Der Zahlungsdienst antwortet gerade nicht.'),
          json(refunded),
        ],
      },
    })
    const again = screen.getByRole('button', {
      name: 'Noch einmal versuchen: Ringtreffen Moosried',
    })
    await person.click(again)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Erstattung konnte nicht noch einmal versucht werdenDer Zahlungsdienst antwortet gerade nicht.',
    )
    await person.click(again)
    expect(await screen.findByText('Erstattung noch einmal versucht')).toBeVisible()
    expect(wire.sent(retry)).toHaveLength(2)
    expect(within(row() as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  })

  test('A failed refund can be marked as refunded by hand, after a question', async () => {
    const { person, wire } = await openOrder(failed, { wire: { [byHand]: json(refunded) } })
    await person.click(
      screen.getByRole('button', { name: 'Von Hand erstattet: Ringtreffen Moosried' }),
    )
    const question = within(screen.getByRole('alertdialog', { name: 'Schon von Hand erstattet?' }))
    expect(question.getByText(/Jörg Straßer 8,00/)).toBeVisible()
    expect(wire.sent(byHand)).toEqual([])
    await person.click(question.getByRole('button', { name: 'Eintragen' }))
    expect(await screen.findByText('Als von Hand erstattet eingetragen')).toBeVisible()
    expect(wire.sent(byHand)).toHaveLength(1)
  })
})

test('An order without refunds has no card for them', async () => {
  await openOrder()
  expect(screen.queryByRole('table', { name: /^Erstattungen/ })).not.toBeInTheDocument()
})
