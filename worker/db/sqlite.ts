import { wordsOfDatabase } from './causes.ts'

/**
 * The columns of the unique index that refused a write, `['participations.parade_id', …]`, or null
 * when the error is something else. The index itself is not named by SQLite.
 */
export function uniqueViolation(error: unknown): string[] | null {
  const columns = said(error, /^UNIQUE constraint failed: ([^:\n]+)/)?.[1]
  return columns ? columns.split(',').map((column) => column.trim()) : null
}

export function isForeignKeyViolation(error: unknown): boolean {
  return said(error, /^FOREIGN KEY constraint failed/) !== null
}

/** A row that would break a rule of its table; each field alone was judged to be right. */
export function isCheckViolation(error: unknown): boolean {
  return said(error, /^CHECK constraint failed/) !== null
}

/**
 * Why a trigger of the ledger refused a write: `below zero` of `ledger: below zero`, or null when the error is
 * something else. The rows were changed by somebody else since they were read.
 */
export function ledgerRefusal(error: unknown): string | null {
  return said(error, /^ledger: ([^:\n]+)/)?.[1] ?? null
}

/**
 * What refused a write, in the words of `Refusals` (commit.ts): the guard's name and `guard`, the columns
 * of a unique index, `foreignKey`, `check`, or a trigger's `ledger: below zero` and `ledger`.
 */
export function refusalsIn(error: unknown): string[] {
  const guarded = said(error, /^guard (\w+)/)?.[1]
  const ledger = ledgerRefusal(error)
  return [
    ...(guarded === undefined ? [] : [guarded, 'guard']),
    ...(uniqueViolation(error) ?? []),
    ...(ledger === null ? [] : [`ledger: ${ledger}`, 'ledger']),
    ...(isForeignKeyViolation(error) ? ['foreignKey'] : []),
    ...(isCheckViolation(error) ? ['check'] : []),
  ]
}

function said(error: unknown, pattern: RegExp): RegExpExecArray | null {
  for (const words of wordsOfDatabase(error)) {
    const match = pattern.exec(words)
    if (match) return match
  }
  return null
}
