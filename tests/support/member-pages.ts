import { screen } from '@testing-library/react'
// Imports the lazy routes up front, so that no test waits for them.
import '#web/members/member-create-page.tsx'
import '#web/members/member-details-page.tsx'
import '#web/members/member-edit-page.tsx'
import '#web/members/members-page.tsx'
import '#web/parades/parade-details-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'
import {
  aCostumeOfMember,
  aDutyEntry,
  anHonor,
  aParadeOfMember,
  aStoredMember,
  ended,
  givenBack,
} from './member-details.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { json, noContent, type WireTable } from './wire.ts'

const memberWire: WireTable = {
  'GET /api/member': json([]),
  'GET /api/member/number': json({ number: 1413 }),
  'GET /api/member/:id': json(aStoredMember()),
  'GET /api/member/:id/membershipfee': json({ amountInCent: 1800, reason: 'Aktiv ab 18' }),
  'GET /api/member/:id/family': json({ payer: null, payees: [] }),
  'GET /api/member/:id/costumes': json([aCostumeOfMember(), givenBack]),
  'GET /api/member/:id/honors': json([anHonor()]),
  'GET /api/member/:id/duties': json([aDutyEntry(), ended]),
  'GET /api/member/:id/parades': json([
    aParadeOfMember(),
    aParadeOfMember({ id: 150, title: 'Kehraus', participationConfirmed: true }),
  ]),
  'POST /api/member': json(aStoredMember(), 201),
  'PUT /api/member/:id': json(aStoredMember()),
  'DELETE /api/member/:id': noContent,
  'POST /api/member/:id/leave': json(aStoredMember({ membershipState: 'Left' })),
}

/** Renders one of the member pages without waiting for it. */
export function openAt(path: string, wire: WireTable, role: Role = 'management') {
  return renderApp({ path, user: withRoles(role), wire: { ...memberWire, ...wire } })
}

/** The form for a new member. */
export async function openNewMember(wire: WireTable = {}) {
  const app = openAt('/members/create', wire, 'management')
  await screen.findByRole('button', { name: 'Speichern' })
  return app
}

/** Annegret Gruber in the form. */
export async function openStoredMember(wire: WireTable = {}) {
  const app = openAt('/members/edit/41', wire, 'management')
  await screen.findByRole('button', { name: 'Speichern' })
  return app
}

/** Annegret Gruber's page, while it may still be loading. */
export function openDetails(wire: WireTable = {}, role: Role = 'management') {
  return openAt('/members/details/41', wire, role)
}

export type App = ReturnType<typeof openDetails>

/** A field by its whole label; required fields have an asterisk. */
export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}\\*?$`))
export const saveButton = () => screen.getByRole('button', { name: 'Speichern' })
export const whereabouts = ({ router }: App) => router.state.location.pathname

export const createCall = 'POST /api/member'
/** Presses "Speichern" in the form of Annegret Gruber. */
export const saveCall = 'PUT /api/member/41'

export const bodies = ({ wire }: App, call: Parameters<App['wire']['sent']>[0]) =>
  wire.sent(call).map(({ body }) => body)
