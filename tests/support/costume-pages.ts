import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { Costume, CostumeRow, Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Role } from '#worker/domain/codes.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { json, type WireTable } from './wire.ts'

// Responses of the costume register, and functions that render its pages.

export const butz = { id: 2, name: 'Flecklesbutz' }
export const hansel = { id: 1, name: 'Schellenhansel' }

export function aCostumeRow(changes: Partial<CostumeRow> = {}): CostumeRow {
  return {
    ...aStoredCostume(),
    currentOwner: { id: 41, firstName: 'Annegret', lastName: 'Gruber' },
    ...changes,
  }
}

export function aStoredCostume(changes: Partial<Costume> = {}): Costume {
  return {
    id: 12,
    number: '12',
    type: butz,
    costumeTypeId: butz.id,
    registeredSince: '2011-09-03',
    registeredUntil: null,
    comment: 'Maske von 1987',
    ...changes,
  }
}

/** A person's ownership; by default Annegret Gruber owns the costume today. */
export function anOwnership(changes: Partial<Ownership> = {}): Ownership {
  return {
    id: 7,
    member: { id: 41, firstName: 'Annegret', lastName: 'Gruber', birthday: '1968-03-14' },
    ownedFrom: '2019-11-11',
    ownedTo: null,
    ...changes,
  }
}

export const wolfgang = {
  id: 42,
  firstName: 'Wolfgang',
  lastName: 'Baisch',
  birthday: '1959-08-22',
}

const costumesWire: WireTable = {
  'GET /api/costume/info': json([aCostumeRow()]),
  'GET /api/costumeType': json([butz, hansel]),
  'GET /api/costume/:id': json(aStoredCostume()),
  'GET /api/costume/:id/ownerships': json([anOwnership()]),
  'GET /api/member': json([]),
}

type Opening = { wire?: WireTable; role?: Role }

function open(path: string, { wire, role = 'management' }: Opening) {
  return renderApp({ path, user: withRoles(role), wire: { ...costumesWire, ...wire } })
}

export function openCostumes(opening: Opening & { search?: string } = {}) {
  return open(`/costumes${opening.search ?? ''}`, opening)
}

export const openCostumePage = (opening: Opening) => open('/costumes/details/12', opening)

/** Renders the details and waits for them. */
export async function openCostume(opening: Opening = {}) {
  const app = openCostumePage(opening)
  await screen.findByRole('heading', { level: 1, name: /12/ })
  await waitFor(() => expect(screen.queryByText('Laden...')).not.toBeInTheDocument())
  return app
}

export async function openForm(path: '/costumes/create' | '/costumes/edit/12', wire: WireTable) {
  const app = open(path, { wire })
  await screen.findByRole('button', { name: 'Speichern' })
  return app
}

/** Chooses a type once the types are loaded. */
export const typeOption = (name: string) => screen.findByRole('option', { name })
