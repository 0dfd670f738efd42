import { readdirSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { projectDir, stateDir } from './project.ts'
import { stop } from './stop.ts'

/**
 * Whether all migrations are applied. They were written anew before anybody deployed them: data on
 * which others ran that are gone can be neither read nor migrated.
 */
export async function isUpToDate(db: D1Database): Promise<boolean> {
  const known = readdirSync(join(projectDir, 'migrations'))
  const applied = await appliedMigrations(db)
  if (!applied.every((name) => known.includes(name))) {
    stop(`Diese Daten sind von einer älteren Fassung. Lösche ${folder()} und starte neu.`)
  }
  return known.every((name) => applied.includes(name))
}

async function appliedMigrations(db: D1Database): Promise<string[]> {
  const find = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`)
  if ((await find.first()) === null) return []
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  return results.map(({ name }) => name)
}

/** As somebody types it who stands in the project. */
function folder(): string {
  const path = relative(projectDir, stateDir)
  return path.startsWith('..') || isAbsolute(path) ? stateDir : path
}
