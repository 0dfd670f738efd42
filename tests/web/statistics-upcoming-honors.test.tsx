import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anAssembly, anAssemblyRow } from '#tests/support/assembly.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import {
  anUpcomingHonor,
  gruber,
  settingsCall,
  someSettings,
  strasser,
} from '#tests/support/statistics.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/upcoming-honors-page.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import type { Role } from '#worker/domain/codes.ts'

const anniversariesCall = 'GET /api/statistics/members/anniversaries'
const dutyHonorsCall = 'GET /api/statistics/members/honors'
const assemblyCall = 'GET /api/assembly'
const csvCall = 'GET /api/statistics/members/csv'
const incompleteCall = 'GET /api/statistics/members/incomplete'
const post = 'POST /api/member/:id/honors'

const membership = anUpcomingHonor()
const office = anUpcomingHonor({
  member: strasser,
  years: 22,
  duties: ['Elferratsmitglied', 'Kassier'],
  honor: 'Ehrennarr_20',
  reason: 'Elferrat 2004–2026, Kassier 2010–2012, 22 Jahre',
})

/** The list of the assembly, reduced to what this page reads. */
const assemblyOf = (...rows: AssemblyRow[]) => json(anAssembly({ date: '2027-04-17', rows }))
const open = (id: number) => anAssemblyRow({ member: id === gruber.id ? gruber : strasser })

fixToday()

type Opening = { wire?: WireTable; role?: Role; search?: string }

function openPage({ wire = {}, role = 'management', search = '?date=2027-04-17' }: Opening = {}) {
  return renderApp({
    path: `/statistics/upcoming-honors${search}`,
    user: withRoles(role),
    wire: {
      [settingsCall]: json(someSettings({ assemblyDate: '2027-04-10' })),
      [anniversariesCall]: json([membership]),
      [dutyHonorsCall]: json([office]),
      [incompleteCall]: json([]),
      [assemblyCall]: assemblyOf(open(gruber.id), open(strasser.id)),
      ...wire,
    },
  })
}

const dateField = () => screen.findByLabelText('Datum der Generalversammlung')
const sectionOf = async (title: RegExp) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  return within(heading.closest('section') as HTMLElement)
}
const cellsOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('the assembly day of upcoming honors', () => {
  test.each([
    ['is the guild’s own', json(someSettings({ assemblyDate: '2027-04-10' })), '2027-04-10'],
    ['is the next 11 November without one', json(someSettings()), '2027-11-11'],
  ])('The assembly day of the upcoming honors %s', async (_what, settings, day) => {
    const { router, wire } = openPage({ search: '', wire: { [settingsCall]: settings } })
    await waitFor(() => expect(router.state.location.search).toBe(`?date=${day}`))
    await waitFor(() => expect(wire.sent(anniversariesCall)).toHaveLength(1))
    expect(wire.sent(anniversariesCall)[0]?.query.get('date')).toBe(day)
    expect(wire.sent(dutyHonorsCall)[0]?.query.get('date')).toBe(day)
  })

  test('If the settings fail to load, no assembly day is assumed: the user can choose one or load them again', async () => {
    const { router, person } = openPage({ search: '', wire: { [settingsCall]: offline } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Einstellungen konnten nicht geladen werden',
    )
    expect(router.state.location.search).toBe('')
    await person.type(await dateField(), '17.04.2027')
    await person.tab()
    await waitFor(() => expect(router.state.location.search).toBe('?date=2027-04-17'))
  })

  test('The upcoming honors are requested for the day in the address', async () => {
    const { wire } = openPage()
    expect(await dateField()).toHaveValue('17.04.2027')
    expect(wire.sent(anniversariesCall)[0]?.query.get('date')).toBe('2027-04-17')
  })

  test('If the day in the address of the upcoming honors is invalid, it is ignored', async () => {
    const { router } = openPage({ search: '?date=2027-02-31' })
    await waitFor(() => expect(router.state.location.search).toBe('?date=2027-04-10'))
  })

  test("If the day of the upcoming honors is cleared, a note says that the guild's assembly day applies, and it is filled in", async () => {
    const { person, router } = openPage()
    await person.clear(await dateField())
    const sentence = 'Ohne Datum gilt der Tag der Zunft, der 10.04.2027.'
    expect(await dateField()).toHaveAccessibleDescription(sentence)
    // The user may be about to type another day.
    expect(router.state.location.search).toBe('?date=2027-04-17')
    await person.tab()
    await waitFor(() => expect(router.state.location.search).toBe('?date=2027-04-10'))
    await waitFor(async () => expect(await dateField()).toHaveValue('10.04.2027'))
    expect(await dateField()).toHaveAccessibleDescription(sentence)
    await person.clear(await dateField())
    await person.type(await dateField(), '17.04.2027{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?date=2027-04-17'))
    expect(await dateField()).not.toHaveAccessibleDescription()
    await person.clear(await dateField())
    await person.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?date=2027-04-10'))
  })

  test('When the day is changed, the upcoming honors are loaded again, and the old ones are hidden until then', async () => {
    const next = later(json([]))
    const { person, router, wire } = openPage({
      wire: {
        [anniversariesCall]: [json([membership]), next.answer],
        [assemblyCall]: [assemblyOf(open(41), open(42)), assemblyOf(open(42))],
      },
    })
    await screen.findByRole('link', { name: 'Gruber, Annegret' })
    await person.clear(await dateField())
    expect(router.state.location.search).toBe('?date=2027-04-17')
    await person.type(await dateField(), '11.11.2028')
    await waitFor(() => expect(router.state.location.search).toBe('?date=2028-11-11'))
    expect(wire.sent(dutyHonorsCall).at(-1)?.query.get('date')).toBe('2028-11-11')
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Gruber, Annegret' })).not.toBeInTheDocument(),
    )
    next.come()
    expect(
      await screen.findByText('An diesem Tag steht keine Ehrung für Mitgliedsjahre an.'),
    ).toBeVisible()
    expect(screen.getByText('1 Ehrung für 1 Person ist bis zu diesem Tag fällig.')).toBeVisible()
  })
})

