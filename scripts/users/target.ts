import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { withLocalDatabase } from '#scripts/local/database.ts'
import { migrate } from '#scripts/local/prepare.ts'
import { configPath, wranglerCli } from '#scripts/local/project.ts'
import { runTool } from '#scripts/local/tool.ts'
import { clearAuditContext, contextOf, fillAuditContext } from '#worker/db/connection.ts'
import { literalSql } from './literal-sql.ts'
import type { Statement } from './statements.ts'

export type Row = Record<string, string | number | null>

/** The database whose users are managed: this machine's or the deployed one. */
export type Target = {
  read: (statement: Statement) => Promise<Row[]>
  /** All statements or none. */
  write: (statements: readonly Statement[]) => Promise<void>
}

export async function withTarget(isRemote: boolean, use: (target: Target) => Promise<void>) {
  if (isRemote) return use(remote)
  await migrate()
  return withLocalDatabase((db) => use(local(db)))
}

function local(db: D1Database): Target {
  const prepared = ({ sql, values }: Statement) => db.prepare(sql).bind(...values)
  return {
    read: async (statement) => (await prepared(statement).all<Row>()).results,
    write: async (statements) => {
      await db.batch(withAuditContext(statements).map(prepared))
    },
  }
}

/** Adds the audit context, without which the history records the change as made outside of the program. */
function withAuditContext(statements: readonly Statement[]): Statement[] {
  const requestId = randomUUID()
  const audit = {
    via: 'cli',
    userId: null,
    requestId,
    act: 'npm run user',
    now: new Date(),
  } as const
  return [
    { sql: fillAuditContext, values: contextOf(audit) },
    ...statements,
    { sql: clearAuditContext, values: [] },
  ]
}

const execute = ['d1', 'execute', 'DB', '--env', 'production', '--remote', '--config', configPath]
const what = 'Der Zugriff auf die Datenbank in der Cloud'

const remote: Target = {
  read: async (statement) => {
    const args = [wranglerCli, ...execute, '--json', '--command', literalSql(statement)]
    const answers: { results: Row[] }[] = JSON.parse(await runTool(what, args))
    return answers[0]?.results ?? []
  },
  // By a file, because other users of the machine can read a command line.
  write: async (statements) => {
    const folder = mkdtempSync(join(tmpdir(), 'zunft-'))
    try {
      const file = join(folder, 'users.sql')
      const text = withAuditContext(statements)
        .map((statement) => `${literalSql(statement)};\n`)
        .join('')
      writeFileSync(file, text, { mode: 0o600 })
      await runTool(what, [wranglerCli, ...execute, '--yes', '--file', file])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}
