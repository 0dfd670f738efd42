import { type SQL, sql } from 'drizzle-orm'
import { type ConstraintErrors, guard } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { changedInBetweenError, DomainError } from '#worker/domain/errors.ts'
import { noSuchHonor } from '#worker/http/fields.ts'
import { validationError } from '#worker/http/validate.ts'

/** An honor named in a request, with the paths of its fields: `{ memberId: 'rows.3.memberId', … }`. */
export type HonorKey = {
  memberId: number
  type: HonorType
  fields: { memberId: string; type: string }
}

/**
 * `json_each` over the named honors, for a FROM with the alias `w`, from which `memberOf` and `typeOf` read.
 */
export function eachHonorKey(named: readonly HonorKey[]): SQL {
  return sql`json_each(${JSON.stringify(named.map(({ memberId, type }) => [memberId, type]))}) w`
}

export const memberOf = sql`(w.value ->> 0)`
export const typeOf = sql`(w.value ->> 1)`

/** The ids of the named honors' rows that the assembly of the day already has. */
export function assemblyRowsOf(date: Day, named: readonly HonorKey[]): SQL {
  return sql`(SELECT a.id FROM ${eachHonorKey(named)} CROSS JOIN assembly_honors a
    ON a.date = ${date} AND a.member_id = ${memberOf} AND a.type = ${typeOf})`
}

/** An extra certificate can be given several times, every other honor once per member. */
const isOnce = sql`${typeOf} <> 'Extra_Certificate'`
const memberHonor = sql`honors h WHERE h.member_id = ${memberOf} AND h.type = ${typeOf}`
const rowOf = (date: Day) => sql`assembly_honors a
  WHERE a.date = ${date} AND a.member_id = ${memberOf} AND a.type = ${typeOf}`

/** The honor was entered for this day or the member holds it already: it cannot be entered again. */
export function isGiven(date: Day): SQL {
  return sql`((${isOnce} AND EXISTS (SELECT 1 FROM ${memberHonor}))
    OR EXISTS (SELECT 1 FROM ${rowOf(date)} AND a.honor_id IS NOT NULL))`
}

/** The member holds the honor, but not because of the entry for this day. */
export function isHeldAlready(date: Day): SQL {
  return sql`(${isOnce} AND EXISTS (SELECT 1 FROM ${memberHonor}
    AND NOT EXISTS (SELECT 1 FROM ${rowOf(date)} AND a.honor_id = h.id)))`
}

/** Honors to check; a row is rejected if `isHeld` is true, which reads the columns of `w` (`eachHonorKey`). */
export type Obstacle = { named: readonly HonorKey[]; isHeld: SQL }

const withNames = (named: readonly HonorKey[]) => sql`${eachHonorKey(named)}
  LEFT JOIN members m ON m.id = ${memberOf} AND m.anonymised_at IS NULL
  LEFT JOIN honor_rules r ON r.type = ${typeOf}`

/** Aborts the commit when a member or a rule is missing, or a member has the honor already. */
export function guardHonorKeys({ named, isHeld }: Obstacle) {
  const obstacle = sql`SELECT 1 FROM ${withNames(named)}
    WHERE m.id IS NULL OR r.type IS NULL OR ${isHeld}`
  return guard('honorsPossible', sql`NOT EXISTS (${obstacle})`)
}

/** For a commit with `guardHonorKeys`; the unique index rejects an honor that is named twice. */
export function namedHonorsErrors(db: Db, obstacle: Obstacle): ConstraintErrors {
  const error = () => namedHonorsError(db, obstacle)
  return { honorsPossible: error, 'honors.member_id': error }
}

async function namedHonorsError(db: Db, { named, isHeld }: Obstacle): Promise<DomainError> {
  const rows = await rowsOf<{ name: string | null; label: string | null; isHeld: number }>(
    db,
    { name: sql`trim(m.first_name || ' ' || m.last_name)`, label: sql`r.label`, isHeld },
    sql`${withNames(named)} ORDER BY w.key`,
  )
  const missing = rows.flatMap(({ name, label }, index): [string, string][] => {
    const { fields } = named[index] ?? {}
    if (!fields) return []
    if (name === null) return [[fields.memberId, 'Dieses Mitglied gibt es nicht mehr.']]
    return label === null ? [[fields.type, noSuchHonor]] : []
  })
  if (missing.length > 0) return validationError(Object.fromEntries(missing))
  const holders = rows.filter((row) => row.isHeld === 1)
  if (holders.length > 0)
    return honorExistsError(holders.map(({ name, label }) => `${name} (${label})`))
  return changedInBetweenError()
}

/** How many holders the message names. */
const mostNamed = 5

function honorExistsError(holders: readonly string[]): DomainError {
  const named = holders.slice(0, mostNamed).join(', ')
  const more = holders.length - mostNamed
  const whom = more > 0 ? `${named} und ${more} weitere` : named
  return new DomainError('HonorExists', `Schon eingetragen: ${whom}. Es ist nichts geändert.`)
}
