import { BookPlus, Flower2, LogOut, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { PageHead } from '#web/components/page.tsx'
import { leaveMember, memberQuery, undoMemberExit } from '#web/data/members.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import type {
  Exit,
  ExitTakenBack,
  Member,
  MemberReferences,
} from '#worker/members/members.contract.ts'
import { DeleteMemberDialog } from './delete-member-dialog.tsx'
import { LeaveDialog, useLeavingEntries } from './leave-dialog.tsx'
import {
  isLeavingState,
  type LeavingState,
  leavingNouns,
  openPeriodStart,
  pendingExitDay,
  undoLabels,
} from './leaving.ts'
import { ExitBadge, MembershipStateLabel } from './shared/membership-badge.tsx'

const back = { to: paths.members, label: 'Mitgliederliste' }

type MemberHeadProps = {
  /** null until the member is loaded; the head then has only a general title. */
  member: Member | null
  /** Counts of related records, as far as loaded. */
  references: MemberReferences | null
  today: Day
  /** Opens the form for a new entry of the duty book, whose section is far down on a phone. */
  onEnterDuty: () => void
}

export function MemberHead({ member, ...rest }: MemberHeadProps) {
  const user = useUser()
  if (!member) return <PageHead back={back} title="Mitglied" lead={<Skeleton width="12rem" />} />
  return (
    <PageHead
      back={back}
      title={fullName(member)}
      badge={<Badges member={member} />}
      lead={leadOf(member)}
      printsLead
      actions={
        member.anonymisedAt === undefined &&
        (can(user, 'keepMembers') ? (
          <MemberActions member={member} {...rest} />
        ) : (
          can(user, 'changeMembers') && <ChangeBankData member={member} />
        ))
      }
    />
  )
}

