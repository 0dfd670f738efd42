import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { deleteParade } from '#web/data/parades.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'

export function DeleteParade({ parade }: { parade: Parade }) {
  const [isOpen, setOpen] = useState(false)
  const Answer = parade.registrationCount > 0 ? CannotDelete : DeleteDialog
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trash2 />
        Löschen
      </Button>
      {isOpen && <Answer parade={parade} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { parade: Parade; onClose: () => void }

const title = 'Umzug löschen?'

const nameOf = (parade: Parade) => `„${parade.title}“ am ${germanDateWithWeekday(parade.date)}`

/** The server would refuse it: nobody has to try. */
function CannotDelete({ parade, onClose }: DialogProps) {
  const count = parade.registrationCount
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title={title}
      description={nameOf(parade)}
      footer={<Button onClick={onClose}>Schließen</Button>}
    >
      <Alert tone="error">
        {`Zu diesem Umzug gibt es ${count === 1 ? '1 Anmeldung' : `${count} Anmeldungen`}. Deshalb kann er nicht gelöscht werden.`}
      </Alert>
    </Dialog>
  )
}

function DeleteDialog({ parade, onClose }: DialogProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(deleteParade(parade.id), (_none, _, wayBack) => {
    toast('Umzug gelöscht', wayBack)
    void navigate(paths.parades, { replace: true })
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      tone="destructive"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit()}
    >
      {`${nameOf(parade)} wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ConfirmDialog>
  )
}
