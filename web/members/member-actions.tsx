import { LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { leaveMember, memberQuery } from '#web/data/members.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Member, MemberReferences } from '#worker/members/members.contract.ts'
import { DeleteMemberDialog } from './delete-member-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { isLeavingState, leavingNouns, openSince } from './leaving.ts'
import { useBelongings } from './use-belongings.ts'

type MemberActionsProps = {
  member: Member
  /** What belongs to the member, as far as it is known. */
  references: MemberReferences | null
  today: Day
}

/** For management alone. */
export function MemberActions({ member, references, today }: MemberActionsProps) {
  const [open, setOpen] = useState<'delete' | 'leave' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen('delete')}>
        <Trash2 />
        Löschen
      </Button>
      {!isLeavingState(member.membershipState) && (
        <Button onClick={() => setOpen('leave')}>
          <LogOut className="max-md:hidden" />
          Austritt eintragen
        </Button>
      )}
      <Button asChild className="max-md:order-first max-md:basis-full!">
        <Link to={paths.memberEdit(member.id)}>
          <Pencil />
          Bearbeiten
        </Link>
      </Button>
      {open === 'delete' && (
        <DeleteMemberDialog
          member={member}
          references={references}
          onClose={close}
          onLeave={() => setOpen('leave')}
        />
      )}
      {open === 'leave' && <LeaveMember member={member} today={today} onClose={close} />}
    </>
  )
}

type LeaveMemberProps = { member: Member; today: Day; onClose: () => void }

function LeaveMember({ member, today, onClose }: LeaveMemberProps) {
  const toast = useToast()
  const sending = useSubmit(leaveMember(member.id), ({ membershipState: state }) => {
    onClose()
    if (isLeavingState(state)) toast(`${leavingNouns[state]} eingetragen`)
  })
  const now = useFirstAnswer(memberQuery(member.id))
  const { known, parts } = useBelongings(
    member.id,
    now.data && openSince(now.data.membershipActiveTimespan),
  )
  return (
    <LeaveDialog
      member={member}
      belongings={{ known, parts: [now, ...parts] }}
      state="Left"
      date={today}
      today={today}
      sending={sending}
      onClose={onClose}
    />
  )
}
