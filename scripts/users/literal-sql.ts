import type { Statement } from './statements.ts'

/** Writes the values into the statement, for wrangler's command line, which binds none. */
export function literalSql({ sql, values }: Statement): string {
  const rest = [...values]
  return sql.replace(/\?/g, () => literal(rest.shift()))
}

function literal(value: string | number | null | undefined): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (value === undefined || value.includes('\0')) throw new Error('no such value in SQL')
  return `'${value.replaceAll("'", "''")}'`
}
