import type { Locator, Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { aClaimOf, account, aLetterTo, aYear, home } from '#tests/support/fee-letters.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { paths } from '#web/paths.ts'
import { letterWords } from '#worker/domain/fee-letter-words.ts'
import { expect, test } from './fixtures.ts'
import { type Printed, textsOf } from './printed-text.ts'
import { countSteps } from './steps.ts'

// Positions are measured in the printed PDF: DIN 5008, form B, one page per letter.

/** The window of the envelope: 25 mm from the left, from 62.7 mm down, five lines high. */
const isInWindow = ({ x, y }: Printed) => x > 24.5 && x < 105 && y > 62.7 && y < 90

const names = [
  ['Änne', 'Größer-Öttinger'],
  ['Maximiliane-Kunigunde Freifrau', 'von und zu Hohenstaufen-Schellental-Waldburg'],
] as const

function people(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const [firstName, lastName] = names[index] ?? [`Narr${index + 1}`, 'Äbele']
    return aMemberRow({
      id: 9001 + index,
      firstName,
      lastName,
      memberNumber: 4711 + index,
      ...home,
    })
  })
}

/** Opens the page with this many payers; the server's answers are stubbed. */
async function openWith(page: Page, count: number) {
  const members = people(count)
  const answers: [string, unknown][] = [
    ['**/api/member', members],
    ['**/api/billing/years', [aYear({ year: 2027 })]],
    ['**/api/billing/claims?*', members.map((member) => aClaimOf(member, { year: 2027 }))],
  ]
  for (const [address, answer] of answers) {
    await page.route(address, (route) => route.fulfill({ json: answer }))
  }
  const letters = members.map((member) => aLetterTo(member, { year: 2027 }))
  await page.route('**/api/billing/letters*', (route) => {
    const isNew = route.request().method() === 'POST'
    return route.fulfill(isNew ? { json: letters, status: 201 } : { json: [] })
  })
  await page.route('**/api/guild/settings', async (route) => {
    const answer = await (await route.fetch()).json()
    return route.fulfill({ json: { ...answer, ...account } })
  })
  // The print dialog of the browser is suppressed; the test makes a PDF of the sheets instead.
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.goto(paths.feeLetters)
  await page.getByRole('combobox', { name: 'Weg' }).selectOption('Nur gedruckt')
  const words = count === 1 ? '1 Rechnung' : `${count} Rechnungen`
  await page.getByRole('button', { name: `${words} schreiben` }).click()
  await page.getByRole('button', { name: 'Drucken', exact: true }).click()
  await page
    .locator('.letter-print article')
    .nth(count - 1)
    .waitFor({ state: 'attached' })
  return { members, letters }
}

for (const count of [1, 36]) {
  test(`Of ${count} fee invoices each is printed on one page, and its address is in the window of the envelope`, async ({
    browserOf,
  }) => {
    const page = await browserOf('management')
    const { members } = await openWith(page, count)
    const { pageCount, texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
    expect(pageCount).toBe(count)
    members.forEach(({ firstName, lastName }, index) => {
      const own = texts.filter((text) => text.page === index)
      const address = own.filter(isInWindow)
      const said = address
        .map(({ text }) => text)
        .join('')
        .replace(/\s+/g, '')
      expect(said).toBe(`${firstName}${lastName}Klosterweg3a88999Moosried`.replace(/\s+/g, ''))
      expect(Math.abs(Math.min(...address.map(({ x }) => x)) - 25)).toBeLessThan(0.5)
      // All text lies on the page.
      expect(own.every(({ x, y }) => x > 3 && x < 205 && y > 10 && y < 292)).toBe(true)
    })
  })
}

test('The QR code on a printed fee invoice can be read, and contains the data of the transfer', async ({
  browserOf,
}, { project }) => {
  test.skip(project.name === 'phone', 'the paper is the same')
  const page = await browserOf('management')
  const { letters } = await openWith(page, 1)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => {
    document.body.style.zoom = '3'
  })
  const png = await page.locator('.letter-print svg').screenshot()
  const picture = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const pen = canvas.getContext('2d')
      pen?.drawImage(image, 0, 0)
      const pixels = pen?.getImageData(0, 0, image.width, image.height).data ?? []
      return { width: image.width, height: image.height, data: [...pixels] }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  const read = decodeQR({ ...picture, data: new Uint8Array(picture.data) }, { timeLimit: 60_000 })
  const [letter] = letters
  if (!letter) throw new Error('No letter')
  expect(read).toBe(letterWords(letter, account).code)
})

/** Presses the row's box, and then all boxes up to the other's: with Shift, or on the phone with "Bereich". */
async function tickFromTo(page: Page, [first, last]: readonly Locator[], isPhone: boolean) {
  await first?.check()
  if (isPhone) {
    await page.getByRole('button', { name: 'Von – bis' }).click()
    await last?.check()
  } else {
    await last?.click({ modifiers: ['Shift'] })
  }
}

