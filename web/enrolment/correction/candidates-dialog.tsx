import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Candidate } from './correction.ts'
import type { Correction } from './use-correction.ts'
import { MemberFacts } from './ways-to-match.tsx'

type CandidatesDialogProps = { candidates: readonly Candidate[]; correction: Correction }

/** Asks whether the new member is one of the existing ones. */
export function CandidatesDialog({ candidates, correction }: CandidatesDialogProps) {
  const { running, run, forget } = correction
  const isBusy = running !== null
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={forget}
      busy={isBusy}
      title="Gibt es dieses Mitglied schon?"
      description="Diese Mitglieder heißen genauso. Ist es jemand anderes, lege das Mitglied trotzdem an."
      footer={
        <>
          <Button data-first-focus disabled={isBusy} onClick={forget}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            busy={running?.kind === 'create'}
            disabled={running?.kind === 'assign'}
            onClick={() => run({ kind: 'create', allowDuplicate: true })}
          >
            Trotzdem anlegen
          </Button>
        </>
      }
    >
      <ul className="grid gap-2">
        {candidates.map((candidate) => (
          <li key={candidate.id} className="grid gap-2 rounded-md border px-4 py-3">
            <MemberFacts member={candidate} />
            <Button
              variant="secondary"
              size="sm"
              busy={running?.kind === 'assign' && running.member === candidate}
              disabled={isBusy && !(running.kind === 'assign' && running.member === candidate)}
              onClick={() => run({ kind: 'assign', member: candidate })}
            >
              Diesem Mitglied zuordnen
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
