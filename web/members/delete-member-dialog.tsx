import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure as Failed } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Member, MemberReferences } from '#worker/members/members.contract.ts'
import { isLeavingState } from './leaving.ts'
import { deleteMember, memberNotDeleted } from './member.api.ts'
import { holdsInWords } from './member-holds.ts'

type DeleteMemberDialogProps = {
  member: Member
  /** Known beforehand: then nothing is asked. */
  holds: MemberReferences | null
  onClose: () => void
  /** The way that is open to a member with history. */
  onLeave: () => void
}

/** A member with history stays: then the dialog says what holds it and offers the leaving. */
export function DeleteMemberDialog({
  member,
  onClose,
  onLeave,
  ...props
}: DeleteMemberDialogProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { run, isBusy, failure } = useAct(deleteMember, () => {
    toast('Mitglied gelöscht')
    void navigate(paths.members, { replace: true })
  })
  const error = failure?.error
  const refused = error?.code === 'MemberInUse' ? error.references : undefined
  const holds = refused ?? props.holds ?? undefined
  const mayLeave = holds !== undefined && !isLeavingState(member.membershipState)
  const name = `${member.firstName} ${member.lastName}`
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title="Mitglied löschen?"
      description={holds ? name : `${name} wird gelöscht. Das lässt sich nicht rückgängig machen.`}
      busy={isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {holds && !mayLeave ? 'Schließen' : 'Abbrechen'}
          </Button>
          {!holds && (
            <Button variant="destructive" busy={isBusy} onClick={() => void run(member.id)}>
              <Trash2 />
              OK
            </Button>
          )}
          {mayLeave && (
            <Button variant="primary" onClick={onLeave}>
              Als ausgetreten eintragen
            </Button>
          )}
        </>
      }
    >
      {holds && <Held holds={holds} mayLeave={mayLeave} isRefused={refused !== undefined} />}
      {failure && !holds && <NotDeleted failure={failure} />}
    </Dialog>
  )
}

function NotDeleted({ failure }: { failure: Failed }) {
  return (
    <Alert tone="error">
      <FailureText
        message={memberNotDeleted}
        failure={failure}
        detail={failureDetail(failure, memberNotDeleted)}
      />
    </Alert>
  )
}

type HeldProps = { holds: MemberReferences; mayLeave: boolean; isRefused: boolean }

function Held({ holds, mayLeave, isRefused }: HeldProps) {
  return (
    <>
      <Alert tone={isRefused ? 'error' : 'info'}>
        <p>{isRefused ? memberNotDeleted : 'Das Mitglied kann nicht gelöscht werden.'}</p>
        <p>Zu diesem Mitglied gehören noch:</p>
        <ul className="ms-5 list-disc">
          {holdsInWords(holds).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Alert>
      <p>
        {mayLeave
          ? 'Damit nichts davon verloren geht, bleibt das Mitglied im Bestand. Du kannst es als ausgetreten eintragen.'
          : 'Damit nichts davon verloren geht, bleibt das Mitglied im Bestand.'}
      </p>
    </>
  )
}
