import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/pictures/pictures-page.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'

fixToday()
afterEach(() => {
  vi.restoreAllMocks()
})

const picturesCall = 'GET /api/statistics/pictures'

const bands: Pictures['ages'] = [
  { from: 0, to: 17, active: 12, passive: 0 },
  { from: 18, to: 79, active: 900, passive: 334 },
  { from: 80, to: null, active: 0, passive: 5 },
]
const some: Pictures = {
  ages: bands,
  withoutBirthday: { active: 2, passive: 1 },
  members: [
    { year: 2024, count: 1240, entries: 18, exits: 6 },
    { year: 2025, count: 1240, entries: 0, exits: 0 },
    { year: 2026, count: 1247, entries: 12, exits: 5 },
  ],
  membersToday: { passive: 339, yearAgo: 1243 },
  withoutDates: { dateJoined: 0, dateLeft: 0 },
  jumps: [
    { from: 0, to: 0, active: 300, passive: 40, isStep: false },
    { from: 1, to: 9, active: 200, passive: 30, isStep: false },
    { from: 10, to: 49, active: 0, passive: 0, isStep: false },
    { from: 50, to: 99, active: 100, passive: 20, isStep: true },
    { from: 100, to: 199, active: 80, passive: 9, isStep: true },
    { from: 200, to: null, active: 0, passive: 1, isStep: true },
  ],
  seasons: [
    { season: '2024/25', parades: 13, enrolled: 1176, confirmed: 1107 },
    { season: '2025/26', parades: 1, enrolled: 120, confirmed: 44 },
  ],
  costumeTypes: [
    {
      costumeType: { id: 3, name: 'Bachhexe' },
      seasons: [
        { season: '2024/25', confirmed: 255 },
        { season: '2025/26', confirmed: 9 },
      ],
    },
    {
      costumeType: { id: 1, name: 'Schellenhansel' },
      seasons: [
        { season: '2024/25', confirmed: 405 },
        { season: '2025/26', confirmed: 17 },
      ],
    },
  ],
}

function openPage(wire: WireTable = {}, role: Role = 'management') {
  return renderApp({
    path: '/statistics/pictures',
    user: withRoles(role),
    wire: { [picturesCall]: json(some), ...wire },
  })
}

const cardOf = async (title: string) => within(await screen.findByRole('region', { name: title }))

/** Opens the table below a chart; returns its heads, and its rows cell by cell. */
async function numbersOf(title: string, { person }: ReturnType<typeof openPage>) {
  const card = await cardOf(title)
  await person.click(card.getByText('Zahlen als Tabelle'))
  const [heads, ...rows] = within(card.getByRole('table', { name: title })).getAllByRole('row')
  const textsIn = (row: HTMLElement | undefined, role: 'columnheader' | 'cell') =>
    row
      ? within(row)
          .getAllByRole(role)
          .map((cell) => cell.textContent)
      : []
  return { heads: textsIn(heads, 'columnheader'), rows: rows.map((row) => textsIn(row, 'cell')) }
}

/** The texts in a chart (sums, values and names) in the order in which they are drawn. */
const textsIn = (picture: HTMLElement) =>
  [...picture.querySelectorAll('text')].map((text) => text.textContent)

