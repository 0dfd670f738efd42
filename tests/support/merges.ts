import { env } from 'cloudflare:workers'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'
import { db, rows } from './api.ts'

// Inserts two records of one person directly.

type Place = Partial<typeof participations.$inferInsert> & {
  paradeId: number
  memberId: number | null
  costumeTypeId: number
}

/** A booked place entered by management; by default neither confirmed nor paid. */
export async function aPlace(place: Place) {
  const [[row]] = await commit(db(), [
    write
      .insert(participations)
      .values({
        door: 'management',
        state: 'booked',
        firstName: 'Annegret',
        lastName: 'Gruber',
        birthday: '1980-05-04',
        personKey: place.memberId === null ? 'p:annegret|gruber|1980-05-04' : `m:${place.memberId}`,
        givenKey: 'p:annegret|gruber|1980-05-04',
        ageClass: 'Adult',
        priceInCent: 800,
        createdAt: '2026-12-01T10:00:00.000Z',
        ...place,
      })
      .returning(),
  ])
  return row as NonNullable<typeof row>
}

const kept = [
  'members',
  'member_timespans',
  'honors',
  'duty_entries',
  'member_exits',
  'costume_ownerships',
  'participations',
  'member_no_duplicates',
  'orders',
  'order_history',
  'fee_claims',
  'fee_bookings',
  'fee_letters',
  'assembly_honors',
]

/** All rows that a merge may change, as text. */
export async function snapshot(): Promise<Record<string, unknown[]>> {
  const found = await env.DB.batch(kept.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)))
  return Object.fromEntries(
    kept.map((table, index) => [table, (found[index]?.results ?? []).map(contentOf).sort()]),
  )
}

/** Without the version and the time of saving, which an undo increases like every save. */
function contentOf(row: unknown): string {
  return JSON.stringify(row, (name, value) =>
    name === 'version' || name === 'updated_at' ? undefined : value,
  )
}

/** Foreign keys to `members`, read from the schema. */
export async function memberReferences(): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  )
  const keys = await env.DB.batch<{ table: string; from: string }>(
    tables.map(({ name }) => env.DB.prepare(`PRAGMA foreign_key_list(${name})`)),
  )
  return tables.flatMap(({ name }, index) =>
    (keys[index]?.results ?? [])
      .filter(({ table }) => table === 'members')
      .map(({ from }) => `${name}.${from}`),
  )
}
