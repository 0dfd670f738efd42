import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aStoredMember } from '#tests/support/member-details.ts'
import { manyMembers } from '#tests/support/member-rows.ts'
import { detailsWire, heads, openMembers, shownNames } from '#tests/support/members-page.tsx'
import { json } from '#tests/support/wire.ts'

const search = () => screen.getByRole('searchbox')
const head = (name: string) => screen.getByRole('button', { name })
const firstIs = (name: string) => waitFor(() => expect(shownNames()[0]).toBe(name))

test('With the default search and order the address has no parameters, also after both were reset', async () => {
  const { person, router } = await openMembers()
  const address = () => router.state.location.search
  expect(address()).toBe('')
  await person.type(search(), 'Gru')
  await waitFor(() => expect(address()).toBe('?q=Gru'))
  await person.clear(search())
  await person.click(head('Nachname'))
  expect(address()).toBe('?sort=-lastName')
  await person.click(head('Nachname'))
  expect(address()).toBe('')
})

test('A bookmark restores search, filters, columns, order, page, size and density', async () => {
  await openMembers({
    path: '/members?q=pia&sort=-firstName&columns=eMail&filter.lastName=nr&density=compact&page=2&size=50',
    rows: manyMembers(120),
  })
  expect(search()).toHaveValue('pia')
  expect(heads()).toEqual(['Nachname', 'Vorname', 'E-Mail'])
  expect(screen.getByText('51–100 von 120')).toBeVisible()
  expect(screen.getByText('nr')).toBeVisible()
  expect(screen.getByRole('table')).toHaveAttribute('data-density', 'compact')
  expect(screen.getByRole('columnheader', { name: 'Vorname' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('If the page number in the address is too high, the last page is shown', async () => {
  await openMembers({ path: '/members?page=99', rows: manyMembers(60) })
  expect(screen.getByText('51–60 von 60')).toBeVisible()
})

describe('navigation back to a grid', () => {
  test('"Back" undoes a change of order or page of the member list step by step, and "Forward" restores it', async () => {
    const { person, router, wire } = await openMembers({ rows: manyMembers(60) })
    await person.click(head('Nachname'))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=-lastName'))
    await person.click(screen.getByRole('button', { name: 'Nächste Seite' }))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=-lastName&page=2'))
    await firstIs('Nr035, Pia')
    await act(() => router.navigate(-1))
    await firstIs('Nr060, Pia')
    await act(() => router.navigate(-1))
    await firstIs('Nr001, Pia')
    await act(() => router.navigate(1))
    await firstIs('Nr060, Pia')
    expect(wire.sent('GET /api/member')).toHaveLength(1)
  })

  test('"Back" shows the previous page of the list even if the next one is not yet rendered', async () => {
    const { person, router } = await openMembers({ rows: manyMembers(60) })
    await person.click(head('Nachname'))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=-lastName'))
    const next = screen.getByRole('button', { name: 'Nächste Seite' })
    // Inside `act` React does not render until it ends, so "Back" comes before the new page is drawn.
    await act(async () => {
      next.click()
      await vi.waitUntil(() => router.state.location.search === '?sort=-lastName&page=2')
      await router.navigate(-1)
    })
    await firstIs('Nr060, Pia')
  })

  test('A letter typed before React has rendered the new address is not lost', async () => {
    const { router } = await openMembers()
    fireEvent.change(search(), { target: { value: 'an' } })
    // Inside `act` React does not render until it ends: the next letter comes before the new address.
    await act(async () => {
      await vi.waitUntil(() => router.state.location.search === '?q=an')
      fireEvent.change(search(), { target: { value: 'ann' } })
    })
    await waitFor(() => expect(router.state.location.search).toBe('?q=ann'))
    expect(search()).toHaveValue('ann')
  })

  test('"Back" removes a whole search, not its last letter', async () => {
    const { person, router } = await openMembers()
    await person.click(head('Vorname'))
    // Without delays: on a busy machine the pause between letters may exceed the page's own delay.
    for (const typed of ['a', 'an', 'ann']) fireEvent.change(search(), { target: { value: typed } })
    await waitFor(() => expect(router.state.location.search).toBe('?sort=firstName&q=ann'))
    await act(() => router.navigate(-1))
    expect(router.state.location.search).toBe('')
    await waitFor(() => expect(search()).toHaveValue(''))
    expect(shownNames()).toHaveLength(4)
  })

  test('After "Back" from a member the search is restored, even if it was not yet in the address', async () => {
    const { person, router } = await openMembers({ wire: detailsWire })
    fireEvent.change(search(), { target: { value: 'gru' } })
    expect(router.state.location.search).toBe('')
    // The address is written between press and release, since the user did not pause after typing.
    await person.pointer({ keys: '[MouseLeft>]', target: screen.getByText('14.03.1968') })
    await waitFor(() => expect(router.state.location.search).toBe('?q=gru'))
    await person.pointer({ keys: '[/MouseLeft]', target: screen.getByText('14.03.1968') })
    await waitFor(() => expect(router.state.location.pathname).toBe('/members/details/41'))
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('searchbox')).toHaveValue('gru')
    await waitFor(() => expect(shownNames()).toEqual(['Gruber, Annegret']))
  })

  test('The link from a member to the list restores filter and order of the list', async () => {
    const path = '/members?sort=-birthday&filter.membershipState=Active'
    const { person } = await openMembers({
      path,
      wire: {
        'GET /api/member/:id/page': json({
          member: aStoredMember(),
          membershipfee: { amountInCent: 0, reason: '' },
          family: { payer: null, payees: [] },
          costumes: [],
          honors: [],
          duties: [],
          parades: [],
          settings: { honorRules: [] },
          offices: [],
          honorKinds: [],
        }),
      },
    })
    await person.click(screen.getByRole('link', { name: 'Gruber, Annegret' }))
    const back = await screen.findByRole('link', { name: 'Mitgliederliste' })
    expect(back).toHaveAttribute('href', path)
  })

  test('The entry "Mitglieder" of the menu resets search and columns', async () => {
    const { person } = await openMembers({ path: '/members?q=gru&columns=' })
    await person.click(screen.getByRole('link', { name: 'Mitglieder' }))
    await waitFor(() => expect(search()).toHaveValue(''))
    await waitFor(() => expect(shownNames()).toHaveLength(4))
    expect(heads()).toHaveLength(4)
  })
})

test('An update of the address does not interrupt typing a search', async () => {
  const { person, router } = await openMembers()
  await person.type(search(), 'an')
  await waitFor(() => expect(router.state.location.search).toBe('?q=an'))
  await person.type(search(), 'negret g')
  expect(search()).toHaveValue('annegret g')
  await waitFor(() => expect(router.state.location.search).toBe('?q=annegret+g'))
  expect(search()).toHaveValue('annegret g')
})
