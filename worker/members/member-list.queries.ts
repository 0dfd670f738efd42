import { asc, isNull, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { members, memberTimespans } from '#worker/db/schema.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { type JsonText, jsonText } from '#worker/http/json-text.ts'
import { exitDate } from './exits.queries.ts'
import { fileCells, listedNames, type MemberRow, memberListFields } from './member-list.ts'

// Who was made nobody's is in no list: there is nothing to be seen of them, nor to be chosen.
const isSomebody = isNull(members.anonymisedAt)

const byName = [asc(members.lastNameKey), asc(members.firstNameKey), asc(members.id)]

const timespans = sql`SELECT json_group_array(json_object('from', ${memberTimespans.from}, 'to', ${memberTimespans.to}))
  FROM ${memberTimespans} WHERE ${memberTimespans.memberId} = ${members.id}`

/**
 * The whole list as JSON text, by name: SQLite writes each row's object, and nothing
 * here takes 5,000 rows apart only to put them together again (docs/decisions.md, 16).
 */
export async function memberListJson(db: Db): Promise<JsonText<MemberRow[]>> {
  const pairs = (['id', ...listedNames] as const).map((name) => sql`${name}, ${members[name]}`)
  const rows = await db.all<{ json: string }>(sql`
    SELECT json_object(${sql.join(pairs, sql`, `)}, 'exitDate', ${exitDate},
      'timespans', json((${timespans})),
      'mailOptOut', json(iif(${members.mailOptOut}, 'true', 'false')),
      'hasMandate', json(iif(${members.bankingSepaAllowed}, 'true', 'false'))) AS json
    FROM ${members} WHERE ${isSomebody} ORDER BY ${sql.join(byName, sql`, `)}`)
  return jsonText(`[${rows.map(({ json }) => json).join(',')}]`)
}

/** `Mitgliederliste.csv`: all members by name. */
export async function memberListCsv(db: Db): Promise<string> {
  const rows = await db
    .select()
    .from(members)
    .where(isSomebody)
    .orderBy(...byName)
  return csvFile(
    listedNames.map((name) => memberListFields[name].head),
    rows.map(fileCells),
  )
}
