import { screen, within } from '@testing-library/react'
// Imports the lazy route up front, so that no test waits for it.
import '#web/parades/parade-details-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'
import { aParade, aParticipation } from './parade-rows.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { json, type WireTable } from './wire.ts'

export const paradeCall = 'GET /api/parade/:id'
export const participantsCall = 'GET /api/parade/:id/participation'

export const gruber = aParticipation()
export const binder = aParticipation({
  id: 2,
  memberName: 'Binder, Leonie',
  costumeNumber: '9',
  participationFeePayed: false,
  participationConfirmed: true,
  participationConfirmedAt: '2027-01-10T12:42:00Z',
  birthday: null,
})
export const kopp = aParticipation({
  id: 3,
  memberName: 'Kopp, Finn',
  costumeType: { id: 2, name: 'Flecklesbutz' },
  costumeNumber: '',
  participationConfirmed: true,
  participationConfirmedAt: '2027-01-11T08:05:00Z',
  birthday: '2011-11-11',
})

type Opening = { wire?: WireTable; roles?: Role[]; search?: string }

/** Renders the page of a parade with three people without waiting for it. */
export function openParade({ wire = {}, roles = ['management'], search = '' }: Opening = {}) {
  return renderApp({
    path: `/parades/details/7${search}`,
    user: withRoles(...roles),
    wire: {
      [paradeCall]: json(aParade()),
      [participantsCall]: json([gruber, binder, kopp]),
      'GET /api/parade/:id/waiting': json([]),
      'GET /api/parade/year/:year': json([]),
      ...wire,
    },
  })
}

/** Renders the page and waits for the people. */
export async function openParticipants(opening: Opening = {}) {
  const app = openParade(opening)
  await screen.findByText('1–3 von 3')
  return app
}

export const titleShown = (name = 'Ringtreffen Moosried') =>
  screen.findByRole('heading', { level: 1, name })

export const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling

const bodyRows = () => within(screen.getByLabelText('Teilnehmer')).getAllByRole('row').slice(1)

/** The texts of each row by cell, without the menu and the tick boxes. */
export const shownCells = () =>
  bodyRows().map((row) =>
    Array.from(row.querySelectorAll('td'))
      .slice(1, 7)
      .map((cell) => cell.textContent),
  )

export const shownNames = () => shownCells().map(([name]) => name)

export const countsShown = () =>
  within(screen.getByRole('list', { name: 'Anzahl je Kleidertyp' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

type Person = ReturnType<typeof openParade>['person']

/** Opens the menu of a person's row and chooses an item. */
export async function choose(person: Person, name: string, item: string) {
  await person.click(screen.getByRole('button', { name: `${name}: Aktionen` }))
  await person.click(await screen.findByRole('menuitem', { name: item }))
}
