import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { aDutyStatistic, settingsCall, someSettings, strasser } from '#tests/support/statistics.ts'
import { json, offline, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/duties-page.tsx'

const dutiesCall = 'GET /api/statistics/duties'

const gruber = aDutyStatistic()
const wardrobe = aDutyStatistic({
  member: strasser,
  totalDutyYears: 3,
  duties: [{ duty: 'Kleiderchef', years: 3 }],
  honors: [],
})

type Opening = { search?: string; wire?: WireTable }

function openPage({ search = '', wire = {} }: Opening = {}) {
  return renderApp({
    path: `/statistics/duties${search}`,
    user: withRoles('readonly'),
    wire: {
      [dutiesCall]: json([gruber, wardrobe]),
      [settingsCall]: json(someSettings()),
      ...wire,
    },
  })
}

const rows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, -1)
        .map((cell) => cell.textContent?.trim()),
    )
const names = () => rows().map(([name]) => name)
const loaded = () => screen.findByRole('link', { name: 'Straßer, Jörg' })

describe('the evaluation of the offices', () => {
  test('The evaluation of the offices shows member, total years, offices with years and honors', async () => {
    openPage()
    expect(await loaded()).toHaveAttribute('href', '/members/details/42')
    expect(rows()).toEqual([
      [
        'Gruber, Annegret',
        '12 Jahre',
        'Elferrat (11 Jahre), Kassier (1 Jahr)',
        'Ehrennarr (20 Jahre)',
      ],
      ['Straßer, Jörg', '3 Jahre', 'Kleiderchef (3 Jahre)', '–'],
    ])
  })

  test('The years in office are sorted as numbers', async () => {
    const { person } = openPage()
    await loaded()
    await person.click(screen.getByRole('button', { name: 'Dienstjahre' }))
    await waitFor(() => expect(names()).toEqual(['Straßer, Jörg', 'Gruber, Annegret']))
  })

  test('If the evaluation of the offices fails to load, it can be loaded again', async () => {
    const { person } = openPage({ wire: { [dutiesCall]: [offline, json([wardrobe])] } })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Auswertung konnte nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await loaded()).toBeVisible()
  })

  test('An empty duty book shows a note', async () => {
    openPage({ wire: { [dutiesCall]: json([]) } })
    expect(await screen.findByRole('heading', { name: 'Noch nichts im Dienstbuch' })).toBeVisible()
  })
})

describe('the filter by office', () => {
  const openChoice = async (app: ReturnType<typeof openPage>) => {
    await loaded()
    await app.person.click(screen.getByRole('button', { name: /^Gezeigte Ämter/ }))
    return within(await screen.findByRole('dialog', { name: 'Gezeigte Ämter' }))
  }

  test('At first the holders of all offices are listed, after a choice those of the chosen offices', async () => {
    const app = openPage()
    const choice = await openChoice(app)
    const ticks = choice.getAllByRole('checkbox')
    expect(ticks).toHaveLength(13)
    for (const tick of ticks) expect(tick).toBeChecked()
    await app.person.click(choice.getByRole('button', { name: 'Keine' }))
    expect(await screen.findByText('Es ist kein Amt ausgewählt.')).toBeInTheDocument()
    await app.person.click(choice.getByRole('checkbox', { name: 'Kassier' }))
    // Without a rest in between: neither is lost.
    await app.person.click(choice.getByRole('checkbox', { name: 'Gardeleitung' }))
    await app.person.keyboard('{Escape}')
    await waitFor(() =>
      expect(rows()).toEqual([
        ['Gruber, Annegret', '12 Jahre', 'Kassier (1 Jahr)', 'Ehrennarr (20 Jahre)'],
      ]),
    )
    expect(app.router.state.location.search).toBe('?offices=Gardeleiter,Kassier')
    expect(screen.getByRole('button', { name: 'Gezeigte Ämter 2 gewählt' })).toBeVisible()
  })

  test('The chosen offices are in the address and can be removed one by one', async () => {
    const { person, router } = openPage({ search: '?offices=Kleiderchef&page=2' })
    await loaded()
    expect(names()).toEqual(['Straßer, Jörg'])
    await person.click(screen.getByRole('button', { name: 'Filter Gezeigte Ämter entfernen' }))
    await waitFor(() => expect(names()).toEqual(['Gruber, Annegret', 'Straßer, Jörg']))
    expect(router.state.location.search).toBe('')
  })

  test('If the chosen offices have no holders, a button clears the choice', async () => {
    const { person } = openPage({ search: '?offices=Einkauf' })
    expect(await screen.findByRole('heading', { name: 'Kein Mitglied gefunden' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Auswahl zurücksetzen' }))
    expect(await loaded()).toBeVisible()
    expect(names()).toHaveLength(2)
  })
})

describe('the filter by honor', () => {
  test('At first no member is hidden; after an honor is chosen, the members who have it are', async () => {
    const { person, router } = openPage()
    await loaded()
    await person.click(screen.getByRole('button', { name: 'Ausgeblendete Ehrungen' }))
    const choice = within(await screen.findByRole('dialog', { name: 'Ausgeblendete Ehrungen' }))
    expect(choice.queryAllByRole('checkbox', { checked: true })).toEqual([])
    await person.click(choice.getByRole('checkbox', { name: 'Ehrennarr (20 Jahre)' }))
    await person.keyboard('{Escape}')
    await waitFor(() => expect(names()).toEqual(['Straßer, Jörg']))
    expect(router.state.location.search).toBe('?without=Ehrennarr_20')
    await person.click(
      screen.getByRole('button', { name: 'Filter Ausgeblendete Ehrungen entfernen' }),
    )
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  test('The filter by honor is combined with the search', async () => {
    openPage({ search: '?without=Parades_25&q=straßer' })
    await loaded()
    expect(names()).toEqual(['Straßer, Jörg'])
  })
})
