import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openParadeRefunds, paradeRefundsCall } from '#tests/support/order-pages.ts'
import { aParadePlace, paradeRefunds } from '#tests/support/order-rows.ts'
import { aParticipation } from '#tests/support/parade-rows.ts'
import { json, later, offline, refusal } from '#tests/support/wire.ts'
import type { RefundState } from '#worker/domain/codes.ts'

const refundCall = 'POST /api/parade/1/refunds'

/** Three online payments in the given states of refund. */
const online = (...refunds: (RefundState | null)[]) =>
  ['Abele', 'Binder', 'Dorn'].map((lastName, index) =>
    aParadePlace({
      participationId: 71 + index,
      orderId: 7 + index,
      lastName,
      refund: refunds[index] ?? null,
    }),
  )
const cash = aParadePlace({
  participationId: 80,
  lastName: 'Eisele',
  paid: 'cash',
  orderId: null,
})
const unpaid = aParadePlace({
  participationId: 90,
  lastName: 'Fauser',
  paid: 'unpaid',
  orderId: null,
})
const cashCall = 'POST /api/participation/80/cashReturned'
const returnedAt = '2027-01-16T13:05:00.000Z'

async function startAll(wire = {}, places = [...online(), cash]) {
  const app = openParadeRefunds(paradeRefunds(places), { wire })
  await app.person.click(await screen.findByRole('button', { name: 'Alle erstatten' }))
  const dialog = within(screen.getByRole('alertdialog'))
  return { ...app, dialog, ok: dialog.getByRole('button', { name: /erstatten$/ }) }
}

describe('the refunds of a cancelled parade', () => {
  test('The refunds page lists the places of a parade in three tables with sums: paid online, paid in cash, not paid', async () => {
    openParadeRefunds(paradeRefunds([...online(), cash, unpaid], { unpaidCount: 1 }))
    const table = within(
      await screen.findByRole('table', { name: 'Online bezahlt 3 · 24,00\u00a0€' }),
    )
    expect(table.getByRole('link', { name: 'Abele, Jörg' })).toHaveAttribute('href', '/orders/7')
    const byHand = within(screen.getByRole('table', { name: 'In bar bezahlt 1 · 8,00\u00a0€' }))
    expect(byHand.getAllByRole('row')).toHaveLength(2)
    expect(byHand.queryByRole('link')).not.toBeInTheDocument()
    const notPaid = within(screen.getByRole('table', { name: 'Nicht bezahlt 1 · 8,00\u00a0€' }))
    expect(notPaid.getByText('Fauser, Jörg')).toBeVisible()
    expect(notPaid.queryByRole('button')).not.toBeInTheDocument()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  test('A parade without payments shows a note and offers no refunds', async () => {
    openParadeRefunds(paradeRefunds([]))
    expect(await screen.findByText('Für diesen Umzug hat niemand bezahlt.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Alle erstatten' })).not.toBeInTheDocument()
  })

  test('If the parade of the refunds does not exist (404), the page says so', async () => {
    openParadeRefunds(refusal(404, 'NotFound'))
    expect(await screen.findByRole('heading', { name: 'Diesen Umzug gibt es nicht' })).toBeVisible()
  })

  test('A read-only user sees the progress of the refunds without actions', async () => {
    const { wire } = openParadeRefunds(paradeRefunds(online('done', 'pending', 'pending')), {
      role: 'readonly',
    })
    expect(await screen.findByText('1 von 3 erstattet')).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument()
    expect(wire.sent(refundCall)).toEqual([])
  })

  test('The refunds are complete once all online payments and all cash are returned', async () => {
    const back = { ...cash, cashReturnedAt: returnedAt }
    openParadeRefunds(paradeRefunds([...online('done', 'byHand', 'done'), back, unpaid]))
    expect(await screen.findByText('Alles erledigt')).toBeVisible()
    expect(screen.getByText('Alles Bargeld ist zurückgegeben.')).toBeVisible()
  })

  test.each([
    ['a refund is on its way', paradeRefunds(online('done', 'pending', 'done'))],
    ['a refund has failed', paradeRefunds(online('done', 'failed', 'done'))],
    ['cash is owed', paradeRefunds([...online('done', 'done', 'done'), cash])],
    [
      'a payment is still open',
      paradeRefunds(online('done', 'done', 'done'), { openPaymentCount: 1 }),
    ],
    ['there is no paid place', paradeRefunds([unpaid])],
  ])('The refunds are not complete while %s', async (_, refunds) => {
    openParadeRefunds(refunds, { role: 'readonly' })
    expect((await screen.findAllByText(/Jörg/))[0]).toBeVisible()
    expect(screen.queryByText('Alles erledigt')).not.toBeInTheDocument()
  })
})

describe('the refunds of a parade that takes place', () => {
  test('For a parade that takes place nothing can be refunded, and no refunds are continued', async () => {
    const { parade } = paradeRefunds([])
    const { wire } = openParadeRefunds(
      paradeRefunds([...online('done', 'pending', 'pending'), cash], {
        parade: { ...parade, cancelledAt: null, cancelReason: '' },
      }),
    )
    expect(await screen.findByText('Dieser Umzug findet statt')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Alle erstatten' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Bar zurückgegeben/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Weitermachen' })).not.toBeInTheDocument()
    expect(wire.sent(refundCall)).toEqual([])
  })
})

