import { asc, desc, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { assemblyHonors, honorRules, members } from '#worker/db/schema.ts'
import { rankOfHonor } from '#worker/domain/codes.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { listName, normaliseName } from '#worker/domain/names.ts'
import {
  selectHonorRules,
  selectPublicGuild,
  toHonorRules,
  toPublicGuild,
} from '#worker/guild/guild.queries.ts'
import type { Context } from '#worker/statistics/prepared.ts'
import type { AssemblyRow, HonorOrder } from './assembly.contract.ts'
import { findAssemblyWith } from './find-assembly.ts'
import { handedOverOn } from './marks.queries.ts'

/** Ordered honors of all assemblies, newest first. */
export async function listOrders(db: Db): Promise<HonorOrder[]> {
  const { date, type, orderedOn } = getTableColumns(assemblyHonors)
  const rows = await db
    .select({
      date,
      issuer: honorRules.issuer,
      type,
      member: {
        id: members.id,
        firstName: members.firstName,
        lastName: members.lastName,
        birthday: members.birthday,
      },
      anonymisedAt: members.anonymisedAt,
      orderedOn,
      handedOverOn,
    })
    .from(assemblyHonors)
    .innerJoin(members, eq(members.id, assemblyHonors.memberId))
    .innerJoin(honorRules, eq(honorRules.type, assemblyHonors.type))
    .where(isNotNull(orderedOn))
    .orderBy(desc(orderedOn), desc(date), asc(members.lastNameKey), asc(members.firstNameKey))
  return rows.flatMap(({ anonymisedAt, member, ...row }): HonorOrder[] => {
    if (row.orderedOn === null) return []
    return [{ ...row, orderedOn: row.orderedOn, member: anonymisedAt === null ? member : null }]
  })
}

/** The honors of an assembly to order, sorted by issuer. */
export async function ordersCsv(context: Context, date: Day): Promise<string> {
  const { db } = context
  const {
    assembly: { rows },
    others: [guild, rules],
  } = await findAssemblyWith(context, date, [selectPublicGuild(db), selectHonorRules(db)])
  return ordersFile(rows, { guild: toPublicGuild(guild).name, rules: toHonorRules(rules) })
}

const header = ['Aussteller', 'Ehrung', 'Name', 'Bestellt am', 'Übergeben am']

type Words = { guild: string; rules: readonly HonorRule[] }

function ordersFile(rows: readonly AssemblyRow[], { guild, rules }: Words): string {
  const ruleOf = new Map(rules.map((rule) => [rule.type, rule]))
  const lines = rows.map(({ member, type, orderedOn, handedOverOn }) => {
    const { issuer = '', label = '' } = ruleOf.get(type) ?? {}
    const [ordered, handedOver] = [orderedOn, handedOverOn].map((day) =>
      day ? germanDate(day) : '',
    )
    const by = [normaliseName(issuer || guild), rankOfHonor(type), normaliseName(listName(member))]
    return {
      by,
      cells: [issuer || guild, label, listName(member), ordered ?? '', handedOver ?? ''],
    }
  })
  return csvFile(
    header,
    lines.toSorted(inOrder).map(({ cells }) => cells),
  )
}

type Line = { by: (string | number)[] }

function inOrder(a: Line, b: Line): number {
  const place = a.by.findIndex((part, index) => part !== b.by[index])
  if (place < 0) return 0
  return (a.by[place] ?? '') < (b.by[place] ?? '') ? -1 : 1
}