describe('the page of charts', () => {
  test.each<Role>(['management', 'readonly'])('The role %s sees the charts', async (role) => {
    openPage({}, role)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Zahlen in Bildern' }),
    ).toBeVisible()
  })

  test('A helper has no page of charts', async () => {
    const { wire } = openPage({}, 'helper')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Zahlen in Bildern')).not.toBeInTheDocument()
    expect(wire.sent(picturesCall)).toEqual([])
  })

  test('Charts that fail to load show an error and can be loaded again', async () => {
    const { person } = openPage({ [picturesCall]: [refusal(500, 'InternalError'), json(some)] })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Auswertung konnte nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await cardOf('Mitglieder nach Alter')).toBeDefined()
  })

  test('The page of charts says that it is loading', async () => {
    const slow = later(json(some))
    openPage({ [picturesCall]: slow.answer })
    // Before the page there is the outline of any page.
    await screen.findByRole('heading', { level: 1, name: 'Zahlen in Bildern' })
    expect(screen.getByText('Laden...')).toBeInTheDocument()
    slow.come()
    await waitFor(() => expect(screen.queryByText('Laden...')).not.toBeInTheDocument())
  })

  test('In a young guild the charts say that there is nothing to see yet', async () => {
    openPage({
      [picturesCall]: json({
        ages: bands.map((band) => ({ ...band, active: 0, passive: 0 })),
        withoutBirthday: { active: 0, passive: 0 },
        members: [{ year: 2026, count: 0, entries: 0, exits: 0 }],
        membersToday: { passive: 0, yearAgo: 0 },
        withoutDates: { dateJoined: 0, dateLeft: 0 },
        jumps: [{ from: 0, to: null, active: 0, passive: 0, isStep: false }],
        seasons: [],
        costumeTypes: [],
      } satisfies Pictures),
    })
    expect(await screen.findAllByText('Noch kein Mitglied.')).toHaveLength(3)
    expect(screen.getByText('Noch kein Umzug bis heute.')).toBeVisible()
    expect(screen.getByText('Noch keine bestätigte Teilnahme.')).toBeVisible()
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
  })
})

describe('the members by age and state', () => {
  const title = 'Mitglieder nach Alter'

  test('The accessible name of the chart of ages contains its numbers', async () => {
    openPage()
    const picture = (await cardOf(title)).getByRole('img')
    expect(picture).toHaveAccessibleName(
      'Mitglieder nach Alter: 1.251 Mitglieder, davon 912 aktiv und 339 passiv. Am meisten sind 18–79 Jahre alt, nämlich 1.234.',
    )
  })

  test('The table of ages has a row for members without a birthday', async () => {
    const app = openPage()
    expect((await cardOf(title)).getByText(/Nicht im Bild: 3 ohne Geburtstag\.$/)).toBeVisible()
    expect(await numbersOf(title, app)).toEqual({
      heads: ['Alter', 'Aktiv', 'Passiv', 'Zusammen'],
      rows: [
        ['0–17', '12', '0', '12'],
        ['18–79', '900', '334', '1.234'],
        ['ab 80', '0', '5', '5'],
        ['Ohne Geburtstag', '2', '1', '3'],
      ],
    })
  })

  test('The chart of ages shows the sum at each bar, and in a bar the numbers of its parts if there is room', async () => {
    openPage()
    const texts = textsIn((await cardOf(title)).getByRole('img'))
    expect(texts.filter((text) => !/^[\d.]+$/.test(text ?? ''))).toEqual(['0–17', '18–79', 'ab 80'])
    expect(texts).toEqual(expect.arrayContaining(['12', '1.234', '5', '900', '334']))
  })
})

/** Opens the page with every element this wide, in pixels; jsdom has no layout. */
async function openAsWideAs(width: number, pictures: Pictures) {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width)
  return openPage({ [picturesCall]: json(pictures) })
}

describe('age bands of unequal width', () => {
  const title = 'Mitglieder nach Alter'
  const unequal: Pictures = {
    ...some,
    ages: [
      { from: 6, to: 15, active: 20, passive: 0 },
      { from: 16, to: 17, active: 12, passive: 0 },
      { from: 18, to: 29, active: 60, passive: 30 },
      { from: 30, to: null, active: 10, passive: 30 },
    ],
  }
  const count = ({ active, passive }: { active: number; passive: number }) => active + passive

  test.each([
    ['stand upright', 1200, 'width'],
    ['lie on a phone', 320, 'height'],
  ])(
    'If age bars %s, the breadth of a bar is the width of its age band, and its area the number of members',
    async (_, width, side) => {
      await openAsWideAs(width, unequal)
      const picture = (await cardOf(title)).getByRole('img')
      const bars = [...picture.querySelectorAll('svg > g')].map((band) => {
        const pieces = [...band.querySelectorAll('rect')]
        const sizeOf = (rect: Element, name: string) => Number(rect.getAttribute(name))
        return {
          breadth: sizeOf(pieces[0] as Element, side),
          area: pieces
            .map((rect) => sizeOf(rect, 'width') * sizeOf(rect, 'height'))
            .reduce((sum, area) => sum + area, 0),
        }
      })
      const years = [10, 2, 12, 10]
      const perYear = (bars[0]?.breadth ?? 0) / 10
      const perHead = (bars[0]?.area ?? 0) / 20
      bars.forEach(({ breadth, area }, index) => {
        // One pixel is the seam between two bands.
        expect(Math.abs(breadth - (years[index] ?? 0) * perYear)).toBeLessThan(1)
        const people = count(unequal.ages[index] as Pictures['ages'][number])
        expect(Math.abs(area / perHead / people - 1)).toBeLessThan(0.1)
      })
      expect(textsIn(picture)).toEqual(
        expect.arrayContaining(['6–15', '16–17', '18–29', 'ab 30', '20', '12', '90', '40']),
      )
    },
  )
})