describe('refunds in cash', () => {
  test('A cash refund is marked with the time, and the focus stays on the button of its row', async () => {
    const answer = aParticipation({ id: 80, cashReturnedAt: returnedAt })
    const { person, wire } = openParadeRefunds(paradeRefunds([cash]), {
      wire: { [cashCall]: json(answer) },
    })
    expect(await screen.findByText(/noch 8,00\s€\.$/)).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Bar zurückgegeben: Eisele, Jörg' }))
    expect(await screen.findByText('Zurückgegeben')).toBeVisible()
    expect(screen.getByText('Sa 16.01.2027, 14:05 Uhr')).toBeVisible()
    expect(screen.getByText('Alles erledigt')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Zurücknehmen: Eisele, Jörg' })).toHaveFocus()
    expect(wire.sent(cashCall).map(({ body }) => body)).toEqual([{ returned: true }])
  })

  test('A cash refund marked by mistake can be undone', async () => {
    const answer = aParticipation({ id: 80, cashReturnedAt: null })
    const { person, wire } = openParadeRefunds(
      paradeRefunds([{ ...cash, cashReturnedAt: returnedAt }]),
      { wire: { [cashCall]: json(answer) } },
    )
    await person.click(await screen.findByRole('button', { name: 'Zurücknehmen: Eisele, Jörg' }))
    expect(await screen.findByText('Bar bezahlt')).toBeVisible()
    expect(wire.sent(cashCall).map(({ body }) => body)).toEqual([{ returned: false }])
  })

  test("If a cash refund cannot be stored, the error contains the person's name", async () => {
    const { person } = openParadeRefunds(paradeRefunds([cash]), { wire: { [cashCall]: offline } })
    await person.click(
      await screen.findByRole('button', { name: 'Bar zurückgegeben: Eisele, Jörg' }),
    )
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Rückgabe konnte nicht eingetragen werden')
    expect(alert).toHaveTextContent('Eisele, Jörg')
    expect(screen.getByText('Bar bezahlt')).toBeVisible()
  })

  test('A read-only user cannot mark cash refunds', async () => {
    openParadeRefunds(paradeRefunds([cash]), { role: 'readonly' })
    expect(await screen.findByText('Bar bezahlt')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Eisele/ })).not.toBeInTheDocument()
  })
})

