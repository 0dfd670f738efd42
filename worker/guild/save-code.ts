import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type ConstraintErrors, commit, guard, guardChanges } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { guildSettings, honorRuleDuties, honorRules, offices } from '#worker/db/schema.ts'
import { insertSelected, rowsOf, singleRow } from '#worker/db/statements.ts'
import { type HonorType, idOfOwnCode, isBuiltInDuty, isBuiltInHonor } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { notFoundError, orNotFound, validationError } from '#worker/http/validate.ts'
import type { CodeChange, GuildCode, NewCode } from './guild.contract.ts'
import {
  type CodeKind,
  type CodeOf,
  type CodeRow,
  isInUse,
  onlyOfficeOfRule,
  selectCodes,
  toCode,
} from './guild-codes.queries.ts'

/** The columns that both tables have. */
const tables = {
  offices: { table: offices, code: offices.code },
  honors: { table: honorRules as unknown as typeof offices, code: honorRules.type },
} as const

const sentences = {
  offices: {
    builtIn: 'Dieses Amt gehört zum Programm. Blende es aus, dann wird es nicht mehr angeboten.',
    inUse:
      'Das Amt steht im Dienstbuch oder ließe sich dorthin zurückholen. Blende es aus, dann wird es nicht mehr angeboten.',
    exists: 'Ein Amt mit diesem Namen gibt es schon.',
  },
  honors: {
    builtIn:
      'Diese Ehrung gehört zum Programm. Blende sie aus, dann wird sie nicht mehr angeboten.',
    inUse:
      'Die Ehrung steht bei einem Mitglied oder in einer Versammlung oder ließe sich dorthin zurückholen. Blende sie aus, dann wird sie nicht mehr angeboten.',
    exists: 'Eine Ehrung mit diesem Namen gibt es schon.',
  },
} as const

/** Adds an office or honor of the guild's own, behind all others. @throws DomainError LabelExists */
export async function addCode<Kind extends CodeKind>(
  db: Db,
  kind: Kind,
  { label, countsFor = [] }: NewCode,
): Promise<GuildCode<CodeOf<Kind>>> {
  const { table } = tables[kind]
  const name = sql.raw(kind === 'offices' ? 'offices' : 'honor_rules')
  // The code contains the row's id; neither is ever given twice.
  const code = sql`'own_' || CAST(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ${nameOf(kind)}), 0) + 1 AS INTEGER)`
  const added = sql`(SELECT max(id) FROM ${name})`
  const row = {
    label,
    labelKey: normaliseName(label),
    position: sql`(SELECT coalesce(max(position), 0) + 1 FROM ${name})`,
  }
  const insert =
    kind === 'offices'
      ? insertSelected(offices, { ...row, code }, sql`${singleRow} WHERE 1`)
      : insertSelected(honorRules, { ...row, type: code }, sql`${singleRow} WHERE 1`)
  const statements: BatchItem<'sqlite'>[] = [
    insert,
    guardLabel(kind, sql`c.id = ${added}`),
    ...(kind === 'offices' && countsFor.length > 0
      ? [
          guardCounting(countsFor),
          insertCountedOffice(sql`(SELECT code FROM ${table} WHERE id = ${added})`, countsFor),
        ]
      : []),
    moveSettingsVersion(),
    selectCodes(db, kind, sql`c.id = ${added}`),
  ]
  return answerOf<CodeOf<Kind>>(await commit(db, statements, refusalsOf(kind)))
}

/**
 * Changes label, place or visibility; an office also the honors for which its years count.
 * @throws DomainError NotFound, LabelExists, ValidationFailed
 */
