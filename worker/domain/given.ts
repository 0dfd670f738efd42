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