describe('a chart of years on the phone', () => {
  const title = 'Umzüge und Teilnahmen je Saison'
  const nameOf = (year: number) => `${year}/${String(year + 1).slice(-2)}`
  const seasons = Array.from({ length: 30 }, (_, index) => ({
    season: nameOf(1997 + index),
    parades: 9,
    enrolled: 90,
    confirmed: 40,
  }))
  const long = { ...some, seasons }

  test('On a phone, a chart of 30 seasons shows the last 10 and says that there are 30; a button shows all', async () => {
    const { person } = await openAsWideAs(320, long)
    const card = await cardOf(title)
    expect(card.getByText('Zu sehen sind die letzten 10, insgesamt 30 Saisons.')).toBeVisible()
    const [people] = card.getAllByRole('img')
    expect(textsIn(people as HTMLElement)).toContain('2026/27läuft')
    expect(card.queryByRole('group', { name: `Diagramm ${title}` })).not.toBeInTheDocument()
    await person.click(card.getByRole('button', { name: 'Alle 30 zeigen' }))
    expect(card.getByRole('group', { name: `Diagramm ${title}` })).toHaveAttribute('tabindex', '0')
    expect(card.getByText('Alle 30 Saisons: schieb das Bild zur Seite.')).toBeVisible()
    await person.click(card.getByRole('button', { name: 'Weniger zeigen' }))
    expect(card.getByText(/^Zu sehen sind die letzten 10/)).toBeVisible()
  })

  test('A chart with room for all seasons has no button to show all', async () => {
    await openAsWideAs(1200, long)
    expect((await cardOf(title)).queryByRole('button')).not.toBeInTheDocument()
  })
})

