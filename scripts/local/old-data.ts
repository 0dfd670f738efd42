import { existsSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import {
  checksumProblem,
  keepChecksums,
  readChecksums,
  readSchemaObjects,
  type StoredChecksum,
  schemaProblem,
} from '#scripts/migrations/check.ts'
import { readMigrations } from '#scripts/migrations/files.ts'
import type { SchemaObject } from '#worker/operations/schema-fingerprint.ts'
import { projectDir, stateDir } from './project.ts'
import { stop } from './stop.ts'

/** Whether all migrations are applied. Ends the command for a database of another version of the program. */
export async function isUpToDate(db: D1Database): Promise<boolean> {
  const { results: objects } = await db.prepare(readSchemaObjects).all<SchemaObject>()
  const problem = schemaProblem(objects, { isComplete: false })
  if (problem) stopBefore(problem)
  if (objects.length === 0) return false
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = results.map(({ name }) => name)
  if (!readMigrations().every(({ name }) => applied.includes(name))) return false
  await keepApplied(db)
  return true
}

/** Stores the checksums of the applied migrations. Ends the command when other files were applied. */
export async function keepApplied(db: D1Database): Promise<void> {
  const statements = [...keepChecksums(), readChecksums, readSchemaObjects]
  const answers = await db.batch(statements.map((sql) => db.prepare(sql)))
  const [checksums, objects] = answers.slice(-2).map(({ results }) => results)
  const problem =
    checksumProblem(checksums as StoredChecksum[]) ??
    schemaProblem(objects as SchemaObject[], { isComplete: true })
  if (problem) stopBefore(problem)
}

function stopBefore(problem: string): never {
  const [from, to] = [pathAsTyped(stateDir), pathAsTyped(freePlace())]
  return stop(
    `Diese Daten sind von einer anderen Fassung des Programms (${problem}): Lege sie mit „mv ${from} ${to}“ beiseite und starte neu, sie bleiben dort erhalten.`,
  )
}

function freePlace(): string {
  for (let count = 1; ; count += 1) {
    const place = `${stateDir}-alt${count === 1 ? '' : `-${count}`}`
    if (!existsSync(place)) return place
  }
}

/** The path relative to the project's folder, as one would type it. */
function pathAsTyped(path: string): string {
  const inProject = relative(projectDir, path)
  const shown = inProject.startsWith('..') || isAbsolute(inProject) ? path : inProject
  return /[^\w./\\:-]/.test(shown) ? `"${shown}"` : shown
}
