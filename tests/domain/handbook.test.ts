import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { matchPath } from 'react-router'
import { describe, expect, test } from 'vitest'
import { chapterFile, readChapter } from '#scripts/build/handbook.ts'
import { screens } from '#tests/e2e/screens.ts'
import { isSaid } from '#tests/support/product-texts.ts'
import { type Block, chapterOf, chapters, type Inline } from '#web/help/chapter.ts'
import { helpOf, pageAt } from '#web/help/page-help.ts'
import { paths } from '#web/paths.ts'

// Every address, button, chapter and picture that the handbook names is there. Whether the buttons stand
// where it says, a browser looks (tests/e2e/handbook.spec.ts).

const folder = 'docs/handbuch'
const texts = Object.fromEntries(
  chapters.map((name) => [name, readFileSync(chapterFile(name), 'utf8')]),
)
const patterns = Object.values(paths).map((path) =>
  typeof path === 'string' ? path : path(':id' as never, ':b' as never),
)

const inlinesOf = (block: Block): Inline[] => ('items' in block ? block.items.flat() : block.text)

describe.each(chapters)('%s', (name) => {
  const text = texts[name] ?? ''
  const chapter = readChapter(text)
  const inlines = chapter.blocks.flatMap(inlinesOf)

  test('All links of a handbook chapter lead to existing pages and chapters', () => {
    const lost = inlines
      .flatMap((inline) => (inline.kind === 'link' ? [inline.to] : []))
      .filter((to) => !chapterOf(to) && !patterns.some((pattern) => matchPath(pattern, to)))
    expect(lost).toEqual([])
  })

  test('All labels that a handbook chapter quotes are used in the app with exactly the same letters', () => {
    const shown = inlines.flatMap((inline) => (inline.kind === 'shown' ? [inline.text] : []))
    expect(shown.filter((words) => !isSaid(words))).toEqual([])
  })

  test('All pictures of a handbook chapter are in the list of screenshots, and their files exist', () => {
    const pictures = [...text.matchAll(/!\[([^\]]+)\]\(bilder\/([a-z0-9-]+)\.jpg\)/g)]
    expect(pictures.length).toBe(text.split('![').length - 1)
    for (const [, , picture] of pictures) {
      expect(screens.map((screen) => screen.name)).toContain(picture)
      expect(existsSync(`${folder}/bilder/${picture}.jpg`), picture).toBe(true)
    }
  })

  test('A handbook chapter has at most 2,300 characters and is meant for a known group of readers', () => {
    expect(text.length).toBeLessThanOrEqual(2_300)
    expect(audiences).toContain(chapter.audience)
  })
})

const audiences = [
  'Alle',
  'Helfer am Umzug',
  'Schriftführer',
  'Kleiderchef',
  'Kassier',
  'Vorstand',
  'Einrichten',
]

test('Every file of the handbook is a chapter of the app, and the index lists them all', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  expect(files.sort()).toEqual(chapters.map((name) => `${name}.md`).sort())
  const index = readFileSync(`${folder}/README.md`, 'utf8')
  for (const name of chapters) {
    expect(index).toContain(`[${readChapter(texts[name] ?? '').title}](${name}.md)`)
  }
})

test('All pictures of the handbook together weigh at most 3 MB, and each is used', () => {
  const pictures = readdirSync(`${folder}/bilder`)
  const sizes = pictures.map((file) => statSync(`${folder}/bilder/${file}`).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000_000)
  const shown = [...Object.values(texts), readFileSync('README.md', 'utf8')].join('\n')
  expect(pictures.filter((file) => !shown.includes(`bilder/${file})`))).toEqual([])
})

test.each([
  ['/', 'home'],
  ['/members', 'members'],
  ['/members/create', 'memberCreate'],
  ['/members/details/12', 'member'],
  ['/members/merge/3/4', 'memberMerge'],
  ['/circulars/new', 'circularCreate'],
  ['/circulars/7', 'circular'],
  ['/orders/setup', 'paymentSetup'],
  ['/orders/setups', 'order'],
  ['/parades/participation/check/today', 'checkInToday'],
  ['/parades/participation/check/3', 'checkIn'],
  ['/gibt-es-nicht', null],
])('The help at the address %s is that of the page %s (null: there is none)', (pathname, page) => {
  expect(pageAt(pathname)).toBe(page)
})

test('The help of each page begins with a sentence that no other page has, of at most 120 characters', () => {
  const sentences = Object.values(helpOf).map(({ sentence }) => sentence)
  expect(new Set(sentences).size).toBe(sentences.length)
  for (const sentence of sentences) expect(sentence.length).toBeLessThanOrEqual(120)
})

describe('content that the app cannot show', () => {
  const begin = '# Titel\n\nFür: Alle\n\n'
  test.each([
    ['no title', 'Für: Alle\n\nText'],
    ['no group of readers', '# Titel\n\nText'],
    ['a table', `${begin}| a |\n| - |\n| b |`],
    ['code', `${begin}\`x\``],
    ['HTML', `${begin}<b>x</b>`],
    ['a list in a list', `${begin}- a\n  - b`],
  ])('The build rejects a handbook chapter with %s', (_, text) => {
    expect(() => readChapter(text)).toThrow()
  })
})
