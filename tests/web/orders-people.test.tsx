import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { fact, openOrder, openOrders, openParadeRefunds } from '#tests/support/order-pages.ts'
import {
  anOrder,
  aParadePlace,
  aPlace,
  aRefund,
  jubilee,
  moosried,
  paradeRefunds,
} from '#tests/support/order-rows.ts'
import type { OrderRow } from '#worker/orders/orders.contract.ts'

// An order of a mother and her two children, beside one of a person alone.

fixToday()

const martina = { firstName: 'Martina', lastName: 'Straßer' }
const people = [
  martina,
  { firstName: 'Emma', lastName: 'Straßer' },
  { firstName: 'Paul', lastName: 'Öhler' },
]
const family = anOrder({ ...martina, people })
const gruber = anOrder({ id: 8, firstName: 'Annegret', lastName: 'Gruber' })

const names = () =>
  within(screen.getByRole('region', { name: 'Zahlungen' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('people of an order in the list', () => {
  test.each<[OrderRow['people'], string]>([
    [people, 'Straßer, Martina und 2 weitere'],
    [people.slice(0, 2), 'Straßer, Martina und 1 weitere Person'],
    [people.slice(0, 1), 'Straßer, Martina'],
    [[], 'Straßer, Martina'],
  ])('An order of the people %j is listed as "%s"', async (all, words) => {
    openOrders([{ ...family, people: all }])
    const link = await screen.findByRole('link', { name: 'Straßer, Martina' })
    expect(link.closest('td')).toHaveTextContent(new RegExp(`^${words}$`))
  })

  test('An order is found by any of its people in either order of the name', async () => {
    const { person } = openOrders([family, gruber])
    await screen.findByRole('link', { name: 'Straßer, Martina' })
    for (const typed of ['oehler', 'paul öhler', 'Öhler, Paul', 'emma', 'martina']) {
      await person.clear(screen.getByRole('searchbox'))
      await person.type(screen.getByRole('searchbox'), typed)
      await waitFor(() => expect(names()).toEqual(['Straßer, Martina']))
    }
  })

  test('The name filter of orders finds any of their people', async () => {
    openOrders([family, gruber], { search: '?filter.name=%C3%B6hler' })
    await screen.findByRole('link', { name: 'Straßer, Martina' })
    expect(names()).toEqual(['Straßer, Martina'])
  })

  test('A payment to be cleared shows the first person and the number of the others', async () => {
    openOrders([{ ...family, attention: 'noPlace' }])
    const card = within(await screen.findByRole('region', { name: 'Zu klären 1' }))
    expect(card.getByRole('link')).toHaveTextContent('Martina Straßer und 2 weitere')
  })
})

const places = [
  moosried,
  aPlace({ participationId: 81, person: 1, costumeNumber: '119' }),
  aPlace({ participationId: 82, person: 2, costumeNumber: '120' }),
  jubilee,
]
const opened = { ...martina, people, places }

describe('people in an order', () => {
  test('The places of an order are grouped by person', async () => {
    await openOrder(opened)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Martina Straßer und 2 weitere',
    )
    expect(fact('Personen')?.textContent).toBe('Martina StraßerEmma StraßerPaul Öhler')
    expect(screen.getByRole('heading', { level: 2, name: 'Plätze 4' })).toBeVisible()
    const rowsOf = (table: string) =>
      within(screen.getByRole('table', { name: table }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getByRole('link').textContent)
    expect(rowsOf('Martina Straßer 2')).toEqual(['Ringtreffen Moosried', 'Jubiläumsumzug 60 Jahre'])
    expect(rowsOf('Emma Straßer 1')).toEqual(['Ringtreffen Moosried'])
    expect(rowsOf('Paul Öhler 1')).toEqual(['Ringtreffen Moosried'])
  })

  test('In the table of refunds and in the question before a refund the person is shown whose place is refunded', async () => {
    const { person } = await openOrder({
      ...opened,
      refunds: [aRefund({ key: 'place-82', participationId: 82, state: 'done' })],
    })
    const refunds = within(screen.getByRole('table', { name: 'Erstattungen 1' }))
    expect(refunds.getByText('Ringtreffen Moosried, Paul Öhler')).toBeVisible()
    await person.click(
      screen.getByRole('button', { name: 'Erstatten: Ringtreffen Moosried, Emma Straßer' }),
    )
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Martina Straßer bekommt den Preis für Emma Straßer bei „Ringtreffen Moosried“ am So 24.01.2027 zurück.',
    )
  })

  test('The question before a payment is ended says that the places of all its people become free', async () => {
    const { person } = await openOrder({ ...opened, state: 'pending', receivedInCent: null })
    await person.click(screen.getByRole('button', { name: 'Zahlung beenden' }))
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Martina Straßer kann danach nicht mehr bezahlen, die Plätze aller 3 Personen sind wieder frei.',
    )
  })

  test('An order of one person shows the name without a number of others', async () => {
    const { person } = await openOrder()
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('weitere')
    expect(fact('Name')).toHaveTextContent('Jörg Straßer')
    expect(screen.getByRole('table', { name: 'Plätze 3' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Erstatten: Ringtreffen Moosried' }))
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Jörg Straßer bekommt den Preis für „Ringtreffen Moosried“ am So 24.01.2027 zurück.',
    )
  })
})

test('The refunds of a parade count each person of an order', async () => {
  const of = (participationId: number, name: { firstName: string; lastName: string }) =>
    aParadePlace({ participationId, ...name })
  const { person } = openParadeRefunds(
    paradeRefunds(
      people.map((one, index) => of(71 + index, one)),
      { openPaymentCount: 2 },
    ),
  )
  expect(await screen.findByText('Für 2 Personen wird gerade bezahlt.')).toBeVisible()
  const links = within(screen.getByRole('table')).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Straßer, Martina',
    'Straßer, Emma',
    'Öhler, Paul',
  ])
  expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(['/orders/7']))
  await person.click(screen.getByRole('button', { name: 'Alle erstatten' }))
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'Für 3 Personen geht die Gebühr für „Ringtreffen Moosried“ am So 24.01.2027 zurück, zusammen 24,00 €.',
  )
})
