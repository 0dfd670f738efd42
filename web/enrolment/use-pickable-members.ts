import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '#web/data/members.ts'
import type { PickableMember } from '#web/ui/member-picker-search.ts'
import type { SectionQuery } from '#web/ui/query-section.tsx'

/** Whoever may take part: Active or Passive. */
export function usePickableMembers(): SectionQuery<PickableMember[]> {
  return useQuery({ ...membersQuery, select: inTheGuild })
}

function inTheGuild(members: readonly PickableMember[]): PickableMember[] {
  return members.filter(
    ({ membershipState }) => membershipState === 'Active' || membershipState === 'Passive',
  )
}
