import { screen } from '@testing-library/react'
// Imports the lazy routes up front, so that no test waits for them.
import '#web/enrolment/internal/internal-enrolment-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { CostumeOfMember } from '#worker/costumes/costumes.contract.ts'
import { costumeTypes, hohenkirch, moosried, paradesCall, typesCall } from './enrolment-page.tsx'
import { someSettings } from './guild-settings.ts'
import { baisch, gruber, oettinger, zoller } from './member-rows.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { json, type WireTable } from './wire.ts'

export const internalEnrolCall = 'POST /api/parades/internal-enrol'
export const settingsCall = 'GET /api/guild/settings'
export const membersCall = 'GET /api/member'
export const wardrobeCall = 'GET /api/member/:id/costumes'
export const enrolledInCall = 'GET /api/member/:id/parades'

/** Annegret Gruber's Bachhexe 118. */
export function aCostumeOfMember(changes: Partial<CostumeOfMember> = {}): CostumeOfMember {
  return {
    id: 1,
    number: '118',
    type: { id: 3, name: 'Bachhexe' },
    ownedFrom: '2010-01-06',
    ownedTo: null,
    ...changes,
  }
}

/** Renders the stall's page without waiting for it. */
export function renderStall(wire: WireTable = {}) {
  return renderApp({
    path: '/internal-parade-enrolment',
    user: withRoles('management'),
    wire: {
      [paradesCall]: json([moosried, hohenkirch]),
      [typesCall]: json(costumeTypes),
      [membersCall]: json([zoller, gruber, oettinger, baisch]),
      [wardrobeCall]: json([aCostumeOfMember()]),
      [enrolledInCall]: json([]),
      [settingsCall]: json(someSettings()),
      [internalEnrolCall]: json({ enrolSuccessful: true }),
      ...wire,
    },
  })
}

/** Renders the stall's page with two parades and three members to choose from. */
export async function openStall(wire: WireTable = {}) {
  const app = renderStall(wire)
  await screen.findByRole('checkbox', { name: 'Ringtreffen Moosried' })
  return app
}

export type Stall = Awaited<ReturnType<typeof openStall>>

export const picker = () => screen.getByRole('combobox', { name: 'Mitglied' })

export async function pick({ person }: Stall, typed: string, lastName: string) {
  await person.clear(picker())
  await person.type(picker(), typed)
  await person.click(screen.getByRole('option', { name: new RegExp(lastName) }))
}
