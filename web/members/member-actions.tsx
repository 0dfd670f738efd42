import { LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Member, MemberReferences } from '#worker/members/members.contract.ts'
import { DeleteMemberDialog } from './delete-member-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { isLeavingState, leavingNouns, openSince } from './leaving.ts'
import { leaveMember } from './member.api.ts'

type MemberActionsProps = {
  member: Member
  /** What belongs to the member, as far as it is known. */
  holds: MemberReferences | null
  today: Day
  onLeft: () => void
}

/** For management alone. */
export function MemberActions({ member, holds, today, onLeft }: MemberActionsProps) {
  const [open, setOpen] = useState<'delete' | 'leave' | null>(null)
  const toast = useToast()
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
          holds={holds}
          onClose={close}
          onLeave={() => setOpen('leave')}
        />
      )}
      {open === 'leave' && (
        <LeaveDialog
          member={member}
          memberSince={openSince(member.membershipActiveTimespan)}
          state="Left"
          date={today}
          today={today}
          leave={(body) => leaveMember(member.id, body)}
          onClose={close}
          onDone={({ membershipState: state }) => {
            close()
            if (isLeavingState(state)) toast(`${leavingNouns[state]} eingetragen`)
            onLeft()
          }}
        />
      )}
    </>
  )
}
