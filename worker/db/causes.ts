import { DrizzleQueryError } from 'drizzle-orm'

/**
 * What the database itself said, the outermost first. Drizzle's wrapper is left out: it repeats the
 * statement and its parameters, and those are whatever people typed.
 */
function wordsOfDatabase(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own =
    error instanceof DrizzleQueryError ? [] : [error.message.replace(/^D1_ERROR: (?:Error: )?/, '')]
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [...own, ...inner.flatMap(wordsOfDatabase)]
}

type Cause = { code: string; says: RegExp }

/** The database is overloaded: the call was not begun. */
const overloaded: Cause[] = [
  { code: 'D1_OVERLOADED', says: /^D1 DB is overloaded|^Too many requests queued/ },
]

/** The connection was lost; the outcome is unknown. */
const interrupted: Cause[] = [
  { code: 'D1_STORAGE_TIMEOUT', says: /^D1 DB storage operation exceeded timeout/ },
  { code: 'D1_CONNECTION_LOST', says: /^Network connection lost/ },
  { code: 'D1_RESET', says: /^Internal error [\w ]+ storage caused object to be reset/ },
  { code: 'D1_RESET', says: /^D1 DB reset because its code was updated/ },
  { code: 'D1_UNREACHABLE', says: /^Cannot resolve D1 DB due to transient issue/ },
  { code: 'D1_UNREACHABLE', says: /^Replica disconnected from primary/ },
  { code: 'D1_NO_ANSWER', says: /^No answer in time$/ },
]

/** Our own: the request has waited long enough (connection.ts). */
export function noAnswer(): Error {
  return Object.assign(new Error('D1_ERROR: No answer in time'), { name: 'NoAnswer' })
}

const codes = [
  'ERROR',
  'BUSY',
  'IOERR',
  'CORRUPT',
  'FULL',
  'TOOBIG',
  'CONSTRAINT',
  'MISMATCH',
  'AUTH',
]

/** What is in a group is told as well: names of the schema. */
const lasting: Cause[] = [
  {
    code: 'SQLITE_CONSTRAINT_UNIQUE',
    says: /^UNIQUE constraint failed: (\w+\.\w+(?:, \w+\.\w+)*)/,
  },
  { code: 'SQLITE_CONSTRAINT_NOTNULL', says: /^NOT NULL constraint failed: (\w+\.\w+)/ },
  { code: 'SQLITE_CONSTRAINT_FOREIGNKEY', says: /^FOREIGN KEY constraint failed/ },
  { code: 'SQLITE_CONSTRAINT_CHECK', says: /^CHECK constraint failed/ },
  {
    code: 'SQLITE_CONSTRAINT_DATATYPE',
    says: /^cannot store \w+ value in \w+ column (\w+\.\w+)/,
  },
  { code: 'SQLITE_ERROR_NO_TABLE', says: /^no such table: (\w+)/ },
  { code: 'SQLITE_ERROR_NO_COLUMN', says: /^no such column: (\w+(?:\.\w+)?)/ },
  { code: 'D1_CPU_LIMIT', says: /^D1 DB exceeded its CPU time limit/ },
  { code: 'D1_MEMORY_LIMIT', says: /^D1 DB's isolate exceeded its memory limit/ },
  { code: 'D1_FULL', says: /^Exceeded maximum DB size/ },
  ...codes.map((code) => ({
    code: `SQLITE_${code}`,
    says: new RegExp(`: SQLITE_${code}(?: \\(extended: \\w+\\))?$`),
  })),
]

/**
 * Why the database failed or refused, as it may stand in a log: a code, and the tables and columns
 * that it names; null for words that are not known here. Nothing that was typed is in it.
 */
export function causeOf(error: unknown): string | null {
  for (const words of wordsOfDatabase(error)) {
    for (const { code, says } of [...overloaded, ...interrupted, ...lasting]) {
      const [all, names] = says.exec(words) ?? []
      if (all !== undefined) return names ? `${code} ${names}` : code
    }
  }
  return null
}

/** Whether the error comes from the database: a provider's lost connection has the same message. */
export function isOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof DrizzleQueryError || error.message.startsWith('D1_')
}

/** A failure that passes by itself. */
export function isPassing(error: unknown): boolean {
  return isOverload(error) || isInterruption(error)
}

export function isOverload(error: unknown): boolean {
  return isAmong(overloaded, error)
}

export function isInterruption(error: unknown): boolean {
  return isAmong(interrupted, error)
}

function isAmong(causes: readonly Cause[], error: unknown): boolean {
  return wordsOfDatabase(error).some((words) => causes.some(({ says }) => says.test(words)))
}

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
 * something else. The rows were changed by another request since they were read.
 */
export function ledgerRefusal(error: unknown): string | null {
  return said(error, /^ledger: ([^:\n]+)/)?.[1] ?? null
}

/**
 * What refused a write, in the words of `Refusals` (commit.ts): the guard's name and `guard`, the columns
 * of a unique index and `unique`, `foreignKey`, `check`, or a trigger's `ledger: below zero` and `ledger`.
 */
export function refusalsIn(error: unknown): string[] {
  const guarded = said(error, /^guard (\w+)/)?.[1]
  const ledger = ledgerRefusal(error)
  const uniqueColumns = uniqueViolation(error) ?? []
  return [
    ...(guarded === undefined ? [] : [guarded, 'guard']),
    ...uniqueColumns,
    ...(uniqueColumns.length > 0 ? ['unique'] : []),
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
