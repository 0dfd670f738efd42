import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** Reads a local D1 file on the disk, whether or not the worker is running. */
export function readRows<Row>(stateDir: string, query: string, ...values: SQLInputValue[]): Row[] {
  const database = new DatabaseSync(databaseFile(stateDir), { readOnly: true })
  try {
    return database.prepare(query).all(...values) as Row[]
  } finally {
    database.close()
  }
}

/** Changes the file directly; the worker must not be running. */
export function writeRows(stateDir: string, statement: string, ...values: SQLInputValue[]): void {
  const database = new DatabaseSync(databaseFile(stateDir))
  try {
    const { changes } = database.prepare(statement).run(...values)
    if (changes === 0) throw new Error(`Nothing was changed by ${statement}`)
  } finally {
    database.close()
  }
}

export function databaseFile(stateDir: string): string {
  const folder = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject')
  const [file, ...others] = readdirSync(folder).filter(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  )
  if (!file || others.length > 0) throw new Error(`One database is expected in ${folder}`)
  return join(folder, file)
}
