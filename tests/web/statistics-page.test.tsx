import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/statistics-page.tsx'
import type { Role } from '#worker/domain/codes.ts'

fixToday()

const open = (role: Role) => renderApp({ path: '/statistics', user: withRoles(role) })

const goals = [
  ['Zahlen in Bildern', '/statistics/pictures'],
  ['Anzahl Sprünge', '/statistics/parades-per-member'],
  ['Auswertung der Umzugsanmeldungen', '/enrolment-per-parades'],
  ['Gastgeber suchen', '/parades/hosts'],
  ['Anstehende Ehrungen', '/statistics/upcoming-honors'],
  ['Anstehende Geburtstage', '/statistics/upcoming-birthdays'],
  ['Mitgliedsbeiträge', '/billing/membershipfees'],
  ['Auswertung der Ämter', '/statistics/duties'],
  ['Auswertung des Dienstbuchs', '/statistics/duties/members'],
  ['Auswertung der Ehrungen', '/statistics/honors/members'],
] as const

describe('the hub of the statistics', () => {
  test.each<Role>(['management', 'readonly'])('leads %s to every evaluation', async (role) => {
    open(role)
    expect(await screen.findByRole('heading', { level: 1, name: 'Auswertungen' })).toBeVisible()
    const main = within(screen.getByRole('main'))
    expect(
      main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual(goals)
  })

  test('names the current year with the fees', async () => {
    open('readonly')
    expect(
      await screen.findByRole('link', { name: 'Mitgliedsbeiträge' }),
    ).toHaveAccessibleDescription('Beiträge 2026 und SEPA-Datei')
  })

  test.each([
    '/statistics',
    '/statistics/parades-per-member',
    '/statistics/upcoming-birthdays',
    '/statistics/upcoming-honors',
    '/statistics/duties',
    '/statistics/duties/members',
    '/statistics/honors/members',
  ])('is not for helpers: %s', async (path) => {
    const { wire } = renderApp({ path, user: withRoles('helper') })
    expect(
      await screen.findByRole('heading', {
        level: 1,
        name: 'Diese Seite ist nicht für Dich freigegeben',
      }),
    ).toBeVisible()
    expect(wire.calls.filter(({ path: asked }) => asked !== '/api/guild')).toEqual([])
  })
})
