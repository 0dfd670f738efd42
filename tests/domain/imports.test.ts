import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { arrows, wrongImports } from '#tests/support/import-arrows.ts'
import { isIn, loadedWith, readSources } from '#tests/support/imports.ts'

const sources = readSources('worker', 'web')

describe('imports', () => {
  test('Modules import each other only as the table of allowed imports says', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(500)
    expect(wrongImports(sources)).toEqual([])
  })

  test('The table of allowed imports contains only existing folders', () => {
    const files = Object.keys(sources)
    const unused = Object.keys(arrows).filter((place) => !files.some((file) => isIn(file, place)))
    expect(unused).toEqual([])
  })

  test.each([
    ['worker/members/a.ts', "import { b } from './b.ts'"],
    ['worker/members/a.ts', "import { b } from './deep/b.ts'"],
    ['worker/members/a.ts', "import { b } from '#worker/guild/b.ts'"],
    ['worker/members/a.ts', "import { b } from 'zod'"],
    ['worker/enrolment/a.ts', "import { b } from '#worker/payments/b.ts'"],
    ['worker/enrolment/a.ts', "import { b } from '#worker/mail/b.ts'"],
    ['web/members/a.ts', "import type { B } from '#worker/members/members.contract.ts'"],
    ['web/members/a.ts', "import { b } from '#worker/domain/b.ts'"],
    ['web/members/a.ts', "import { b } from '#web/data/parades.ts'"],
    ['web/lib/a.ts', "import type { AppType } from '#worker/app.ts'"],
    ['web/data/members.ts', "import { b } from '#web/lib/b.ts'"],
    ['web/data/members.ts', "import { b } from './b.ts'"],
    ['web/data/members.ts', "import { queryOptions } from '@tanstack/react-query'"],
    ['web/data/members.ts', "import type { AppType } from '#worker/app.ts'"],
    ['web/data/members.ts', "import type { B } from '#worker/members/members.contract.ts'"],
    ['web/data/members-list.ts', "import type { B } from '#worker/members/members.contract.ts'"],
    ['web/router.tsx', "const page = () => import('./members/members-page.tsx')"],
  ])('The check of module imports accepts in %s: %s', (file, source) => {
    expect(wrongImports({ [file]: source })).toEqual([])
  })

  test.each([
    ['worker/domain/a.ts', "import { b } from '#worker/db/b.ts'"],
    ['worker/domain/a.ts', "import { b } from '../db/b.ts'"],
    ['worker/domain/a.ts', "import { z } from 'zod'"],
    ['worker/domain/a.ts', "import { b } from 'node:crypto'"],
    ['worker/db/a.ts', "import { b } from '#worker/http/b.ts'"],
    ['worker/http/a.ts', "import type { B } from '#worker/members/b.ts'"],
    ['worker/guild/a.ts', "import { b } from '#worker/members/b.ts'"],
    ['worker/members/a.ts', "import { b } from '#worker/parades/b.ts'"],
    ['worker/members/a.ts', "export { b } from '#worker/parades/b.ts'"],
    ['worker/members/a.ts', "export * from '#worker/parades/b.ts'"],
    ['worker/members/a.ts', "const b = () => import('#worker/parades/b.ts')"],
    ['worker/members/a.ts', "let b: import('#worker/parades/b.ts').B"],
    ['worker/members/a.ts', "import '#worker/app.ts'"],
    ['worker/members/a.ts', "import { b } from '#web/lib/b.ts'"],
    ['worker/members/a.ts', "import { b } from '#tests/support/b.ts'"],
    ['worker/membership/a.ts', "import { b } from './b.ts'"],
    ['worker/parades/a.ts', "import { b } from '#worker/enrolment/b.ts'"],
    ['worker/orders/a.ts', "import { b } from '#worker/parades/b.ts'"],
    ['worker/statistics/a.ts', "import { b } from '#worker/billing/b.ts'"],
    ['web/ui/a.tsx', "import { b } from '#web/members/b.ts'"],
    ['web/ui/a.tsx', "import { b } from '#web/data/members.ts'"],
    ['web/lib/a.ts', "import { b } from '#web/ui/b.tsx'"],
    ['web/lib/a.ts', "import { app } from '#worker/app.ts'"],
    ['web/members/a.ts', "import { b } from '#web/parades/b.ts'"],
    ['web/members/a.ts', "import { b } from '../parades/b.ts'"],
    ['web/members/a.ts', "import { b } from '#worker/members/b.ts'"],
    ['web/members/a.ts', "import { b } from '#worker/members/members.contract.ts'"],
    ['web/members/a.ts', "import type { B } from '#worker/parades/parades.contract.ts'"],
    ['web/members/a.ts', "import { z } from 'zod'"],
    ['web/members/a.ts', "import { sql } from 'drizzle-orm/sqlite-core'"],
    ['web/data/members.ts', "import { b } from '#web/members/b.ts'"],
    ['web/data/members.ts', "import { b } from '#web/ui/b.tsx'"],
    ['web/data/members.ts', "import { app } from '#worker/app.ts'"],
    ['web/data/members.ts', "import { b } from '#worker/members/members.contract.ts'"],
    ['web/data/members.ts', "import type { B } from '#worker/parades/parades.contract.ts'"],
    ['web/data/members.ts', "import type { B } from '#worker/members/members.queries.ts'"],
    ['web/paths.ts', "import { b } from '#web/lib/b.ts'"],
  ])('The check of module imports reports in %s: %s', (file, source) => {
    expect(wrongImports({ [file]: source })).toHaveLength(1)
  })
})

