import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { withoutTriggers } from './sql-file.ts'

/**
 * Whose data were made nobody's, and when. It lies beside each archive, readable: it names nobody, and
 * an older archive needs it that knows them still.
 */
const erasures = z.array(z.strictObject({ memberId: z.int().positive(), at: z.iso.datetime() }))
export type Erasure = z.infer<typeof erasures>[number]

export const erasuresFile = 'erasures.json'

export function erasuresOf(database: DatabaseSync): Erasure[] {
  return database
    .prepare(`SELECT id AS memberId, anonymised_at AS at FROM members
      WHERE anonymised_at IS NOT NULL ORDER BY id`)
    .all()
    .map((row) => ({ ...row }) as Erasure)
}

/** Of all archives that lie beside this one: the newest may know of more than it does. */
export function readErasures(archive: string, more: readonly string[]): Erasure[] {
  const beside = join(archive, '..')
  const folders = readdirSync(beside).map((name) => join(beside, name, erasuresFile))
  const files = [...folders.filter((file) => existsSync(file)), ...more]
  return files.flatMap((file) => erasures.parse(JSON.parse(readFileSync(file, 'utf8'))))
}

/** Does again what the archive does not know. @returns how many it still knew */
export function repeatErasures(
  database: DatabaseSync,
  wanted: readonly Erasure[],
  erase: (database: DatabaseSync, erasure: Erasure) => void,
): number {
  const find = database.prepare('SELECT anonymised_at FROM members WHERE id = ?')
  const first = new Map<number, Erasure>()
  for (const one of wanted) if (!first.has(one.memberId)) first.set(one.memberId, one)
  const known = [...first.values()].filter(
    ({ memberId }) => find.get(memberId)?.anonymised_at === null,
  )
  withoutTriggers(database, () => {
    for (const one of known) erase(database, one)
  })
  return known.length
}
