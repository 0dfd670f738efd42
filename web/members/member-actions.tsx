import { LogOut, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useToast } from '#web/components/toast.tsx'
import { leaveMember, memberQuery, takeBackExit } from '#web/data/members.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Exit, Member, MemberReferences } from '#worker/members/members.contract.ts'
import { DeleteMemberDialog } from './delete-member-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { isLeavingState, leavingNouns, openSince, waitingOn } from './leaving.ts'
import { TakeBackExitDialog } from './take-back-exit-dialog.tsx'
import { useBelongings } from './use-belongings.ts'

type MemberActionsProps = {
  member: Member
  /** What belongs to the member, as far as it is known. */
  references: MemberReferences | null
  today: Day
}

/** For management alone. */
export function MemberActions({ member, references, today }: MemberActionsProps) {
  const [open, setOpen] = useState<'delete' | 'leave' | Exit | null>(null)
  const close = () => setOpen(null)
  const hasLeft = isLeavingState(member.membershipState)
  const { goal, markRemoved } = useRemovalFocus<HTMLButtonElement>(
    member.exit ? [{ id: member.id }] : [],
  )
  const leaving = useRemovalFocus<HTMLAnchorElement>(hasLeft ? [] : [{ id: member.id }])
  return (
    <>
      <Button variant="danger" onClick={() => setOpen('delete')}>
        <Trash2 />
        Löschen
      </Button>
      {!hasLeft && (
        <Button ref={goal} onClick={() => setOpen('leave')}>
          <LogOut className="max-md:hidden" />
          {waitingOn(member) ? 'Austritt ändern' : 'Austritt eintragen'}
        </Button>
      )}
      {member.exit && (
        <Button onClick={() => setOpen(member.exit)}>
          <Undo2 className="max-md:hidden" />
          Austritt zurücknehmen
        </Button>
      )}
      <Button asChild className="max-md:order-first max-md:basis-full!">
        <Link ref={leaving.goal} to={paths.memberEdit(member.id)}>
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
      {open !== null && typeof open === 'object' && (
        <TakeBackExitDialog
          member={member}
          exit={open}
          onClose={close}
          onTakenBack={() => markRemoved(member.id)}
        />
      )}
      {open === 'leave' && (
        <LeaveMember
          member={member}
          today={today}
          onClose={close}
          onLeft={() => leaving.markRemoved(member.id)}
        />
      )}
    </>
  )
}

type LeaveMemberProps = { member: Member; today: Day; onClose: () => void; onLeft: () => void }

function LeaveMember({ member, today, onClose, onLeft }: LeaveMemberProps) {
  const toast = useToast()
  const sending = useSubmit(leaveMember(member.id), (left, { costumeIds = [] }, wayBack) => {
    onClose()
    // Costumes have owners, who are put right with the costume; an exit has its own way back.
    const undo = left.exit ? takingBack(member.id) : costumeIds.length > 0 ? null : wayBack
    const { membershipState: state } = left
    const day = waitingOn(left)
    if (isLeavingState(state)) {
      onLeft()
      toast(`${leavingNouns[state]} eingetragen`, undo)
    } else if (day) toast(`Austritt zum ${germanDate(day)} eingetragen`, undo)
  })
  const now = useFirstAnswer(memberQuery(member.id))
  const waiting = now.data ? waitingOn(now.data) : null
  const { known, parts } = useBelongings(
    member.id,
    now.data && { since: openSince(now.data.membershipActiveTimespan, waiting), waiting },
  )
  return (
    <LeaveDialog
      member={member}
      belongings={{ known, parts: [now, ...parts] }}
      state="Left"
      date={waitingOn(member) ?? today}
      today={today}
      sending={sending}
      onClose={onClose}
    />
  )
}

function takingBack(id: number): UndoAction {
  return { takeBack: takeBackExit(id), done: 'Austritt zurückgenommen' }
}
