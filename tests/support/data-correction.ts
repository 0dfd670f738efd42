import { screen, within } from '@testing-library/react'
// Imports the lazy routes up front, so that no test waits for them.
import '#web/enrolment/correction/data-correction-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Suggestion, UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { aStoredMember } from './member-details.ts'
import { baisch, gruber, oettinger, zoller } from './member-rows.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { json, type WireTable } from './wire.ts'

export const unmatchedCall = 'GET /api/participation/unmatched'
export const matchCall = 'POST /api/participation/:id/member'
export const matchedCall = 'GET /api/participation/matched'
export const togetherCall = 'POST /api/participation/matches'
export const undoActCall = 'POST /api/participation/matched/:act/undo'
export const createCall = 'POST /api/participation/:id/member/create'

export function aSuggestion(changes: Partial<Suggestion> = {}): Suggestion {
  return {
    id: 41,
    firstName: 'Annegret',
    lastName: 'Gruber',
    birthday: '1968-03-14',
    membershipState: 'Active',
    reason: 'gleicher Geburtstag, ähnlicher Name',
    ...changes,
  }
}

/** A person who enrolled as "Annegrete Gruber" for two parades. */
export function anUnmatched(changes: Partial<UnmatchedPerson> = {}): UnmatchedPerson {
  return {
    id: 900,
    memberName: 'Gruber, Annegrete',
    birthday: '1968-03-14',
    parades: [
      { id: 11, title: 'Ringtreffen Moosried', date: '2027-01-10' },
      { id: 12, title: 'Jubiläumsumzug', date: '2027-01-17' },
    ],
    suggestions: [aSuggestion(), aSuggestion({ id: 77, firstName: 'Anna', birthday: null })],
    isSure: false,
    ...changes,
  }
}

export const lena = anUnmatched({
  id: 901,
  memberName: 'Eberle, Lena',
  birthday: null,
  parades: [{ id: 11, title: 'Ringtreffen Moosried', date: '2027-01-10' }],
  suggestions: [],
})

/** Renders the page without waiting for it. */
export function renderCorrection(wire: WireTable = {}) {
  return renderApp({
    path: '/enrolment-data-cleanup',
    user: withRoles('management'),
    wire: {
      [unmatchedCall]: json([anUnmatched(), lena]),
      'GET /api/member': json([zoller, gruber, oettinger, baisch]),
      [matchedCall]: json([]),
      [matchCall]: json({ linked: 2, left: [] }),
      [createCall]: json(
        aStoredMember({ id: 500, firstName: 'Lena', lastName: 'Eberle', maidenName: '' }),
        201,
      ),
      ...wire,
    },
  })
}

/** Renders the page with Annegrete Gruber, who has suggestions, and Lena Eberle, who has none. */
export async function openCorrection(wire: WireTable = {}) {
  const app = renderCorrection(wire)
  await screen.findByText('Eberle, Lena')
  return app
}

export type Correction = Awaited<ReturnType<typeof openCorrection>>

export function rowOf(name: string) {
  const row = screen.getByText(name, { selector: 'td:first-child p' }).closest('tr')
  if (!row) throw new Error(`"${name}" stands in no row`)
  return within(row)
}

export const newMemberButton = (name: string) =>
  rowOf(name).getByRole('button', { name: 'Neues passives Mitglied' })

/** Presses the first suggestion of Annegrete Gruber. */
export async function takeSuggestion({ person }: Correction) {
  const button = { name: /^Diesem Mitglied zuordnen Gruber, Annegret/ }
  await person.click(rowOf('Gruber, Annegrete').getByRole('button', button))
}
