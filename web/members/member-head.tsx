import { PageHead } from '#web/components/page.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import type { Member, MemberReferences } from '#worker/members/members.contract.ts'
import { MemberActions } from './member-actions.tsx'
import { ExitBadge, MembershipStateLabel } from './shared/membership-badge.tsx'

const back = { to: paths.members, label: 'Mitgliederliste' }

type MemberHeadProps = {
  /** null until it is known: then the page has a plain title. */
  member: Member | null
  /** What belongs to the member, as far as it is known. */
  references: MemberReferences | null
  today: Day
}

export function MemberHead({ member, ...rest }: MemberHeadProps) {
  const mayWrite = hasRole(useUser(), 'management')
  if (!member) return <PageHead back={back} title="Mitglied" lead={<Skeleton width="12rem" />} />
  return (
    <PageHead
      back={back}
      title={fullName(member)}
      badge={<Badges member={member} />}
      lead={leadOf(member)}
      printsLead
      actions={
        mayWrite && member.anonymisedAt === undefined && <MemberActions member={member} {...rest} />
      }
    />
  )
}

function Badges({ member: { membershipState, exit } }: { member: Member }) {
  return (
    <span className="inline-flex flex-wrap gap-2">
      <MembershipStateLabel state={membershipState} badge />
      {exit && !exit.effective && <ExitBadge date={exit.date} />}
    </span>
  )
}

function leadOf({ maidenName, memberNumber }: Member): string {
  const number = memberNumber > 0 ? `Mitgliedsnummer ${memberNumber}` : 'Noch ohne Mitgliedsnummer'
  return maidenName ? `geb. ${maidenName} · ${number}` : number
}
