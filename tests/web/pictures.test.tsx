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
  changes: [
    { year: 2024, entries: 18, exits: 6 },
    { year: 2025, entries: 0, exits: 0 },
    { year: 2026, entries: 12, exits: 5 },
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

/** Opens the table below a picture: its heads, and its rows cell by cell. */
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

/** What stands in a picture: sums, values and names, in the order they are drawn. */
const textsIn = (picture: HTMLElement) =>
  [...picture.querySelectorAll('text')].map((text) => text.textContent)

describe('the numbers in pictures', () => {
  test.each<Role>(['management', 'readonly'])('are there for the role %s', async (role) => {
    openPage({}, role)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Zahlen in Bildern' }),
    ).toBeVisible()
  })

  test('are not for helpers', async () => {
    const { wire } = openPage({}, 'helper')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Zahlen in Bildern')).not.toBeInTheDocument()
    expect(wire.sent(picturesCall)).toEqual([])
  })

  test('that cannot be loaded say so and are asked for again', async () => {
    const { person } = openPage({ [picturesCall]: [refusal(500, 'InternalError'), json(some)] })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Auswertung konnte nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await cardOf('Mitglieder nach Alter')).toBeDefined()
  })

  test('are announced while they are on their way', async () => {
    const slow = later(json(some))
    openPage({ [picturesCall]: slow.answer })
    // Before the page there is the outline of any page.
    await screen.findByRole('heading', { level: 1, name: 'Zahlen in Bildern' })
    expect(screen.getByText('Laden...')).toBeInTheDocument()
    slow.come()
    await waitFor(() => expect(screen.queryByText('Laden...')).not.toBeInTheDocument())
  })

  test('say of a young guild that there is nothing to see yet', async () => {
    openPage({
      [picturesCall]: json({
        ages: bands.map((band) => ({ ...band, active: 0, passive: 0 })),
        withoutBirthday: { active: 0, passive: 0 },
        changes: [{ year: 2026, entries: 0, exits: 0 }],
        seasons: [],
        costumeTypes: [],
      } satisfies Pictures),
    })
    expect(await screen.findByText('Noch kein Mitglied.')).toBeVisible()
    expect(screen.getByText('Noch kein Umzug bis heute.')).toBeVisible()
    expect(screen.getByText('Noch keine bestätigte Teilnahme.')).toBeVisible()
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
  })
})

describe('the members by age and state', () => {
  const title = 'Mitglieder nach Alter'

  test('are told in a sentence to those who do not see them', async () => {
    openPage()
    const picture = (await cardOf(title)).getByRole('img')
    expect(picture).toHaveAccessibleName(
      'Mitglieder nach Alter: 1.251 Mitglieder, davon 912 aktiv und 339 passiv. Am meisten sind 18–79 Jahre alt, nämlich 1.234.',
    )
  })

  test('stand in a table, with those whose birthday is not known', async () => {
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

  test('bear their sums on the bars, and the parts where there is room', async () => {
    openPage()
    const texts = textsIn((await cardOf(title)).getByRole('img'))
    expect(texts.filter((text) => !/^[\d.]+$/.test(text ?? ''))).toEqual(['0–17', '18–79', 'ab 80'])
    expect(texts).toEqual(expect.arrayContaining(['12', '1.234', '5', '900', '334']))
  })
})

/** The app with every box so many pixels wide, which a test's page cannot measure. */
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
    ['stand', 1200, 'width'],
    ['lie on the phone, where each has its name and its sum', 320, 'height'],
  ])(
    '%s: a bar is as broad as its band, and its area is how many there are',
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

describe('a course of years on the phone', () => {
  const title = 'Eintritte und Austritte'
  const years = Array.from({ length: 30 }, (_, index) => 1997 + index)
  const long = { ...some, changes: years.map((year) => ({ year, entries: 9, exits: 4 })) }
  const namesIn = (picture: HTMLElement) =>
    textsIn(picture).filter((text) => /^\d{4}/.test(text ?? ''))

  test('says that there is more, and shows all at a press', async () => {
    const { person } = await openAsWideAs(320, long)
    const card = await cardOf(title)
    expect(card.getByText('Zu sehen sind die letzten 10, insgesamt 30 Jahre.')).toBeVisible()
    expect(namesIn(card.getByRole('img')).at(-1)).toBe('2026läuft')
    expect(namesIn(card.getByRole('img'))[0]).toMatch(/^20(17|18)$/)
    expect(card.queryByRole('group', { name: `Diagramm ${title}` })).not.toBeInTheDocument()
    await person.click(card.getByRole('button', { name: 'Alle 30 zeigen' }))
    expect(card.getByRole('group', { name: `Diagramm ${title}` })).toHaveAttribute('tabindex', '0')
    expect(card.getByText('Alle 30 Jahre: schieb das Bild zur Seite.')).toBeVisible()
    await person.click(card.getByRole('button', { name: 'Weniger zeigen' }))
    expect(card.getByText(/^Zu sehen sind die letzten 10/)).toBeVisible()
  })

  test('says nothing where all fit', async () => {
    await openAsWideAs(1200, long)
    expect((await cardOf(title)).queryByRole('button')).not.toBeInTheDocument()
  })
})

test('the season that is not over is marked in the pictures, the table and the sentence', async () => {
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

test('entries and exits are told in a sentence and stand in a table, newest year first', async () => {
  const title = 'Eintritte und Austritte'
  const app = openPage()
  expect((await cardOf(title)).getByRole('img')).toHaveAccessibleName(
    'Eintritte und Austritte von 2024 bis 2026: zusammen 30 Eintritte und 11 Austritte.',
  )
  expect(await numbersOf(title, app)).toEqual({
    heads: ['Jahr', 'Eintritte', 'Austritte'],
    rows: [
      ['2026 (läuft)', '12', '5'],
      ['2025', '0', '0'],
      ['2024', '18', '6'],
    ],
  })
})

test('seasons are two pictures, participants and parades, over one table', async () => {
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

test('each costume type has a picture, the largest first, and a row with its sum', async () => {
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
