import { createHash } from 'node:crypto'
import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Db } from '#worker/db/db.ts'
import { dataVersion, members, memberTimespans } from '#worker/db/schema.ts'
import { jsonObject, rowsOf } from '#worker/db/statements.ts'
import { pick } from '#worker/domain/conflicts.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { type JsonText, jsonText } from '#worker/http/responses.ts'
import { exitDate } from './exits.queries.ts'
import { memberColumns } from './member-columns.ts'
import { fileCells, fileHeads, listedNames, type MemberRow } from './member-list.ts'

// Anonymised members are left out of all lists.
const isNotAnonymised = isNull(members.anonymisedAt)

const byName = [asc(members.lastNameKey), asc(members.firstNameKey), asc(members.id)]

const timespans = sql`SELECT json_group_array(json_object('from', ${memberTimespans.from}, 'to', ${memberTimespans.to}))
  FROM ${memberTimespans} WHERE ${memberTimespans.memberId} = ${members.id}`

const memberAsJson = (seesBankData: boolean) =>
  jsonObject([
    ...(['id', ...listedNames] as const).map((name) => [name, members[name]] as const),
    ['exitDate', sql`${exitDate}`],
    ['timespans', sql`json((${timespans}))`],
    ['mailOptOut', sql`json(iif(${members.mailOptOut}, 'true', 'false'))`],
    [
      'hasMandate',
      seesBankData
        ? sql`json(iif(${members.bankingSepaAllowed}, 'true', 'false'))`
        : sql`json('null')`,
    ],
  ])

/**
 * The whole list as JSON text, by name: SQLite builds each row's object, which is not parsed here
 * (docs/decisions/data.md).
 * @param tags the ETags of the lists that the client has
 * @param seesBankData otherwise `hasMandate` is null
 * @returns the current ETag, and `list` null when the client has that list
 */
export async function memberListJson(
  db: Db,
  tags: readonly string[],
  seesBankData: boolean,
): Promise<{ tag: string; list: JsonText<MemberRow[]> | null }> {
  const kind = seesBankData ? 'm' : 'n'
  const known = versionsIn(tags, kind)
  // False when the client has this version: then no members are read.
  const ofOther = and(eq(dataVersion.id, 1), notInArray(dataVersion.membersVersion, known))
  const [[now], rows] = await db.batch([
    db
      .select({ version: dataVersion.membersVersion })
      .from(dataVersion)
      .where(eq(dataVersion.id, 1)),
    rowsOf<{ json: string }>(
      db,
      { json: memberAsJson(seesBankData) },
      sql`${dataVersion} CROSS JOIN ${members} WHERE ${and(ofOther, isNotAnonymised)}
        ORDER BY ${sql.join(byName, sql`, `)}`,
    ),
  ])
  const version = now?.version ?? 0
  const tag = memberListTag(version, kind)
  if (known.includes(version)) return { tag, list: null }
  return { tag, list: jsonText(`[${rows.map(({ json }) => json).join(',')}]`) }
}

const written = new QueryBuilder({ casing: 'snake_case' })
  .select({ json: memberAsJson(true) })
  .from(members)
/** Changes with the query, so that a release with another format invalidates cached lists. */
const release = createHash('sha256')
  .update(JSON.stringify(written.toSQL()))
  .digest('hex')
  .slice(0, 8)

/** With and without the mandates. */
type ListKind = 'm' | 'n'

/** The ETag of a list: `"m4711-1a2b3c4d"`. */
function memberListTag(version: number, kind: ListKind): string {
  return `"${kind}${version}-${release}"`
}

/** How many ETags of a request are considered: more than a browser sends, few enough for the query. */
const mostTags = 10

/** The versions in these ETags, of this release and kind only. */
function versionsIn(tags: readonly string[], kind: ListKind): number[] {
  const versions = tags.map((tag) => Number(/^"[mn](\d+)-/.exec(tag)?.[1]))
  const own = versions.filter((version, index) => memberListTag(version, kind) === tags[index])
  return own.slice(0, mostTags)
}

const fileColumns = pick(memberColumns, listedNames) as Pick<
  typeof memberColumns,
  (typeof listedNames)[number]
>

/** `Mitgliederliste.csv`: all members by name. */
export async function memberListCsv(db: Db): Promise<string> {
  const rows = await db
    .select(fileColumns)
    .from(members)
    .where(isNotAnonymised)
    .orderBy(...byName)
  return csvFile(fileHeads, rows.map(fileCells))
}
