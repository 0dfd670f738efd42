import { Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { useToast } from '#web/components/toast.tsx'
import { deleteCostume } from '#web/data/costumes.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Costume } from '#worker/costumes/costumes.contract.ts'
import { costumeName } from './costume-columns.tsx'
import { referencesInWords } from './costume-references.ts'

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
  const { submit, isPending, failure } = useSubmit(
    deleteCostume(costume.id),
    (_none, _, wayBack) => {
      toast('Kleid gelöscht', wayBack)
      void navigate(paths.costumes, { replace: true })
    },
  )
  const error = failure?.error
  const references = error?.code === 'CostumeInUse' ? error.references : undefined
  const isRegistered = costume.registeredUntil === null
  const isHeld = hadOwners || references !== undefined
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title="Kleid löschen?"
      description={descriptionOf(costume, hadOwners, references !== undefined)}
      busy={isPending}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Abbrechen
          </Button>
          {!isHeld && (
            <Button variant="destructive" busy={isPending} onClick={() => void submit()}>
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
        <Refused
          failure={failure}
          references={references ? referencesInWords(references) : []}
          stays={isRegistered}
        />
      )}
    </Dialog>
  )
}

function descriptionOf(costume: Costume, hadOwners: boolean, isHeld: boolean): string {
  const name = costumeName(costume)
  if (isHeld) return name
  return hadOwners
    ? `${name} hat eine Geschichte: Es hatte schon Besitzer. Ein solches Kleid wird nicht gelöscht, sondern abgemeldet.`
    : `${name} wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`
}

type RefusedProps = { failure: CallFailure; references: readonly string[]; stays: boolean }

function Refused({ failure, references, stays }: RefusedProps) {
  if (references.length === 0) return <Failure failure={failure} detail={detailOf(failure)} />
  const isOne = references.length === 1 && references[0]?.startsWith('1\u00a0')
  return (
    <>
      <Alert tone="error">
        <p>{failure.message}</p>
        <p>{`Dazu ${isOne ? 'gehört' : 'gehören'} noch ${references.join(' und ')}.`}</p>
      </Alert>
      <p>
        {stays
          ? 'Damit nichts davon verloren geht, bleibt das Kleid im Register. Du kannst eintragen, wann es abgemeldet wurde.'
          : 'Damit nichts davon verloren geht, bleibt das Kleid im Register.'}
      </p>
    </>
  )
}
