import { paths } from '#web/paths.ts'
import type { AssemblyReport, ReportYear } from '#worker/assembly/assembly.contract.ts'
import { honorTypes } from '#worker/domain/codes.ts'
import { expect, test } from './fixtures.ts'
import { textsOf } from './printed-text.ts'

const aYear = (year: number, changes: Partial<ReportYear> = {}): ReportYear => ({
  year,
  until: `${year}-12-31`,
  start: 409,
  entries: 18,
  reentries: 2,
  exits: 5,
  deaths: 3,
  end: 421,
  meanAge: 41.3,
  withoutBirthday: 1,
  parades: 14,
  jumps: 1204,
  honors: 76,
  fees: {
    dueInCent: 845_000,
    receivedInCent: 800_000,
    waivedInCent: 2000,
    openInCent: 43_500,
    creditInCent: 500,
  },
  ...changes,
})

const member = (id: number) => ({
  id,
  firstName: 'Annegret',
  lastName: `Muster${id}`,
  birthday: null,
})

/** The longest possible report: every kind of honor, and sixty members who share a rank. */
const report: AssemblyReport = {
  year: aYear(2025),
  before: aYear(2024, { end: 409, start: 397 }),
  withoutDates: { dateJoined: 2, dateLeft: 1 },
  today: { active: 320, passive: 113 },
  mostActive: Array.from({ length: 69 }, (_, index) => ({
    member: member(index + 1),
    jumps: index < 9 ? 20 - index : 3,
  })),
  honors: honorTypes.map((type) => ({ type, count: 2, before: 3 })),
  named: {
    died: [{ member: member(1), date: '2025-03-12' }],
    joined: Array.from({ length: 18 }, (_, index) => ({ member: member(index + 2), again: false })),
    honored: honorTypes.flatMap((type) =>
      [20, 21].map((id) => ({ member: member(id), type, basis: 'manual' as const })),
    ),
  },
}

test('The printed report has two sheets of figures and one of names; no text is truncated, and no row is split between sheets', async ({
  browserOf,
}) => {
  const page = await browserOf('readonly')
  await page.route('**/api/assembly/report?*', (route) => route.fulfill({ json: report }))
  await page.goto(`${paths.assemblyReport}?year=2025`)
  await expect(page.getByRole('table', { name: 'Beiträge' })).toBeVisible()

  const { pageCount, texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  expect(pageCount).toBeLessThanOrEqual(3)
  const paper = texts
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '')
  const expectText = (words: string) => expect(paper).toContain(words.replace(/\s+/g, ''))
  expectText('Jahresbericht 2025')
  expectText('Am 31.12.2025 hatte die Zunft 421 Mitglieder, 12 mehr als ein Jahr davor.')
  expectText('Eingetreten 18 18 0')
  expectText('Am Ende 421 409 +12')
  expectText('Annegret Muster69')
  expectText('Zusammen 76 76 0')
  expectText('Soll 8.450,00 € 8.450,00 €')
  expectText('Annegret Muster1, am 12.03.2025')
  expectText(`Seite 1 von ${pageCount}`)
  expect(paper).not.toMatch(/Drucken|Werdasist|läuft/)
  for (const { x, y } of texts) {
    expect(x).toBeGreaterThanOrEqual(13)
    expect(x).toBeLessThan(197)
    expect(y).toBeGreaterThan(10)
    expect(y).toBeLessThan(292)
  }
})
