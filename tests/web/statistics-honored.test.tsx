import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { aHonoredPerson, settingsCall, someSettings } from '#tests/support/statistics.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/parades-per-member-page.tsx'
import '#web/statistics/pictures/jumps-chart.tsx'
import type { Role } from '#worker/domain/codes.ts'

const honoredCall = 'GET /api/statistics/parades-per-member/honored'
const post = 'POST /api/member/:id/honors'
const posted = 'POST /api/member/41/honors'
const created = json({ id: 7 }, 201)

const gruber = aHonoredPerson()
const baisch = aHonoredPerson({
  memberId: 42,
  memberName: 'Baisch, Wolfgang',
  birthday: null,
  numberParades: 26,
  numberMaxAchievableParades: 27,
  reached: true,
})

const reachedByNow = { ...gruber, numberParades: 101, reached: true }

fixToday()

beforeEach(() => localStorage.setItem('parades-per-member-view', 'honored'))

function openPage(wire: WireTable = {}, role: Role = 'management') {
  return renderApp({
    path: '/statistics/parades-per-member',
    user: withRoles(role),
    wire: {
      'GET /api/statistics/pictures': json({ jumps: [] }),
      [honoredCall]: json({ Parades_25: [baisch], Parades_50: [], Parades_100: [gruber] }),
      [settingsCall]: json(
        someSettings({ honorRules: [{ type: 'Parades_25', label: 'Kleiner Sprungorden' }] }),
      ),
      ...wire,
    },
  })
}

const section = (name: RegExp) => screen.findByRole('heading', { level: 3, name })
const group = async (name: string) => within(await screen.findByRole('region', { name }))
const button = () => screen.findByRole('button', { name: 'Ehrung eintragen für Annegret Gruber' })
const bodies = (app: ReturnType<typeof openPage>) => app.wire.sent(posted).map(({ body }) => body)

