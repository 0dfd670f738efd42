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
  const known = Object.entries(stored)
  const before = new Map(known.map(([name, value]) => [name, JSON.stringify(value)]))
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== before.get(name),
  )
  return Object.fromEntries(changed) as Partial<Fields>
}
