import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { detailsWire } from '#tests/support/members-page.tsx'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { settingsCall, someParades, someSettings } from '#tests/support/statistics.ts'
import { json, later, offline, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/parades-per-member-page.tsx'
import '#web/statistics/pictures/jumps-chart.tsx'
import type { Role } from '#worker/domain/codes.ts'

const path = '/statistics/parades-per-member'
const allCall = 'GET /api/statistics/parades-per-member'
const csvCall = 'GET /api/statistics/parades-per-member/csv'
const honoredCall = 'GET /api/statistics/parades-per-member/honored'
const viewKey = 'parades-per-member-view'

const gruber = someParades()
const dorn = someParades({
  memberId: 43,
  memberName: 'Dorn, Christa',
  birthday: null,
  numberParades: 198,
  numberMaxAchievableParades: 198,
})
const guest = someParades({
  memberId: null,
  memberName: 'Gast, Uli',
  numberParades: 9,
  numberMaxAchievableParades: 10,
})

function openPage(wire: WireTable = {}, role: Role = 'management') {
  return renderApp({
    path,
    user: withRoles(role),
    wire: {
      [allCall]: json([gruber, guest, dorn]),
      [honoredCall]: json({ Parades_100: [] }),
      'GET /api/statistics/pictures': json({ jumps }),
      [settingsCall]: json(someSettings({ honorRules: orderRules })),
      ...wire,
    },
  })
}

const jumps = [
  { from: 0, to: 99, active: 4, passive: 1, isStep: false },
  { from: 100, to: null, active: 2, passive: 0, isStep: true },
]

const orderRules = [50, 100, 200].map((threshold) => ({
  type: `Parades_${threshold}`,
  basis: 'parades',
  threshold,
  duties: [],
  label: `Sprungorden ${threshold}`,
}))

const bodyRows = () => screen.getAllByRole('row').slice(1)
const firstCells = () => bodyRows().map((row) => within(row).getAllByRole('cell')[0]?.textContent)
const radio = (name: string) => screen.findByRole('radio', { name })

describe('parades per member', () => {
  test('Both evaluations of parades show the distribution of Sprünge', async () => {
    const { person } = openPage()
    const card = await screen.findByRole('region', { name: 'Verteilung der Sprünge' })
    expect(within(card).getByText('2 Mitglieder haben 100 Sprünge oder mehr.')).toBeVisible()
    await person.click(await radio('Auswertung für Ehrungen'))
    await person.click(screen.getByRole('button', { name: 'Anwenden' }))
    expect(screen.getByRole('region', { name: 'Verteilung der Sprünge' })).toBeVisible()
  })

  test('All participants are listed, most parades first', async () => {
    openPage()
    expect(await screen.findByRole('link', { name: 'Dorn, Christa' })).toHaveAttribute(
      'href',
      '/members/details/43',
    )
    expect(firstCells()).toEqual([
      'Dorn, Christa',
      'Gruber, Annegret',
      'Gast, Uli keinem Mitglied zugeordnet',
    ])
    const cells = within(bodyRows()[1] as HTMLElement).getAllByRole('cell')
    expect(cells.slice(0, 3).map((cell) => cell.textContent)).toEqual([
      'Gruber, Annegret',
      '14.03.1968',
      '97 bestätigt',
    ])
    expect(cells[3]).toHaveTextContent(/^maximal 103/)
    expect(screen.getByText('* Wenn alle angemeldeten Umzüge besucht werden.')).toBeVisible()
  })

  test('The counts of parades are sorted as numbers', async () => {
    const { person } = openPage()
    await person.click(await screen.findByRole('button', { name: 'Bestätigte Umzüge' }))
    await waitFor(() => expect(firstCells()[0]).toMatch(/^Gast/))
    expect(firstCells()).toHaveLength(3)
    expect(firstCells()[2]).toBe('Dorn, Christa')
  })

  test("The meter to the next honor of a member uses the guild's thresholds; guests have none", async () => {
    openPage()
    expect(
      await screen.findByRole('img', {
        name: '97 bestätigt, 103 erreichbar, nächster Orden bei 100',
      }),
    ).toBeVisible()
    expect(
      screen.getByRole('img', { name: '198 bestätigt, 198 erreichbar, nächster Orden bei 200' }),
    ).toBeVisible()
    // Orders are awarded to members only, so a guest has no next order.
    const grid = within(await screen.findByRole('table'))
    expect(grid.getAllByRole('img')).toHaveLength(2)
  })

  test('A click on a row of the parades per member opens the member; the row of a guest opens nothing', async () => {
    const { person, router } = openPage(detailsWire)
    await screen.findByRole('link', { name: 'Gruber, Annegret' })
    const cellOf = (row: number) =>
      within(bodyRows()[row] as HTMLElement).getAllByRole('cell')[1] as HTMLElement
    await person.click(cellOf(2))
    expect(router.state.location.pathname).toBe(path)
    await person.click(cellOf(1))
    await waitFor(() => expect(router.state.location.pathname).toBe('/members/details/41'))
  })

  test('The parades per member are searched by first and last name', async () => {
    const { person } = openPage()
    await person.type(await screen.findByRole('searchbox'), 'annegret gru')
    await waitFor(() => expect(firstCells()).toEqual(['Gruber, Annegret']))
  })

  test('If the parades per member fail to load, they can be loaded again', async () => {
    const { person } = openPage({ [allCall]: [offline, json([gruber])] })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Sprünge konnten nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByRole('link', { name: 'Gruber, Annegret' })).toBeVisible()
  })

  test('An empty list of parades per member shows a note', async () => {
    openPage({ [allCall]: json([]) })
    expect(await screen.findByRole('heading', { name: 'Noch keine Sprünge' })).toBeVisible()
  })
})

