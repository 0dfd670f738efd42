/** All texts of an error and its causes: drizzle and D1 each wrap the one that names the columns. */
function messagesOf(error: unknown): string {
  const texts: string[] = []
  for (let e = error; e instanceof Error; e = e.cause) texts.push(e.message)
  return texts.join('\n')
}

/**
 * The columns of the unique index that refused a write, `['participations.parade_id', …]`, or null
 * when the error is something else. The index itself is not named by SQLite.
 */
export function uniqueViolation(error: unknown): string[] | null {
  const match = /UNIQUE constraint failed: ([^:\n]+)/.exec(messagesOf(error))
  return match?.[1] ? match[1].split(',').map((column) => column.trim()) : null
}

/** The column of a NOT NULL constraint that refused a write: `participations.person_key`. */
export function notNullViolation(error: unknown): string | null {
  return /NOT NULL constraint failed: ([\w.]+)/.exec(messagesOf(error))?.[1] ?? null
}

export function isForeignKeyViolation(error: unknown): boolean {
  return messagesOf(error).includes('FOREIGN KEY constraint failed')
}

/** A row that would break a rule of its table; each field alone was judged to be right. */
export function isCheckViolation(error: unknown): boolean {
  return messagesOf(error).includes('CHECK constraint failed')
}

/** D1 has more to do than it can: worth another try a little later. */
export function isOverloaded(error: unknown): boolean {
  return /Too many requests queued|D1 DB is overloaded|D1 DB storage operation exceeded timeout/i.test(
    messagesOf(error),
  )
}