export async function changeCode<Kind extends CodeKind>(
  db: Db,
  kind: Kind,
  code: CodeOf<Kind>,
  { label, hidden, position, countsFor }: CodeChange,
): Promise<GuildCode<CodeOf<Kind>>> {
  const { table, code: column } = tables[kind]
  const isIt = sql`${column} = ${code}`
  const set = {
    ...(label !== undefined && { label, labelKey: normaliseName(label) }),
    ...(hidden !== undefined && { hidden }),
  }
  const statements: BatchItem<'sqlite'>[] = [
    guard('codeThere', sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isIt})`),
    ...(position === undefined ? [] : [moveTo(kind, code, position)]),
    ...(Object.keys(set).length > 0 ? [write.update(table).set(set).where(isIt)] : []),
    ...(label === undefined ? [] : [guardLabel(kind, sql`${codeIn('c', kind)} = ${code}`)]),
    ...(kind === 'offices' && countsFor ? countOnlyFor(code, countsFor) : []),
    moveSettingsVersion(),
    selectCodes(db, kind, sql`${codeIn('c', kind)} = ${code}`),
  ]
  return answerOf<CodeOf<Kind>>(await commit(db, statements, refusalsOf(kind)))
}

/**
 * Deletes an office or honor of the guild's own that is not needed.
 * @throws DomainError NotFound, BuiltIn, InUse
 */
export async function removeCode(db: Db, kind: CodeKind, code: string): Promise<void> {
  const { builtIn, inUse } = sentences[kind]
  if (kind === 'offices' ? isBuiltInDuty(code) : isBuiltInHonor(code)) {
    throw new DomainError('BuiltIn', builtIn)
  }
  if (idOfOwnCode(code) === null) throw notFoundError()
  const { table, code: column } = tables[kind]
  const counted = kind === 'offices' ? honorRuleDuties.duty : honorRuleDuties.type
  const statements = [
    guard('codeFree', sql`NOT ${isInUse(kind, sql`${code}`)}`),
    ...(kind === 'offices' ? [guardOtherOffice(code)] : []),
    write.delete(honorRuleDuties).where(sql`${counted} = ${code}`),
    write.delete(table).where(sql`${column} = ${code}`),
    guardChanges('codeThere', 1),
    moveSettingsVersion(),
  ]
  const isUsed = () => new DomainError('InUse', inUse)
  await commit(db, statements, {
    ...refusalsOf(kind),
    codeFree: isUsed,
    foreignKey: isUsed,
    otherOffice: async () => {
      const [rule] = await rowsOf<{ label: string }>(
        db,
        { label: sql`r.label` },
        sql`${onlyOfficeOfRule(sql`${code}`)} LIMIT 1`,
      )
      const honor = rule ? `„${rule.label}“` : 'eine Ehrung'
      return new DomainError('InUse', `Für ${honor} zählt nur dieses Amt. Ändere erst die Regel.`)
    },
  })
}

/** The saved office or honor, which the last statement has read. */
function answerOf<Code extends string>(results: readonly unknown[]): GuildCode<Code> {
  const [row] = results.at(-1) as CodeRow<Code>[]
  return toCode(orNotFound(row))
}

const nameOf = (kind: CodeKind) => (kind === 'offices' ? 'offices' : 'honor_rules')
const codeIn = (alias: string, kind: CodeKind) =>
  sql.raw(`${alias}.${kind === 'offices' ? 'code' : 'type'}`)

/** Rejects a label that another office (or another honor) has. */
function guardLabel(kind: CodeKind, which: SQL) {
  const table = sql.raw(nameOf(kind))
  return guard(
    'labelFree',
    sql`NOT EXISTS (SELECT 1 FROM ${table} c CROSS JOIN ${table} o
      WHERE ${which} AND o.label_key = c.label_key AND o.id <> c.id)`,
  )
}

/**
 * Moves a code to a place in the order and numbers all again, since the undo of a deletion can leave two with
 * the same position.
 */
function moveTo(kind: CodeKind, code: string, position: number) {
  const { table, code: column } = tables[kind]
  const name = sql.raw(nameOf(kind))
  const ranks = sql`(SELECT id, ${column} = ${code} AS isIt, row_number() OVER (ORDER BY position, id) AS place FROM ${table})`
  const was = sql`(SELECT place FROM ${ranks} WHERE isIt)`
  return write
    .update(table)
    .set({ position: sql`wanted.place` })
    .from(
      sql`(SELECT id, row_number() OVER (ORDER BY CASE WHEN isIt THEN ${position} ELSE place END,
        CASE WHEN isIt THEN 2 * (${position} > ${was}) ELSE 1 END) AS place FROM ${ranks}) wanted`,
    )
    .where(sql`wanted.id = ${name}.id AND ${name}.position <> wanted.place`)
}

/**
 * Increases the version of the settings, of which the rules are part: a save that read older rules is
 * retried.
 */
const moveSettingsVersion = () =>
  write.update(guildSettings).set({ version: sql`version + 1` }).where(sql`id = 1`)

const wantedTypes = (types: readonly HonorType[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(types)}))`

/** Rejects an honor other than one for years in office, since only these count offices. */
function guardCounting(types: readonly HonorType[]) {
  return guard(
    'countsYears',
    sql`(SELECT count(*) FROM honor_rules WHERE basis = 'dutyYears' AND type IN ${wantedTypes(types)})
      = ${new Set(types).size}`,
  )
}

function insertCountedOffice(duty: SQL, types: readonly HonorType[]) {
  return insertSelected(
    honorRuleDuties,
    { type: sql`w.value`, duty },
    sql`json_each(${JSON.stringify([...new Set(types)])}) w WHERE 1`,
  ).onConflictDoNothing()
}

function countOnlyFor(code: string, types: readonly HonorType[]) {
  const isOther = sql`${honorRuleDuties.duty} = ${code} AND ${honorRuleDuties.type} NOT IN ${wantedTypes(types)}
    AND ${honorRuleDuties.type} IN (SELECT type FROM honor_rules WHERE basis = 'dutyYears')`
  return [
    guardCounting(types),
    insertCountedOffice(sql`${code}`, types),
    write.delete(honorRuleDuties).where(isOther),
    guard(
      'ruleKeepsOffice',
      sql`NOT EXISTS (SELECT 1 FROM honor_rules r WHERE r.basis = 'dutyYears'
        AND NOT EXISTS (SELECT 1 FROM honor_rule_duties d WHERE d.type = r.type))`,
    ),
  ]
}

const guardOtherOffice = (code: string) =>
  guard('otherOffice', sql`NOT EXISTS (SELECT 1 FROM ${onlyOfficeOfRule(sql`${code}`)})`)

function refusalsOf(kind: CodeKind): ConstraintErrors {
  const exists = () => {
    const message = sentences[kind].exists
    return new DomainError('LabelExists', message, { label: message })
  }
  return {
    codeThere: notFoundError,
    labelFree: exists,
    'offices.label_key': exists,
    countsYears: () =>
      validationError({ countsFor: 'Wähle nur Ehrungen, für die Jahre im Amt zählen.' }),
    ruleKeepsOffice: () =>
      validationError({ countsFor: 'Für eine dieser Ehrungen zählt sonst kein Amt mehr.' }),
  }
}