describe('upcoming honors', () => {
  test('Upcoming honors are shown in two lists with years, offices, honor and reason', async () => {
    openPage({ role: 'readonly' })
    const memberships = await sectionOf(/^Mitgliedschaften/)
    expect(cellsOf((await memberships.findAllByRole('row'))[1]).slice(0, 4)).toEqual([
      'Gruber, Annegret',
      '14.03.1968',
      '25 Jahre',
      '25 Jahre MitgliedschaftMitglied 2002–2027, 25 Jahre',
    ])
    const offices = await sectionOf(/^Dienstbuch/)
    expect(cellsOf((await offices.findAllByRole('row'))[1]).slice(0, 5)).toEqual([
      'Straßer, Jörg',
      '–',
      '22 Jahre',
      'Elferrat, Kassier',
      'Ehrennarr (20 Jahre)Elferrat 2004–2026, Kassier 2010–2012, 22 Jahre',
    ])
    expect(offices.getByRole('link')).toHaveAttribute('href', '/members/details/42')
    expect(
      await screen.findByText('2 Ehrungen für 2 Personen sind bis zu diesem Tag fällig.'),
    ).toBeVisible()
  })

  test('Honors of the assembly that are not among the upcoming ones are counted and listed', async () => {
    const jumper = anAssemblyRow({
      type: 'Parades_100',
      basis: 'parades',
      count: 101,
      alsoDue: ['Parades_50'],
      reason: '101 Sprünge',
    })
    const added = { type: 'Extra_Certificate', basis: 'manual', count: null, reason: '' } as const
    const entered = anAssemblyRow({ ...jumper, member: strasser, honorId: 7 })
    openPage({
      wire: {
        [assemblyCall]: assemblyOf(
          open(41),
          open(42),
          jumper,
          anAssemblyRow({ ...added, member: strasser }),
          entered,
        ),
      },
    })
    expect(
      await screen.findByText(
        '4 Ehrungen für 2 Personen sind bis zu diesem Tag fällig, dazu 1 eingetragen.',
      ),
    ).toBeVisible()
    const others = await sectionOf(/^Weitere Ehrungen 2$/)
    expect(others.getByText('1 Sprungorden und 1 Ehrung von Hand.')).toBeVisible()
    expect(others.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Gruber, AnnegretSprungorden 100 Sprünge101 SprüngeAuch fällig: Sprungorden 50 SprüngeEhrung eintragen',
      'Straßer, JörgSonderurkundeVon Hand dazuEhrung eintragen',
    ])
    // Spec §2: two tables.
    expect(screen.getAllByRole('table')).toHaveLength(2)
  })

  test('If the assembly fails to load, the page of upcoming honors shows an error and no total', async () => {
    const { person } = openPage({ wire: { [assemblyCall]: [offline, assemblyOf(open(41))] } })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Generalversammlung konnte nicht geladen werden')
    await screen.findByRole('link', { name: 'Straßer, Jörg' })
    expect(screen.queryByText(/bis zu diesem Tag fällig/)).not.toBeInTheDocument()
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(
      await screen.findByText('1 Ehrung für 1 Person ist bis zu diesem Tag fällig.'),
    ).toBeVisible()
  })

  test.each([
    [
      'beside those that are open',
      [open(41), open(41), { ...open(42), honorId: 7 }],
      '2 Ehrungen für 1 Person sind bis zu diesem Tag fällig, dazu 1 eingetragen.',
    ],
    [
      'alone once nothing is open',
      [{ ...open(42), honorId: 7 }],
      'Bis zu diesem Tag ist keine Ehrung fällig, dazu 1 eingetragen.',
    ],
  ])(
    'The number of honors already entered at the assembly is shown %s',
    async (_where, rows, words) => {
      openPage({ wire: { [assemblyCall]: assemblyOf(...rows) } })
      expect(await screen.findByText(words)).toBeVisible()
    },
  )

  test('The lists of upcoming honors without rows show notes', async () => {
    openPage({
      wire: {
        [anniversariesCall]: json([]),
        [dutyHonorsCall]: json([]),
        [assemblyCall]: assemblyOf(),
      },
    })
    expect(await screen.findByText('Bis zu diesem Tag ist keine Ehrung fällig.')).toBeVisible()
    expect(screen.getByText('An diesem Tag steht keine Ehrung für Amtsjahre an.')).toBeVisible()
  })

  test('If one of the lists of upcoming honors fails to load, it can be loaded again on its own', async () => {
    const { person } = openPage({
      wire: { [dutyHonorsCall]: [refusal(500, 'InternalError'), json([office])] },
    })
    const offices = await sectionOf(/^Dienstbuch/)
    expect(await offices.findByRole('alert')).toHaveTextContent(
      'Die anstehenden Ehrungen konnten nicht geladen werden',
    )
    expect(screen.getByRole('link', { name: 'Gruber, Annegret' })).toBeVisible()
    await person.click(offices.getByRole('button', { name: 'Erneut laden' }))
    expect(await offices.findByRole('link', { name: 'Straßer, Jörg' })).toBeVisible()
  })

  test('The upcoming honors link to the assembly of the same day', async () => {
    openPage()
    expect(await screen.findByRole('link', { name: 'Generalversammlung' })).toHaveAttribute(
      'href',
      '/assembly?date=2027-04-17',
    )
  })

  test('An upcoming honor is by default entered with the day of the assembly', async () => {
    const { person, wire } = openPage({ wire: { [post]: json({ id: 7 }, 201) } })
    await person.click(
      await screen.findByRole('button', { name: 'Ehrung eintragen für Jörg Straßer' }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Ehrung eintragen' }))
    expect(dialog.getByText('Ehrennarr (20 Jahre) für Jörg Straßer')).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    expect(await screen.findByRole('button', { name: 'Eingetragen' })).toBeDisabled()
    expect(wire.sent('POST /api/member/42/honors').map(({ body }) => body)).toEqual([
      { id: null, memberId: 42, type: 'Ehrennarr_20', date: '2027-04-17', comment: '' },
    ])
  })

  test('A read-only user has no button to enter upcoming honors', async () => {
    openPage({ role: 'readonly' })
    await screen.findByRole('link', { name: 'Gruber, Annegret' })
    expect(screen.queryByRole('button', { name: /^Ehrung eintragen/ })).not.toBeInTheDocument()
  })
})

describe('the file of upcoming honors', () => {
  const button = () => screen.findByRole('button', { name: 'Anstehende Ehrungen herunterladen' })

  test('The file of upcoming honors is requested for the chosen day and saved under a fixed name', async () => {
    const saved = catchSavedFiles()
    const { person, wire } = openPage({ wire: { [csvCall]: () => new Response('Liste') } })
    await person.click(await button())
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('Anstehende Ehrungen.csv')
    expect(wire.sent(csvCall)[0]?.query.get('date')).toBe('2027-04-17')
  })

  test('If the download of the upcoming honors fails, an error is shown', async () => {
    const { person } = openPage({ wire: { [csvCall]: offline } })
    await person.click(await button())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die anstehenden Ehrungen konnten nicht heruntergeladen werden',
    )
  })
})

describe('members without a date of joining', () => {
  test('Members without a date of joining are listed in a folded section', async () => {
    const { person } = openPage({
      wire: { [incompleteCall]: json([{ member: strasser }, { member: gruber }]) },
    })
    const line = await screen.findByText('Bei 2 Mitgliedern fehlt das Eintrittsdatum')
    const fold = within(line.closest('details') as HTMLElement)
    expect(line.closest('details')).not.toHaveAttribute('open')
    await person.click(line)
    expect(fold.getByRole('link', { name: 'Straßer, Jörg' })).toHaveAttribute(
      'href',
      '/members/details/42',
    )
  })

  test('If all members have a date of joining, there is no section for those without one', async () => {
    openPage()
    await screen.findByRole('link', { name: 'Gruber, Annegret' })
    expect(screen.queryByText(/fehlt das Eintrittsdatum/)).not.toBeInTheDocument()
  })

  test('If the members without a date of joining fail to load, the lists of honors are shown all the same', async () => {
    openPage({ wire: { [incompleteCall]: offline } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Mitglieder konnten nicht geladen werden',
    )
    expect(await screen.findByRole('link', { name: 'Gruber, Annegret' })).toBeVisible()
  })
})
