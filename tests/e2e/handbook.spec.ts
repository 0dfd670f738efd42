import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { chapterFile, readChapter } from '#scripts/build/handbook.ts'
import { chapterOf, chapters, type Inline } from '#web/help/chapter.ts'
import { helpOf } from '#web/help/page-help.ts'
import { seenKey } from '#web/lib/first-visits.ts'
import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'

// Follows every link of the handbook and checks that the page shows what the handbook names next.

for (const name of chapters) {
  const { title, audience, blocks } = readChapter(readFileSync(chapterFile(name), 'utf8'))
  const role = audience === 'Helfer am Umzug' ? 'helper' : 'management'
  const steps = blocks.flatMap((block) => ('items' in block ? block.items : [block.text]))
  const stops = steps.flatMap(stopsOf)
  if (stops.length === 0) continue
  test(`Each link in the handbook's chapter „${title}“ opens an existing page, where on the desktop the button or text that the chapter mentions next can be seen`, async ({
    pageOf,
  }, { project }) => {
    const page = await pageOf(role)
    for (const { to, shown } of stops) {
      await page.goto(to)
      await expect(page.getByRole('heading', { level: 1 }), to).toBeVisible()
      await expect(page.getByText('404 - Diese Seite existiert')).toHaveCount(0)
      await expect(page.getByText('nicht für Dich freigegeben')).toHaveCount(0)
      // On a phone a button may have an icon only or be in a menu.
      if (shown && project.name === 'desktop') await expectSeen(page, shown, to)
    }
  })
}

type Stop = { to: string; shown: string | null }

/** The links of a step with the text that the handbook says is shown there. */
function stopsOf(inlines: Inline[]): Stop[] {
  return inlines.flatMap((inline, index) => {
    if (inline.kind !== 'link' || chapterOf(inline.to)) return []
    const next = inlines.slice(index + 1).find(({ kind }) => kind !== 'text')
    return [{ to: inline.to, shown: next?.kind === 'shown' ? next.text : null }]
  })
}

async function expectSeen(page: Page, words: string, to: string): Promise<void> {
  const seen = page
    .getByText(words, { exact: true })
    .or(page.getByRole('button', { name: words, exact: true }))
    .or(page.getByRole('link', { name: words, exact: true }))
    .or(page.getByLabel(words, { exact: true }))
    // A heading may have a count after its text.
    .or(page.getByRole('heading', { name: words }))
  await expect(seen.filter({ visible: true }).first(), `„${words}“ at ${to}`).toBeVisible()
}

test('The button "?" opens the chapter of the handbook about the page; after it is closed, the button has the focus', async ({
  pageOf,
}) => {
  const page = await pageOf('management')
  await page.goto(paths.members)
  await page.getByRole('button', { name: 'Hilfe', exact: true }).click()
  const help = page.getByRole('complementary', { name: 'Hilfe' })
  const { title } = readChapter(readFileSync(chapterFile(helpOf.members.chapter), 'utf8'))
  await expect(help.getByRole('heading', { name: title })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Hilfe', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await page.getByRole('button', { name: 'Hilfe schließen' }).click()
  await expect(help).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Hilfe', exact: true })).toBeFocused()
  await page.goto(paths.costumes)
  await page.getByRole('button', { name: 'Hilfe', exact: true }).click()
  await help.getByRole('button', { name: 'Alle Kapitel' }).click()
  await help.getByRole('button', { name: title }).click()
  await expect(help.getByRole('heading', { name: title })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Hilfe', exact: true })).toBeFocused()
})

test('A page shows its hint only on the first visit', async ({ browserOf }) => {
  const page = await browserOf('management')
  await page.goto(paths.members)
  // Until then the page has not noted its visit.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate((key) => localStorage.removeItem(key), seenKey)
  await page.reload()
  await expect(page.getByText(helpOf.members.sentence)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(helpOf.members.sentence)).toHaveCount(0)
  await page.goto(paths.costumes)
  await page.getByText(helpOf.costumes.sentence).waitFor()
  await page.getByRole('button', { name: 'Hinweis schließen' }).click()
  await expect(page.getByText(helpOf.costumes.sentence)).toHaveCount(0)
})
