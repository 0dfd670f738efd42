import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { GuildCode } from './guild.contract.ts'

/** Offices and honors have the same columns but for the name of the code. */
const codeTables = {
  offices: { table: 'offices', code: 'code' },
  honors: { table: 'honor_rules', code: 'type' },
} as const
export type CodeKind = keyof typeof codeTables
export type CodeOf<Kind extends CodeKind> = Kind extends 'offices' ? Duty : HonorType

/**
 * Whether a row is needed: by an entry of any member, by a row of an assembly, or by a change of the last 30 days
 * that an undo could take back.
 * @param code SQL of the code
 */
export function isInUse(kind: CodeKind, code: SQL): SQL {
  const among = (table: string, column: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} u WHERE u.${sql.raw(column)} = ${code})`
  // The condition of the index journal_by_code; the column tells offices from honors.
  const column = sql.raw(kind === 'offices' ? `j.before ->> 'duty'` : `j.before ->> 'type'`)
  const inJournal = sql`EXISTS (SELECT 1 FROM journal j INDEXED BY journal_by_code
    WHERE coalesce(j.before ->> 'duty', j.before ->> 'type') = +${code} AND ${column} = ${code}
      AND j.entity IN ('duty_entries', 'honors', 'assembly_honors') AND j.op <> 'insert')`
  return kind === 'offices'
    ? sql`(${among('duty_entries', 'duty')} OR ${inJournal})`
    : sql`(${among('honors', 'type')} OR ${among('assembly_honors', 'type')} OR ${inJournal})`
}

/** Tables and condition of a SELECT: the honors of years in office that count no other office than this. */
export const onlyOfficeOfRule = (code: SQL) => sql`honor_rule_duties d
  JOIN honor_rules r ON r.type = d.type WHERE d.duty = ${code} AND r.basis = 'dutyYears'
    AND NOT EXISTS (SELECT 1 FROM honor_rule_duties o WHERE o.type = d.type AND o.duty <> d.duty)`

/** The guild's offices or honors, in the guild's order. */
export async function listCodes<Kind extends CodeKind>(
  db: Db,
  kind: Kind,
): Promise<GuildCode<CodeOf<Kind>>[]> {
  return read(db, codesRead(db, kind))
}

/** As `listCodes`, to be read together with other data. */
export function codesRead<Kind extends CodeKind>(
  db: Db,
  kind: Kind,
): Read<GuildCode<CodeOf<Kind>>[]> {
  return reading([selectCodes(db, kind, sql`1`)], ([rows]) => rows.map(toCode))
}

export type CodeRow<Code> = Record<'builtIn' | 'hidden' | 'inUse', number> & {
  code: Code
  label: string
  position: number
}

export function toCode<Code extends string>(row: CodeRow<Code>): GuildCode<Code> {
  const { builtIn, hidden, inUse } = row
  return { ...row, builtIn: builtIn === 1, hidden: hidden === 1, inUse: inUse === 1 }
}

export function selectCodes<Kind extends CodeKind>(db: Db, kind: Kind, which: SQL) {
  const { table, code } = codeTables[kind]
  const own = sql.raw(`c.${code}`)
  const isOwn = sql`substr(${own}, 1, 4) = 'own_'`
  const isOnlyOffice = sql`EXISTS (SELECT 1 FROM ${onlyOfficeOfRule(own)})`
  const inUse = isInUse(kind, own)
  return rowsOf<CodeRow<CodeOf<Kind>>>(
    db,
    {
      code: own,
      label: sql`c.label`,
      builtIn: sql`NOT (${isOwn})`,
      hidden: sql`c.hidden`,
      position: sql`c.place`,
      inUse: kind === 'offices' ? sql`(${inUse} OR (${isOwn} AND ${isOnlyOffice}))` : inUse,
    },
    // The undo of a deletion can leave two with the same position.
    sql`${singleRow} CROSS JOIN (SELECT t.*, row_number() OVER (ORDER BY t.position, t.id) AS place
      FROM ${sql.raw(table)} t) c WHERE ${which} ORDER BY c.place`,
  )
}

/** Code and label of every office, by code, for texts about members. */
export function selectOfficeLabels(db: Db) {
  return rowsOf<{ code: Duty; label: string }>(
    db,
    { code: sql`o.code`, label: sql`o.label` },
    sql`offices o ORDER BY o.position, o.id`,
  )
}

/** @throws DomainError NotFound when the guild has no office or honor with this code */
export async function assertCode(db: Db, kind: CodeKind, code: string): Promise<void> {
  const { table, code: column } = codeTables[kind]
  const found = await rowsOf<{ id: number }>(
    db,
    { id: sql`c.id` },
    sql`${sql.raw(table)} c WHERE ${sql.raw(`c.${column}`)} = ${code}`,
  )
  if (found.length === 0) throw notFoundError()
}
