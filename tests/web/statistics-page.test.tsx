import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/statistics-page.tsx'
import '#web/statistics/pictures/members-chart.tsx'
import type { Role } from '#worker/domain/codes.ts'

fixToday()

const picturesCall = 'GET /api/statistics/pictures'
const pictures = {
  members: [
    { year: 2025, count: 356, entries: 13, exits: 9 },
    { year: 2026, count: 360, entries: 12, exits: 8 },
  ],
  membersToday: { passive: 96, yearAgo: 356 },
  withoutDates: { dateJoined: 0, dateLeft: 0 },
}

const open = (role: Role, answer: WireTable[typeof picturesCall] = json(pictures)) =>
  renderApp({ path: '/statistics', user: withRoles(role), wire: { [picturesCall]: answer } })

const goals = [
  ['Zahlen in Bildern', '/statistics/pictures'],
  ['Anzahl Sprünge', '/statistics/parades-per-member'],
  ['Auswertung der Umzugsanmeldungen', '/enrolment-per-parades'],
  ['Gastgeber suchen', '/parades/hosts'],
  ['Generalversammlung', '/assembly'],
  ['Anstehende Ehrungen', '/statistics/upcoming-honors'],
  ['Jahresbericht', '/assembly/report'],
  ['Anstehende Geburtstage', '/statistics/upcoming-birthdays'],
  ['Mitgliedsbeiträge', '/billing/membershipfees'],
  ['Auswertung der Ämter', '/statistics/duties'],
  ['Auswertung des Dienstbuchs', '/statistics/duties/members'],
  ['Auswertung der Ehrungen', '/statistics/honors/members'],
] as const

describe('the hub of the statistics', () => {
  test.each<Role>(['management', 'readonly'])(
    'The hub of the statistics shows every link to the role %s',
    async (role) => {
      open(role)
      expect(await screen.findByRole('heading', { level: 1, name: 'Auswertungen' })).toBeVisible()
      const main = within(screen.getByRole('main'))
      expect(
        main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
      ).toEqual(goals)
    },
  )

  test('On the page of statistics the link to the fees mentions the current year', async () => {
    open('readonly')
    expect(
      await screen.findByRole('link', { name: 'Mitgliedsbeiträge' }),
    ).toHaveAccessibleDescription('Beiträge 2026 und SEPA-Datei')
  })

  test('The page of statistics shows its links before the chart of the members is loaded', async () => {
    const slow = later(json(pictures))
    open('management', slow.answer)
    expect(await screen.findByRole('link', { name: /Anzahl Sprünge/ })).toBeVisible()
    slow.come()
    const card = within(await screen.findByRole('region', { name: 'Mitgliederentwicklung' }))
    expect(card.getByText('360 Mitglieder, 4 mehr als vor einem Jahr.')).toBeVisible()
  })

  test('If the chart of the members fails to load, the page of statistics shows its links all the same', async () => {
    open('management', refusal(500, 'InternalError'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Auswertung konnte nicht geladen werden',
    )
    expect(screen.getByRole('link', { name: 'Mitgliedsbeiträge' })).toBeVisible()
  })

  test.each([
    '/statistics',
    '/statistics/parades-per-member',
    '/statistics/upcoming-birthdays',
    '/statistics/upcoming-honors',
    '/statistics/duties',
    '/statistics/duties/members',
    '/statistics/honors/members',
  ])('A helper has no access to the statistics page %s', async (path) => {
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
