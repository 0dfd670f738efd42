import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Asks or names the act: "Ehrung löschen?" */
  title: ReactNode
  /** Names the person or thing. */
  children?: ReactNode
  confirmLabel?: string
  tone?: 'primary' | 'destructive'
  busy?: boolean
  /** What came of the last try; it stays in the dialog until the next one. */
  failure?: CallFailure | null
  /** null: it cannot be done, and the dialog says why. */
  onConfirm: (() => void) | null
}

export function ConfirmDialog({
  confirmLabel = 'OK',
  tone = 'primary',
  busy = false,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      open={rest.open}
      onOpenChange={rest.onOpenChange}
      title={rest.title}
      description={rest.children}
      busy={busy}
      footer={
        <>
          <Button disabled={busy} onClick={() => rest.onOpenChange(false)}>
            {rest.onConfirm ? 'Abbrechen' : 'Schließen'}
          </Button>
          {rest.onConfirm && (
            <Button variant={tone} busy={busy} onClick={rest.onConfirm}>
              {tone === 'destructive' && <Trash2 />}
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {rest.failure && <Failure failure={rest.failure} detail={detailOf(rest.failure)} />}
    </Dialog>
  )
}
