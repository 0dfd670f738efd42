import { env } from 'cloudflare:workers'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'
import { db, rows } from './api.ts'

// Two records of one person, as the database holds them.

type Place = Partial<typeof participations.$inferInsert> & {
  paradeId: number
  memberId: number | null
  costumeTypeId: number
}

/** A booked place by management, neither confirmed nor paid unless it says so. */
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

/** Every row that a merge may touch, as text. */
export async function snapshot(): Promise<Record<string, unknown[]>> {
  const found = await env.DB.batch(kept.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)))
  return Object.fromEntries(
    kept.map((table, index) => [table, (found[index]?.results ?? []).map(contentOf).sort()]),
  )
}

/** Without the version and the time of the last save, which an undo moves on as every save does. */
function contentOf(row: unknown): string {
  return JSON.stringify(row, (name, value) =>
    name === 'version' || name === 'updated_at' ? undefined : value,
  )
}

/** Columns that refer to members, as the database itself says. */
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
