import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '#web/data/members.ts'
import { ExitBadge, MembershipStateLabel } from '#web/members/shared/membership-badge.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { Candidate } from './correction.ts'

/** Name, birthday and state: what tells one member from another. The blanks are for the ear. */
export function MemberFacts({ member }: { member: Candidate }) {
  const { birthday, membershipState } = member
  const { data: exitDate } = useQuery({
    ...membersQuery,
    select: (members) => members.find(({ id }) => id === member.id)?.exitDate,
  })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold">{listName(member)}</span>{' '}
      <span className="whitespace-nowrap text-sm tabular-nums">
        {birthday ? germanDate(birthday) : 'ohne Geburtstag'}
      </span>{' '}
      <span className="text-sm">
        <MembershipStateLabel state={membershipState} />
      </span>{' '}
      {exitDate && <ExitBadge date={exitDate} />}
    </p>
  )
}
