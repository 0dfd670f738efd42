import type { Page } from '@playwright/test'
import { anAssembly, aRowOf } from '#tests/support/assembly-rows.ts'
import { account, home } from '#tests/support/fee-letters.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { paths } from '#web/paths.ts'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { type BuiltInHonor, honorTypes } from '#worker/domain/codes.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { expect, test } from './fixtures.ts'
import { type Printed, textsOf } from './printed-text.ts'

// Printed papers of the assembly are measured in the PDF: pages, margins, and complete names.

const names = [
  ['Änne', 'Größer-Öttinger'],
  ['Maria-Magdalena', 'von und zu Hohenstein-Wolfegg-Schellenberg'],
  ['Łukasz', 'Żółkiewski'],
] as const

const honors: readonly BuiltInHonor[] = [
  'Member_for_25_Years',
  'Member_for_40_Years',
  'Ehrennarr_20',
  'Obernarr_15',
  'Parades_50',
  'Parades_100',
  'Honorary_Member_Extra',
]

function people(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const [firstName, lastName] = names[index] ?? [`Ingeborg${index + 1}`, 'Äbele']
    return aMemberRow({ id: 9001 + index, firstName, lastName, ...home })
  })
}

/** Opens a page of an assembly with this many honors, with window.print disabled. */
async function openWith(
  page: Page,
  path: string,
  {
    count,
    change = (row) => row,
    certificateText = '',
  }: { count: number; change?: (row: AssemblyRow) => AssemblyRow; certificateText?: string },
) {
  const members = people(count)
  const rows = members.map((member, index) =>
    change(aRowOf(member, honors[index % honors.length] ?? honorTypes[0])),
  )
  await page.route('**/api/assembly**', (route) => route.fulfill({ json: anAssembly({ rows }) }))
  await page.route('**/api/member', (route) => route.fulfill({ json: members }))
  // Fetched once, so that no response is pending when the test ends.
  let asked: Promise<GuildSettings> | null = null
  await page.route('**/api/guild/settings', async (route) => {
    asked ??= route.fetch().then((response) => response.json())
    const answer = await asked
    const honorRules = answer.honorRules.map((rule) => ({ ...rule, certificateText }))
    return route.fulfill({ json: { ...answer, ...account, honorRules } })
  })
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.goto(path)
  return { members, rows }
}

async function paperOf(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  return textsOf(await page.pdf({ preferCSSPageSize: true }))
}

const wordsOf = (texts: readonly Printed[]) =>
  texts
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, '')
const withoutSpaces = (text: string) => text.replace(/\s+/g, '')

/** All text lies within the page's margins. */
function expectWithin(texts: readonly Printed[], edge: number) {
  for (const { text, x, y } of texts) {
    expect(x, text).toBeGreaterThan(edge)
    expect(x, text).toBeLessThan(210 - edge)
    expect(y, text).toBeGreaterThan(edge)
    expect(y, text).toBeLessThan(297 - edge / 2)
  }
}

for (const [count, atMost] of [
  [1, 1],
  [36, 3],
] as const) {
  test(`The call-up list of ${count} is printed on at most ${atMost} sheets, each with title and page number`, async ({
    browserOf,
  }) => {
    const page = await browserOf('readonly')
    const { members } = await openWith(page, paths.callUpList, { count })
    await page.getByRole('button', { name: 'Drucken' }).waitFor()
    const { pageCount, texts } = await paperOf(page)
    expect(pageCount).toBeLessThanOrEqual(atMost)
    expectWithin(texts, 13)
    const all = wordsOf(texts)
    for (const { firstName, lastName } of members) {
      expect(all).toContain(withoutSpaces(`${firstName} ${lastName}`))
    }
    for (let at = 0; at < pageCount; at++) {
      const onSheet = texts.filter((text) => text.page === at)
      const said = wordsOf(onSheet)
      expect(said).toContain('GeneralversammlungamSa10.04.2027')
      expect(said).toContain(`Seite${at + 1}von${pageCount}`)
      // Nothing is printed above our title, neither date nor address of the browser.
      const head = onSheet.find(({ text }) => /^Generalversammlung/.test(text))
      expect(Math.min(...onSheet.map(({ y }) => y))).toBeCloseTo(head?.y ?? 0, 0)
    }
  })
}

test('No heading of the call-up list is the last line of a sheet', async ({ browserOf }) => {
  const page = await browserOf('readonly')
  await openWith(page, paths.callUpList, { count: 60 })
  await page.getByRole('button', { name: 'Drucken' }).waitFor()
  const titles = await page.locator('main h3').allTextContents()
  expect(titles.length).toBeGreaterThan(5)
  const { pageCount, texts } = await paperOf(page)
  expect(pageCount).toBeGreaterThan(1)
  for (let at = 0; at < pageCount; at++) {
    const lines = texts.filter((text) => text.page === at && !/^(Seite|von|\d+)/.test(text.text))
    const last = lines.toSorted((a, b) => a.y - b.y).at(-1)
    expect(titles).not.toContain(last?.text)
  }
})

