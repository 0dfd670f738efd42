/** The documented limits of D1 for one statement; the local workerd allows more. */
const most = {
  argumentsOfFunction: 32,
  parameters: 100,
  bytes: 100_000,
  compounds: 5,
  bytesOfPattern: 50,
}

type Statement = { query: string; values?: readonly unknown[] }

/** The limits of D1 that a statement or a trigger's body exceeds. */
export function beyondLimits({ query, values = [] }: Statement): string[] {
  const sql = withoutTexts(query)
  const patterns = /\b(?:like|glob)\b/i.test(sql)
    ? values.filter((value) => typeof value === 'string' && /[%*]/.test(value))
    : []
  const found = {
    argumentsOfFunction: Math.max(0, ...argumentCounts(sql)),
    parameters: Math.max(values.length, sql.split('?').length - 1),
    bytes: new TextEncoder().encode(query).length,
    compounds: mostCompounds(sql),
    bytesOfPattern: Math.max(
      0,
      ...patterns.map((one) => new TextEncoder().encode(String(one)).length),
    ),
  }
  return Object.entries(most).flatMap(([name, limit]) => {
    const count = found[name as keyof typeof found]
    return count > limit ? [`${name} ${count} > ${limit}: ${query.slice(0, 120)}`] : []
  })
}

/** Removes texts and quoted names, which may contain brackets, commas and question marks. */
const withoutTexts = (query: string) =>
  query
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/"[^"]*"/g, 'x')

const keywords =
  /^(?:values|in|and|or|not|on|as|select|from|where|then|when|else|exists|over|using|by|all|union|check|set|into|key|returning)$/i

/** The number of arguments of each function call. */
function argumentCounts(sql: string): number[] {
  const counts: number[] = []
  const open: { isCall: boolean; commas: number; isEmpty: boolean }[] = []
  let before = ''
  for (const [token] of sql.matchAll(/[A-Za-z_][\w.]*\s*\(|[(),]|[^\s(),]+/g)) {
    const last = open.at(-1)
    // INSERT INTO members (…), CREATE INDEX … ON members (…)
    const isTable = /^(?:into|on|references|table)$/i.test(before)
    before = token
    if (token.endsWith('(')) {
      if (last) last.isEmpty = false
      const name = token.slice(0, -1).trim()
      open.push({
        isCall: name !== '' && !isTable && !keywords.test(name),
        commas: 0,
        isEmpty: true,
      })
    } else if (token === ')') {
      const closed = open.pop()
      if (closed?.isCall) counts.push(closed.isEmpty ? 0 : closed.commas + 1)
    } else if (token === ',') {
      if (last) last.commas += 1
    } else if (last) last.isEmpty = false
  }
  return counts
}

/** The highest number of SELECTs joined by UNION, EXCEPT or INTERSECT on one level. */
function mostCompounds(sql: string): number {
  const counts = [1]
  let most = 1
  for (const [token] of sql.matchAll(/[()]|\b(?:union|except|intersect)\b|;/gi)) {
    if (token === '(') counts.push(1)
    else if (token === ')') counts.pop()
    else if (token === ';') counts[counts.length - 1] = 1
    else counts[counts.length - 1] = (counts.at(-1) ?? 1) + 1
    most = Math.max(most, ...counts)
  }
  return most
}
