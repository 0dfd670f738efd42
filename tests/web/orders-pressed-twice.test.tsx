import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openOrder, openParadeRefunds } from '#tests/support/order-pages.ts'
import {
  aParadePlace,
  aRefund,
  moosried,
  orderDetails,
  paradeRefunds,
} from '#tests/support/order-rows.ts'
import { json, later, type WireTable } from '#tests/support/wire.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'

// Money moves once per action: the second click comes before anything on the page
// could show that the first one is on its way.

function pressTwice(button: HTMLElement): void {
  act(() => {
    button.click()
    button.click()
  })
}

type Call = keyof WireTable & `POST ${string}`
type Case = {
  name: string
  /** The button that sends, and the one that asks before it. */
  button: RegExp
  asks?: RegExp
  call: Call
  /** What is said when it is done. */
  says: string
  order: Partial<OrderDetails>
}

const cases: Case[] = [
  {
    name: 'Refunding everything',
    asks: /^Alles erstatten$/,
    button: /erstatten$/,
    call: 'POST /api/orders/7/refund',
    says: 'Erstattung veranlasst',
    order: {},
  },
  {
    name: 'Refunding one place',
    asks: /^Erstatten: Ringtreffen Moosried$/,
    button: /erstatten$/,
    call: 'POST /api/orders/7/refund',
    says: 'Erstattung veranlasst',
    order: { places: [moosried] },
  },
  {
    name: 'A refund tried again',
    button: /^Noch einmal versuchen: /,
    call: 'POST /api/orders/7/refunds/place-71/retry',
    says: 'Erstattung noch einmal versucht',
    order: { refunds: [aRefund()] },
  },
  {
    name: 'A refund made by hand',
    asks: /^Von Hand erstattet: /,
    button: /^Eintragen$/,
    call: 'POST /api/orders/7/refunds/place-71/by-hand',
    says: 'Als von Hand erstattet eingetragen',
    order: { refunds: [aRefund()] },
  },
  {
    name: 'Accepting another amount as paid',
    asks: /^Betrag annehmen$/,
    button: /^Annehmen$/,
    call: 'POST /api/orders/7/accept',
    says: 'Betrag angenommen',
    order: { state: 'review', attention: 'review' },
  },
  {
    name: 'Clearing a payment',
    asks: /^Als erledigt abhaken$/,
    button: /^Abhaken$/,
    call: 'POST /api/orders/7/settled',
    says: 'Als erledigt abgehakt',
    order: { attention: 'disputed' },
  },
  {
    name: 'Checking with the provider',
    button: /^Beim Zahlungsdienst nachfragen$/,
    call: 'POST /api/orders/7/check',
    says: 'Beim Zahlungsdienst nachgefragt',
    order: {},
  },
  {
    name: 'Releasing the places',
    button: /^Plätze freigeben$/,
    call: 'POST /api/orders/7/release',
    says: 'Plätze freigegeben',
    order: { state: 'pending', attention: 'undecided' },
  },
  {
    name: 'Ending an open payment that turns out to be paid',
    asks: /^Zahlung beenden$/,
    button: /^Zahlung beenden$/,
    call: 'POST /api/orders/7/end',
    says: 'Inzwischen ist bezahlt worden',
    order: { state: 'pending', refundableInCent: 0 },
  },
]

test.each(cases)(
  '$name is sent once when its button is pressed twice',
  async ({ asks, button, call, says, order }) => {
    const { answer, come } = later(json(orderDetails()))
    const { person, wire } = await openOrder(order, { wire: { [call]: answer } })
    if (asks) await person.click(screen.getByRole('button', { name: asks }))
    const where = asks ? within(screen.getByRole('alertdialog')) : screen
    pressTwice(where.getByRole('button', { name: button }))
    come()
    expect(await screen.findByText(says)).toBeVisible()
    expect(wire.sent(call)).toHaveLength(1)
  },
)

test('Refunding all fees of a parade starts once when its button is pressed twice', async () => {
  const call = 'POST /api/parade/1/refunds'
  const done = paradeRefunds([aParadePlace({ refund: 'done' })])
  const { answer, come } = later(json(done))
  const { person, wire } = openParadeRefunds(paradeRefunds([aParadePlace()]), {
    wire: { [call]: answer },
  })
  await person.click(await screen.findByRole('button', { name: 'Alle erstatten' }))
  const dialog = within(screen.getByRole('alertdialog'))
  pressTwice(dialog.getByRole('button', { name: /erstatten$/ }))
  come()
  expect(await screen.findByText('1 von 1 erstattet')).toBeVisible()
  expect(wire.sent(call)).toHaveLength(1)
})
