import type { Db } from '#worker/db/db.ts'
import { always } from '#worker/db/rows-of.ts'
import { type HonorType, honorTypes } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import {
  dueAnniversaries,
  dueForDuties,
  dueForParades,
  type HonorRule,
  rulesBySeries,
} from '#worker/domain/honors.ts'
import { selectHonorRules, toHonorRules } from '#worker/guild/rules.queries.ts'
import { refuseHonorRules } from '#worker/guild/settings-problems.ts'
import { withStand } from './parades-per-member.ts'
import {
  selectCovered,
  selectHonors,
  selectMembers,
  selectOffices,
  selectParadeCounts,
  selectTimespans,
} from './people.queries.ts'
import type { HonorPreview, Person } from './statistics.contract.ts'
import { type HonoreeWithName, honoreesOf } from './upcoming-honors.ts'

type Counted = HonoreeWithName & { confirmed: number }

/**
 * Who would be due an honor, and who no more, if these were the rules: parades count once they are
 * confirmed. One read.
 */
export async function previewHonors(
  db: Db,
  changed: readonly HonorRule[],
  day: Day,
): Promise<HonorPreview> {
  const [members, timespans, offices, honors, ruleRows, counts, covered] = await db.batch([
    selectMembers(db, always),
    selectTimespans(db, always),
    selectOffices(db, always),
    selectHonors(db, always),
    selectHonorRules(db),
    selectParadeCounts(db, always),
    selectCovered(db, always),
  ])
  const confirmedOf = new Map(
    withStand(counts, covered).map(({ id, confirmed }) => [id, confirmed]),
  )
  const honorees = honoreesOf({ members, timespans, offices, honors }).map((honoree) => ({
    ...honoree,
    confirmed: confirmedOf.get(honoree.member.id) ?? 0,
  }))
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

function dueByHonor(honorees: readonly Counted[], rules: readonly HonorRule[], day: Day) {
  const due = new Map<HonorType, Person[]>()
  const add = (honor: HonorType, member: Person) => {
    const people = due.get(honor) ?? []
    people.push(member)
    due.set(honor, people)
  }
  const series = rulesBySeries(rules)
  for (const honoree of honorees) {
    for (const { honor } of dueAnniversaries(honoree, series, day)) add(honor, honoree.member)
    for (const { honor } of dueForDuties(honoree, series, day)) add(honor, honoree.member)
    const held = new Set(honoree.held)
    for (const steps of series) {
      const { confirmed } = honoree
      const { reached } = dueForParades(steps, held, { confirmed, maximum: confirmed })
      if (reached) add(reached.rule.type, honoree.member)
    }
  }
  return due
}

function without(people: readonly Person[] = [], others: readonly Person[] = []): Person[] {
  const ids = new Set(others.map(({ id }) => id))
  return people.filter(({ id }) => !ids.has(id))
}
