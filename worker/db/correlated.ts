import { type SQL, sql } from 'drizzle-orm'

/**
 * A subquery as a column. Drizzle strips the table from columns that stand directly in a selected
 * expression of a single-table query; one level deeper they keep it, and the outer row is meant.
 */
export function correlated<T>(subquery: SQL): SQL<T> {
  return sql<T>`${sql`(${subquery})`}`
}
