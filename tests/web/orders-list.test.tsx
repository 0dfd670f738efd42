import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { openOrders, ordersCall } from '#tests/support/order-pages.ts'
import { anOrder, someOrders } from '#tests/support/order-rows.ts'
import { json, later, offline } from '#tests/support/wire.ts'
import type { OrderRow } from '#worker/orders/orders.contract.ts'

fixToday()

const straßer = anOrder()
const gruber = anOrder({
  id: 8,
  createdAt: '2027-01-15T23:30:00Z',
  firstName: 'Annegret',
  lastName: 'Gruber',
  emailAddress: 'annegret@example.de',
  parades: ['Nachtumzug'],
  amountInCent: 800,
  receivedInCent: null,
  state: 'pending',
})
const binder = anOrder({
  id: 9,
  createdAt: '2027-01-12T10:00:00Z',
  firstName: 'Leonie',
  lastName: 'Binder',
  state: 'review',
  attention: 'review',
  receivedInCent: 1200,
})

const loaded = (name: string) => screen.findByRole('link', { name })
const cellsOf = (name: string) => {
  const row = screen.getByRole('link', { name }).closest('tr')
  return Array.from(row?.querySelectorAll('td') ?? []).map(({ textContent }) => textContent)
}
const names = () =>
  within(screen.getByRole('region', { name: 'Zahlungen' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('the payments', () => {
  test('Payments are listed with the newest first, and each links to its page', async () => {
    const { wire } = openOrders([binder, straßer, gruber])
    await loaded('Straßer, Jörg')
    expect(wire.sent(ordersCall)[0]?.query.get('season')).toBe('2026')
    expect(names()).toEqual(['Straßer, Jörg', 'Gruber, Annegret', 'Binder, Leonie'])
    expect(screen.getByRole('link', { name: 'Straßer, Jörg' })).toHaveAttribute('href', '/orders/7')
    expect(cellsOf('Straßer, Jörg')).toEqual([
      '16.01.2027',
      'Straßer, Jörg',
      '16.01.2027 · Ringtreffen Moosried +2 weitere',
      '24,00\u00a0€',
      'Bezahlt',
      '',
      '',
    ])
  })

  test('A payment is listed under the day in Berlin on which it began', async () => {
    openOrders([gruber])
    await loaded('Gruber, Annegret')
    expect(cellsOf('Gruber, Annegret')[0]).toBe('16.01.2027')
  })

  test.each<[Partial<OrderRow>, string]>([
    [{}, 'Bezahlt'],
    [{ refundedInCent: 800 }, 'Teilweise erstattet'],
    [{ refundedInCent: 800, openRefundInCent: 800 }, 'Erstattung offen'],
    [{ receivedInCent: 1200, refundedInCent: 1200 }, 'Erstattet, angemeldet'],
    [{ state: 'refund_pending' }, 'Erstattung offen'],
    [{ state: 'refunded', refundedInCent: 1200 }, 'Erstattet'],
    [{ state: 'pending', receivedInCent: null }, 'Offen'],
    [{ state: 'expired', receivedInCent: null }, 'Abgelaufen'],
    [{ state: 'cancelled', receivedInCent: null }, 'Abgebrochen'],
    [{ state: 'failed', receivedInCent: null }, 'Fehlgeschlagen'],
    [{ state: 'review' }, 'Zu prüfen'],
  ])('A payment with the properties %j is labelled "%s"', async (changes, words) => {
    openOrders([anOrder(changes)])
    await loaded('Straßer, Jörg')
    expect(cellsOf('Straßer, Jörg')[4]).toBe(words)
  })

  test('Payments are found by name and e-mail address; the total of those found does not include refunds', async () => {
    const { person } = openOrders([straßer, gruber, { ...binder, refundedInCent: 200 }])
    await loaded('Straßer, Jörg')
    expect(screen.getByText('3 · 34,00 € eingenommen')).toBeVisible()
    const search = screen.getByRole('searchbox')
    await person.type(search, 'annegret@')
    await waitFor(() => expect(names()).toEqual(['Gruber, Annegret']))
    await person.clear(search)
    await person.type(search, 'joerg strasser')
    await waitFor(() => expect(names()).toEqual(['Straßer, Jörg']))
    expect(screen.getByText('1 · 24,00 € eingenommen')).toBeVisible()
  })

  test('A search typed while the payments are loading is applied once they have loaded', async () => {
    const { answer, come } = later(json(someOrders([straßer, gruber])))
    const { person } = openOrders([], { wire: { [ordersCall]: answer } })
    const search = await screen.findByRole('searchbox')
    await person.type(search, 'gruber')
    come()
    await loaded('Gruber, Annegret')
    expect(names()).toEqual(['Gruber, Annegret'])
    expect(search).toHaveFocus()
  })

  test('Payments are filtered by state and parade', async () => {
    openOrders([straßer, gruber, binder], {
      search: '?filter.state=paid,pending&filter.parades=nacht',
    })
    await loaded('Straßer, Jörg')
    expect(names()).toEqual(['Straßer, Jörg', 'Gruber, Annegret'])
    expect(screen.getByText('Bezahlt, Offen')).toBeVisible()
  })

  test('A season without payments shows a note', async () => {
    openOrders([])
    expect(
      await screen.findByRole('heading', { name: 'Keine Zahlung in der Saison 2026/27' }),
    ).toBeVisible()
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  })

  test('Payments that fail to load show an error and can be loaded again', async () => {
    const { person } = openOrders([], {
      wire: { [ordersCall]: [offline, json(someOrders([straßer]))] },
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Zahlungen konnten nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await loaded('Straßer, Jörg')).toBeVisible()
  })

  test('A helper has no page of payments', async () => {
    const { wire } = openOrders([straßer], { role: 'helper' })
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('Zahlungen')
    expect(wire.sent(ordersCall)).toEqual([])
  })

  test.each([
    ['management', true],
    ['readonly', false],
  ] as const)(
    'The page of payments shows to the role %s a link to the setup of the payment: %s',
    async (role, isThere) => {
      openOrders([straßer], { role })
      await loaded('Straßer, Jörg')
      const link = screen.queryByRole('link', { name: 'Einrichtung' })
      if (isThere) expect(link).toHaveAttribute('href', '/orders/setup')
      else expect(link).not.toBeInTheDocument()
    },
  )
})

describe('payments to be cleared', () => {
  test('A payment to be cleared is listed above the table with its reason', async () => {
    openOrders([straßer, binder])
    const card = within(await screen.findByRole('region', { name: 'Zu klären 1' }))
    expect(card.getByRole('link', { name: 'Leonie Binder' })).toHaveAttribute('href', '/orders/9')
    expect(card.getByRole('listitem')).toHaveTextContent(
      'Leonie BinderAnderer Betrag bezahlt. Verlangt waren 24,00 €, angekommen sind 12,00 €.',
    )
    expect(cellsOf('Binder, Leonie')[5]).toBe('Anderer Betrag bezahlt')
  })

  test.each([
    ['noPlace', 'Bezahlt, aber kein Platz'],
    ['refundFailed', 'Erstattung klappt nicht'],
    ['refundedOutside', 'Außerhalb erstattet'],
    ['disputed', 'Rückbuchung oder Einspruch'],
  ] as const)(
    'The reason %s of a payment to be cleared is labelled "%s"',
    async (attention, words) => {
      openOrders([anOrder({ attention })])
      const card = await screen.findByRole('region', { name: 'Zu klären 1' })
      expect(card).toHaveTextContent(words)
    },
  )

  test('Without payments to be cleared their list is not shown', async () => {
    openOrders([straßer, gruber])
    await loaded('Straßer, Jörg')
    expect(screen.queryByRole('region', { name: /Zu klären/ })).not.toBeInTheDocument()
  })
})

describe('the season of the payments', () => {
  const earlier = json(someOrders([gruber], { season: 2025 }))

  test('A season chosen in the head is in the address, and does not change the order of the payments', async () => {
    const { person, router, wire } = openOrders([straßer], {
      search: '?sort=name&page=1',
      wire: { [ordersCall]: [json(someOrders([straßer])), earlier] },
    })
    await loaded('Straßer, Jörg')
    const season = screen.getByRole('combobox', { name: 'Saison' })
    expect(
      within(season)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Saison 2026/27', 'Saison 2025/26'])
    await person.selectOptions(season, 'Saison 2025/26')
    expect(await loaded('Gruber, Annegret')).toBeVisible()
    expect(screen.queryByText('Straßer, Jörg')).not.toBeInTheDocument()
    expect(router.state.location.search).toBe('?sort=name&season=2025')
    expect(wire.sent(ordersCall).map(({ query }) => query.get('season'))).toEqual(['2026', '2025'])
    expect(season).toHaveFocus()
  })

  test('Sorting the payments does not request them again', async () => {
    const { person, router, wire } = openOrders([straßer, gruber], { search: '?season=2026' })
    await loaded('Straßer, Jörg')
    await person.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(router.state.location.search).toBe('?season=2026&sort=name'))
    expect(names()).toEqual(['Gruber, Annegret', 'Straßer, Jörg'])
    expect(wire.sent(ordersCall)).toHaveLength(1)
  })

  test.each(['', '?season=x', '?season=12', '?season=3000'])(
    'If the address has "%s" in place of a valid season, the current season is shown',
    async (search) => {
      const { wire } = openOrders([straßer], { search })
      await loaded('Straßer, Jörg')
      expect(wire.sent(ordersCall)[0]?.query.get('season')).toBe('2026')
    },
  )
})
