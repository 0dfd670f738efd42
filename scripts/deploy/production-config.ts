/** The guild's entries in `[env.production]` of wrangler.toml. */
export type Production = { databaseName: string; databaseId: string; origin: string }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether the text is the id of a database, and not the placeholder of the file. */
export function isDatabaseId(text: string): boolean {
  return uuid.test(text)
}

/** Section and key of each entry. */
const places = {
  databaseName: { section: '[[env.production.d1_databases]]', key: 'database_name' },
  databaseId: { section: '[[env.production.d1_databases]]', key: 'database_id' },
  // routes = [{ pattern = "umzug.example.de", custom_domain = true }]
  host: { section: '[env.production]', key: 'routes' },
  origin: { section: '[env.production.vars]', key: 'APP_ORIGIN' },
} as const

type Place = keyof typeof places

/** @throws Error naming the missing line */
export function readProduction(toml: string): Production & { host: string } {
  const read = (place: Place) => find(toml, place).value
  return {
    databaseName: read('databaseName'),
    databaseId: read('databaseId'),
    host: read('host'),
    origin: read('origin'),
  }
}

/** The file with database and address replaced; everything else, comments included, is unchanged. */
export function writeProduction(
  toml: string,
  { databaseId, origin }: Pick<Production, 'databaseId' | 'origin'>,
): string {
  const wanted = [
    ['databaseId', databaseId],
    ['host', new URL(origin).host],
    ['origin', origin],
  ] as const
  return wanted.reduce((text, [place, value]) => {
    const { lines, at, start, end } = find(text, place)
    lines[at] = `${start}"${value}"${end}`
    return lines.join('\n')
  }, toml)
}

function find(toml: string, place: Place) {
  const { section, key } = places[place]
  const lines = toml.split('\n')
  const first = lines.findIndex((line) => line.trim() === section) + 1
  const length = lines.slice(first).findIndex((line) => /^\s*\[/.test(line))
  const last = length === -1 ? lines.length : first + length
  const at = lines.findIndex(
    (line, index) => first > 0 && index >= first && index < last && line.startsWith(`${key} =`),
  )
  const [, start, value, end] = /^(.*?= *)"([^"]*)"(.*)$/s.exec(lines[at] ?? '') ?? []
  if (start === undefined || value === undefined) throw new Error(`${section} ${key}`)
  return { lines, at, start, value, end }
}