async function openDialogOf(wire: WireTable = {}) {
  const app = openPage(wire)
  await app.person.click(await button())
  const dialog = within(await screen.findByRole('dialog', { name: 'Ehrung eintragen' }))
  const ok = () => dialog.getByRole('button', { name: 'OK' })
  const date = () => dialog.getByLabelText(/^Datum/)
  const anyway = () => dialog.getByLabelText('Trotzdem eintragen')
  return { app, dialog, ok, date, anyway }
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('the honors for parades', () => {
  test('The honors for parades are listed in two groups: reached, and still reachable this season', async () => {
    openPage()
    await section(/^Kleiner Sprungorden/)
    const reached = await group('Erreicht')
    const titles = (of: typeof reached) =>
      of.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)
    expect(titles(reached)).toEqual(['Kleiner Sprungorden 1'])
    const reachable = await group('In dieser Saison noch erreichbar')
    expect(titles(reachable)).toEqual(['Sprungorden 100 Sprünge 1'])
    expect(reachable.getByText('97', { selector: 'b' }).parentElement).toHaveTextContent(
      '97 von 100',
    )
    expect(reached.getByText('26', { selector: 'b' }).parentElement).toHaveTextContent(
      /^26 bestätigt$/,
    )
  })

  test('A member in both groups of honors for parades is shown in each with the other honors due there', async () => {
    const both = { ...gruber, alsoDue: ['Parades_25'], reached: true }
    openPage({
      [honoredCall]: json({
        Parades_50: [both],
        Parades_150: [{ ...both, alsoDue: ['Parades_100'], reached: false }],
      }),
    })
    const reached = await group('Erreicht')
    expect(await reached.findByText('Auch fällig: Kleiner Sprungorden')).toBeVisible()
    const reachable = await group('In dieser Saison noch erreichbar')
    expect(reachable.getByText('Auch erreichbar: Sprungorden 100 Sprünge')).toBeVisible()
  })

  test('An empty group of honors for parades shows a note', async () => {
    openPage({ [honoredCall]: json({ Parades_25: [baisch] }) })
    const reachable = await group('In dieser Saison noch erreichbar')
    expect(
      reachable.getByText('Mit den angemeldeten Umzügen erreicht niemand einen weiteren Orden.'),
    ).toBeVisible()
  })

  test("Each honor for parades has a table with the guild's name for the honor, the highest first", async () => {
    openPage({
      [honoredCall]: json({
        Parades_25: [{ ...baisch, reached: false }],
        Parades_50: [],
        Parades_100: [gruber],
      }),
    })
    await section(/^Kleiner Sprungorden/)
    expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      'Sprungorden 100 Sprünge 1',
      'Kleiner Sprungorden 1',
    ])
    const [first] = screen.getAllByRole('table')
    const row = within(first as HTMLElement).getAllByRole('row')[1] as HTMLElement
    const cells = within(row).getAllByRole('cell')
    expect(cells.slice(0, 4).map((cell) => cell.textContent)).toEqual([
      'Gruber, Annegret',
      '14.03.1968',
      '97 von 100 bestätigt',
      'maximal 103*',
    ])
    expect(within(row).getByRole('link')).toHaveAttribute('href', '/members/details/41')
  })

  test('A note explains how the maximum is counted and who is counted', async () => {
    openPage()
    await section(/^Sprungorden 100/)
    expect(
      screen.getByText(
        '* Wenn alle angemeldeten Umzüge besucht werden. Ehrungen werden bisher nur für Vereinsmitglieder ausgewertet.',
      ),
    ).toBeVisible()
  })

  test('If no honor for parades is due or reachable, a note says so', async () => {
    openPage({ [honoredCall]: json({ Parades_25: [], Parades_100: [] }) })
    expect(await screen.findByRole('heading', { name: 'Kein Sprungorden steht an' })).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('If the honors for parades fail to load, an error is shown and they can be loaded again', async () => {
    const { person } = openPage({
      [honoredCall]: [refusal(500, 'InternalError'), json({ Parades_100: [gruber] })],
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Sprünge konnten nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await section(/^Sprungorden 100/)).toBeVisible()
  })

  test('A read-only user has no button to enter honors', async () => {
    openPage({}, 'readonly')
    await section(/^Sprungorden 100/)
    expect(screen.queryByRole('button', { name: /^Ehrung eintragen/ })).not.toBeInTheDocument()
  })
})

describe('entering an honor not yet reached', () => {
  test('An honor that is not yet reached can be entered only after a box is ticked', async () => {
    const { app, dialog, ok, date, anyway } = await openDialogOf({ [post]: created })
    expect(dialog.getByText('Noch nicht erreicht')).toBeVisible()
    expect(dialog.getByText(/^Bestätigt sind bisher 97 von 100 Umzügen\./)).toBeVisible()
    await app.person.type(date(), '21.11.2026')
    expect(ok()).toBeDisabled()
    await app.person.click(anyway())
    expect(ok()).toBeEnabled()
    await app.person.click(anyway())
    await app.person.type(date(), '{Enter}')
    expect(bodies(app)).toEqual([])
    await app.person.click(anyway())
    await app.person.click(ok())
    await gone()
    expect(bodies(app)).toHaveLength(1)
  })

  test('An honor that is reached can be entered without ticking a box', async () => {
    const { dialog } = await openDialogOf({
      [honoredCall]: json({ Parades_100: [{ ...gruber, numberParades: 101, reached: true }] }),
    })
    expect(dialog.queryByText('Noch nicht erreicht')).not.toBeInTheDocument()
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
  })
})

describe('entering an honor', () => {
  const openDialog = (wire: WireTable = {}) =>
    openDialogOf({
      [honoredCall]: json({ Parades_25: [baisch], Parades_100: [reachedByNow] }),
      ...wire,
    })

  test('The dialog for entering an honor shows honor and person, and requires a date', async () => {
    const { app, dialog, ok, date } = await openDialog()
    expect(dialog.getByText('Sprungorden 100 Sprünge für Annegret Gruber')).toBeVisible()
    expect(ok()).toBeDisabled()
    expect(dialog.getByText('Es fehlt noch das Datum.')).toBeVisible()
    await app.person.type(date(), '31.2.2026')
    expect(ok()).toBeDisabled()
    await app.person.clear(date())
    await app.person.type(date(), '21.11.2026')
    expect(ok()).toBeEnabled()
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    await gone()
    expect(await button()).toBeEnabled()
    expect(bodies(app)).toEqual([])
  })

  test('An honor is sent once, and afterwards the button in its row shows that it is entered', async () => {
    const answer = later(created)
    const { app, dialog, ok, date } = await openDialog({ [post]: answer.answer })
    await app.person.type(date(), '21.11.2026')
    await app.person.type(dialog.getByLabelText('Kommentar'), 'mit Nadel')
    await app.person.click(ok())
    expect(ok()).toHaveAttribute('aria-busy', 'true')
    await app.person.click(ok())
    answer.come()
    await gone()
    expect(bodies(app)).toEqual([
      { id: null, memberId: 41, type: 'Parades_100', date: '2026-11-21', comment: 'mit Nadel' },
    ])
    expect(screen.getByText('Ehrung eingetragen')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Eingetragen' })).toBeDisabled()
    expect(
      screen.getByRole('button', { name: 'Ehrung eintragen für Wolfgang Baisch' }),
    ).toBeEnabled()
    // A disabled button cannot hold the focus.
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Gruber, Annegret' })).toHaveFocus(),
    )
  })

  test('If an honor cannot be entered, the values stay and it can be tried again', async () => {
    const { app, dialog, ok, date } = await openDialog({ [post]: [offline, created] })
    await app.person.type(date(), '21.11.2026')
    await app.person.click(ok())
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /^Die Ehrung konnte nicht eingetragen werdenDer Server ist nicht erreichbar/,
    )
    expect(date()).toHaveValue('21.11.2026')
    await app.person.click(ok())
    await gone()
    expect(screen.getByRole('button', { name: 'Eingetragen' })).toBeDisabled()
  })

  test('If the date of an honor is rejected (422), the error is shown beside it', async () => {
    const { app, dialog, ok, date } = await openDialog({
      [post]: refusal(422, 'ValidationFailed', 'Prüfe das.', { fields: { date: 'Zu früh.' } }),
    })
    await app.person.type(date(), '21.11.2026')
    await app.person.click(ok())
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /^Die Ehrung konnte nicht eingetragen werden$/,
    )
    expect(date()).toHaveAccessibleDescription('Zu früh.')
  })
})

