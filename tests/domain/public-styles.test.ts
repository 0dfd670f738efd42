import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { isIn, loadedWith, readSources } from '#tests/support/imports.ts'

// A public page carries its styles in itself: they hold the classes of its own files and no others,
// and the sheets name those files.

const sources = readSources('worker', 'web')

const publicFiles = Object.keys(sources).filter(
  (file) => isIn(file, 'web/enrolment/public') || isIn(file, 'worker/pages'),
)

test.each([
  ['web/styles/public.css', publicFiles],
  [
    'web/styles/enrolment.css',
    ['web/enrolment/public/live.tsx', 'web/enrolment/public/confirm-page.tsx'],
  ],
])('%s lists exactly the files whose style classes its public pages use', (sheet, entries) => {
  const named = [...readFileSync(sheet, 'utf8').matchAll(/@source "(.+)";/g)].map(([, path = '']) =>
    posix.join(posix.dirname(sheet), path),
  )
  const shown = loadedWith(sources, entries, ['static', 'dynamic'])
    .map((way) => way.split(' → ').at(-1) ?? '')
    .filter((file) => file.endsWith('.tsx'))
  const places = new Set(shown.map((file) => named.find((place) => isIn(file, place)) ?? file))
  expect(named.toSorted()).toEqual([...places].toSorted())
})
