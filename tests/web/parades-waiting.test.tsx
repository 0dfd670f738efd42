import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fact, openParade, paradeCall, titleShown } from '#tests/support/parade-page.ts'
import { aParade } from '#tests/support/parade-rows.ts'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'
import type { WaitingRow } from '#worker/orders/orders.contract.ts'

const listCall = 'GET /api/parade/7/waiting'
const actCall = (name: string, id = 1) => `POST /api/parade/7/waiting/${id}/${name}` as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  return () => vi.useRealTimers()
})

const person = (firstName: string) => ({ firstName, lastName: 'Wartner', extras: [] })

function aRow(changes: Partial<WaitingRow> = {}): WaitingRow {
  return {
    id: 1,
    position: 1,
    createdAt: '2026-11-20T09:15:00.000Z',
    people: [person('Anna')],
    extras: [],
    state: 'waiting',
    removedBy: null,
    offeredUntil: null,
    reason: 'paradeFull',
    ...changes,
  }
}

const family = aRow({
  people: [person('Anna'), person('Max')],
  extras: [{ id: 4, title: 'Bus ab Rathaus', quantity: 3 }],
})
const next = aRow({ id: 2, position: 2, people: [person('Berta')], reason: null })
const offered = aRow({
  id: 3,
  position: null,
  people: [person('Carla')],
  state: 'offered',
  offeredUntil: '2026-11-22T12:00:00.000Z',
  reason: null,
})
const lapsed = aRow({ id: 4, position: null, people: [person('Dora')], state: 'lapsed' })

const full = aParade({ capacity: 2, takenCount: 2 })

async function open(rows: WaitingRow[], wire: WireTable = {}, roles: Role[] = ['management']) {
  const app = openParade({
    wire: { [paradeCall]: json(full), [listCall]: json(rows), ...wire },
    roles,
  })
  const list = await screen.findByRole('list', { name: /^Warteliste/ })
  return { ...app, list }
}

const entry = async (name: RegExp) =>
  within((await screen.findByRole('link', { name })).closest('li') as HTMLElement)

describe('the waiting list on the page of a parade', () => {
  test('Each entry has rank, people, extras, state, reason and since when it waits', async () => {
    await open([family, offered, lapsed])
    const first = await entry(/Anna Wartner, Max Wartner/)
    expect(first.getByText('1.')).toBeVisible()
    for (const words of [
      'Wartet',
      '2 Plätze',
      'Bus ab Rathaus, 3 Plätze',
      'Dafür sind nicht genug Plätze frei.',
      'Seit 20.11.2026, 10:15 Uhr',
    ])
      expect(first.getByText(words)).toBeVisible()
    const second = await entry(/Carla/)
    expect(second.getByText('Angeboten')).toBeVisible()
    expect(second.getByText('Angebot bis 22.11.2026, 13:00 Uhr')).toBeVisible()
    expect(screen.getByRole('heading', { name: /^Warteliste/ })).toHaveTextContent('2 Personen')
  })

  test('The facts say how many places are held and how many orders wait, with a link to the list', async () => {
    await open([family, offered, lapsed], {
      [paradeCall]: json(aParade({ capacity: 4, takenCount: 4, registrationCount: 3 })),
    })
    expect(await screen.findByRole('link', { name: '2 Anmeldungen' })).toHaveAttribute(
      'href',
      '#waiting-list',
    )
    expect(fact('Plätze')).toHaveTextContent('4, ausgebucht, 1 gehalten')
  })

  test('An entry that the payer left is told apart from one that staff removed or another order replaced', async () => {
    const left = aRow({
      id: 5,
      position: null,
      people: [person('Emma')],
      state: 'removed',
      removedBy: 'payer',
    })
    const removed = { ...left, id: 6, people: [person('Frida')], removedBy: 'staff' as const }
    const replaced = { ...left, id: 7, people: [person('Gerda')], removedBy: 'newOrder' as const }
    const { person: hand } = await open([family, left, removed, replaced])
    await hand.click(screen.getByRole('button', { name: 'Auch die früheren zeigen (3)' }))
    expect((await entry(/Emma/)).getByText('Selbst verlassen')).toBeVisible()
    expect((await entry(/Frida/)).getByText('Entfernt')).toBeVisible()
    expect((await entry(/Gerda/)).getByText('Neu angemeldet')).toBeVisible()
  })

  test('Entries that have ended are shown on demand, without acts', async () => {
    const { person } = await open([family, lapsed])
    expect(screen.queryByRole('link', { name: /Dora/ })).not.toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Auch die früheren zeigen (1)' }))
    const dora = await entry(/Dora/)
    expect(dora.getByText('Ohne Platz geblieben')).toBeVisible()
    expect(dora.queryByRole('button')).not.toBeInTheDocument()
  })

  test('An entry that fits is offered its places, one that does not fit cannot be', async () => {
    const answer = [family, { ...next, position: null, ...{ state: 'offered' as const } }]
    const { person, wire } = await open([family, next], {
      [listCall]: [json([family, next]), json(answer)],
      [actCall('offer', 2)]: json(answer),
    })
    expect(screen.getByRole('button', { name: /^Jetzt anbieten: Anna/ })).toBeDisabled()
    await person.click(screen.getByRole('button', { name: /^Jetzt anbieten: Berta/ }))
    expect(await (await entry(/Berta/)).findByText('Angeboten')).toBeVisible()
    expect(wire.sent(actCall('offer', 2))).toHaveLength(1)
  })

  test('Only entries behind the first can be moved up, and a refused act says why', async () => {
    const sentence = 'Diese Anmeldung steht nicht mehr auf der Warteliste.'
    const { person } = await open([family, next], {
      [actCall('first', 2)]: refusal(409, 'Conflict', sentence),
    })
    expect(screen.queryByRole('button', { name: /^Nach oben: Anna/ })).not.toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: /^Nach oben: Berta/ }))
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible()
  })

  test('Removing asks first', async () => {
    const { person, wire } = await open([family], {
      [listCall]: [json([family]), json([])],
      [actCall('remove')]: json([]),
    })
    const remove = () => person.click(screen.getByRole('button', { name: /^Entfernen: Anna/ }))
    await remove()
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    expect(wire.sent(actCall('remove'))).toEqual([])
    await remove()
    const dialog = within(await screen.findByRole('alertdialog'))
    await person.click(dialog.getByRole('button', { name: 'Entfernen' }))
    expect(await screen.findByText(/Gerade wartet niemand/)).toBeVisible()
  })

  test.each(['readonly', 'treasurer'] as const)(
    'Users with the role %s only see it',
    async (role) => {
      await open([family, next], {}, [role])
      await entry(/Anna/)
      expect(
        screen.queryByRole('button', { name: /^(Jetzt anbieten|Nach oben|Entfernen)/ }),
      ).not.toBeInTheDocument()
    },
  )

  test('A parade without a limit has no waiting list', async () => {
    const { wire } = openParade()
    await titleShown()
    await waitFor(() => expect(wire.sent('GET /api/parade/7/participation')).toHaveLength(1))
    expect(screen.queryByRole('heading', { name: /Warteliste/ })).not.toBeInTheDocument()
    expect(wire.sent(listCall)).toEqual([])
  })
})
