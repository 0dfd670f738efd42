import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { paths } from '#web/paths.ts'
import type { Kept } from '#web/service-worker/keeping.ts'

const web = fileURLToPath(new URL('../../web', import.meta.url))
const checkIn = 'parades/check-in/'

/** Pages that open without a network, with all code of the check-in. */
const keptPages = [
  'shell/sign-in-shell.tsx',
  'shell/staff-shell.tsx',
  'shell/not-found-page.tsx',
  'auth/login-page.tsx',
  'home/home-page.tsx',
  'parades/check-in/today-page.tsx',
  'parades/check-in/check-in-page.tsx',
]

/** Parts that these pages load on first use. */
const keptParts = [
  'components/calendar-popover.tsx',
  'lib/radix.ts',
  'shell/outbox-part.ts',
  'help/help-panel.tsx',
]

type Bundle = Rolldown.OutputBundle

/**
 * Builds `/sw.js` with a list of the files that the check-in needs, found by the graph of modules. With
 * `SERVICE_WORKER=withdrawn` it unregisters itself (docs/operations.md).
 */
export function serviceWorker(): Plugin {
  const isWithdrawn = process.env.SERVICE_WORKER === 'withdrawn'
  const source = isWithdrawn ? 'withdrawn.ts' : 'keeping.ts'
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    config: () => ({
      define: { 'import.meta.env.KEEPS_SERVICE_WORKER': JSON.stringify(!isWithdrawn) },
    }),
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(web, 'service-worker', source), fileName: 'sw.js' })
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk' || worker.imports.length > 0) {
          throw new Error('The service worker has to be one file')
        }
        const kept = isWithdrawn ? null : keep(bundle, worker.code)
        if (kept) worker.code = `const kept=${JSON.stringify(kept)};${worker.code}`
      },
    },
  }
}

function keep(bundle: Bundle, workerCode: string): Kept {
  const entry = Object.values(bundle).find(
    (file) => file.type === 'chunk' && sourceOf(file) === 'index.html',
  )
  const html = bundle['index.html']
  if (!entry || html?.type !== 'asset') throw new Error('Nothing to keep was built')
  const files = filesOf(bundle, entry.fileName)
  const version = createHash('sha256')
  const headers = readFileSync(join(web, 'public/_headers'))
  for (const part of [workerCode, html.source, headers]) version.update(part).update('\0')
  for (const name of files) version.update(name).update('\0').update(contentOf(bundle, name))
  return {
    version: version.digest('hex').slice(0, 16),
    entry: `/${entry.fileName}`,
    files: files.map((name) => `/${name}`),
    page: paths.login,
    first: [paths.personCode(''), paths.checkIn(':id').replace(':id', '')],
    last: [paths.home, paths.login],
    never: [
      paths.paradeEnrolment,
      paths.myEnrolmentPage,
      paths.imprint,
      paths.privacy,
      paths.accessibility,
    ],
  }
}

/** The entry and the kept pages with all files they refer to: imports, styles, fonts, workers. */
function filesOf(bundle: Bundle, entry: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const holding = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(web, module)))
    if (!chunk) throw new Error(`No chunk holds ${module}`)
    return chunk.fileName
  }
  const own = chunks.filter((chunk) => sourceOf(chunk)?.startsWith(checkIn))
  const open = [entry, ...[...keptPages, ...keptParts].map(holding), ...own.map((c) => c.fileName)]
  // The entry names the styles of every page; styles of other pages are left out.
  const stylesOf = (chunk: Rolldown.OutputChunk) => [...(chunk.viteMetadata?.importedCss ?? [])]
  const styles = new Set(chunks.flatMap(stylesOf))
  const assets = Object.values(bundle).filter(({ type, fileName }) => {
    return type === 'asset' && fileName.startsWith('assets/') && !styles.has(fileName)
  })
  const kept = new Set<string>()
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (kept.has(name)) continue
    kept.add(name)
    const file = bundle[name]
    if (file?.type === 'chunk') open.push(...file.imports, ...stylesOf(file))
    const text = String(contentOf(bundle, name))
    for (const { fileName } of assets) if (text.includes(baseName(fileName))) open.push(fileName)
  }
  return [...kept].sort()
}

function contentOf(bundle: Bundle, name: string): string | Uint8Array {
  const file = bundle[name]
  if (!file) throw new Error(`No ${name} was built`)
  return file.type === 'chunk' ? file.code : file.source
}

/** Source path in web/ of a chunk that is loaded by import(). */
function sourceOf({ facadeModuleId }: Rolldown.OutputChunk): string | null {
  return facadeModuleId && relative(web, facadeModuleId)
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