test('An excused member is printed only at the end of the call-up list', async ({ browserOf }) => {
  const page = await browserOf('readonly')
  const excused = (row: AssemblyRow): AssemblyRow =>
    row.member.id === 9001 ? { ...row, attendance: 'excused' } : row
  await openWith(page, paths.callUpList, { count: 8, change: excused })
  await page.getByRole('button', { name: 'Drucken' }).waitFor()
  const { texts } = await paperOf(page)
  const all = wordsOf(texts)
  expect(all.indexOf('ÄnneGrößer-Öttinger')).toBeGreaterThan(all.indexOf('Entschuldigt'))
  expect(all.split('ÄnneGrößer-Öttinger')).toHaveLength(2)
})

for (const count of [1, 36]) {
  test(`${count} certificates are printed on as many sheets, and each contains the complete name`, async ({
    browserOf,
  }) => {
    const page = await browserOf('readonly')
    const { members } = await openWith(page, paths.certificates, { count })
    // Orders for parades are not ticked at first.
    if (count > 1) await page.getByRole('checkbox', { name: `Alle ${count}` }).check()
    await page.getByRole('button', { name: `${count} drucken` }).click()
    await page
      .locator('.letter-print article')
      .nth(count - 1)
      .waitFor({ state: 'attached' })
    const { pageCount, texts } = await paperOf(page)
    expect(pageCount).toBe(count)
    const sheets = Array.from({ length: count }, (_, at) => texts.filter(({ page }) => page === at))
    members.forEach(({ firstName, lastName }) => {
      // Their order is that of the ceremony.
      const name = withoutSpaces(`${firstName} ${lastName}`)
      const own = sheets.filter((sheet) => wordsOf(sheet).includes(name)).flat()
      const said = wordsOf(own)
      expect(said.split(name)).toHaveLength(2)
      for (const word of [
        account.name,
        'Urkunde',
        '10. April 2027',
        '1. Präsident',
        'Schriftführer',
      ]) {
        expect(said).toContain(withoutSpaces(word))
      }
      expectWithin(own, 12)
    })
  })
}

test('Even the longest text of a certificate ends above the date', async ({ browserOf }) => {
  const page = await browserOf('readonly')
  const sentence = 'Für alles, was {Name} in so vielen Jahren für unsere Zunft geleistet hat. '
  const certificateText = `${sentence.repeat(14).slice(0, 990)} ENDE`
  await openWith(page, paths.certificates, { count: 2, certificateText })
  await page.getByRole('button', { name: '2 drucken' }).click()
  await page.locator('.letter-print article').nth(1).waitFor({ state: 'attached' })
  const { pageCount, texts } = await paperOf(page)
  expect(pageCount).toBe(2)
  for (const at of [0, 1]) {
    const own = texts.filter((text) => text.page === at)
    const end = own.find(({ text }) => text.endsWith('ENDE'))
    const date = own.find(({ text }) => text === '10. April 2027')
    expect(end?.y ?? 0).toBeGreaterThan(100)
    expect(end?.y ?? 0).toBeLessThan((date?.y ?? 0) - 3)
    expectWithin(own, 12)
  }
})

for (const count of [1, 36]) {
  test(`Of ${count} invitations each is printed on one sheet, and its address is in the window of the envelope`, async ({
    browserOf,
  }) => {
    const page = await browserOf('management')
    const { members } = await openWith(page, paths.assemblyInvitations, { count })
    await page.getByLabel('Ort', { exact: true }).fill('Bürgersaal Moosried')
    await page.getByLabel('Uhrzeit').fill('19:30')
    await page.getByRole('button', { name: `${count} drucken` }).click()
    await page
      .locator('.letter-print article')
      .nth(count - 1)
      .waitFor({ state: 'attached' })
    const { pageCount, texts } = await paperOf(page)
    expect(pageCount).toBe(count)
    const byName = members.toSorted((a, b) =>
      `${a.lastName}, ${a.firstName}`.localeCompare(`${b.lastName}, ${b.firstName}`, 'de'),
    )
    byName.forEach(({ firstName, lastName }, index) => {
      const own = texts.filter((text) => text.page === index)
      const address = own.filter(({ x, y }) => x > 24.5 && x < 105 && y > 62.7 && y < 90)
      expect(wordsOf(address)).toBe(
        withoutSpaces(`${firstName} ${lastName} Klosterweg 3 a 88999 Moosried`),
      )
      expect(wordsOf(own)).toContain('Sa10.04.202719:30UhrBürgersaalMoosried')
      expect(own.every(({ x, y }) => x > 3 && x < 205 && y > 10 && y < 292)).toBe(true)
    })
  })
}

test('A Polish name is printed in the same font as the other names', async ({ browserOf }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'the paper is the same')
  const page = await browserOf('readonly')
  await openWith(page, paths.certificates, { count: 3 })
  await page.getByRole('button', { name: '3 drucken' }).click()
  await page.locator('.letter-print article').nth(2).waitFor({ state: 'attached' })
  const loadedFonts = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ unicodeRange }) => /100-17F/i.test(unicodeRange))
        .filter(({ family }) => family.includes('Bricolage'))
        .map(({ status }) => status),
    )
  await expect.poll(loadedFonts).toEqual(['loaded'])
})
