import { paths } from '#web/paths.ts'
import type { Circular } from '#worker/circulars/circulars.contract.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { openWithSelection } from './letter-screens.ts'
import { type Printed, textsOf } from './printed-text.ts'
import { getAs } from './session.ts'
import { expectToast } from './toast.ts'

// Positions are measured in the printed PDF: sheets have 3 × 8 labels of 63.5 × 33.9 mm.

const sheet = { left: 7.21, top: 12.9, width: 63.5, height: 33.9, pitch: 66.04 }

/** The place of a text's label on its sheet, from 1; null outside of labels. */
function placeOf({ x, y }: Printed): number | null {
  const column = Math.floor((x - sheet.left) / sheet.pitch)
  const row = Math.floor((y - sheet.top) / sheet.height)
  const isWithin = x - sheet.left - column * sheet.pitch <= sheet.width
  const isOnSheet = column >= 0 && column < 3 && row >= 0 && row < 8
  return isOnSheet && isWithin ? row * 3 + column + 1 : null
}

const isWhole = (member: MemberRow) =>
  Boolean(member.addressStreet && member.addressPlz && member.addressTown)
const isThere = ({ membershipState }: MemberRow) =>
  membershipState === 'Active' || membershipState === 'Passive'
const home = (member: MemberRow) =>
  [member.lastName, member.addressStreet, member.addressNumber, member.addressPlz]
    .join('|')
    .toLowerCase()

/** Members who are the only one of their household. */
function livingAlone(members: readonly MemberRow[], count: number): MemberRow[] {
  const homes = Map.groupBy(members.filter(isWhole).filter(isThere), home)
  const found = [...homes.values()].flatMap(([one, other]) => (one && !other ? [one] : []))
  expect(found.length).toBeGreaterThanOrEqual(count)
  return found.slice(0, count)
}

const listOf = (origin: string) => getAs<MemberRow[]>(origin, 'management', '/api/member')

test('40 address labels fill two sheets, each label with its address; starting at label 23 they fill three', async ({
  browserOf,
  guild: { origin },
}) => {
  const chosen = livingAlone(await listOf(origin), 40)
  const page = await browserOf('management')
  await page.goto(paths.members)
  await openWithSelection(
    page,
    paths.labels,
    chosen.map(({ id }) => id),
  )
  await expect(page.getByRole('heading', { name: '40 Etiketten auf 2 Bögen' })).toBeVisible()

  const whole = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  expect(whole.pageCount).toBe(2)
  expect(whole.texts.filter((text) => placeOf(text) === null)).toEqual([])
  chosen.forEach((member, index) => {
    const name = `${member.firstName} ${member.lastName}`.trim()
    const own = whole.texts.filter(
      (text) => text.page === Math.floor(index / 24) && placeOf(text) === (index % 24) + 1,
    )
    const textAt = own.map(({ text }) => text).join(' ')
    expect(textAt.replace(/\s+/g, '')).toBe(
      `${name}${member.addressStreet}${member.addressNumber}${member.addressPlz}${member.addressTown}`.replace(
        /\s+/g,
        '',
      ),
    )
    // Left-aligned 4.5 mm from the label's edge.
    const left = sheet.left + (index % 3) * sheet.pitch + 4.5
    expect(Math.abs(Math.min(...own.map(({ x }) => x)) - left)).toBeLessThan(1)
  })

  await page.getByRole('radio', { name: '1, Reihe 1, Spalte 1', exact: true }).focus()
  for (let row = 0; row < 7; row += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '23, Reihe 8, Spalte 2' })).toBeChecked()
  await expect(page.getByRole('heading', { name: '40 Etiketten auf 3 Bögen' })).toBeVisible()
  const begun = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  expect(begun.pageCount).toBe(3)
  const places = [0, 1, 2].map(
    (sheetIndex) =>
      new Set(begun.texts.filter((text) => text.page === sheetIndex).map(placeOf)).size,
  )
  expect(places).toEqual([2, 24, 14])
})

