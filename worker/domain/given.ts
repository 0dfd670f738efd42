/** What a change leaves out keeps its value: `stored` with the given fields laid over it. */
export function withGiven<Fields extends object>(
  stored: Fields,
  change: { [K in keyof Fields]?: Fields[K] | undefined },
): Fields {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...stored, ...Object.fromEntries(given) }
}

/** Only these fields of a whole. */
export function pick<Fields extends object>(
  fields: Fields,
  names: readonly string[],
): Partial<Fields> {
  const chosen = Object.entries(fields).filter(([name]) => names.includes(name))
  return Object.fromEntries(chosen) as Partial<Fields>
}

/**
 * The fields that differ from what is stored. Somebody else may be changing the same row: what was
 * not touched here is left to them.
 */
export function changedFrom<Fields extends object>(
  stored: object,
  fields: Fields,
): Partial<Fields> {
  const before = new Map<string, unknown>(Object.entries(stored))
  const changed = Object.entries(fields).filter(
    ([name, value]) => !before.has(name) || !isSame(value, before.get(name)),
  )
  return Object.fromEntries(changed) as Partial<Fields>
}

/** The order of a list is nobody's entry: spans, fees, rules and offices are sets. */
export function isSame(one: unknown, other: unknown): boolean {
  return inOrder(one) === inOrder(other)
}

function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).sort().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}:${inOrder(part)}`,
  )
  return `{${entries.sort().join()}}`
}
