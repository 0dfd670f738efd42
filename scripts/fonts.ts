// npm run fonts: reduces the two fonts to the characters that German pages need, into web/styles/fonts. The
// output is committed; run it when a font has a new version.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont, { type VariationAxes } from 'subset-font'
import { projectDir } from '#scripts/local/project.ts'

/** ASCII, German, the letters of neighbouring languages' names, and punctuation of the app's texts. */
const letters = [
  Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join(''),
  'ÄÖÜäöüßẞ–—‘’‚“”„…•€→·\u00a0§©°²³×',
  'ÀÁÂÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕØÙÚÛÝàáâãåæçèéêëìíîïñòóôõøùúûýÿ',
].join('')

/** Letters of Polish, Czech, Hungarian, Romanian, Turkish … names: for print (fonts-ext.css). */
const furtherLetters = [
  Array.from({ length: 0x80 }, (_, index) => String.fromCharCode(0x100 + index)).join(''),
  'ȘșȚț',
].join('')

/** The fonts' features in use, tabular figures among them; the language is always German. */
const keepFeatures = ['kern', 'liga', 'tnum']

const folder = join(projectDir, 'web/styles/fonts')
const { resolve } = createRequire(import.meta.url)

await mkdir(folder, { recursive: true })
await cut('hanken-grotesk', { wght: { min: 400, max: 680 } })
// One weight is enough, since titles and sums have nearly the same.
await cut('bricolage-grotesque', { wght: 650 })

async function cut(face: string, axes: VariationAxes): Promise<void> {
  await cutPart(face, { subset: 'latin', shown: letters, to: face, axes })
  await cutPart(face, { subset: 'latin-ext', shown: furtherLetters, to: `${face}-ext`, axes })
}

type Part = { subset: string; shown: string; to: string; axes: VariationAxes }

async function cutPart(face: string, { subset, shown, to, axes }: Part): Promise<void> {
  const path = `@fontsource-variable/${face}/files/${face}-${subset}-wght-normal.woff2`
  const whole = await readFile(resolve(path))
  const part = await subsetFont(whole, shown, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures,
  })
  await writeFile(join(folder, `${to}.woff2`), part)
  console.log(`${to}: ${whole.length} → ${part.length} bytes`)
}