describe('the file of parades per member', () => {
  const button = () => screen.findByRole('button', { name: 'Sprungauswertung herunterladen' })

  test('The file of parades per member is downloaded with the access token and saved as "Sprungauswertung.csv"', async () => {
    const saved = catchSavedFiles()
    const { person, wire } = openPage({ [csvCall]: () => new Response('\uFEFFName') }, 'readonly')
    await person.click(await button())
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('Sprungauswertung.csv')
    expect(wire.sent(csvCall)[0]?.headers.get('Authorization')).toBe('Bearer token-of-sabine')
  })

  test('If the download of the parades per member fails, an error is shown', async () => {
    const { person } = openPage({ [csvCall]: offline })
    await person.click(await button())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Sprungauswertung konnte nicht heruntergeladen werden',
    )
  })
})

describe('the choice of the evaluation', () => {
  test('By default all participants are evaluated; another evaluation is loaded and stored only after "Anwenden"', async () => {
    const { person, wire } = openPage()
    expect(await radio('Gesamtauswertung')).toBeChecked()
    await person.click(await radio('Auswertung für Ehrungen'))
    expect(wire.sent(honoredCall)).toHaveLength(0)
    expect(localStorage.getItem(viewKey)).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Anwenden' }))
    expect(await screen.findByRole('heading', { name: 'Kein Sprungorden steht an' })).toBeVisible()
    expect(localStorage.getItem(viewKey)).toBe('honored')
    await person.click(await radio('Gesamtauswertung'))
    await person.click(screen.getByRole('button', { name: 'Anwenden' }))
    expect(await screen.findByRole('link', { name: 'Gruber, Annegret' })).toBeVisible()
    expect(localStorage.getItem(viewKey)).toBe('all')
  })

  test('If another evaluation was stored, it is loaded in place of all participants', async () => {
    localStorage.setItem(viewKey, 'honored')
    const { wire } = openPage()
    expect(await radio('Auswertung für Ehrungen')).toBeChecked()
    expect(await screen.findByRole('heading', { name: 'Kein Sprungorden steht an' })).toBeVisible()
    expect(wire.sent(allCall)).toHaveLength(0)
  })

  test('If the stored evaluation is invalid, it is ignored', async () => {
    localStorage.setItem(viewKey, 'everything')
    openPage()
    expect(await radio('Gesamtauswertung')).toBeChecked()
  })

  test('The head of the parades per member is shown while the rows load', async () => {
    const rows = later(json([gruber]))
    openPage({ [allCall]: rows.answer })
    expect(await screen.findByText('Maximal erreichbar*')).toBeInTheDocument()
    expect(screen.getByText('Laden...')).toBeInTheDocument()
    rows.come()
    expect(await screen.findByRole('link', { name: 'Gruber, Annegret' })).toBeVisible()
  })
})
