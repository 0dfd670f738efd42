import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createBuilder, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Kept } from '#web/service-worker/keeping.ts'

// What the check-in weighs, on its way to a phone in the street and on it.

type File = Rolldown.OutputChunk | Rolldown.OutputAsset

let files: Map<string, File>
let kept: Kept

beforeAll(async () => {
  // As it is deployed, and not as tests are run.
  vi.stubEnv('NODE_ENV', 'production')
  const builder = await createBuilder({ logLevel: 'silent', build: { write: false } }, null)
  const { client } = builder.environments
  const built = client && (await builder.build(client))
  if (!built || !('output' in built)) throw new Error('The web was not built')
  files = new Map(built.output.map((file) => [`/${file.fileName}`, file]))
  const worker = String(contentOf('/sw.js'))
  kept = JSON.parse(/^const kept=(\{.*?\});/.exec(worker)?.[1] ?? '')
})

afterAll(() => void vi.unstubAllEnvs())

function contentOf(name: string): string | Uint8Array {
  const file = files.get(name)
  if (!file) throw new Error(`There is no ${name}`)
  return file.type === 'chunk' ? file.code : file.source
}

const gzip = (name: string) => gzipSync(contentOf(name), { level: 9 }).length
const named = (part: string) => [...files.keys()].filter((name) => name.includes(part))

function modulesOf(name: string): string[] {
  const file = files.get(name)
  return file?.type === 'chunk' ? file.moduleIds : []
}

/** Packed, of each file the share that these modules have in it. */
function weightOf(isMeant: (module: string) => boolean): number {
  let weight = 0
  for (const [name, file] of files) {
    if (file.type === 'asset') continue
    const lengths = { meant: 0, all: 0 }
    for (const [module, { renderedLength }] of Object.entries(file.modules)) {
      lengths.all += renderedLength
      if (isMeant(module)) lengths.meant += renderedLength
    }
    if (lengths.meant > 0) weight += (gzip(name) * lengths.meant) / lengths.all
  }
  return weight
}

const checkIn = '/web/parades/check-in/'
const scanner = `${checkIn}scanner/`

/** Everything that the browser loads at once for these modules, the app's own entry included. */
function loadedFor(...modules: string[]): string[] {
  const chunkOf = (module: string) => {
    const chunk = [...files.values()].find(
      (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
    )
    if (!chunk) throw new Error(`No chunk holds ${module}`)
    return `/${chunk.fileName}`
  }
  const open = ['/web/main.tsx', ...modules].map(chunkOf)
  // The page itself may be a file that names the chunk its code lies in.
  for (const [name, file] of files) {
    if (file.type === 'chunk' && modules.some((one) => file.facadeModuleId?.endsWith(one)))
      open.push(name)
  }
  const loaded = new Set<string>()
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (loaded.has(name)) continue
    loaded.add(name)
    const file = files.get(name)
    if (file?.type === 'chunk') open.push(...file.imports.map((one) => `/${one}`))
  }
  return [...loaded]
}

const weightOfAll = (names: string[]) => names.reduce((sum, name) => sum + gzip(name), 0)

test('The sign-in loads at most three scripts, and the member list five, none of which is needed only after a button is pressed', () => {
  const signIn = loadedFor('/shell/sign-in-shell.tsx', '/auth/login-page.tsx')
  expect(signIn.length).toBeLessThanOrEqual(3)
  expect(weightOfAll(signIn)).toBeLessThanOrEqual(131_700)
  const members = loadedFor('/shell/staff-shell.tsx', '/members/members-page.tsx')
  expect(members.length).toBeLessThanOrEqual(5)
  expect(weightOfAll(members)).toBeLessThanOrEqual(184_000)
  const styles = named('/index-').filter((name) => name.endsWith('.css'))
  expect(styles).toHaveLength(1)
  expect(weightOfAll(styles)).toBeLessThanOrEqual(25_800)
  // Packed already.
  const faces = named('.woff2').filter((name) => !name.includes('-ext-'))
  expect(faces).toHaveLength(2)
  expect(faces.reduce((sum, name) => sum + contentOf(name).length, 0)).toBeLessThanOrEqual(32_000)
  const pressed = /\/node_modules\/(react-hook-form|@radix-ui|@floating-ui|idb)\//
  const early = members.filter((name) => modulesOf(name).some((module) => pressed.test(module)))
  expect(early).toEqual([])
})

