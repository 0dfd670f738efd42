import type { DueHonors } from '#web/data/statistics.ts'
import { sortRows } from '#web/lib/sort-rows.ts'
import type { Duty, HonorBasis, HonorType } from '#worker/domain/codes.ts'
import { type HonorRule, reachedIn, rulesBySeries } from '#worker/domain/honors.ts'
import { listName } from '#worker/domain/names.ts'

export type Called = {
  memberId: number
  name: string
  /** Years, or parades. */
  count: number
  duties: readonly Duty[]
  /** Lower steps that are still open. */
  alsoDue: readonly HonorType[]
}

export type CalledHonor = { rule: HonorRule; people: readonly Called[] }

/** One sheet a series: its honors from the lowest step up, each with its people by name. */
export function sheetsOf(due: DueHonors): CalledHonor[][] {
  const called = Map.groupBy([...calledForYears(due), ...calledForParades(due)], (one) => one.honor)
  return rulesBySeries(due.rules)
    .map((steps) =>
      steps.flatMap((rule) => {
        const people = called.get(rule.type)
        return people ? [{ rule, people: sortRows(people, byName, 'ascending') }] : []
      }),
    )
    .filter((honors) => honors.length > 0)
}

type CalledFor = Called & { honor: HonorType }

const byName = ({ name }: Called) => name

function calledForYears({ upcoming }: DueHonors): CalledFor[] {
  return upcoming.map(({ member, years, ...rest }) => ({
    memberId: member.id,
    name: listName(member),
    count: years,
    ...rest,
  }))
}

/** Called up is who has reached a step, not who still may. */
function calledForParades({ honored }: DueHonors): CalledFor[] {
  return reachedIn(honored).map(({ honor, person }) => ({
    memberId: person.memberId,
    name: person.memberName,
    count: person.numberParades,
    duties: [],
    honor,
    alsoDue: person.alsoDue,
  }))
}

/** What is counted for an honor. */
export const countHeads: Record<HonorBasis, string> = {
  parades: 'Sprünge',
  membershipYears: 'Jahre',
  dutyYears: 'Jahre',
  manual: '',
}
