import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import { expect, test } from './fixtures.ts'
import { getAs } from './session.ts'
import { expectToast } from './toast.ts'

// A first-time user prepares an assembly, enters its honors and reverts that.

const today = berlinDay(new Date())
const listOf = (origin: string) =>
  getAs<Assembly>(origin, 'management', `/api/assembly?date=${today}`)

/** The honors due with their members and reasons. */
const dueIn = ({ rows, total, people }: Assembly) => ({
  total,
  people,
  rows: rows.map(({ member, type, alsoDue, count, reason }) => [
    member.id,
    type,
    alsoDue,
    count,
    reason,
  ]),
})

/** Pending honors of members who have no other one. */
function withSingleHonor({ rows }: Assembly): AssemblyRow[] {
  return rows.filter(
    ({ member, honorId }) =>
      honorId === null && rows.filter((row) => row.member.id === member.id).length === 1,
  )
}

test('Members are marked as present and excused, and their honors are entered together; undo restores the list', async ({
  browserOf,
  guild: { origin },
}) => {
  const before = await listOf(origin)
  const [present, excused] = withSingleHonor(before)
  if (!present || !excused) throw new Error('Too few are due in the demo guild')
  const page = await browserOf('management')
  await page.goto(paths.statistics)
  await page.getByRole('link', { name: 'Generalversammlung' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Generalversammlung')
  await page.goto(`${paths.assembly}?date=${today}`)
  await expect(page.getByText(`${before.total} Ehrungen für ${before.people} Person`)).toBeVisible()

  await expectStored(page, () => tickOf(page, present).check())
  await expectStored(page, () => choose(page, excused, 'Entschuldigt'))
  await page.reload()
  await expect(tickOf(page, present)).toBeChecked()
  await expect(rowOf(page, excused)).toContainText('entschuldigt')

  await page.getByRole('button', { name: '2 Ehrungen eintragen' }).click()
  await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
  await expectToast(page, '2 Ehrungen eingetragen')
  await expect(rowOf(page, present)).toContainText('eingetragen')
  await expect(tickOf(page, present)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Noch zu übergeben/ })).toBeVisible()
  const after = await listOf(origin)
  expect(dueIn(after)).toEqual(dueIn(before))
  const handedOver = (one: AssemblyRow) =>
    after.rows.find(({ member }) => member.id === one.member.id)?.handedOverOn
  expect([handedOver(present), handedOver(excused)]).toEqual([today, null])

  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByRole('button', { name: 'Zurücknehmen' }).click()
  await expect(tickOf(page, present)).toBeVisible()
  const undone = await listOf(origin)
  expect(dueIn(undone)).toEqual(dueIn(before))
  expect(undone.rows.filter(({ honorId }) => honorId !== null)).toEqual(
    before.rows.filter(({ honorId }) => honorId !== null),
  )
})

test('An honor left out of an assembly disappears from its list, and can be put back', async ({
  browserOf,
  guild: { origin },
}) => {
  const before = await listOf(origin)
  const [one] = withSingleHonor(before).toReversed()
  if (!one) throw new Error('No honor is due in the demo guild')
  const page = await browserOf('management')
  await page.goto(`${paths.assembly}?date=${today}`)
  await choose(page, one, 'Diesmal nicht')
  await expectToast(page, 'Diesmal nicht geehrt')
  await expect(rowOf(page, one)).toHaveCount(0)
  await page.getByText('Diesmal nicht').click()
  await page
    .getByRole('button', { name: `Wieder aufnehmen: ${listName(one.member)}`, exact: false })
    .click()
  await expectToast(page, 'Wieder auf der Liste')
  await expect(rowOf(page, one)).toHaveCount(1)
  expect(dueIn(await listOf(origin))).toEqual(dueIn(before))
})

const tickOf = (page: Page, { member }: AssemblyRow) =>
  page.getByRole('checkbox', { name: `${listName(member)} ist da` })

const rowOf = (page: Page, { member }: AssemblyRow) =>
  page
    .getByRole('table', { name: 'Erreicht' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: listName(member), exact: true }) })

async function choose(page: Page, row: AssemblyRow, item: string): Promise<void> {
  await rowOf(page, row)
    .getByRole('button', { name: /Aktionen$/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function expectStored(page: Page, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => {
    return response.request().method() === 'PUT' && response.url().endsWith('/rows')
  })
  await act()
  expect((await answer).status()).toBe(204)
}
