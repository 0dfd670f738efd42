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
  /** A question or the name of the action: "Ehrung löschen?" */
  title: ReactNode
  /** Names the person or thing. */
  children?: ReactNode
  confirmLabel?: string
  tone?: 'primary' | 'destructive'
  /** Icon of the confirming button, in place of the bin of destructive actions. */
  icon?: LucideIcon
  /** Further content or choices; also with fields in it, "Abbrechen" has the focus at first. */
  more?: ReactNode
  busy?: boolean
  /** false while the content of `more` is loading. */
  isReady?: boolean
  /** The failure of the last attempt, shown until the next one. */
  failure?: CallFailure | null
  /** The reason of the failure is shown at a field of `more`, so the dialog says only that the action failed. */
  isTold?: boolean
  /** null = the action is not possible: no confirming button; `children` say why. */
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
  const failureAlert = rest.failure && <Failure failure={rest.failure} detail={detail} />
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
      {(failureAlert || rest.more) && (
        <>
          {failureAlert}
          {rest.more}
        </>
      )}
    </Dialog>
  )
}
