import { useQuery } from '@tanstack/react-query'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { membersQuery } from '#web/data/members.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'

/** Members who may take part: Active or Passive. */
export function usePickableMembers(): SectionQuery<PickableMember[]> {
  return useQuery({ ...membersQuery, select: inTheGuild })
}

function inTheGuild(members: readonly PickableMember[]): PickableMember[] {
  return members.filter(
    ({ membershipState }) => membershipState === 'Active' || membershipState === 'Passive',
  )
}
