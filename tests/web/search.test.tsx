import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aCostumeRow } from '#tests/support/costume-pages.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { aMemberRow, gruber, oettinger, zoller } from '#tests/support/member-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, refusal, type WireTable } from '#tests/support/wire.ts'
import { queryClient } from '#web/lib/query.ts'
import type { Role } from '#worker/domain/codes.ts'
import type { SearchIndex } from '#worker/search/search.contract.ts'

const maier = aMemberRow({
  id: 50,
  lastName: 'Maier',
  firstName: 'Helga',
  maidenName: 'Grupp',
  memberNumber: 904,
  addressStreet: 'Rottweiler Str.',
  addressNumber: '7',
  phone: '0741 / 98-765',
  membershipState: 'Died',
})
const members = [zoller, maier, gruber, oettinger]
const index: SearchIndex = {
  parades: [
    {
      id: 9,
      title: 'Häsabstauben Grünmettlen',
      host: 'Hansele Grünmettlen',
      hostTown: 'Horb-Grünmettlen',
      hostPlz: '72160',
      date: '2024-01-06',
    },
  ],
  orders: [
    {
      id: 7,
      firstName: 'Annegret',
      lastName: 'Gruber',
      createdAt: '2027-01-16T10:58:00Z',
      amountInCent: 1400,
    },
  ],
}
const calls = ['GET /api/member', 'GET /api/costume/info', 'GET /api/search/index'] as const
const [memberCall, costumeCall, indexCall] = calls

beforeEach(() => queryClient.clear())

async function start(roles: Role[] = ['management'], wire: WireTable = {}) {
  const app = renderApp({
    path: '/',
    user: withRoles(...roles),
    wire: {
      [memberCall]: json(members),
      [costumeCall]: json([aCostumeRow()]),
      [indexCall]: json(index),
      ...wire,
    },
  })
  await screen.findByRole('heading', { level: 1 })
  return app
}

async function open(...given: Parameters<typeof start>) {
  const app = await start(...given)
  await app.person.click(screen.getByRole('button', { name: 'Suchen' }))
  await screen.findByRole('dialog', { name: 'Suchen' })
  return app
}

const field = () => screen.getByRole('combobox', { name: 'Suchen' })
const group = (name: string) => within(screen.getByRole('group', { name: new RegExp(`^${name}`) }))
const lines = (name: string) =>
  group(name)
    .getAllByRole('option')
    .map((line) => line.textContent)

