import { setImmediate } from 'node:timers/promises'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { hashPassword } from '#worker/auth/password-hash.ts'
import { clearAuditContext, contextOf, fillAuditContext } from '#worker/db/connection.ts'
import { columnName } from '#worker/db/db.ts'
import * as schema from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { issuers } from './assemblies.ts'
import { raiseVersions } from './clear.ts'
import type { DemoGuild } from './demo-guild.ts'
import { demoPassword, demoUsers } from './users.ts'

// Only called with the database of local/database.ts, which cannot reach a deployed one.

/** A statement may have 2 MB; this is well below, even with two bytes for each umlaut. */
const maxChunkLength = 700_000
/** A batch is one transaction; several keep the messages small. */
const chunksPerBatch = 4

/** Inserts the guild into an empty database. Rows have their ids. */
export async function loadDemoGuild(db: D1Database, guild: DemoGuild, today: Day): Promise<void> {
  const { guildSettings, ...tables } = guild
  const statements = [
    db.prepare('DELETE FROM guild_settings'),
    ...insertRows(db, schema.guildSettings, [guildSettings]),
    ...Object.entries(issuers).map(([type, issuer]) =>
      db.prepare('UPDATE honor_rules SET issuer = ? WHERE type = ?').bind(issuer, type),
    ),
    ...(await insertUsers(db, today)),
    // Payers first, because others refer to them.
    ...insertRows(
      db,
      schema.members,
      tables.members.filter(({ payerId }) => payerId == null),
    ),
    ...insertRows(
      db,
      schema.members,
      tables.members.filter(({ payerId }) => payerId != null),
    ),
    ...insertRows(db, schema.memberTimespans, tables.memberTimespans),
    ...insertRows(db, schema.honors, tables.honors),
    ...insertRows(db, schema.assemblyHonors, tables.assemblyHonors),
    ...insertRows(db, schema.dutyEntries, tables.dutyEntries),
    ...insertRows(db, schema.costumeTypes, tables.costumeTypes),
    ...insertRows(db, schema.costumes, tables.costumes),
    ...insertRows(db, schema.costumeOwnerships, tables.costumeOwnerships),
    ...insertRows(db, schema.parades, tables.parades),
    ...insertRows(db, schema.orders, tables.orders),
    ...insertRows(db, schema.orderHistory, tables.orderHistory),
    ...insertRows(db, schema.sandboxPayments, tables.sandboxPayments),
    ...insertRows(db, schema.participations, tables.participations),
    ...insertRows(db, schema.checkInActs, tables.checkInActs),
    ...insertRows(db, schema.feeClaims, tables.feeClaims),
    ...insertRows(db, schema.sepaRuns, tables.sepaRuns),
    ...insertRows(db, schema.feeBookings, tables.feeBookings),
    db.prepare(raiseVersions),
  ]
  // Generating took seconds without a break; this lets the runtime notice a closed connection.
  await setImmediate()
  // As when an archive is loaded: neither history nor journal records the rows.
  const requestId = crypto.randomUUID()
  const audit = { via: 'archive', userId: null, requestId, act: 'demo', now: new Date() } as const
  for (let i = 0; i < statements.length; i += chunksPerBatch) {
    await db.batch([
      db.prepare(fillAuditContext).bind(...contextOf(audit)),
      ...statements.slice(i, i + chunksPerBatch),
      db.prepare(clearAuditContext),
    ])
  }
}

async function insertUsers(db: D1Database, today: Day): Promise<D1PreparedStatement[]> {
  const passwordHash = await hashPassword(demoPassword)
  const createdAt = `${today}T05:00:00.000Z`
  const users = demoUsers.map(({ role: _, ...user }) => ({ ...user, passwordHash, createdAt }))
  const userRoles = demoUsers.map(({ id, role }) => ({ userId: id, role }))
  return [...insertRows(db, schema.users, users), ...insertRows(db, schema.userRoles, userRoles)]
}

/** One JSON parameter for each statement, because of the limit of 100 parameters, and few round trips. */
function insertRows<T extends Table>(
  db: D1Database,
  table: T,
  rows: readonly T['$inferInsert'][],
): D1PreparedStatement[] {
  const keys = usedColumns(table, rows)
  const names = keys.map(([, name]) => `"${name}"`).join(', ')
  const values = keys.map((_, index) => `json_extract(value, '$[${index}]')`).join(', ')
  const sql = `INSERT INTO ${getTableName(table)} (${names}) SELECT ${values} FROM json_each(?)`
  const lines = rows.map((row: Record<string, unknown>) =>
    JSON.stringify(keys.map(([key]) => row[key] ?? null)),
  )
  return chunks(lines).map((chunk) => db.prepare(sql).bind(`[${chunk.join(',')}]`))
}

/** Columns missing in all rows get the table's default. */
function usedColumns(table: Table, rows: readonly object[]): [key: string, name: string][] {
  return Object.entries(getTableColumns(table))
    .filter(([key]) => rows.some((row) => key in row))
    .map(([key, column]) => [key, columnName(column)])
}

function chunks(lines: readonly string[]): string[][] {
  const result: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const line of lines) {
    if (length + line.length > maxChunkLength) {
      result.push([])
      length = 0
    }
    result.at(-1)?.push(line)
    length += line.length + 1
  }
  return result
}