test('A family gets one address label, a dead member one only if ticked, and long names are printed completely', async ({
  browserOf,
  guild: { origin },
}) => {
  const [model, ...others] = livingAlone(await listOf(origin), 5)
  if (!model) throw new Error('The demo has no members')
  const page = await browserOf('management')
  const long = { firstName: 'Maximiliane-Kunigunde Ēlīza', lastName: 'Ł'.repeat(70) }
  const made = [
    { ...model, id: 9001, firstName: 'Anna', lastName: 'Häußler' },
    { ...model, id: 9002, firstName: 'Paul', lastName: ' HÄUSSLER' },
    { ...model, id: 9003, firstName: 'Ottmar', lastName: 'Tot', membershipState: 'Died' as const },
    { ...model, ...long, id: 9004 },
    { ...model, id: 9005, firstName: 'Ohne', lastName: 'Ort', addressTown: '' },
    ...others,
  ]
  await page.route('**/api/member', (route) => route.fulfill({ json: made }))
  await page.goto(paths.members)
  await openWithSelection(page, paths.labels, [9001, 9002, 9003, 9004, 9005])
  await expect(page.getByRole('link', { name: 'Ort, Ohne' })).toHaveAttribute(
    'href',
    paths.member(9005),
  )
  await expect(page.getByRole('heading', { name: '2 Etiketten auf 1 Bogen' })).toBeVisible()
  const { texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  const textAt = (place: number) =>
    texts
      .filter((text) => placeOf(text) === place)
      .map(({ text }) => text)
      .join('')
  expect(textAt(1)).toContain('Familie Häußler')
  expect(textAt(2)).toContain('Ēlīza')
  expect(textAt(2).match(/Ł/g)).toHaveLength(70)
  expect(textAt(2)).toContain(model.addressTown)
  expect(texts.map(({ text }) => text).join('')).not.toContain('Tot')

  await page.getByRole('checkbox', { name: 'Tot, Ottmar' }).check()
  await expect(page.getByRole('heading', { name: '3 Etiketten auf 1 Bogen' })).toBeVisible()
})

test('A circular to selected members is sent completely even if the page is reloaded while it is typed', async ({
  browserOf,
}, { project }) => {
  const page = await browserOf('management')
  await page.goto(paths.members)
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  for (const row of [1, 2, 3, 4, 5]) await rows.nth(row).getByRole('checkbox').check()
  await page.getByRole('link', { name: 'Rundmail', exact: true }).click()
  await expect(page.getByText(/^5 Mitglieder, \d Adresse/)).toBeVisible()

  const subject = `Häs und Hästräger ${project.name}`
  await field(page, 'Betreff').fill(subject)
  await field(page, 'Text').fill('{Anrede}\n\nkommt alle, ')
  await page.getByRole('button', { name: '{Nachname} einfügen' }).click()
  const typed = '{Anrede}\n\nkommt alle, {Nachname}'
  await expect(field(page, 'Text')).toHaveValue(typed)
  const preview = page.getByRole('region', { name: 'Vorschau' })
  await expect(preview.getByText(/Hallo [^{]+,\s+kommt alle, [^{]+/)).toBeVisible()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'Betreff')).toHaveValue(subject)
  await expect(field(page, 'Text')).toHaveValue(typed)
  await page.getByRole('button', { name: 'Test an mich' }).click()
  await expectToast(page, 'Test an verwaltung@demo.example verschickt')

  await page.getByRole('button', { name: 'Senden …' }).click()
  await page
    .getByRole('alertdialog', { name: /^Rundmail an \d Adressen? schicken\?$/ })
    .getByRole('button', { name: /senden$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(subject)
  await expect(page.getByText(/^(\d) von \1 E-Mails? verschickt$/)).toBeVisible({ timeout: 20_000 })

  await page.getByRole('link', { name: 'Rundmails' }).click()
  await expect(page.getByRole('link', { name: subject })).toBeVisible()
})

test('A circular takes its text from a template and a PDF file with it; the file is in the test mail, in the question before sending and on the page of what was sent', async ({
  browserOf,
  guild: { origin },
}, { project }) => {
  const withMail = (await listOf(origin)).filter(isThere).filter(({ eMail }) => eMail !== '')
  const page = await browserOf('management')
  await page.goto(paths.members)
  await openWithSelection(
    page,
    paths.circularCreate,
    withMail.slice(40, 42).map(({ id }) => id),
  )
  const name = `Einladung ${project.name}`
  const subject = `Häsabstauben ${project.name}`
  const body = '{Anrede}\n\nkommt um acht in die Zunftstube.'
  await field(page, 'Betreff').fill(subject)
  await field(page, 'Text').fill(body)
  const templates = page.getByRole('dialog', { name: 'Vorlagen' })
  await test.step('saves the text as a template, and takes it over', async () => {
    await page.getByRole('button', { name: 'Vorlagen' }).click()
    await templates.getByLabel('Diesen Text als Vorlage speichern').fill(name)
    await templates.getByRole('button', { name: 'Als Vorlage speichern' }).click()
    await expect(templates.getByRole('button', { name: `„${name}“ übernehmen` })).toBeVisible()
    await templates.getByRole('button', { name: 'Schließen' }).click()
    await field(page, 'Betreff').fill('')
    await field(page, 'Text').fill('Etwas anderes')
    await page.getByRole('button', { name: 'Vorlagen' }).click()
    await templates.getByRole('button', { name: `„${name}“ übernehmen` }).click()
    await expect(field(page, 'Betreff')).toHaveValue(subject)
    await expect(field(page, 'Text')).toHaveValue(body)
  })

  const file = { name: 'Einladung.pdf', mimeType: 'application/pdf' }
  const files = page.getByLabel('PDF-Dateien')
  const attachments = page.getByRole('group', { name: 'Anhänge' })
  await test.step('refuses what only looks like a PDF file, and takes a real one', async () => {
    await files.setInputFiles({ ...file, buffer: Buffer.from('Kein PDF') })
    await expect(attachments.getByRole('alert')).toBeVisible()
    await expect(attachments.getByRole('listitem')).toHaveCount(0)
    await files.setInputFiles({
      ...file,
      buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(4000)}\n%%EOF`),
    })
    await expect(attachments.getByRole('listitem')).toContainText('Einladung.pdf')
    await expect(attachments.getByRole('alert')).toHaveCount(0)
  })

  await page.getByRole('button', { name: 'Test an mich' }).click()
  await expectToast(page, 'Test an verwaltung@demo.example verschickt')
  await page.getByRole('button', { name: 'Senden …' }).click()
  const question = page.getByRole('alertdialog', { name: /^Rundmail an \d Adressen? schicken\?$/ })
  await expect(question).toContainText('Mit 1 Anhang.')
  await question.getByRole('button', { name: /senden$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(subject)
  await expect(page.getByText(/^(\d) von \1 E-Mails? verschickt$/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('list', { name: 'Anhänge' })).toContainText('Einladung.pdf')
  const id = Number(page.url().split('/').at(-1))
  const circular = await getAs<Circular>(origin, 'management', `/api/circular/${id}`)
  expect(circular).toMatchObject({
    ...{ subject, body },
    counts: { sent: 2, failed: 0, skipped: 0 },
    attachments: [{ name: 'Einladung.pdf', byteCount: 4015 }],
  })
})

test('A circular with typed text is left only after a question; once discarded, the next circular is empty', async ({
  browserOf,
  guild: { origin },
}) => {
  const chosen = (await listOf(origin)).filter(isThere).slice(0, 30)
  const ids = chosen.map(({ id }) => id)
  const page = await browserOf('management')
  await page.goto(paths.members)
  await openWithSelection(page, paths.circularCreate, ids)
  await field(page, 'Betreff').fill('Nichts')
  await page.getByRole('link', { name: 'Mitgliederliste' }).click()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page).toHaveURL(paths.members)
  await openWithSelection(page, paths.circularCreate, ids)
  await expect(field(page, 'Betreff')).toHaveValue('')
})

test('The page to opt out of circulars has one button, and confirms the opt-out even for an invalid code', async ({
  browserOf,
}) => {
  const page = await browserOf(null)
  await page.goto('/abbestellen#1.abcdefghijklmnop.nothing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keine Rundmails mehr?')
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByLabel('Code')).toBeHidden()
  await page.getByRole('button', { name: 'Keine Rundmails mehr' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Du bekommst keine Rundmails mehr',
  )
})
