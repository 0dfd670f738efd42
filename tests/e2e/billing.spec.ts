import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { schemaErrors, textsOf } from '#tests/support/xsd.ts'
import { paths } from '#web/paths.ts'
import type { MembershipFees, SepaRun } from '#worker/billing/billing.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { getAs, postAs } from './session.ts'
import { expectToast } from './toast.ts'

// The cashier's evening in November. Each project has its own amount and its own member.

const today = berlinDay(new Date())
const year = today.slice(0, 4)
const feesPath = `/api/billing/membershipfees/${year}`

type Cashier = { page: Page; origin: string; member: Member; euros: string }

test('the cashier changes the fee table, puts a missing mandate right and downloads a file that the bank takes', async ({
  browserOf,
  guild: { origin },
}, { project }) => {
  const page = await browserOf('management')
  const member = await enterMember(origin, project.name)
  const euros = project.name === 'phone' ? '22,50' : '21,50'
  const cashier = { page, origin, member, euros }
  await test.step('changes the table', () => changeTable(cashier))
  await test.step('finds the new amount in the list', () => findAmount(cashier))
  await test.step('gives the member a mandate', () => giveMandate(cashier))
  await test.step('downloads the file', () => downloadFile(cashier))
  await test.step('is asked before making another one', () => isAskedBeforeAnother(cashier))
})

async function enterMember(origin: string, name: string): Promise<Member> {
  const { number } = await getAs<{ number: number }>(origin, 'management', '/api/member/number')
  return postAs<Member>(origin, 'management', '/api/member?allowDuplicate=true', {
    firstName: 'Änne',
    lastName: `Größer ${name}`,
    birthday: '1980-05-04',
    memberNumber: number,
    bankingIban: 'DE89370400440532013000',
  })
}

async function changeTable({ page, euros }: Cashier): Promise<void> {
  await page.goto(paths.settings)
  await page.getByRole('button', { name: 'Beiträge ab 2000 ändern' }).click()
  const row = page.getByRole('group', { name: '2. Zeile' })
  await expect(row.getByLabel('Alter von')).toHaveValue('18')
  await row.getByLabel('Alter von').fill('17')
  await row.getByLabel('Euro').fill(euros)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(row.getByText('Überschneidet sich mit der Zeile „Aktiv unter 18“.')).toBeVisible()
  await row.getByLabel('Alter von').fill('18')
  await page.getByRole('button', { name: 'OK' }).click()
  await expectToast(page, 'Beiträge gespeichert')
  await expect(page.getByRole('table', { name: 'Ab 2000' })).toContainText(`${euros} €`)
}

const rowOf = ({ page, member }: Cashier) =>
  page
    .getByRole('region', { name: 'Beiträge', exact: true })
    .getByRole('row')
    .filter({
      hasText: `${member.lastName}, Änne`,
    })

async function findAmount(cashier: Cashier): Promise<void> {
  const { page, member, euros } = cashier
  await page.goto(paths.membershipFees)
  await page.getByRole('searchbox').fill(member.lastName)
  await expect(rowOf(cashier)).toContainText(`${euros} €`)
  await expect(rowOf(cashier)).toContainText('Aktiv ab 18')
  await expect(rowOf(cashier)).toContainText('Nicht einziehbar')
}

async function giveMandate(cashier: Cashier): Promise<void> {
  const { page, member } = cashier
  const uncollected = page.getByRole('table', { name: 'Nicht einziehbar' })
  await page.getByRole('button', { name: /^Alle \d+ zeigen$/ }).click()
  const row = uncollected.getByRole('row').filter({ hasText: member.lastName })
  await expect(row).toContainText('Kein SEPA-Mandat')
  await row.getByRole('link').click()
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await page.getByLabel('SEPA-Lastschrift erlaubt').check()
  await field(page, 'SEPA erlaubt seit').fill(germanDate(today))
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expectToast(page, 'Mitglied gespeichert')
  await page.goto(paths.membershipFees)
  await page.getByRole('searchbox').fill(member.lastName)
  await expect(rowOf(cashier)).toContainText('Einziehbar')
  await page.getByRole('button', { name: /^Alle \d+ zeigen$/ }).click()
  await expect(uncollected.getByText(member.lastName)).toHaveCount(0)
}

const download = (page: Page) =>
  page.getByRole('button', { name: 'SEPA-Datei herunterladen' }).click()

async function downloadFile({ page, origin, member, euros }: Cashier): Promise<void> {
  const [before] = await getAs<SepaRun[]>(origin, 'management', `${feesPath}/runs`)
  const fees = await getAs<MembershipFees>(origin, 'management', feesPath)
  const coming = page.waitForEvent('download')
  await download(page)
  if (before) await page.getByRole('button', { name: 'OK' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(`Mitgliedsbeiträge_${year}.xml`)
  await expectToast(page, 'SEPA-Datei heruntergeladen')

  const xml = await readFile(await file.path(), 'utf8')
  expect(schemaErrors(xml)).toEqual([])
  expect(textsOf(xml, 'GrpHdr/NbOfTxs')).toEqual([String(fees.collectibleCount)])
  expect(textsOf(xml, 'GrpHdr/CtrlSum')).toEqual([(fees.collectibleInCent / 100).toFixed(2)])
  const place = textsOf(xml, 'EndToEndId').indexOf(`MB${year}-${member.memberNumber}`)
  expect(textsOf(xml, 'DrctDbtTxInf/InstdAmt')[place]).toBe(euros.replace(',', '.'))
  expect(textsOf(xml, 'Dbtr/Nm')[place]).toBe(member.lastName.replace('Größer', 'Aenne Groesser'))
}

async function isAskedBeforeAnother({ page }: Cashier): Promise<void> {
  await download(page)
  const question = page.getByRole('alertdialog', { name: `Noch eine Datei für ${year} erzeugen?` })
  await expect(question).toContainText(`Bereits am ${germanDate(today)}`)
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('table', { name: 'Erzeugte Dateien' })).toContainText(`MB${year}-`)
}
