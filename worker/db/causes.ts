import { DrizzleQueryError } from 'drizzle-orm'

/**
 * The messages of the database, outermost first. Drizzle's wrapper is skipped: its message contains the
 * statement and its parameters, which may be personal data.
 */
function databaseMessages(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own =
    error instanceof DrizzleQueryError ? [] : [error.message.replace(/^D1_ERROR: (?:Error: )?/, '')]
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [...own, ...inner.flatMap(databaseMessages)]
}

type Cause = { code: string; pattern: RegExp }

/** Errors of an overloaded database that did not begin the call. */
const overloaded: Cause[] = [
  { code: 'D1_OVERLOADED', pattern: /^D1 DB is overloaded|^Too many requests queued/ },
]

/** Errors of a lost connection: the outcome of the call is unknown. */
const interrupted: Cause[] = [
  { code: 'D1_STORAGE_TIMEOUT', pattern: /^D1 DB storage operation exceeded timeout/ },
  { code: 'D1_CONNECTION_LOST', pattern: /^Network connection lost/ },
  { code: 'D1_RESET', pattern: /^Internal error [\w ]+ storage caused object to be reset/ },
  { code: 'D1_RESET', pattern: /^D1 DB reset because its code was updated/ },
  { code: 'D1_UNREACHABLE', pattern: /^Cannot resolve D1 DB due to transient issue/ },
  { code: 'D1_UNREACHABLE', pattern: /^Replica disconnected from primary/ },
  { code: 'D1_NO_ANSWER', pattern: /^No answer in time$/ },
]

/** The error of a request that has waited for the database up to its limit (`requestPatienceInMs`). */
export function noResponseError(): Error {
  return Object.assign(new Error('D1_ERROR: No answer in time'), { name: 'NoResponseError' })
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

/** Errors that a repetition would meet again. `causeOf` adds the matched group, which has names of the schema. */
const lasting: Cause[] = [
  {
    code: 'SQLITE_CONSTRAINT_UNIQUE',
    pattern: /^UNIQUE constraint failed: (\w+\.\w+(?:, \w+\.\w+)*)/,
  },
  { code: 'SQLITE_CONSTRAINT_NOTNULL', pattern: /^NOT NULL constraint failed: (\w+\.\w+)/ },
  { code: 'SQLITE_CONSTRAINT_FOREIGNKEY', pattern: /^FOREIGN KEY constraint failed/ },
  { code: 'SQLITE_CONSTRAINT_CHECK', pattern: /^CHECK constraint failed/ },
  {
    code: 'SQLITE_CONSTRAINT_DATATYPE',
    pattern: /^cannot store \w+ value in \w+ column (\w+\.\w+)/,
  },
  { code: 'SQLITE_ERROR_NO_TABLE', pattern: /^no such table: (\w+)/ },
  { code: 'SQLITE_ERROR_NO_COLUMN', pattern: /^no such column: (\w+(?:\.\w+)?)/ },
  { code: 'D1_CPU_LIMIT', pattern: /^D1 DB exceeded its CPU time limit/ },
  { code: 'D1_MEMORY_LIMIT', pattern: /^D1 DB's isolate exceeded its memory limit/ },
  { code: 'D1_FULL', pattern: /^Exceeded maximum DB size/ },
  ...codes.map((code) => ({
    code: `SQLITE_${code}`,
    pattern: new RegExp(`: SQLITE_${code}(?: \\(extended: \\w+\\))?$`),
  })),
]

/**
 * The cause of a database error in a form that may be logged: a code, and the tables and columns it names; null
 * for an unknown message. It contains no values.
 */
export function causeOf(error: unknown): string | null {
  for (const message of databaseMessages(error)) {
    for (const { code, pattern } of [...overloaded, ...interrupted, ...lasting]) {
      const [all, names] = pattern.exec(message) ?? []
      if (all !== undefined) return names ? `${code} ${names}` : code
    }
  }
  return null
}

/** Whether the error comes from the database: a lost connection to a provider has the same message. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof DrizzleQueryError || error.message.startsWith('D1_')
}

/** Whether a later attempt may succeed, since the database was overloaded or the connection lost. */
export function isTransient(error: unknown): boolean {
  return isOverload(error) || isInterruption(error)
}

export function isOverload(error: unknown): boolean {
  return isOneOf(overloaded, error)
}

export function isInterruption(error: unknown): boolean {
  return isOneOf(interrupted, error)
}

function isOneOf(causes: readonly Cause[], error: unknown): boolean {
  return databaseMessages(error).some((message) =>
    causes.some(({ pattern }) => pattern.test(message)),
  )
}

/**
 * The causes of a failed write as keys of `ConstraintErrors` (commit.ts): the guard's name and `guard`, the columns of
 * a unique index and `unique`, `foreignKey`, `check`, or a trigger's `ledger: below zero` and `ledger`.
 */
export function violationsIn(error: unknown): string[] {
  const guarded = groupInMessage(error, /^guard (\w+)/)
  const columns = groupInMessage(error, /^UNIQUE constraint failed: ([^:\n]+)/)
  const ledger = groupInMessage(error, /^ledger: ([^:\n]+)/)
  return [
    ...(guarded === null ? [] : [guarded, 'guard']),
    // SQLite reports the columns of a violated index, not the index.
    ...(columns === null ? [] : [...columns.split(',').map((column) => column.trim()), 'unique']),
    ...(ledger === null ? [] : [`ledger: ${ledger}`, 'ledger']),
    ...(groupInMessage(error, /^(FOREIGN KEY) constraint failed/) === null ? [] : ['foreignKey']),
    ...(groupInMessage(error, /^(CHECK) constraint failed/) === null ? [] : ['check']),
  ]
}

/** Whether the write failed for one of these causes; keys as in `violationsIn`. */
export function isViolationOf(error: unknown, ...causes: readonly string[]): boolean {
  return violationsIn(error).some((one) => causes.includes(one))
}

/** What the group of the pattern matches in the database's own message. */
function groupInMessage(error: unknown, pattern: RegExp): string | null {
  for (const message of databaseMessages(error)) {
    const found = pattern.exec(message)?.[1]
    if (found !== undefined) return found
  }
  return null
}
