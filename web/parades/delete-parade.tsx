import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { useAct } from '#web/lib/use-act.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { deleteParade, paradeNotDeleted } from './parades.api.ts'

export function DeleteParade({ parade }: { parade: Parade }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trash2 />
        Löschen
      </Button>
      {isOpen && <DeleteDialog parade={parade} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeleteDialog({ parade, onClose }: { parade: Parade; onClose: () => void }) {
  const navigate = useNavigate()
  const toast = useToast()
  const { run, isBusy, failure } = useAct(deleteParade, () => {
    toast('Umzug gelöscht')
    void navigate(paths.parades, { replace: true })
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Umzug löschen?"
      tone="destructive"
      busy={isBusy}
      error={
        failure && (
          <FailureText
            message={paradeNotDeleted}
            failure={failure}
            detail={failureDetail(failure, paradeNotDeleted)}
          />
        )
      }
      onConfirm={() => void run(parade.id)}
    >
      {`„${parade.title}“ am ${germanDateWithWeekday(parade.date)} wird gelöscht. Das lässt sich nicht rückgängig machen.`}
    </ConfirmDialog>
  )
}
