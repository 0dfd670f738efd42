import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { always } from '#worker/db/statements.ts'
import { honorTypes } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { dueAt, type Honoree, type HonorRule, rulesBySeries } from '#worker/domain/honors.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/guild.queries.ts'
import { refuseHonorRules } from '#worker/guild/settings-problems.ts'
import { honoreesOf, toPerson } from './honorees.ts'
import {
  type CountedMember,
  selectConfirmedAfter,
  selectCountedMembers,
  selectCovered,
  selectHonors,
  selectOffices,
  selectTimespans,
} from './people.queries.ts'
import type { HonorPreview, Person } from './statistics.contract.ts'

/** Who would be due an honor on a day, and who no more, if these were the rules. One read. */
export async function previewHonors(
  db: Db,
  changed: readonly HonorRule[],
  day: Day,
): Promise<HonorPreview> {
  const [members, timespans, offices, honors, ruleRows, covered, later] = await db.batch([
    selectCountedMembers(db, always),
    selectTimespans(db, always),
    selectOffices(db, always),
    selectHonors(db, always),
    selectHonorRules(db),
    selectCovered(db, always),
    selectConfirmedAfter(db, always, sql`${day}`),
  ])
  const honoreeOf = honoreesOf({ timespans, offices, honors, covered, later })
  const honorees = members.map((member) => ({ member, honoree: honoreeOf(member) }))
  const rules = toHonorRules(ruleRows)
  refuseHonorRules(changed, rules)
  const types = new Set(changed.map(({ type }) => type))
  const before = dueByHonor(honorees, rules, day)
  const merged = [...rules.filter(({ type }) => !types.has(type)), ...changed]
  const after = dueByHonor(honorees, merged, day)
  return honorTypes.flatMap((honor) => {
    const added = without(after.get(honor), before.get(honor))
    const removed = without(before.get(honor), after.get(honor))
    return added.length || removed.length ? [{ honor, added, removed }] : []
  })
}

type Counted = { member: CountedMember; honoree: Honoree }

function dueByHonor(people: readonly Counted[], rules: readonly HonorRule[], day: Day) {
  const series = rulesBySeries(rules)
  const due = people.flatMap(({ member, honoree }) =>
    dueAt(honoree, series, day).map(({ type }) => ({ type, member: toPerson(member) })),
  )
  const byHonor = Map.groupBy(due, ({ type }) => type)
  return new Map([...byHonor].map(([type, rows]) => [type, rows.map(({ member }) => member)]))
}

function without(people: readonly Person[] = [], others: readonly Person[] = []): Person[] {
  const ids = new Set(others.map(({ id }) => id))
  return people.filter(({ id }) => !ids.has(id))
}
