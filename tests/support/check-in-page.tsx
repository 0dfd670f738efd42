import { act, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
// Loaded before the first test looks for it: the router would fetch its code only then.
import '#web/parades/check-in/page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type { Parade, Participation } from '#worker/parades/parades.contract.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { json, type WireTable } from './wire.ts'

export const hohenkirch: Parade = {
  id: 5,
  title: 'Jubiläumsumzug 60 Jahre',
  host: 'Narrenzunft Hohenkirch',
  hostTown: 'Hohenkirch',
  hostPlz: '88999',
  date: '2027-01-17',
  paradeNumber: 1,
  comment: '',
  priceForAdultsInCent: 600,
  priceForChildrenInCent: 300,
  dateEnrolmentStart: '2026-11-11',
  dateEnrolmentEnd: '2027-01-08',
  isChildParade: false,
  cancelledAt: null,
  cancelReason: '',
  registrationCount: 3,
  participationCount: 1,
}

export const hansel = { id: 1, name: 'Schellenhansel' }
export const hexe = { id: 3, name: 'Bachhexe' }

export function aParticipation(changes: Partial<Participation> = {}): Participation {
  return {
    id: 21,
    memberId: null,
    memberName: 'Baisch, Wolfgang',
    costumeType: hansel,
    costumeNumber: '87',
    participationFeePayed: true,
    feePayedByHand: false,
    cashReturnedAt: null,
    participationConfirmed: false,
    participationConfirmedAt: null,
    ...changes,
  }
}

export const baisch = aParticipation()
export const dorn = aParticipation({
  id: 22,
  memberName: 'Dorn, Christa',
  costumeType: hexe,
  costumeNumber: '204',
  participationFeePayed: false,
})
export const straßer = aParticipation({
  id: 23,
  memberName: 'Straßer, Jörg',
  costumeNumber: '5',
  participationConfirmed: true,
  participationConfirmedAt: '2027-01-17T12:42:10.000Z',
})

export const confirmed = (row: Participation): Participation => ({
  ...row,
  participationConfirmed: true,
  participationConfirmedAt: '2027-01-17T12:50:00.000Z',
})

export const listCall = 'GET /api/parade/5/participation'
export const confirmCall = 'POST /api/parade/:id/participation/:participationId/confirm'
export const onSiteCall = 'POST /api/parade/5/participation/atParade'
export const todayCall = 'GET /api/parade/today'

/** The check-in of one parade with three people, as a helper opens it. */
export function renderCheckIn(wire: WireTable = {}, role: Role = 'helper') {
  return renderApp({
    path: '/parades/participation/check/5',
    user: withRoles(role),
    wire: {
      'GET /api/parade/5': json(hohenkirch),
      [listCall]: json([baisch, dorn, straßer]),
      'GET /api/costumeType': json([hansel, hexe]),
      [todayCall]: json({ paradeId: 5, others: [] }),
      ...wire,
    },
  })
}

export async function openCheckIn(wire: WireTable = {}, role: Role = 'helper') {
  const app = renderCheckIn(wire, role)
  await screen.findByText('Baisch, Wolfgang')
  return app
}

/** Two taps of one moment, however long this machine takes for them. */
export async function atOnce(taps: () => Promise<void>): Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  await taps()
  clock.mockRestore()
}

export const shownNames = () =>
  screen.queryAllByText(/^\S+, \S+$/, { selector: 'li p > a' }).map((name) => name.textContent)

/** What belongs to one person. */
export function rowOf(name: string) {
  const row = screen.getByText(name).closest('li')
  if (!row) throw new Error(`"${name}" stands in no list`)
  return within(row)
}

export const confirmButton = (name: string) =>
  screen.getByRole('button', { name: `${name} bestätigen` })

/** What a sheet shows listens a moment later than it appears. */
export const theMoment = () => act(() => new Promise((resolve) => setTimeout(resolve, 260)))

type App = ReturnType<typeof renderCheckIn>

/** Taps "Bestätigen" and, when the sheet listens, "OK". */
export async function confirmPerson({ person }: Pick<App, 'person'>, name: string) {
  await person.click(confirmButton(name))
  await theMoment()
  await person.click(screen.getByRole('button', { name: 'OK' }))
}
