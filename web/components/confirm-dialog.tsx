import { type LucideIcon, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
  /** The confirming button's, in place of the bin of what destroys. */
  icon?: LucideIcon
  /** What is shown or chosen along with it; the focus begins at "Abbrechen" all the same. */
  more?: ReactNode
  busy?: boolean
  /** false: what `more` tells is not there yet. */
  isReady?: boolean
  /** What came of the last try; it stays in the dialog until the next one. */
  failure?: CallFailure | null
  /** The failure stands beside a field of `more`: here only that it failed. */
  isTold?: boolean
  /** null: it cannot be done, and the dialog says why. */
  onConfirm: (() => void) | null
}

export function ConfirmDialog({
  confirmLabel = 'OK',
  tone = 'primary',
  busy = false,
  isReady = true,
  ...rest
}: ConfirmDialogProps) {
  const Icon = rest.icon ?? (tone === 'destructive' ? Trash2 : null)
  const detail = rest.failure && !rest.isTold ? detailOf(rest.failure) : undefined
  const told = rest.failure && <Failure failure={rest.failure} detail={detail} />
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
          <Button data-first-focus disabled={busy} onClick={() => rest.onOpenChange(false)}>
            {rest.onConfirm ? 'Abbrechen' : 'Schließen'}
          </Button>
          {rest.onConfirm && (
            <Button variant={tone} busy={busy} disabled={!isReady} onClick={rest.onConfirm}>
              {Icon && <Icon />}
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {(told || rest.more) && (
        <>
          {told}
          {rest.more}
        </>
      )}
    </Dialog>
  )
}
