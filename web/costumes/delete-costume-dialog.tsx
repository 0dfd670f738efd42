import { Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure as Failed } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Costume } from '#worker/costumes/costumes.contract.ts'
import { costumeName } from './costume-columns.tsx'
import { holdsInWords } from './costume-holds.ts'
import { costumeNotDeleted, deleteCostume } from './costumes.api.ts'

type DeleteCostumeDialogProps = {
  costume: Costume
  /** Known before anybody tries: then the dialog says at once what will come of it. */
  hadOwners: boolean
  onClose: () => void
}

/** A costume with history stays: then the dialog says what holds it and leads to its deregistration. */
export function DeleteCostumeDialog({ costume, hadOwners, onClose }: DeleteCostumeDialogProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { run, isBusy, failure } = useAct(deleteCostume, () => {
    toast('Kleid gelöscht')
    void navigate(paths.costumes, { replace: true })
  })
  const error = failure?.error
  const holds = error?.code === 'CostumeInUse' ? error.references : undefined
  const isRegistered = costume.registeredUntil === null
  const isHeld = hadOwners || holds !== undefined
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title="Kleid löschen?"
      description={descriptionOf(costume, hadOwners, holds !== undefined)}
      busy={isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Abbrechen
          </Button>
          {!isHeld && (
            <Button variant="destructive" busy={isBusy} onClick={() => void run(costume.id)}>
              <Trash2 />
              OK
            </Button>
          )}
          {isHeld && isRegistered && (
            <Button asChild variant="primary">
              <Link to={paths.costumeEdit(costume.id)}>Kleid abmelden</Link>
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <Refused failure={failure} holds={holds ? holdsInWords(holds) : []} stays={isRegistered} />
      )}
    </Dialog>
  )
}

function descriptionOf(costume: Costume, hadOwners: boolean, isHeld: boolean): string {
  const name = costumeName(costume)
  if (isHeld) return name
  return hadOwners
    ? `${name} hat eine Geschichte: Es hatte schon Besitzer. Ein solches Kleid wird nicht gelöscht, sondern abgemeldet.`
    : `${name} wird gelöscht. Das lässt sich nicht rückgängig machen.`
}

type RefusedProps = { failure: Failed; holds: readonly string[]; stays: boolean }

function Refused({ failure, holds, stays }: RefusedProps) {
  if (holds.length === 0) {
    return (
      <Alert tone="error">
        <FailureText
          message={costumeNotDeleted}
          failure={failure}
          detail={failureDetail(failure, costumeNotDeleted)}
        />
      </Alert>
    )
  }
  const isOne = holds.length === 1 && holds[0]?.startsWith('1\u00a0')
  return (
    <>
      <Alert tone="error">
        <p>{costumeNotDeleted}</p>
        <p>{`Dazu ${isOne ? 'gehört' : 'gehören'} noch ${holds.join(' und ')}.`}</p>
      </Alert>
      <p>
        {stays
          ? 'Damit nichts davon verloren geht, bleibt das Kleid im Register. Du kannst eintragen, wann es abgemeldet wurde.'
          : 'Damit nichts davon verloren geht, bleibt das Kleid im Register.'}
      </p>
    </>
  )
}
