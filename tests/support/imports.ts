import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Source files by their path: `web/paths.ts`. */
export type Sources = Readonly<Record<string, string>>

export type Import = {
  /** A path from the repository's root, or `npm/` and a package name. */
  to: string
  /** `type`: only types, erased by the build; `dynamic`: loaded later by `import()`. */
  kind: 'type' | 'static' | 'dynamic'
}

const root = new URL('../../', import.meta.url)

/** Every TypeScript file of the folders. */
export function readSources(...folders: string[]): Sources {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((path) =>
      posix.join(folder, path.replaceAll('\\', '/')),
    ),
  )
  const sources = files.filter((path) => /\.tsx?$/.test(path))
  return Object.fromEntries(
    sources.map((path) => [path, readFileSync(new URL(path, root), 'utf8')]),
  )
}

/** All imports and re-exports of a file. */
export function importsOf(file: string, source: string): Import[] {
  const { module, program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: Import[] = []
  const add = (specifier: string | undefined, kind: Import['kind']) => {
    if (specifier) found.push({ to: targetOf(file, specifier), kind })
  }
  // `import { type A }` keeps the import itself, `import type { A }` is erased.
  const kindAt = (start: number) =>
    /^(import|export)\s+type\b/.test(source.slice(start)) ? 'type' : 'static'
  for (const { start, moduleRequest } of module.staticImports) {
    add(moduleRequest.value, kindAt(start))
  }
  for (const { start, entries } of module.staticExports) {
    add(entries[0]?.moduleRequest?.value, kindAt(start))
  }
  for (const { moduleRequest } of module.dynamicImports) {
    add(source.slice(moduleRequest.start + 1, moduleRequest.end - 1), 'dynamic')
  }
  new Visitor({ TSImportType: ({ source: { value } }) => add(String(value), 'type') }).visit(
    program,
  )
  return found
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return `npm/${specifier}`
}

/** Whether `to` is the file or lies in the folder. */
export function isIn(to: string, place: string): boolean {
  return to === place || to.startsWith(`${place}/`)
}

/**
 * All files loaded statically with these files, each with its import path:
 * `web/main.tsx → web/router.tsx → npm/zod`. With `dynamic` also those loaded by `import()`.
 */
export function loadedWith(
  sources: Sources,
  entries: readonly string[],
  kinds: readonly Import['kind'][] = ['static'],
): string[] {
  const ways = new Map(entries.map((entry) => [entry, entry]))
  for (const [file, way] of ways) {
    const source = sources[file]
    if (source === undefined) {
      if (isIn(file, 'npm') || !/\.tsx?$/.test(file)) continue
      throw new Error(`There is no ${way}`)
    }
    for (const { to, kind } of importsOf(file, source)) {
      if (kinds.includes(kind) && !ways.has(to)) ways.set(to, `${way} → ${to}`)
    }
  }
  return [...ways.values()]
}