describe('the public part', () => {
  const publicEntries = [
    'web/main.tsx',
    'web/enrolment/public/main.ts',
    'web/enrolment/public/live.tsx',
    'web/enrolment/public/confirm-step.tsx',
    'web/enrolment/public/my-order.tsx',
    'web/enrolment/public/result-script.ts',
    'web/shell/sign-in-shell.tsx',
    'web/auth/login-page.tsx',
    'web/shell/not-found-page.tsx',
  ]
  const heavy = /npm\/(@tanstack|zod|@simplewebauthn|qr)|web\/ui\/tooltip/

  test("The public pages load neither the libraries of the staff's pages nor zod", () => {
    const loaded = loadedWith(sources, publicEntries)
    expect(loaded.length).toBeGreaterThan(100)
    expect(loaded.filter((way) => heavy.test(way))).toEqual([])
  })

  test('The library for QR codes is loaded only by the worker, never by the public pages', () => {
    const pages = publicEntries.filter((entry) => entry.startsWith('web/enrolment/public/'))
    const loaded = loadedWith(sources, pages, ['static', 'dynamic'])
    expect(loaded.filter((way) => way.includes('npm/qr'))).toEqual([])
    const drawn = loadedWith(sources, ['worker/orders/code-pictures.ts'])
    expect(drawn.filter((way) => way.includes('npm/qr'))).toHaveLength(1)
  })

  test.each([
    ["import './b.ts'", "import { z } from 'zod'"],
    ["export * from './b.ts'", "import '@tanstack/react-query'"],
    ["import { type B } from './b.ts'", "export { z } from 'zod/mini'"],
  ])('The check of loaded libraries reports the library that is loaded by %s and %s', (a, b) => {
    const made = loadedWith({ 'web/a.ts': a, 'web/b.ts': b }, ['web/a.ts'])
    expect(made.filter((way) => heavy.test(way))).toHaveLength(1)
  })

  test.each([
    ["import type { B } from './b.ts'", "import { z } from 'zod'"],
    ["const b = () => import('./b.ts')", "import { z } from 'zod'"],
    ["import './b.ts'", "import type { z } from 'zod'"],
  ])(
    'The check of loaded libraries reports nothing for %s and %s, since one of the two is not loaded at the start',
    (a, b) => {
      const made = loadedWith({ 'web/a.ts': a, 'web/b.ts': b }, ['web/a.ts'])
      expect(made.filter((way) => heavy.test(way))).toEqual([])
    },
  )

  test('If an imported file is missing, the check of loaded libraries fails with the name of the file', () => {
    expect(() => loadedWith({ 'web/a.ts': "import './b.ts'" }, ['web/a.ts'])).toThrow(
      'There is no web/a.ts → web/b.ts',
    )
  })
})

test('The worker loads the large library of passkeys only when a passkey is used', () => {
  const isLibrary = (way: string) => way.includes('npm/@simplewebauthn')
  expect(loadedWith(sources, ['worker/index.ts']).filter(isLibrary)).toEqual([])
  const withAll = loadedWith(sources, ['worker/index.ts'], ['static', 'dynamic'])
  expect(withAll.filter(isLibrary)).toEqual([
    expect.stringContaining('worker/auth/webauthn.ts → npm/@simplewebauthn/server'),
    expect.stringContaining('worker/auth/webauthn.ts → npm/@simplewebauthn/server/helpers'),
  ])
})

test('No two files of the folder web have the same name', () => {
  const names = Object.keys(readSources('web')).map((file) => posix.basename(file))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
