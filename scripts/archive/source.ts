import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withLocalDatabase } from '#scripts/local/database.ts'
import { configPath, wranglerCli } from '#scripts/local/project.ts'
import { runTool } from '#scripts/local/tool.ts'
import type { Row } from './sql-file.ts'

/** The database that is kept: the deployed one, or this machine's. */
export type Source = {
  /** As D1 itself writes it down. */
  exportSql: () => Promise<string>
  /** What each of these queries finds. */
  read: (queries: readonly string[]) => Promise<Row[][]>
}

export const localSource: Source = {
  exportSql: () =>
    withLocalDatabase(async (db) => {
      // What `wrangler d1 export --local` asks, which knows no other place for the data.
      const dump = db.prepare('PRAGMA miniflare_d1_export(?,?,?);').bind(0, 0)
      const [lines = []] = await dump.raw<string[]>()
      return lines.join('\n')
    }),
  read: (queries) =>
    withLocalDatabase(async (db) => {
      const answers = await db.batch<Row>(queries.map((query) => db.prepare(query)))
      return answers.map(({ results }) => results)
    }),
}

const where = ['DB', '--env', 'production', '--remote', '--config', configPath]

export const remoteSource: Source = {
  async exportSql() {
    const folder = mkdtempSync(join(tmpdir(), 'zunft-'))
    try {
      const file = join(folder, 'zunft.sql')
      await runTool('Der Export', [wranglerCli, 'd1', 'export', ...where, '--output', file])
      return readFileSync(file, 'utf8')
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  async read(queries) {
    const command = ['--json', '--command', queries.join(';\n')]
    const answers = await runTool('Das Lesen', [wranglerCli, 'd1', 'execute', ...where, ...command])
    return (JSON.parse(answers) as { results: Row[] }[]).map(({ results }) => results)
  },
}