/** The treasurer's way into the member's form, which then has bank data and fee only. */
function ChangeBankData({ member }: { member: Member }) {
  return (
    <Button asChild>
      <Link to={paths.memberEdit(member.id)}>
        <Pencil />
        Bankdaten ändern
      </Link>
    </Button>
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

type MemberActionsProps = {
  member: Member
  /** Counts of related records, as far as loaded. */
  references: MemberReferences | null
  today: Day
  onEnterDuty: () => void
}

function MemberActions({ member, references, today, onEnterDuty }: MemberActionsProps) {
  const [open, setOpen] = useState<'delete' | LeavingState | Exit | null>(null)
  const close = () => setOpen(null)
  const mayDelete = can(useUser(), 'manage')
  const hasLeft = isLeavingState(member.membershipState)
  const { goal, markRemoved } = useRemovalFocus<HTMLButtonElement>(
    member.exit ? [{ id: member.id }] : [],
  )
  const leaving = useRemovalFocus<HTMLAnchorElement>(hasLeft ? [] : [{ id: member.id }])
  return (
    <>
      {mayDelete && (
        <Button variant="danger" onClick={() => setOpen('delete')}>
          <Trash2 />
          Löschen
        </Button>
      )}
      {!hasLeft && (
        <>
          <Button onClick={onEnterDuty}>
            <BookPlus className="max-md:hidden" />
            Amt eintragen
          </Button>
          <Button onClick={() => setOpen('Died')}>
            <Flower2 className="max-md:hidden" />
            Todesfall eintragen
          </Button>
          <Button ref={goal} onClick={() => setOpen('Left')}>
            <LogOut className="max-md:hidden" />
            {pendingExitDay(member) ? 'Austritt ändern' : 'Austritt eintragen'}
          </Button>
        </>
      )}
      {member.exit && (
        <Button onClick={() => setOpen(member.exit)}>
          <Undo2 className="max-md:hidden" />
          {undoLabels[member.exit.state]}
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
          onLeave={() => setOpen('Left')}
        />
      )}
      {open !== null && typeof open === 'object' && (
        <UndoExitDialog
          member={member}
          exit={open}
          onClose={close}
          onUndone={() => markRemoved(member.id)}
        />
      )}
      {(open === 'Left' || open === 'Died') && (
        <LeaveMember
          state={open}
          member={member}
          today={today}
          onClose={close}
          onLeft={() => leaving.markRemoved(member.id)}
        />
      )}
    </>
  )
}

type LeaveMemberProps = {
  state: LeavingState
  member: Member
  today: Day
  onClose: () => void
  onLeft: () => void
}

function LeaveMember({ state: chosen, member, today, onClose, onLeft }: LeaveMemberProps) {
  const sending = useSubmit(leaveMember(member.id), (left, { costumeIds = [] }, undoAction) => {
    onClose()
    // A pending exit has its own undo. An exit that took costumes has none: owners are corrected at the costume.
    const undo = left.exit
      ? undoExitAction(member.id, left.exit)
      : costumeIds.length > 0
        ? null
        : undoAction
    const { membershipState: state } = left
    const day = pendingExitDay(left)
    if (isLeavingState(state)) {
      onLeft()
      toast(`${leavingNouns[state]} eingetragen`, undo)
    } else if (day) toast(`Austritt zum ${germanDate(day)} eingetragen`, undo)
  })
  const now = useQueryOnce(memberQuery(member.id))
  const waiting = now.data ? pendingExitDay(now.data) : null
  const { known, parts } = useLeavingEntries(
    member.id,
    now.data && { since: openPeriodStart(now.data.membershipActiveTimespan, waiting), waiting },
  )
  return (
    <LeaveDialog
      member={member}
      belongings={{ known, parts: [now, ...parts] }}
      state={chosen}
      date={(chosen === 'Left' && pendingExitDay(member)) || today}
      today={today}
      sending={sending}
      onClose={onClose}
    />
  )
}

function undoExitAction(id: number, { state }: Exit): UndoAction {
  return {
    undo: undoMemberExit(id, leavingNouns[state]),
    done: `${leavingNouns[state]} zurückgenommen`,
  }
}

type UndoExitDialogProps = {
  member: Member
  exit: Exit
  onClose: () => void
  onUndone: () => void
}

/** Asks whether to undo the exit, and afterwards lists what stays ended because it was changed since. */
function UndoExitDialog({ member, exit, ...rest }: UndoExitDialogProps) {
  const [kept, setKept] = useState<Kept>([])
  const noun = leavingNouns[exit.state]
  const { submit, isPending, failure } = useSubmit(undoMemberExit(member.id, noun), (answer) => {
    toast(`${noun} zurückgenommen`)
    rest.onUndone()
    if (answer.kept.length > 0) setKept(answer.kept)
    else rest.onClose()
  })
  const isTold = kept.length > 0
  return (
    <ConfirmDialog
      open
      onOpenChange={rest.onClose}
      title={isTold ? `Der ${noun} ist zurückgenommen` : `${undoLabels[exit.state]}?`}
      confirmLabel={undoLabels[exit.state]}
      busy={isPending}
      failure={failure}
      onConfirm={isTold ? null : () => void submit()}
    >
      {isTold ? <WhatStays kept={kept} /> : wordsFor(member, exit)}
    </ConfirmDialog>
  )
}

type Kept = ExitTakenBack['kept']

// Uses no block elements, since the dialog renders its description as a paragraph.
function WhatStays({ kept }: { kept: Kept }) {
  return (
    <>
      Das bleibt, wie es ist, weil es seither geändert wurde:
      {kept.map(({ kind, id, title }) => (
        <span key={`${kind}-${id}`} className="mt-2 block text-foreground">
          {title}
        </span>
      ))}
    </>
  )
}

function wordsFor({ firstName, lastName }: Member, { state, date, effective }: Exit): string {
  const name = fullName({ firstName, lastName })
  const day = germanDate(date)
  if (state === 'Died')
    return `${name} ist wieder wie vor dem Todesfall am ${day}. Was damit geendet hat, läuft weiter; was seither geändert wurde, bleibt und wird Dir genannt.`
  return effective
    ? `${name} ist wieder Mitglied wie vor dem Austritt zum ${day}. Was damit geendet hat, läuft weiter; was seither geändert wurde, bleibt und wird Dir genannt.`
    : `${name} bleibt Mitglied. Was zum ${day} enden sollte, läuft weiter; was seither geändert wurde, bleibt und wird Dir genannt.`
}