describe('the search', () => {
  test('The search finds members, costumes, parades and payments, and highlights the matching text', async () => {
    const { person } = await open()
    expect(field()).toHaveFocus()
    await person.type(field(), 'gru')
    await waitFor(() =>
      expect(lines('Mitglieder')).toEqual([
        'Gruber, AnnegretNr. 118, Moosried',
        'Maier, Helgageb: Grupp, Nr. 904, MoosriedVerstorben',
      ]),
    )
    expect(lines('Kleider')).toEqual(['Flecklesbutz 12Annegret Gruber'])
    expect(lines('Umzüge')).toEqual(['Häsabstauben GrünmettlenHansele GrünmettlenSa 06.01.2024'])
    expect(lines('Zahlungen')).toEqual(['Annegret Gruber, 14,00\u00a0€16.01.2027'])
    const marked = [...screen.getByRole('listbox').querySelectorAll('mark')]
    expect(marked.map((mark) => mark.textContent)).toEqual([
      'Gru',
      'Gru',
      'Gru',
      'Grü',
      'Grü',
      'Gru',
    ])
    expect(screen.getByRole('status')).toHaveTextContent('5 Treffer')
  })

  test.each([
    ['grub ann', 'Gruber, AnnegretNr. 118, Moosried'],
    ['häuß', 'Gruber, Annegretgeb: Häußler, Nr. 118, Moosried'],
    ['74198', 'Maier, HelgaNr. 904, Moosried, Tel. 0741 / 98-765Verstorben'],
    ['+49 741 98', 'Maier, HelgaNr. 904, Moosried, Tel. 0741 / 98-765Verstorben'],
    ['oettinger@', 'Öttinger, LeonieNr. 219, Moosried, leonie.oettinger@example.de'],
    ['leonie.oett', 'Öttinger, LeonieNr. 219, Moosried'],
    ['219', 'Öttinger, LeonieNr. 219, Moosried'],
    ['17.6.1938', 'Zoller, OttmarNr. 118, MoosriedVerstorben'],
    ['88999 zoll', 'Zoller, OttmarNr. 118, 88999 MoosriedVerstorben'],
    ['Nr. 219', 'Öttinger, LeonieNr. 219, Moosried'],
    ['#219', 'Öttinger, LeonieNr. 219, Moosried'],
    ['Rottwiler Straße 7', 'Maier, HelgaNr. 904, Rottweiler Str. 7, MoosriedVerstorben'],
    ['tinger', 'Öttinger, LeonieNr. 219, Moosried'],
    ['Öttigner', 'Öttinger, LeonieNr. 219, Moosried'],
    ['Grubr', 'Gruber, AnnegretNr. 118, Moosried'],
  ])('The search for "%s" finds the member "%s"', async (typed, line) => {
    const { person } = await open()
    await person.type(field(), typed)
    await waitFor(() => expect(lines('Mitglieder')).toEqual([line]))
  })

  test('The lists that the search needs are loaded once, not with each key', async () => {
    const { person, wire } = await open()
    await waitFor(() => expect(wire.sent(indexCall)).toHaveLength(1))
    await person.type(field(), 'gruber ann')
    await person.clear(field())
    await person.type(field(), 'xyz')
    expect(screen.getByText('Nichts gefunden')).toBeVisible()
    for (const one of calls) expect(wire.sent(one), one).toHaveLength(1)
  })

  test('The lists are loaded only once the search is opened', async () => {
    const { wire } = await start()
    for (const one of calls) expect(wire.sent(one), one).toEqual([])
  })

  test('Strg+K and "/" open the search, and after it is closed the focus is where it was', async () => {
    const { person } = await start()
    const button = screen.getByRole('button', { name: 'Suchen' })
    button.focus()
    await person.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('dialog', { name: 'Suchen' })).toBeVisible()
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(button).toHaveFocus()
    await person.keyboard('/')
    expect(await screen.findByRole('dialog', { name: 'Suchen' })).toBeVisible()
    expect(field()).toHaveValue('')
  })

  test('"/" focuses the search field of a list; without such a field it opens the search, and inside a field it is typed', async () => {
    const { person, router } = await start()
    await act(() => router.navigate('/members'))
    const own = await screen.findByRole('searchbox')
    await person.keyboard('/')
    expect(own).toHaveFocus()
    await person.keyboard('a/b')
    expect(own).toHaveValue('a/b')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await person.clear(own)
    const [tick] = await screen.findAllByRole('checkbox', { name: /auswählen$/ })
    if (tick) await person.click(tick)
    expect(tick).toHaveFocus()
    // As the stylesheet does while the selection bar covers the field.
    own.style.visibility = 'hidden'
    await person.keyboard('/')
    expect(await screen.findByRole('dialog', { name: 'Suchen' })).toBeVisible()
  })

  test('A result is chosen with the arrow keys and opened with Enter', async () => {
    const { person, router } = await open(['management'], {
      'GET /api/member/:id': refusal(404, 'NotFound'),
      'GET /api/member/:id/:part': refusal(404, 'NotFound'),
    })
    await person.type(field(), 'gru')
    await waitFor(() => expect(lines('Mitglieder')).toHaveLength(2))
    const chosen = () => screen.getByRole('option', { selected: true })
    expect(chosen()).toHaveTextContent('Gruber, Annegret')
    await waitFor(() => expect(field()).toHaveAttribute('aria-activedescendant', chosen().id))
    await person.keyboard('{ArrowDown}')
    expect(chosen()).toHaveTextContent('Maier, Helga')
    expect(field()).toHaveAttribute('aria-activedescendant', chosen().id)
    await person.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/members/details/50'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('Strg+Enter opens a result in a new tab, and the search stays open', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { person, router } = await open()
    await person.type(field(), 'öttinger')
    await waitFor(() => expect(lines('Mitglieder')).toHaveLength(1))
    await person.keyboard('{Control>}{Enter}{/Control}')
    expect(opened).toHaveBeenCalledWith(
      expect.stringMatching(/\/members\/details\/43$/),
      '_blank',
      'noopener',
    )
    expect(router.state.location.pathname).toBe('/')
    opened.mockRestore()
  })

  test('An Enter that ends a composed character opens no result', async () => {
    const { person, router } = await open()
    await person.type(field(), 'gru')
    await waitFor(() => expect(lines('Mitglieder')).toHaveLength(2))
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(router.state.location.pathname).toBe('/')
    expect(screen.getByRole('dialog', { name: 'Suchen' })).toBeVisible()
  })

  test('Of each kind eight results and the total are shown, exact names first and former members last', async () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      aMemberRow({
        id: 100 + at,
        lastName: 'Baur',
        firstName: `Pia${String.fromCharCode(97 + at)}`,
        membershipState: at === 0 ? 'Left' : 'Active',
      }),
    )
    const exact = aMemberRow({ id: 200, lastName: 'Bau', firstName: 'Zita' })
    const { person } = await open(['management'], { [memberCall]: json([...many, exact]) })
    await person.type(field(), 'bau')
    await waitFor(() => expect(lines('Mitglieder')).toHaveLength(8))
    expect(screen.getByText('· 8 von 13')).toBeVisible()
    expect(lines('Mitglieder')[0]).toMatch(/^Bau, Zita/)
    expect(lines('Mitglieder')[1]).toMatch(/^Baur, Piab/)
    await person.type(field(), 'r')
    await waitFor(() => expect(lines('Mitglieder')[0]).toMatch(/^Baur, Piab/))
  })

  test('If a list fails to load, the search shows an error and searches the other lists', async () => {
    const { person } = await open(['management'], { [memberCall]: refusal(500, 'Unexpected') })
    await person.type(field(), 'gru')
    await waitFor(() =>
      expect(lines('Mitglieder')[0]).toMatch(/^Die Mitglieder konnten nicht geladen werden/),
    )
    expect(lines('Kleider')).toHaveLength(1)
  })

  test('What is typed while the members load is searched for once they are loaded', async () => {
    const rows = later(json(members))
    const { person } = await open(['management'], { [memberCall]: rows.answer })
    await person.type(field(), 'gru')
    expect(lines('Mitglieder')).toEqual(['Wird geladen …'])
    rows.come()
    await waitFor(() => expect(lines('Mitglieder')).toHaveLength(2))
  })
})