test('The fees ticked in the list of fees are the recipients of a reminder; a question says how they get it', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.goto(`${paths.membershipFees}?year=2025&filter.state=open`)
  const rows = page.getByRole('region', { name: 'Beiträge' }).locator('tbody tr')
  const withoutMandate = rows.filter({ hasText: 'Kein SEPA-Mandat' })
  const boxes = withoutMandate.getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  const names = await withoutMandate.getByRole('link').allTextContents()
  await page.getByRole('button', { name: 'Erinnern' }).click()
  const question = page.getByRole('alertdialog', { name: '2 Erinnerungen schreiben?' })
  await expect(question).toContainText(/per E-Mail|als Brief zum Drucken/)
  await expect(question.getByRole('button', { name: /^(Senden|Drucken)/ })).toBeVisible()
  await question.getByRole('button', { name: 'Vorschau ansehen' }).click()
  await expect(page.getByRole('heading', { name: /^Vorschau/ })).toBeInViewport()
  const list = page.getByRole('region', { name: /^Wer ein Schreiben bekommt/ })
  await expect(list.getByRole('link')).toHaveCount(2)
  const listed = await list.getByRole('link').allTextContents()
  expect(listed.toSorted()).toEqual(names.slice(0, 2).toSorted())
  await expect(page.getByRole('combobox', { name: 'Schreiben' })).toHaveValue('reminder')
  await page.getByRole('button', { name: '2 Erinnerungen schreiben' }).click()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  // The choice survives a reload, without the question, and the way back leads to the year of the fees.
  await page.reload()
  await expect(list.getByRole('link')).toHaveCount(2)
  await expect(question).toBeHidden()
  await page.getByRole('link', { name: 'Mitgliedsbeiträge' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Mitgliedsbeiträge 2025' }),
  ).toBeVisible()
})

test('From the overview it takes at most eight presses to remind five people, by mail or on paper, and the bar does not cover the first row', async ({
  browserOf,
}, { project }) => {
  const isPhone = project.name === 'phone'
  const page = await browserOf('management')
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.goto('/')
  const steps = await countSteps(page)
  await page.reload()
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  if (isPhone) {
    await menu.getByRole('button', { name: 'Mehr' }).click()
    await page.getByRole('menuitem', { name: 'Kasse' }).click()
  } else {
    await menu.getByRole('link', { name: 'Kasse' }).click()
  }
  await page.getByRole('link', { name: 'Mahnung schreiben' }).click()
  const bar = page.getByRole('region', { name: 'Ausgewählt' })
  const first = page
    .getByRole('table', { name: /^Per E-Mail/ })
    .getByRole('row')
    .nth(1)
  await expect(bar).toBeInViewport({ ratio: 1 })
  const [barBox, rowBox] = [await bar.boundingBox(), await first.boundingBox()]
  if (!barBox || !rowBox) throw new Error('The bar or the first row is not shown')
  expect(rowBox.y + rowBox.height).toBeLessThanOrEqual(barBox.y)

  const boxesOf = (name: RegExp) => page.getByRole('table', { name }).getByRole('checkbox')
  const mails = boxesOf(/^Per E-Mail/)
  const count = await mails.count()
  // The last three who get a mail, and the first two who get paper.
  await tickFromTo(page, [mails.nth(count - 3), boxesOf(/^Auf Papier/).nth(1)], isPhone)
  await page.getByRole('button', { name: '5 Erinnerungen schreiben' }).click()
  const question = page.getByRole('alertdialog', { name: '5 Erinnerungen schreiben?' })
  await expect(question).toContainText('3 per E-Mail, 2 als Brief zum Drucken.')
  const answer = page.waitForResponse((response) => response.url().endsWith('/billing/letters'))
  await question.getByRole('button', { name: 'Senden und drucken' }).click()
  const written = await (await answer).json()
  expect(
    written.map(({ kind, channel }: Record<string, string>) => `${kind} ${channel}`).sort(),
  ).toEqual([
    'reminder letter',
    'reminder letter',
    'reminder mail',
    'reminder mail',
    'reminder mail',
  ])
  await expect(page.getByText(/^Zuletzt 5 Erinnerungen am/)).toBeVisible()
  expect(steps().presses).toBeLessThanOrEqual(8)
})

test('From the overview it takes at most eight presses to remind five people who stand apart in the list', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.goto('/')
  const steps = await countSteps(page)
  await page.reload()
  await page.getByRole('link', { name: 'Mahnung schreiben' }).click()
  const list = page.getByRole('region', { name: /^Wer ein Schreiben bekommt/ })
  const boxesOf = (name: RegExp) => list.getByRole('table', { name }).getByRole('checkbox')
  const mails = boxesOf(/^Per E-Mail/)
  const papers = boxesOf(/^Auf Papier/)
  for (const at of [0, 2, 3]) await mails.nth(at).check()
  for (const at of [0, 1]) await papers.nth(at).check()
  await page.getByRole('button', { name: '5 Erinnerungen schreiben' }).click()
  const question = page.getByRole('alertdialog', { name: '5 Erinnerungen schreiben?' })
  await expect(question).toContainText('3 per E-Mail, 2 als Brief zum Drucken.')
  await question.getByRole('button', { name: 'Senden und drucken' }).click()
  await expect(page.getByText(/^Zuletzt 5 Erinnerungen am/)).toBeVisible()
  expect(steps().presses).toBeLessThanOrEqual(8)
})
