import { screen } from '@testing-library/react'
import { aParade } from './parade-rows.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { json, type WireTable } from './wire.ts'

const hosts = [
  { host: 'Butzenzunft Moosried', hostPlz: '72996', hostTown: 'Moosried' },
  { host: 'Hexenzunft Weilenstetten', hostPlz: '72994', hostTown: 'Weilenstetten' },
]

const formWire: WireTable = {
  'GET /api/parade/number': json({ number: 158 }),
  'GET /api/parade/hosts': json(hosts),
  'GET /api/parade/titles': json(['Jubiläumsumzug', 'Nachtumzug']),
  'GET /api/parade/year/:year': json([]),
  'GET /api/parade/:id': json(aParade()),
  'GET /api/parade/:id/participation': json([]),
  'GET /api/parade/:id/waiting': json([]),
  'POST /api/parade': json(aParade({ id: 160 }), 201),
  'PUT /api/parade/:id': json(aParade()),
}

export async function openNewParade(wire: WireTable = {}, path = '/parades/create') {
  return openForm(path, wire)
}

export async function openStoredParade(wire: WireTable = {}) {
  return openForm('/parades/edit/7', wire)
}

async function openForm(path: string, wire: WireTable) {
  const app = renderApp({
    path,
    user: withRoles('management'),
    wire: { ...formWire, ...wire },
  })
  await screen.findByRole('button', { name: 'Speichern' })
  return app
}

export const field = (label: RegExp) => screen.getByLabelText(label)
export const saveButton = () => screen.getByRole('button', { name: 'Speichern' })
