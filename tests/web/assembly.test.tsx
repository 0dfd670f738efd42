import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { guildName, renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/assembly/call-up-list-page.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type {
  Honored,
  HonoredPerson,
  Person,
  UpcomingHonor,
} from '#worker/statistics/statistics.contract.ts'

const settingsCall = 'GET /api/guild/settings'
const anniversariesCall = 'GET /api/statistics/members/anniversaries'
const dutiesCall = 'GET /api/statistics/members/honors'
const honoredCall = 'GET /api/statistics/parades-per-member/honored'

const gruber: Person = { id: 41, firstName: 'Annegret', lastName: 'Gruber', birthday: null }
const loeffler: Person = { id: 42, firstName: 'Bernd', lastName: 'Löffler', birthday: null }
const oettinger: Person = { id: 43, firstName: 'Ottmar', lastName: 'Öttinger', birthday: null }

function due(member: Person, changes: Partial<UpcomingHonor>): UpcomingHonor {
  const years = { honor: 'Member_for_25_Years', years: 25, reason: '' } as const
  return { member, ...years, duties: [], alsoDue: [], ...changes }
}

function honored(changes: Partial<HonoredPerson>): HonoredPerson {
  const counts = { numberParades: 100, numberMaxAchievableParades: 104 }
  return {
    memberId: 7,
    memberName: 'Kopp, Finn',
    birthday: null,
    ...counts,
    alsoDue: [],
    reached: true,
    ...changes,
  }
}

function openPage(wire: WireTable = {}, { search = '?date=2027-04-17', role = 'readonly' } = {}) {
  return renderApp({
    path: `/statistics/upcoming-honors/print${search}`,
    user: withRoles(role as Role),
    wire: {
      [settingsCall]: json(someSettings()),
      [anniversariesCall]: json([]),
      [dutiesCall]: json([]),
      [honoredCall]: json({}),
      ...wire,
    },
  })
}

const sheets = async () => {
  await screen.findAllByRole('table')
  return screen.getAllByRole('region').map((sheet) => within(sheet))
}
const honorsOn = (sheet: Awaited<ReturnType<typeof sheets>>[number] | undefined) =>
  sheet?.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

describe('the call-up list', () => {
  fixToday()

  test('has one sheet a series, from the lowest step up, and the people by name', async () => {
    openPage({
      [anniversariesCall]: json([
        due(oettinger, {}),
        due(loeffler, { honor: 'Member_for_40_Years', years: 41 }),
        due(gruber, { years: 26 }),
      ]),
      [dutiesCall]: json([
        due(gruber, {
          honor: 'Ehrennarr_20',
          years: 22,
          duties: ['Elferratsmitglied', 'Schriftfuehrer'],
        }),
      ]),
    })
    const [membership, office, ...more] = await sheets()
    expect(more).toEqual([])
    expect(honorsOn(membership)).toEqual(['25 Jahre Mitgliedschaft', '40 Jahre Mitgliedschaft'])
    expect(honorsOn(office)).toEqual(['Ehrennarr (20 Jahre)'])
    expect(rowsOf('25 Jahre Mitgliedschaft')).toEqual([
      ['Name', 'Jahre'],
      ['Gruber, Annegret', '26'],
      ['Öttinger, Ottmar', '25'],
    ])
    expect(rowsOf('Ehrennarr (20 Jahre)')).toEqual([
      ['Name', 'Jahre', 'Ämter'],
      ['Gruber, Annegret', '22', 'Elferrat, Schriftführer'],
    ])
  })

  test('bears the name of the guild and the day of the assembly on every sheet', async () => {
    const { wire } = openPage({
      [anniversariesCall]: json([due(gruber, {})]),
      [dutiesCall]: json([due(gruber, { honor: 'Obernarr_15', years: 15 })]),
    })
    for (const sheet of await sheets()) {
      expect(await sheet.findByText(guildName)).toBeVisible()
      expect(sheet.getByText('Generalversammlung am Sa 17.04.2027')).toBeVisible()
    }
    expect(wire.sent(anniversariesCall)[0]?.query.get('date')).toBe('2027-04-17')
    expect(wire.sent(dutiesCall)[0]?.query.get('date')).toBe('2027-04-17')
  })

  test('calls up for parades who has reached the order, not who may still reach it', async () => {
    const reached = honored({ memberId: 1, memberName: 'Dorn, Christa' })
    const lower = honored({ memberId: 2, numberParades: 97 })
    const next = honored({ memberId: 2, numberParades: 97, reached: false })
    const notYet = honored({ memberId: 3, memberName: 'Mauch, Jasmin', reached: false })
    openPage({
      [anniversariesCall]: json([due({ ...gruber, id: 1 }, {})]),
      [honoredCall]: json({
        Parades_100: [reached, next],
        Parades_50: [lower, notYet],
      } satisfies Honored),
    })
    expect(await screen.findByText(/^3 Ehrungen für 2 Personen\. /)).toBeVisible()
    const [sheet] = (await sheets()).filter((one) => one.queryByText('Dorn, Christa'))
    expect(honorsOn(sheet)).toEqual(['Sprungorden 50 Sprünge', 'Sprungorden 100 Sprünge'])
    expect(rowsOf('Sprungorden 50 Sprünge')).toEqual([
      ['Name', 'Sprünge'],
      ['Kopp, Finn', '97'],
    ])
    expect(rowsOf('Sprungorden 100 Sprünge')).toEqual([
      ['Name', 'Sprünge'],
      ['Dorn, Christa', '100'],
    ])
    expect(screen.queryByText('Mauch, Jasmin')).not.toBeInTheDocument()
  })

  test('names the lower steps that are still open', async () => {
    openPage({
      [anniversariesCall]: json([
        due(gruber, { honor: 'Member_for_40_Years', alsoDue: ['Member_for_25_Years'] }),
      ]),
    })
    expect(await screen.findByText('Auch fällig: 25 Jahre Mitgliedschaft')).toBeVisible()
  })

  test('calls the honors what the guild calls them', async () => {
    const { honorRules } = someSettings()
    const renamed = honorRules.map((rule) =>
      rule.type === 'Member_for_25_Years' ? { ...rule, label: 'Silberne Nadel' } : rule,
    )
    openPage({
      [settingsCall]: json(someSettings({ honorRules: renamed })),
      [anniversariesCall]: json([due(gruber, {})]),
    })
    expect(await screen.findByRole('heading', { level: 2, name: 'Silberne Nadel' })).toBeVisible()
  })

  test.each([
    ['the day the guild has set', '', '2027-04-10', '2027-04-10'],
    ['the next 11 November when it has set none', '', null, '2027-11-11'],
    ['the day of the guild when the address holds no day', '?date=morgen', null, '2027-11-11'],
  ])('is for %s', async (_, search, assemblyDate, expected) => {
    const wire = { [settingsCall]: json(someSettings({ assemblyDate })) }
    const app = openPage(wire, { search })
    await screen.findByText('Niemand ist zu ehren')
    expect(app.wire.sent(dutiesCall)[0]?.query.get('date')).toBe(expected)
  })

  test('says when nobody is to be honored', async () => {
    openPage()
    expect(await screen.findByText('Niemand ist zu ehren')).toBeVisible()
    expect(screen.getByText('Bis Sa 17.04.2027 wird keine Ehrung fällig.')).toBeVisible()
  })

  test('is printed with a button', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const { person } = openPage({ [anniversariesCall]: json([due(gruber, {})]) })
    await person.click(await screen.findByRole('button', { name: 'Drucken' }))
    expect(print).toHaveBeenCalledOnce()
  })

  test.each([settingsCall, anniversariesCall, dutiesCall, honoredCall] as const)(
    'says that it could not be loaded when %s fails, and is asked for again',
    async (failing) => {
      const { person, wire } = openPage({ [failing]: offline })
      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent('Die anstehenden Ehrungen konnten nicht geladen werden')
      expect(screen.queryByRole('button', { name: 'Drucken' })).not.toBeInTheDocument()
      wire.answer({ [failing]: json(failing === settingsCall ? someSettings() : []) })
      await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
      expect(await screen.findByText('Niemand ist zu ehren')).toBeVisible()
    },
  )

  test('is not for helpers', async () => {
    openPage({ [settingsCall]: refusal(403, 'Forbidden') }, { role: 'helper' })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Ehrungen zum Aufrufen')).not.toBeInTheDocument()
  })
})