/** Opens the numbers behind "Zahlen zeigen". */
async function shownNumbers(title: string, { person }: ReturnType<typeof openPage>) {
  const card = await cardOf(title)
  expect(card.queryByRole('table')).not.toBeInTheDocument()
  const button = card.getByRole('button', { name: 'Zahlen zeigen' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await person.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const [heads, ...rows] = within(card.getByRole('table', { name: title })).getAllByRole('row')
  const cells = (row: HTMLElement, role: 'columnheader' | 'cell') =>
    within(row)
      .getAllByRole(role)
      .map((cell) => cell.textContent)
  return {
    heads: cells(heads as HTMLElement, 'columnheader'),
    rows: rows.map((row) => cells(row, 'cell')),
  }
}

describe('the development of the members', () => {
  const title = 'Mitgliederentwicklung'
  const thirty = Array.from({ length: 30 }, (_, index) => ({
    year: 1997 + index,
    count: 1000 + index,
    entries: 9,
    exits: 4,
  }))

  test('The accessible names of the charts of the members contain their numbers', async () => {
    openPage()
    const [stock, moved] = (await cardOf(title)).getAllByRole('img')
    expect(stock).toHaveAccessibleName(
      'Mitglieder am Jahresende 2024 bis 2026: von 1.240 auf 1.247, davon 908 aktiv.',
    )
    expect(moved).toHaveAccessibleName(
      'Eintritte und Austritte 2024 bis 2026: zusammen 30 Eintritte, 11 Austritte und Todesfälle.',
    )
  })

  test('The table of the development lists the newest year first', async () => {
    expect(await shownNumbers(title, openPage())).toEqual({
      heads: ['Jahr', 'Mitglieder am Ende', 'Eintritte', 'Austritte und Todesfälle'],
      rows: [
        ['2026 (heute)', '1.247', '12', '5'],
        ['2025', '1.240', '0', '0'],
        ['2024', '1.240', '18', '6'],
      ],
    })
  })

  test.each([
    [1243, '1.247 Mitglieder, 4 mehr als vor einem Jahr.'],
    [1250, '1.247 Mitglieder, 3 weniger als vor einem Jahr.'],
    [1247, '1.247 Mitglieder, so viele wie vor einem Jahr.'],
  ])('The number of members is compared with %i members a year ago', async (yearAgo, sentence) => {
    openPage({ [picturesCall]: json({ ...some, membersToday: { passive: 0, yearAgo } }) })
    expect((await cardOf(title)).getByText(sentence)).toBeVisible()
  })

  test('The chart of the members says how many members without dates it does not include', async () => {
    openPage({ [picturesCall]: json({ ...some, withoutDates: { dateJoined: 3, dateLeft: 1 } }) })
    expect(
      (await cardOf(title)).getByText(
        'Nicht im Bild: 3 ohne Eintrittsdatum, 1 ausgetreten ohne Austrittsdatum.',
      ),
    ).toBeVisible()
  })

  test('On the phone the chart of the members shows the last eight years without scrolling', async () => {
    const young = thirty.map((row) => ({ ...row, count: row.count - 700 }))
    await openAsWideAs(358, { ...some, members: young })
    const card = await cardOf(title)
    const [stock] = card.getAllByRole('img')
    expect(textsIn(stock as HTMLElement).filter((text) => text?.startsWith('’'))).toEqual(
      ['19', '20', '21', '22', '23', '24', '25', '26läuft'].map((year) => `’${year}`),
    )
    expect(Number(stock?.getAttribute('width'))).toBeLessThanOrEqual(358)
    expect(card.queryByText(/^Zu sehen sind/)).not.toBeInTheDocument()
  })

  test('The chart of the members shows thirty years if there is room', async () => {
    await openAsWideAs(1400, { ...some, members: thirty })
    expect((await cardOf(title)).getAllByRole('img')[0]).toHaveAccessibleName(
      /^Mitglieder am Jahresende 1997 bis 2026: von 1.000 auf 1.029/,
    )
  })
})

describe('the Sprünge of the members', () => {
  const title = 'Verteilung der Sprünge'

  test('The accessible name of the chart of Sprünge contains its numbers', async () => {
    openPage()
    expect((await cardOf(title)).getByRole('img')).toHaveAccessibleName(
      'Verteilung der Sprünge: 340 Mitglieder haben 0, 230 Mitglieder haben 1–9, 120 Mitglieder haben 50–99, 89 Mitglieder haben 100–199, 1 Mitglied hat ab 200. Sprungorden gibt es ab 50, 100, 200.',
    )
  })

  test('The table of Sprünge shows each honor at the step where it begins', async () => {
    expect((await shownNumbers(title, openPage())).rows).toEqual([
      ['0', '300', '40', '340'],
      ['1–9', '200', '30', '230'],
      ['10–49', '0', '0', '0'],
      ['50–99 (Sprungorden ab 50)', '100', '20', '120'],
      ['100–199 (Sprungorden ab 100)', '80', '9', '89'],
      ['ab 200 (Sprungorden ab 200)', '0', '1', '1'],
    ])
  })

  test.each([
    ['a step of one hundred', some.jumps, '90 Mitglieder haben 100 Sprünge oder mehr.'],
    [
      'the nearest step',
      some.jumps.map((band) => ({ ...band, isStep: band.from === 200 })),
      '1 Mitglied hat 200 Sprünge oder mehr.',
    ],
    [
      'a guild without such honors',
      some.jumps.map((band) => ({ ...band, isStep: false })),
      '440 Mitglieder haben 1 Sprung oder mehr.',
    ],
    [
      'a step without members',
      some.jumps.map((band) => (band.from < 100 ? band : { ...band, active: 0, passive: 0 })),
      'Noch kein Mitglied hat 100 Sprünge oder mehr.',
    ],
  ])('The sentence about Sprünge is correct for %s', async (_, jumps, sentence) => {
    openPage({ [picturesCall]: json({ ...some, jumps }) })
    expect((await cardOf(title)).getByText(sentence)).toBeVisible()
  })

  test.each([
    ['stand upright', 1200, 'x1'],
    ['lie on a phone', 320, 'y1'],
  ])(
    'If the bars of Sprünge %s, a line between two bars marks each honor',
    async (_, width, along) => {
      await openAsWideAs(width, some)
      const picture = (await cardOf(title)).getByRole('img')
      const side = along === 'x1' ? (['x', 'width'] as const) : (['y', 'height'] as const)
      const lines = [...picture.querySelectorAll('line[stroke-dasharray]')].map((line) =>
        Number(line.getAttribute(along)),
      )
      expect(lines).toHaveLength(3)
      const names = ['50–99', '100–199', 'ab 200']
      expect(textsIn(picture)).toEqual(expect.arrayContaining(names))
      const bars = [...picture.querySelectorAll('rect')].map((bar) => {
        const start = Number(bar.getAttribute(side[0]))
        return [start, start + Number(bar.getAttribute(side[1]))] as const
      })
      for (const line of lines) {
        for (const [start, end] of bars) expect(line > start && line < end).toBe(false)
      }
    },
  )
})

test('The running season is marked as such in the charts, the table and the sentence', async () => {
  const running: Pictures['seasons'] = [
    { season: '2025/26', parades: 13, enrolled: 120, confirmed: 44 },
    { season: '2026/27', parades: 1, enrolled: 9, confirmed: 3 },
  ]
  const title = 'Umzüge und Teilnahmen je Saison'
  const app = openPage({ [picturesCall]: json({ ...some, seasons: running }) })
  const [people, parades] = (await cardOf(title)).getAllByRole('img')
  if (!people || !parades) throw new Error('two pictures')
  expect(people).toHaveAccessibleName(/In der Saison 2026\/27 \(läuft\) waren 9 angemeldet/)
  for (const picture of [people, parades]) {
    expect(textsIn(picture)).toContain('2026/27läuft')
    expect(textsIn(picture)).not.toContain('2025/26läuft')
  }
  const { rows } = await numbersOf(title, app)
  expect(rows.map(([season]) => season)).toEqual(['2026/27 (läuft)', '2025/26'])
})

test('Of the seasons a chart shows the participants, another the parades, and one table both', async () => {
  const title = 'Umzüge und Teilnahmen je Saison'
  const app = openPage()
  const [people, parades] = (await cardOf(title)).getAllByRole('img')
  expect(people).toHaveAccessibleName(
    'Teilnahmen je Saison. In der Saison 2025/26 waren 120 angemeldet, 44 bestätigt.',
  )
  expect(parades).toHaveAccessibleName('Umzüge je Saison. In der Saison 2025/26 war es ein Umzug.')
  expect((await numbersOf(title, app)).rows).toEqual([
    ['2025/26', '1', '120', '44'],
    ['2024/25', '13', '1.176', '1.107'],
  ])
})

test('For each costume type there is a chart, the largest type first, and a row with the sum', async () => {
  const title = 'Teilnahmen nach Kleidertyp'
  const app = openPage()
  const pictures = (await cardOf(title)).getAllByRole('img')
  expect(pictures.map((picture) => picture.getAttribute('aria-label'))).toEqual([
    'Schellenhansel, bestätigte Teilnahmen: 2024/25 405, 2025/26 17.',
    'Bachhexe, bestätigte Teilnahmen: 2024/25 255, 2025/26 9.',
  ])
  expect(await numbersOf(title, app)).toEqual({
    heads: ['Kleidertyp', '2024/25', '2025/26', 'Zusammen'],
    rows: [
      ['Schellenhansel', '405', '17', '422'],
      ['Bachhexe', '255', '9', '264'],
    ],
  })
})
