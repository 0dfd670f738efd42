import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openParadeRefunds, paradeRefundsCall } from '#tests/support/order-pages.ts'
import { aParadePlace, paradeRefunds } from '#tests/support/order-rows.ts'
import { openParade } from '#tests/support/parade-page.ts'
import { json, later, offline, refusal } from '#tests/support/wire.ts'
import type { RefundState } from '#worker/domain/codes.ts'

const refundCall = 'POST /api/parade/1/refunds'

/** Three who paid online, as far as their refunds are. */
const online = (...refunds: (RefundState | null)[]) =>
  ['Abele', 'Binder', 'Dorn'].map((lastName, index) =>
    aParadePlace({
      participationId: 71 + index,
      orderId: 7 + index,
      lastName,
      refund: refunds[index] ?? null,
    }),
  )
const cash = aParadePlace({ participationId: 80, lastName: 'Eisele', orderId: null })

async function startAll(wire = {}, places = [...online(), cash]) {
  const app = openParadeRefunds(paradeRefunds(places), { wire })
  await app.person.click(await screen.findByRole('button', { name: 'Alle erstatten' }))
  const dialog = within(screen.getByRole('alertdialog'))
  return { ...app, dialog, ok: dialog.getByRole('button', { name: /erstatten$/ }) }
}

const bodies = (wire: { sent: (call: 'POST /api/parade/1/refunds') => { body: unknown }[] }) =>
  wire.sent(refundCall).map(({ body }) => body)

describe('a parade that is called off', () => {
  test('lists who paid online, and apart who paid in cash', async () => {
    openParadeRefunds(paradeRefunds([...online(), cash], { unpaidCount: 2 }))
    const table = within(
      await screen.findByRole('table', { name: 'Online bezahlt 3 · 24,00\u00a0€' }),
    )
    expect(table.getByRole('link', { name: 'Abele, Jörg' })).toHaveAttribute('href', '/orders/7')
    const byHand = within(screen.getByRole('table', { name: 'In bar bezahlt 1 · 8,00\u00a0€' }))
    expect(byHand.getAllByRole('row')).toHaveLength(2)
    expect(byHand.queryByRole('link')).not.toBeInTheDocument()
    expect(screen.getByText('Gib dieses Geld von Hand zurück.')).toBeVisible()
    expect(screen.getByText(/2 Anmeldungen ohne Bezahlung/)).toBeVisible()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  test('for which nobody paid has nothing to do', async () => {
    openParadeRefunds(paradeRefunds([]))
    expect(await screen.findByText('Für diesen Umzug hat niemand bezahlt.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Alle erstatten' })).not.toBeInTheDocument()
  })

  test('that does not exist is said plainly', async () => {
    openParadeRefunds(refusal(404, 'NotFound'))
    expect(await screen.findByRole('heading', { name: 'Diesen Umzug gibt es nicht' })).toBeVisible()
  })

  test('is only read by those who may not write', async () => {
    const { wire } = openParadeRefunds(paradeRefunds(online('done', 'pending', 'pending')), {
      role: 'readonly',
    })
    expect(await screen.findByText('1 von 3 erstattet')).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument()
    expect(wire.sent(refundCall)).toEqual([])
  })

  test.each([
    ['management', true],
    ['readonly', false],
  ] as const)('is reached by %s from its page: %s', async (role, isThere) => {
    openParade({ roles: [role] })
    await screen.findByText('1–3 von 3')
    const link = screen.queryByRole('link', { name: 'Abgesagt? Gebühren erstatten' })
    if (isThere) expect(link).toHaveAttribute('href', '/parades/refunds/7')
    else expect(link).not.toBeInTheDocument()
  })
})

describe('giving back all fees', () => {
  test('asks with number and sum, and counts only what is paid online', async () => {
    const { dialog, person, wire } = await startAll()
    expect(dialog.getByRole('heading')).toHaveTextContent('24,00 € erstatten?')
    expect(dialog.getByText(/3 Personen bekommen ihre Gebühr/)).toBeVisible()
    expect(dialog.getByText(/in bar bezahlt ist, gib von Hand zurück/)).toBeVisible()
    expect(dialog.getByRole('checkbox', { name: 'Anmeldungen auch streichen' })).toBeChecked()
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(wire.sent(refundCall)).toEqual([])
  })

  test('calls again as long as the rest shrinks, and shows how far it is', async () => {
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
    expect(bodies(wire)).toEqual([{ cancelPlaces: true }, { cancelPlaces: true }])
    expect(screen.queryByRole('button', { name: 'Alle erstatten' })).not.toBeInTheDocument()
  })

  test('stops when nothing moves any more, and goes on when asked', async () => {
    const stuck = json(paradeRefunds(online('done', 'pending', 'pending')))
    const { ok, person, wire } = await startAll({ [refundCall]: stuck })
    await person.click(ok)
    const goOn = await screen.findByRole('button', { name: 'Weitermachen' })
    expect(screen.getByText(/Der Anbieter lässt sich Zeit/)).toBeVisible()
    expect(wire.sent(refundCall)).toHaveLength(2)
    wire.answer({ [refundCall]: json(paradeRefunds(online('done', 'done', 'failed'))) })
    await person.click(goOn)
    expect(await screen.findByText('1 Erstattung abgelehnt')).toBeVisible()
    expect(screen.getByText('2 von 3 erstattet')).toBeVisible()
    // The places were given free or kept with the first answer.
    expect(bodies(wire).at(-1)).toEqual({ cancelPlaces: false })
  })

  test('keeps the places when the tick is taken away', async () => {
    const { dialog, ok, person, wire } = await startAll({
      [refundCall]: json(paradeRefunds(online('done', 'done', 'done'))),
    })
    await person.click(dialog.getByRole('checkbox'))
    await person.click(ok)
    await screen.findByText('3 von 3 erstattet')
    expect(bodies(wire)).toEqual([{ cancelPlaces: false }])
  })

  test('that breaks off says so and can be begun again', async () => {
    const { ok, person } = await startAll({ [refundCall]: offline })
    await person.click(ok)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Gebühren konnten nicht alle erstattet werden',
    )
    expect(screen.getByRole('button', { name: 'Alle erstatten' })).toBeEnabled()
  })
})

describe('after a reload', () => {
  test('what was left over goes on by itself, without a place given free', async () => {
    const { wire } = openParadeRefunds(paradeRefunds(online('done', 'pending', 'byHand')), {
      wire: { [refundCall]: json(paradeRefunds(online('done', 'done', 'byHand'))) },
    })
    expect(await screen.findByText('3 von 3 erstattet')).toBeVisible()
    expect(bodies(wire)).toEqual([{ cancelPlaces: false }])
  })

  test('nothing begins by itself as long as one fee was never asked back', async () => {
    const { wire } = openParadeRefunds(paradeRefunds(online('pending', null, 'done')))
    expect(await screen.findByText('1 von 3 erstattet')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Alle erstatten' })).toBeVisible()
    expect(wire.sent(refundCall)).toEqual([])
  })

  test('what was refused stands there with the way to its order', async () => {
    const { wire } = openParadeRefunds(paradeRefunds(online('done', 'failed', 'done')))
    expect(await screen.findByText('1 Erstattung abgelehnt')).toBeVisible()
    const links = screen.getAllByRole('link', { name: 'Binder, Jörg' })
    for (const link of links) expect(link).toHaveAttribute('href', '/orders/8')
    expect(links).toHaveLength(2)
    expect(wire.sent(paradeRefundsCall)).toHaveLength(1)
  })
})
