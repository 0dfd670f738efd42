import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { MemberCandidate } from '#worker/members/members.contract.ts'
import { MembershipStateLabel } from './shared/membership-badge.tsx'

type DuplicateDialogProps = {
  candidates: readonly MemberCandidate[]
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Advice, not a ban: two people may be called the same. */
export function DuplicateDialog({ candidates, busy, onClose, onConfirm }: DuplicateDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      busy={busy}
      title="Gibt es dieses Mitglied schon?"
      description="Diese Mitglieder heißen genauso. Ist es jemand anderes, lege das Mitglied trotzdem an."
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            Trotzdem anlegen
          </Button>
        </>
      }
    >
      <ul className="grid gap-2">
        {candidates.map((candidate) => (
          <Candidate key={candidate.id} candidate={candidate} />
        ))}
      </ul>
    </Dialog>
  )
}

// In a tab of its own: what was typed here stays.
function Candidate({ candidate }: { candidate: MemberCandidate }) {
  const { id, birthday, membershipState } = candidate
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border px-4 py-3">
      <div>
        <Link
          to={paths.member(id)}
          target="_blank"
          className="inline-flex items-center gap-1.5 font-semibold"
        >
          {listName(candidate)}
          <ExternalLink className="size-4" />
          <span className="sr-only">(öffnet einen neuen Tab)</span>
        </Link>
        <p className="text-muted-foreground text-sm tabular-nums">
          {birthday ? `geboren am ${germanDate(birthday)}` : 'ohne Geburtstag'}
        </p>
      </div>
      <MembershipStateLabel state={membershipState} />
    </li>
  )
}
