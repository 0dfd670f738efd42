import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { stop } from '#scripts/local/stop.ts'
import { tablesOf, withoutTriggers } from './sql-file.ts'

// Beside each archive is a list of the members anonymised until then, because older archives still contain
// them. The list has no names and is not encrypted. It is signed with a key that only the guild's database
// contains, so that lists of other guilds and changed lists are detected.

const erasure = z.strictObject({
  memberId: z.int().positive(),
  /** After a deletion another member may get the same id; the creation time tells them apart. */
  createdAt: z.string(),
  at: z.iso.datetime(),
})
export type Erasure = z.infer<typeof erasure>

const list = z.strictObject({
  guildId: z.string(),
  madeAt: z.iso.datetime(),
  erasures: z.array(erasure),
  signature: z.string(),
})
type Unsigned = Omit<z.infer<typeof list>, 'signature'>

/** The form of lists before they were signed. */
const unsignedList = z.array(z.object({ memberId: z.number() }))

export const erasuresFile = 'erasures.json'

export type Identity = { guildId: string; key: string }

/** The guild's id and key; null for a database of another version of the program. */
export function identityOf(database: DatabaseSync): Identity | null {
  if (!tablesOf(database).some(({ name }) => name === 'guild_identity')) return null
  const row = database.prepare('SELECT guild_id, erasures_key FROM guild_identity').get()
  return row ? { guildId: String(row.guild_id), key: String(row.erasures_key) } : null
}

/**
 * Content of the list of all members anonymised in this database; null for another version of the program.
 */
export function signedErasures(database: DatabaseSync, madeAt: string): string | null {
  const identity = identityOf(database)
  if (!identity) return null
  const rows = database
    .prepare(`SELECT id AS memberId, created_at AS createdAt, anonymised_at AS at FROM members
      WHERE anonymised_at IS NOT NULL ORDER BY id`)
    .all()
  const unsigned = {
    guildId: identity.guildId,
    madeAt,
    erasures: rows.map((row) => ({ ...row }) as Erasure),
  }
  const signed = { ...unsigned, signature: signatureOf(unsigned, identity.key) }
  return `${JSON.stringify(signed, null, 2)}\n`
}

function signatureOf({ guildId, madeAt, erasures }: Unsigned, key: string): string {
  const rows = erasures.map(({ memberId, createdAt, at }) => [memberId, createdAt, at])
  const text = JSON.stringify([guildId, madeAt, rows])
  return createHmac('sha256', key).update(text).digest('hex')
}

export type Lists = {
  wanted: Erasure[]
  /** When the newest list was made; null without any. */
  newest: string | null
  /** Lists that are ignored, with the reason. */
  ignored: string[]
}

/**
 * Reads the lists beside this archive and those named on the command line. The command ends at a damaged or
 * changed list. A list without a signature or of another guild is ignored, but ends the command if it was
 * named.
 */
export function readErasures(archive: string, named: readonly string[], identity: Identity): Lists {
  const beside = join(archive, '..')
  const found = readdirSync(beside).map((name) => join(beside, name, erasuresFile))
  const lists: Lists = { wanted: [], newest: null, ignored: [] }
  for (const file of [...found.filter((one) => existsSync(one)), ...named]) {
    const { erasures, madeAt, problem } = readList(file, identity)
    if (problem && named.includes(file)) stop(`${file}: ${problem}`)
    if (problem) lists.ignored.push(`${file}: ${problem}`)
    lists.wanted.push(...erasures)
    if (madeAt > (lists.newest ?? '')) lists.newest = madeAt
  }
  return lists
}

function readList(file: string, identity: Identity) {
  const ignored = (problem: string) => ({ erasures: [], madeAt: '', problem })
  const content = parseErasures(file)
  if (unsignedList.safeParse(content).success) {
    return ignored('ohne Unterschrift, aus einer älteren Fassung des Programms.')
  }
  const { data } = list.safeParse(content)
  if (!data) return stop(changed(file))
  if (data.guildId !== identity.guildId) return ignored('von einer anderen Zunft.')
  if (!isSame(data.signature, signatureOf(data, identity.key))) return stop(changed(file))
  return { erasures: data.erasures, madeAt: data.madeAt, problem: null }
}

function parseErasures(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return stop(changed(file))
  }
}

const changed = (file: string) =>
  `${file}: Diese Liste ist beschädigt oder wurde verändert. Es ist nichts geschrieben worden.
Nimm sie aus einer anderen Kopie der Sicherungen, oder nimm diese Datei weg, wenn es keine gibt.`

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A member in the archive who was anonymised after it was made. */
export type Known = Erasure & { firstName: string; lastName: string; birthday: string | null }

/** The listed members that the archive still contains; id and creation time have to match. */
export function stillKnown(database: DatabaseSync, wanted: readonly Erasure[]): Known[] {
  const find = database.prepare(`SELECT first_name AS firstName, last_name AS lastName, birthday
    FROM members WHERE id = ? AND created_at = ? AND anonymised_at IS NULL`)
  const known = new Map<number, Known>()
  for (const one of wanted) {
    const row = find.get(one.memberId, one.createdAt)
    if (row && !known.has(one.memberId)) known.set(one.memberId, { ...one, ...row } as Known)
  }
  return [...known.values()]
}

/** Anonymises the members of the lists again in the archive's database. */
export function repeatErasures(
  database: DatabaseSync,
  known: readonly Known[],
  erase: (database: DatabaseSync, erasure: Erasure) => void,
): void {
  withoutTriggers(database, () => {
    for (const one of known) erase(database, one)
  })
}
