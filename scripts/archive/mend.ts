import type { DatabaseSync } from 'node:sqlite'
import { stop } from '#scripts/local/stop.ts'
import type { Source } from './source.ts'
import { columnsOf, quotedName, type Row, run, tablesOf, withoutTriggers } from './sql-file.ts'

/**
 * Corrects an error of D1's export: a text with line breaks that also contains a typed `
 * ` gets one more line break. These rows are read from the source itself.
 * @returns number of corrected rows
 */
export async function mendTexts(database: DatabaseSync, source: Source): Promise<number> {
  const tables = tablesOf(database).flatMap(({ name }) => {
    const columns = columnsOf(database, name)
    const key = columns.filter(({ pk }) => pk > 0).map((column) => column.name)
    const texts = columns.filter(({ type }) => type === 'TEXT').map((column) => column.name)
    return texts.length > 0 && key.length > 0 ? [{ name, key, texts }] : []
  })
  const found = await source.read(
    tables.map(({ name, key, texts }) => {
      const columns = [...new Set([...key, ...texts])].map(quotedName).join()
      return `SELECT ${columns} FROM ${quotedName(name)} WHERE ${texts.map(isAmbiguous).join(' OR ')}`
    }),
  )
  let count = 0
  withoutTriggers(database, () => {
    for (const [index, { name, key, texts }] of tables.entries()) {
      for (const row of found[index] ?? []) {
        mendRow(database, row, { name, key, texts })
        count += 1
      }
    }
  })
  return count
}

function isAmbiguous(column: string): string {
  const text = quotedName(column)
  return `(instr(${text}, char(10)) AND instr(${text}, '\\n'))
    OR (instr(${text}, char(13)) AND instr(${text}, '\\r'))`
}

type Table = { name: string; key: string[]; texts: string[] }

function mendRow(database: DatabaseSync, row: Row, { name, key, texts }: Table): void {
  const isIt = key.map((column) => `${quotedName(column)} = ?`).join(' AND ')
  const keys = key.map((column) => row[column] ?? null)
  const find = database.prepare(`SELECT * FROM ${quotedName(name)} WHERE ${isIt}`)
  const exported = find.get(...keys) as Row | undefined
  for (const column of texts) {
    const text = row[column] ?? null
    if (typeof text !== 'string' || exported?.[column] === text) continue
    if (exported?.[column] !== asExported(text)) {
      stop('Während der Sicherung wurde etwas geändert. Versuche es noch einmal.')
    }
    const set = `UPDATE ${quotedName(name)} SET ${quotedName(column)} = ? WHERE ${isIt}`
    run(database, set, [text, ...keys])
  }
}

function asExported(text: string): string {
  const withoutReturns = text.includes('\r') ? text.replaceAll('\\r', '\r') : text
  return text.includes('\n') ? withoutReturns.replaceAll('\\n', '\n') : withoutReturns
}