describe('lower steps not yet entered', () => {
  const openDialog = openDialogOf

  const due = json({
    Parades_100: [{ ...gruber, reached: true, alsoDue: ['Parades_25', 'Parades_50'] }],
  })

  const sentTypes = (app: Awaited<ReturnType<typeof openDialog>>['app']) =>
    app.wire.sent(posted).map(({ body }) => (body as { type: string }).type)

  test('The lower steps of an honor are ticked by default, and entered before the highest step', async () => {
    const { app, dialog, ok, date } = await openDialog({ [honoredCall]: due, [post]: created })
    expect(
      screen.getByText('Auch fällig: Kleiner Sprungorden, Sprungorden 50 Sprünge'),
    ).toBeInTheDocument()
    const ticks = within(dialog.getByRole('group', { name: 'Ebenfalls fällig' }))
    for (const tick of ticks.getAllByRole('checkbox')) expect(tick).toBeChecked()
    await app.person.click(ticks.getByLabelText('Kleiner Sprungorden'))
    await app.person.type(date(), '21.11.2026')
    await app.person.click(ok())
    await gone()
    expect(sentTypes(app)).toEqual(['Parades_50', 'Parades_100'])
    expect(screen.getByText('2 Ehrungen eingetragen')).toBeVisible()
  })

  test('If an entry failed at one step of an honor, the next attempt sends only the remaining steps', async () => {
    const held = 'Diese Ehrung hat das Mitglied schon.'
    const { app, dialog, ok, date } = await openDialog({
      [honoredCall]: due,
      [post]: [created, refusal(409, 'HonorExists', held, { fields: { type: held } }), created],
    })
    await app.person.type(date(), '21.11.2026')
    await app.person.click(ok())
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      `Die Ehrung konnte nicht eingetragen werdenEingetragen: Kleiner Sprungorden. Nicht eingetragen: Sprungorden 50 Sprünge, Sprungorden 100 Sprünge. ${held}`,
    )
    await app.person.click(ok())
    await gone()
    expect(sentTypes(app)).toEqual(['Parades_25', 'Parades_50', 'Parades_50', 'Parades_100'])
  })

  test('If a failed entry of an honor is cancelled, its row still offers to enter it', async () => {
    const { app, dialog, ok, date } = await openDialog({
      [honoredCall]: due,
      [post]: [created, offline],
    })
    await app.person.type(date(), '21.11.2026')
    await app.person.click(ok())
    await dialog.findByRole('alert')
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    await gone()
    expect(screen.getByRole('button', { name: /^Ehrung eintragen für/ })).toBeEnabled()
  })
})
