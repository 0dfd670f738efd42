import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { Role } from '#worker/domain/codes.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { baisch, gruber, oettinger, zoller } from './member-rows.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { json, refusal, type WireTable } from './wire.ts'

export const listCall = 'GET /api/member'
export const downloadCall = 'GET /api/members/download'

/** For tests that leave the list; the content of the details does not matter. */
export const detailsWire: WireTable = {
  'GET /api/member/:id': refusal(404, 'NotFound'),
  'GET /api/member/:id/:part': refusal(404, 'NotFound'),
}

type Opening = { path?: string; rows?: readonly MemberRow[]; wire?: WireTable; roles?: Role[] }

export function renderMembers(opening: Opening = {}) {
  const { path = '/members', rows = [zoller, gruber, oettinger, baisch], roles } = opening
  return renderApp({
    path,
    user: withRoles(...(roles ?? ['management'])),
    wire: { [listCall]: json(rows), ...opening.wire },
  })
}

/** Renders the list with Gruber (geb. Häußler), Baisch, Öttinger and Zoller and waits for it. */
export async function openMembers(opening: Opening = {}) {
  const app = renderMembers(opening)
  await screen.findByRole('searchbox')
  await waitFor(() => expect(screen.queryByText('Laden...')).not.toBeInTheDocument())
  return app
}

export const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    // The tick box and the chevron have no visible heading.
    .filter((text) => text !== '' && text !== 'Öffnen')

const rowElements = () => screen.queryAllByRole('row').slice(1)

/** The texts of the rows by cell, without the tick box and the chevron. */
export const cells = () =>
  rowElements().map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1, -1)
      .map((cell) => cell.textContent),
  )

export const shownNames = () =>
  rowElements().map((row) => within(row).getByRole('link').getAttribute('aria-label'))
