import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { withLocalDatabase } from '#scripts/local/database.ts'
import { configPath, stateDir, wranglerCli } from '#scripts/local/project.ts'
import { stop } from '#scripts/local/stop.ts'
import { runTool } from '#scripts/local/tool.ts'
import type { Row } from './sql-file.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The database to back up: the deployed one, or this machine's. */
export type Source = {
  /** The export as D1 writes it. */
  exportSql: () => Promise<string>
  /** The rows of each query. */
  read: (queries: readonly string[]) => Promise<Row[][]>
}

/**
 * Uses a copy of this machine's present database: a second runtime on the file of a running server fails, or
 * makes the server fail.
 */
export async function withLocalSource<T>(use: (source: Source) => Promise<T>): Promise<T> {
  const folder = temporaryFolder()
  await copyDatabase(stateDir, folder)
  return use(sourceOf(folder))
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const place = 'v3/d1/miniflare-D1DatabaseObject'
  const found = existsSync(join(from, place)) ? readdirSync(join(from, place)) : []
  const files = found.filter((name) => name.endsWith('.sqlite'))
  if (files.length === 0) stop(`In ${from} liegt keine Datenbank.`)
  mkdirSync(join(to, place), { recursive: true })
  for (const name of files) {
    const database = new DatabaseSync(join(from, place, name), { readOnly: true })
    // All pages in one step, because a write between two steps would restart the copy. Waits while the file is
    // locked.
    await backup(database, join(to, place, name), { rate: 2 ** 31 - 1 })
    database.close()
  }
}

const sourceOf = (state: string): Source => ({
  exportSql: () =>
    withLocalDatabase(async (db) => {
      // The query of `wrangler d1 export --local`, which cannot use another folder.
      const dump = db.prepare('PRAGMA miniflare_d1_export(?,?,?);').bind(0, 0)
      const [lines = []] = await dump.raw<string[]>()
      return lines.join('\n')
    }, state),
  read: (queries) =>
    withLocalDatabase(async (db) => {
      const answers = await db.batch<Row>(queries.map((query) => db.prepare(query)))
      return answers.map(({ results }) => results)
    }, state),
})

const where = ['DB', '--env', 'production', '--remote', '--config', configPath]

export const remoteSource: Source = {
  async exportSql() {
    const file = join(temporaryFolder(), 'zunft.sql')
    await runTool('Der Export', [wranglerCli, 'd1', 'export', ...where, '--output', file])
    return readFileSync(file, 'utf8')
  },
  async read(queries) {
    const command = ['--json', '--command', queries.join(';\n')]
    const answers = await runTool('Das Lesen', [wranglerCli, 'd1', 'execute', ...where, ...command])
    return (JSON.parse(answers) as { results: Row[] }[]).map(({ results }) => results)
  },
}
