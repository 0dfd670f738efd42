import { memberCostumesQuery, memberDutiesQuery } from '#web/data/members.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import type { SectionQuery } from '#web/ui/query-section.tsx'
import type { Day } from '#worker/domain/dates.ts'

/**
 * What a member has that can end with their leaving, as it is now.
 * @param memberSince the start of the timespan that is still open; undefined until it is known
 */
export function useBelongings(memberId: number, memberSince: Day | null | undefined) {
  const duties = useFirstAnswer(memberDutiesQuery(memberId))
  const costumes = useFirstAnswer(memberCostumesQuery(memberId))
  const isKnown = memberSince !== undefined && duties.data && costumes.data
  const parts: SectionQuery<unknown>[] = [duties, costumes]
  return {
    known: isKnown ? { memberSince, duties: duties.data, costumes: costumes.data } : null,
    parts,
  }
}