describe('pages and actions in the search', () => {
  test('Before anything is typed, the search lists pages and actions', async () => {
    await open()
    expect(lines('Seiten')).toHaveLength(8)
    expect(lines('Seiten')[0]).toBe('Mitglied anlegen')
  })

  test.each<[Role, string, string[]]>([
    ['management', 'anl', ['Mitglied anlegen', 'Kleid anlegen', 'Umzug anlegen']],
    ['readonly', 'anl', []],
    ['readonly', 'einst', ['Einstellungen']],
    ['helper', 'einst', []],
    ['helper', 'abhaken', ['Umzugsteilnahme abhaken']],
    ['management', 'impressum', ['Impressum', 'Impressum und Datenschutz ändern']],
    [
      'management',
      'datenschutz',
      ['Datenschutz', 'Impressum und Datenschutz ändern', 'AufbewahrungDatenschutz'],
    ],
    ['management', 'sichern', ['Alle Daten herunterladensichern']],
    ['management', 'zip', ['Alle Daten herunterladenZIP']],
    ['readonly', 'zip', []],
    ['readonly', 'gläubiger', ['Konto für den EinzugGläubiger-ID']],
  ])('The role %s finds the pages for "%s": %j', async (role, typed, found) => {
    const { person } = await open([role])
    await person.type(field(), typed)
    if (found.length > 0) expect(lines('Seiten')).toEqual(found)
    else expect(screen.queryByRole('group', { name: 'Seiten' })).not.toBeInTheDocument()
  })

  test('Pages are found by words such as "mandat", and are listed above members that match less well', async () => {
    const mandatary = aMemberRow({ id: 60, lastName: 'Kramandat', firstName: 'Udo' })
    const { person } = await open(['management'], { [memberCall]: json([mandatary]) })
    await person.type(field(), 'versammlung')
    expect(lines('Seiten')[0]).toBe('Generalversammlung')
    await person.clear(field())
    await person.type(field(), 'mandat')
    await waitFor(() => expect(lines('Mitglieder')).toHaveLength(1))
    expect(lines('Seiten')).toContain('MitgliedsbeiträgeMandat')
    const options = screen.getAllByRole('option').map((one) => one.textContent)
    expect(options[0]).toBe('MitgliederMandat')
    expect(options.at(-1)).toMatch(/^Kramandat/)
  })

  test.each([
    ['kassenbericht', 'Beitragsabrechnung'],
    ['passwort ändern', 'Mein Account'],
    ['logo', 'Einstellungen'],
  ])('The search for "%s" finds the page "%s"', async (typed, page) => {
    const { person } = await open(['management'])
    await person.type(field(), typed)
    await waitFor(() => expect(lines('Seiten')[0]).toMatch(new RegExp(`^${page}`)))
  })

  test('A page whose name is typed is the first result, above members whose name begins with the same word', async () => {
    const rows = [aMemberRow({ id: 60, lastName: 'Impressuma', firstName: 'Udo' })]
    const { person, router } = await open(['management'], { [memberCall]: json(rows) })
    await person.type(field(), 'impressu')
    await waitFor(() => expect(lines('Mitglieder')).toHaveLength(1))
    const options = () => screen.getAllByRole('option').map((one) => one.textContent)
    expect(options()[0]).toMatch(/^Impressuma/)
    await person.type(field(), 'm')
    expect(options()[0]).toBe('Impressum')
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('href', '/impressum?from=staff')
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true')
    expect(router.state.location.pathname).toBe('/')
  })

  test('A name that begins with the typed word is listed above a name that contains it, and a member number above a house number', async () => {
    const rows = [
      aMemberRow({ id: 61, lastName: 'Abele', addressStreet: 'Gasse', addressNumber: '219' }),
      aMemberRow({ id: 62, lastName: 'Haußer', firstName: 'Ina', memberNumber: 219 }),
      aMemberRow({ id: 63, lastName: 'Neuhauser', firstName: 'Ida', memberNumber: 3 }),
      aMemberRow({ id: 64, lastName: 'Hauser', firstName: 'Udo', memberNumber: 4 }),
    ]
    const { person } = await open(['management'], { [memberCall]: json(rows) })
    await person.type(field(), 'hause')
    await waitFor(() => expect(lines('Mitglieder')).toHaveLength(2))
    expect(lines('Mitglieder')[0]).toMatch(/^Hauser/)
    expect(lines('Mitglieder')[1]).toMatch(/^Neuhauser/)
    await person.clear(field())
    await person.type(field(), 'Nr. 219')
    await waitFor(() => expect(lines('Mitglieder')[0]).toMatch(/^Haußer/))
    expect(lines('Mitglieder')[1]).toMatch(/^Abele/)
  })

  test('A setting found by the search opens its dialog, and after "Abbrechen" the dialog stays closed', async () => {
    const { person, router } = await open(['management'], {
      'GET /api/guild/settings': json(someSettings()),
    })
    await person.type(field(), 'vereinsname')
    await person.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Verein ändern' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(router.state.location.search).toBe('')
  })

  test('A helper finds parades, whose links lead to the check-in, and loads neither members nor costumes', async () => {
    const { parades } = index
    const { person, wire } = await open(['helper'], { [indexCall]: json({ parades }) })
    await person.type(field(), 'horb')
    // The town is shown unless title or host contains it.
    await waitFor(() =>
      expect(lines('Umzüge')).toEqual([
        'Häsabstauben GrünmettlenHansele Grünmettlen, 72160 Horb-GrünmettlenSa 06.01.2024',
      ]),
    )
    expect(screen.getByRole('option', { name: /Häsabstauben/ })).toHaveAttribute(
      'href',
      '/parades/participation/check/9',
    )
    expect(wire.sent(memberCall)).toEqual([])
    expect(wire.sent(costumeCall)).toEqual([])
    expect(screen.queryByRole('group', { name: 'Mitglieder' })).not.toBeInTheDocument()
  })
})
