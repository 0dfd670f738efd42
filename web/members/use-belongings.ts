import type { SectionQuery } from '#web/components/query-section.tsx'
import { memberCostumesQuery, memberDutiesQuery, memberFamilyQuery } from '#web/data/members.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import type { Day } from '#worker/domain/dates.ts'

type OpenMembership = { since: Day | null; waiting: Day | null }

/**
 * What a member has that can end with their leaving, as it is now, and for whom they pay.
 * @param membership `openSince`, and the day of a leave that waits; undefined until it is known
 */
export function useBelongings(memberId: number, membership: OpenMembership | undefined) {
  const duties = useFirstAnswer(memberDutiesQuery(memberId))
  const costumes = useFirstAnswer(memberCostumesQuery(memberId))
  const family = useFirstAnswer(memberFamilyQuery(memberId))
  const isKnown = membership && duties.data && costumes.data && family.data
  const parts: SectionQuery<unknown>[] = [duties, costumes, family]
  return {
    known: isKnown
      ? {
          ...membership,
          duties: duties.data,
          costumes: costumes.data,
          payees: family.data.payees,
        }
      : null,
    parts,
  }
}
