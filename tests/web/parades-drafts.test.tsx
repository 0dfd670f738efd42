import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { field, openNewParade, saveButton } from '#tests/support/parade-form.ts'
import { aParade } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/parades/parade-create-page.tsx'
import '#web/parades/parades-page.tsx'
import '#web/shell/staff-shell.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const drafts = 'GET /api/parade/drafts'
const propose = 'POST /api/parade/drafts'
const discard = 'DELETE /api/parade/drafts/:id'

const night = {
  id: 3,
  title: 'Nachtumzug',
  host: 'Hexenzunft Weilenstetten',
  hostPlz: '72994',
  hostTown: 'Weilenstetten',
  date: '2027-01-16',
  comment: 'Bus ab 17 Uhr',
  priceForAdultsInCent: 800,
  priceForChildrenInCent: 0,
  dateEnrolmentStart: '2026-11-11',
  dateEnrolmentEnd: '2027-01-10',
  timeEnrolmentStart: null,
  timeEnrolmentEnd: null,
  timeStart: null,
  lineUpNumber: null,
  lineUpPlace: null,
  departures: [],
  capacity: null,
  extras: [],
  minAge: null,
  guardianBelow: null,
  isChildParade: false,
}
const spring = { ...night, id: 4, title: 'Narrensprung', date: '2027-02-07' }
const proposed = (...list: (typeof night)[]) =>
  json({ season: '2026/27', drafts: list, proposable: 0 })

const openList = (wire: WireTable, user = withRoles('management')) =>
  renderApp({ path: '/parades', user, wire: { 'GET /api/parade/year/:year': json([]), ...wire } })

const proposeButton = { name: 'Umzüge der letzten Saison übernehmen' }
const rowOf = async (title: string) => (await screen.findByText(title)).closest('li') as HTMLElement

describe('proposals above the parade list', () => {
  test('A button proposes the parades of the last season for the new one', async () => {
    const { person, wire } = openList({
      [drafts]: json({ season: '2026/27', drafts: [], proposable: 2 }),
      [propose]: proposed(night, spring),
    })
    const button = await screen.findByRole('button', proposeButton)
    wire.answer({ [drafts]: proposed(night, spring) })
    await person.click(button)
    expect(
      await screen.findByRole('heading', { name: 'Vorschläge für 2026/27 2' }),
    ).toBeInTheDocument()
    const row = within(await rowOf('Nachtumzug'))
    expect(row.getByText('Sa 16.01.2027 · Hexenzunft Weilenstetten')).toBeVisible()
    expect(row.getByRole('link')).toHaveAttribute('href', '/parades/create?draft=3')
    expect(screen.queryByRole('button', proposeButton)).not.toBeInTheDocument()
    expect(screen.getByText('Vorschläge für 2026/27 stehen bereit')).toBeVisible()
  })

  test('If there is nothing to propose, the button is missing; a read-only user loads no proposals', async () => {
    openList({})
    expect(await screen.findByText('In diesem Jahr gibt es noch keinen Umzug')).toBeVisible()
    expect(screen.queryByRole('button', proposeButton)).not.toBeInTheDocument()
    const { wire } = openList({ [drafts]: proposed(night) }, withRoles('readonly'))
    expect(await screen.findByText('Wähle ein anderes Jahr.')).toBeVisible()
    expect(wire.sent(drafts)).toEqual([])
  })

  test('A discarded parade proposal disappears, and the focus stays in the page', async () => {
    const { person, wire } = openList({ [drafts]: proposed(night), [discard]: noContent })
    const row = within(await rowOf('Nachtumzug'))
    wire.answer({ [drafts]: proposed() })
    await person.click(row.getByRole('button', { name: 'Verwerfen: Nachtumzug' }))
    await waitFor(() => expect(screen.queryByText('Nachtumzug')).not.toBeInTheDocument())
    expect(wire.calls.find(({ method }) => method === 'DELETE')?.params).toEqual({ id: '3' })
    expect(document.activeElement).not.toBe(document.body)
  })

  test('If a proposal cannot be discarded, it stays and an error is shown', async () => {
    const { person } = openList({ [drafts]: proposed(night), [discard]: offline })
    const row = within(await rowOf('Nachtumzug'))
    await person.click(row.getByRole('button', { name: 'Verwerfen: Nachtumzug' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Der Vorschlag konnte nicht verworfen werden',
    )
    expect(screen.getByText('Nachtumzug')).toBeVisible()
  })
})

describe('the form of a proposal', () => {
  const path = '/parades/create?draft=3'

  test("The form of a new parade is filled in from its proposal, and saving sends the proposal's id", async () => {
    const { person, wire } = await openNewParade({ [drafts]: proposed(night) }, path)
    expect(field(/^Beschreibung/)).toHaveValue('Nachtumzug')
    expect(field(/^Gastgeber/)).toHaveValue('Hexenzunft Weilenstetten')
    await person.clear(field(/^Beschreibung/))
    await person.type(field(/^Beschreibung/), 'Nachtsprung')
    await person.click(saveButton())
    await waitFor(() => expect(wire.sent('POST /api/parade')).toHaveLength(1))
    const { id: draftId, ...rest } = night
    expect(wire.sent('POST /api/parade')[0]?.body).toEqual({
      ...rest,
      title: 'Nachtsprung',
      paradeNumber: 158,
      draftId,
    })
  })

  test('If another user has handled the proposal in the meantime (409), an error is shown and the input stays', async () => {
    const gone = 'Diesen Vorschlag gibt es nicht mehr. Er ist schon angelegt oder verworfen.'
    const { person } = await openNewParade(
      { [drafts]: proposed(night), 'POST /api/parade': refusal(409, 'Conflict', gone) },
      path,
    )
    await person.click(saveButton())
    expect(await screen.findByText(gone)).toBeVisible()
    expect(field(/^Beschreibung/)).toHaveValue('Nachtumzug')
  })

  test('If the proposal in the address no longer exists, a note is shown in place of the form', async () => {
    renderApp({
      path,
      user: withRoles('management'),
      wire: {
        'GET /api/parade/number': json({ number: 158 }),
        'GET /api/parade/hosts': json([]),
        'GET /api/parade/titles': json([]),
        'GET /api/parade/:id': json(aParade()),
      },
    })
    expect(await screen.findByText(/Diesen Vorschlag gibt es nicht mehr/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Speichern' })).not.toBeInTheDocument()
  })
})