describe('refunding all fees', () => {
  test('The question before refunding all fees contains number and sum of the online payments', async () => {
    const { dialog, person, wire } = await startAll()
    expect(dialog.getByRole('heading')).toHaveTextContent('24,00 € erstatten?')
    expect(
      dialog.getByText(/^Für 3 Personen geht die Gebühr für „Ringtreffen Moosried“/),
    ).toBeVisible()
    expect(dialog.getByText(/in bar bezahlt ist, gib von Hand zurück/)).toBeVisible()
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(wire.sent(refundCall)).toEqual([])
  })

  test('While refunds are left, the request is repeated and the progress is shown', async () => {
    const second = later(json(paradeRefunds(online('done', 'done', 'done'))))
    const { ok, person, wire } = await startAll({
      [refundCall]: [json(paradeRefunds(online('done', 'pending', 'pending'))), second.answer],
    })
    await person.click(ok)
    expect(await screen.findByText('1 von 3 erstattet')).toBeVisible()
    expect(screen.getByText('Die Erstattungen laufen. Lass diese Seite offen.')).toBeVisible()
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1')
    second.come()
    expect(await screen.findByText('3 von 3 erstattet')).toBeVisible()
    expect(screen.getByText('Alles online Bezahlte ist zurückgegeben.')).toBeVisible()
    expect(wire.sent(refundCall)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Alle erstatten' })).not.toBeInTheDocument()
  })

  test('Refunding stops if a request completes no refund, and can be continued', async () => {
    const stuck = json(paradeRefunds(online('done', 'pending', 'pending')))
    const { ok, person, wire } = await startAll({ [refundCall]: stuck })
    await person.click(ok)
    const goOn = await screen.findByRole('button', { name: 'Weitermachen' })
    expect(screen.getByText(/Der Zahlungsdienst lässt sich Zeit/)).toBeVisible()
    expect(wire.sent(refundCall)).toHaveLength(2)
    wire.answer({ [refundCall]: json(paradeRefunds(online('done', 'done', 'failed'))) })
    await person.click(goOn)
    expect(await screen.findByText('1 Erstattung abgelehnt')).toBeVisible()
    expect(screen.getByText('2 von 3 erstattet')).toBeVisible()
    expect(wire.sent(refundCall)).toHaveLength(3)
  })

  test('If refunding fails, an error is shown and it can be started again', async () => {
    const { ok, person } = await startAll({ [refundCall]: offline })
    await person.click(ok)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Gebühren konnten nicht alle erstattet werden',
    )
    expect(screen.getByRole('button', { name: 'Alle erstatten' })).toBeEnabled()
  })
})

describe('refunds after a reload', () => {
  test('After a reload, refunds that were all requested before are continued', async () => {
    const { wire } = openParadeRefunds(paradeRefunds(online('done', 'pending', 'byHand')), {
      wire: { [refundCall]: json(paradeRefunds(online('done', 'done', 'byHand'))) },
    })
    expect(await screen.findByText('3 von 3 erstattet')).toBeVisible()
    expect(wire.sent(refundCall)).toHaveLength(1)
  })

  test('After a reload nothing is refunded automatically if any refund of the parade has not been requested yet', async () => {
    const { wire } = openParadeRefunds(paradeRefunds(online('pending', null, 'done')))
    expect(await screen.findByText('1 von 3 erstattet')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Alle erstatten' })).toBeVisible()
    expect(wire.sent(refundCall)).toEqual([])
  })

  test('A refund rejected by the provider links to its order and is not repeated', async () => {
    const { wire } = openParadeRefunds(paradeRefunds(online('done', 'failed', 'done')))
    expect(await screen.findByText('1 Erstattung abgelehnt')).toBeVisible()
    const links = screen.getAllByRole('link', { name: 'Binder, Jörg' })
    for (const link of links) expect(link).toHaveAttribute('href', '/orders/8')
    expect(links).toHaveLength(2)
    expect(wire.sent(paradeRefundsCall)).toHaveLength(1)
  })
})
