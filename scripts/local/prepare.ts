import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { isEmptyDatabase } from '#scripts/demo/clear.ts'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { defaultMembers, defaultSeasons, sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { countUsers, newSetupLink } from '#scripts/users/setup-link.ts'
import type { Statement } from '#scripts/users/statements.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { withLocalDatabase } from './database.ts'
import { ensureDevVars } from './dev-vars.ts'
import { isUpToDate, keepApplied } from './old-data.ts'
import { configPath, isOwnGuild, stateDir, wranglerCli } from './project.ts'
import { runTool } from './tool.ts'

/** The users of the database. */
export type Ready = {
  /** Whether the users are those of the demo. */
  isDemo: boolean
  /** Token of the link of the first access while there is no user; else null. */
  setupToken: string | null
}

/** Prepares all that the worker needs. Safe to repeat: data stay. */
export async function prepare(): Promise<Ready> {
  ensureDevVars()
  return withMigratedDatabase(async (db) => {
    if (!isOwnGuild && (await isEmptyDatabase(db))) await loadDefaultGuild(db)
    return { isDemo: await hasDemoUsers(db), setupToken: await newSetupToken(db) }
  })
}

/** Applies the migrations; every use of the database calls this first. */
export async function migrate(): Promise<void> {
  await withMigratedDatabase(async () => {})
}

// Opening a database and starting wrangler take a second or two each, so both are avoided where possible.
async function withMigratedDatabase<T>(use: (db: D1Database) => Promise<T>): Promise<T> {
  if (existsSync(join(stateDir, 'v3/d1'))) {
    const found = await withLocalDatabase(async (db) =>
      (await isUpToDate(db)) ? { answer: await use(db) } : null,
    )
    if (found) return found.answer
  }
  await runTool('Das Einrichten der Datenbank', [
    wranglerCli,
    ...['d1', 'migrations', 'apply', 'DB', '--local'],
    ...['--persist-to', stateDir, '--config', configPath],
  ])
  return withLocalDatabase(async (db) => {
    await keepApplied(db)
    return use(db)
  })
}

async function loadDefaultGuild(db: D1Database): Promise<void> {
  console.log('Die Datenbank ist leer: Die Demo-Zunft wird geladen …')
  const today = berlinDay(new Date())
  await loadDemoGuild(db, makeDemoGuild(sizeOf(defaultMembers, defaultSeasons), today), today)
}

/** A new token for the link of the first access; null when there is a user. Earlier links become invalid. */
async function newSetupToken(db: D1Database): Promise<string | null> {
  const link = newSetupLink(new Date())
  const prepared = ({ sql, values }: Statement) => db.prepare(sql).bind(...values)
  const users = await prepared(countUsers()).first<number>('users')
  if (users !== 0) return null
  await db.batch(link.statements.map(prepared))
  return link.token
}

async function hasDemoUsers(db: D1Database): Promise<boolean> {
  const find = db.prepare('SELECT id FROM users WHERE email_address = ?')
  return (await find.bind(management.emailAddress).first()) !== null
}