test('The code of the check-in, with that of its database, weighs at most 34 kB', () => {
  const before = 8_925
  const own = weightOf(
    (module) =>
      (module.includes(checkIn) && !module.includes(scanner)) ||
      module.includes('/web/data/parades-check-in') ||
      module.includes('/node_modules/idb/'),
  )
  expect(own).toBeGreaterThan(before / 2)
  expect(own).toBeLessThanOrEqual(before + 25_000)
})

test('The code of the camera weighs at most 6 kB, and 30 kB more where the browser cannot read codes', () => {
  expect(weightOf((module) => module.includes(scanner))).toBeLessThanOrEqual(6_000)
  for (const name of named('/decode-worker-')) expect(gzip(name)).toBeLessThanOrEqual(30_000)
})

test('The code that reads spreadsheets weighs at most 35 kB, and is loaded only when a file is chosen', () => {
  for (const name of named('/read-file.worker-')) {
    expect(gzip(name)).toBeGreaterThan(20_000)
    expect(gzip(name)).toBeLessThanOrEqual(35_000)
    expect(kept.files).not.toContain(name)
  }
  expect(named('/read-file.worker-')).toHaveLength(1)
  const holding = [...files.values()].flatMap((file) =>
    file.type === 'chunk' && file.moduleIds.some((id) => /\/(papaparse|saxen)\//.test(id))
      ? [file.name]
      : [],
  )
  // An archive of the guild is unpacked in the page, when one is chosen.
  expect(holding).toEqual(['read-archive'])
})

test('The code that writes Excel files weighs at most 25 kB, and is loaded only when an Excel file is requested', () => {
  const [writer = '', ...others] = named('/excel.worker-')
  expect(others).toEqual([])
  expect(gzip(writer)).toBeLessThanOrEqual(25_000)
  expect(kept.files).not.toContain(writer)
  const holding = [...files].filter(([, file]) =>
    Object.keys(file.type === 'chunk' ? file.modules : {}).some((id) =>
      id.includes('/write-excel-file/'),
    ),
  )
  expect(holding).toEqual([])
})

test('The code that reads bank statements weighs at most 5 kB, and is loaded only when a file is chosen', () => {
  const chunks = [...files.values()].filter((file) => file.type === 'chunk')
  const [reader, ...others] = chunks.filter(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith('/billing/statement/read-camt.ts')),
  )
  if (!reader) throw new Error('Nothing reads statements')
  expect(others).toEqual([])
  expect(gzip(`/${reader.fileName}`)).toBeLessThanOrEqual(5_000)
  expect(chunks.filter(({ imports }) => imports.includes(reader.fileName))).toEqual([])
  expect(kept.files).not.toContain(`/${reader.fileName}`)
})

test('The handbook is one chunk of at most 30 kB, which the service worker stores', () => {
  const holding = [...files.values()].filter(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/docs/handbuch/')),
  )
  expect(holding.map(({ fileName }) => kept.files.includes(`/${fileName}`))).toEqual([true])
  expect(gzip(`/${holding[0]?.fileName}`)).toBeLessThanOrEqual(30_000)
})

test('The service worker stores at most 36 files and 350 kB, including the handbook', () => {
  const sizes = kept.files.map((name) => brotliCompressSync(contentOf(name)).length)
  expect(sizes.length).toBeLessThanOrEqual(36)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(350_000)
})

test('The service worker stores all files of the pages that work without a network, and no files of other rooms', () => {
  const all = new Set(kept.files)
  const missing = kept.files.flatMap((name) => {
    const file = files.get(name)
    const loaded = file?.type === 'chunk' ? file.imports : []
    return loaded.map((one) => `/${one}`).filter((one) => !all.has(one))
  })
  expect(missing).toEqual([])

  const ownFiles = [...files.keys()].filter((name) =>
    modulesOf(name).some((module) => module.includes(checkIn)),
  )
  // But those of what is printed, which comes from a desk.
  const faces = named('.woff2').filter((name) => !name.includes('-ext-'))
  const pages = ['login-page', 'home-page', 'staff-shell', 'sign-in-shell', 'decode-worker']
  const styles = named('.css').filter((name) => !/certificate|fonts-ext/.test(name))
  const expected = [kept.entry, ...ownFiles, ...faces, ...styles, ...pages.flatMap(named)]
  expect(expected.filter((name) => !all.has(name))).toEqual([])
  expect(faces.length).toBeGreaterThan(0)

  const rooms = /\/web\/(members|costumes|statistics|billing|orders|history|privacy|guild)\//
  const others = kept.files.filter((name) => modulesOf(name).some((module) => rooms.test(module)))
  expect(others).toEqual([])
})
