import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Tick } from '#web/ui/tick.tsx'

type RefundDialogProps = {
  title: string
  /** Who gets how much. */
  children: ReactNode
  /** Beside the tick; null: there is no place that could be given free. */
  placesLabel: string | null
  /** What becomes of the places when the tick is set, and when it is not. */
  placesHelp: { freed: string; kept: string }
  confirmLabel: string
  isPending?: boolean
  failure?: CallFailure | null
  onClose: () => void
  onConfirm: (cancelPlaces: boolean) => void
}

/** Money goes back, and with it the places unless somebody says otherwise. */
export function RefundDialog({
  isPending = false,
  failure = null,
  onClose,
  ...props
}: RefundDialogProps) {
  const [cancelsPlaces, setCancelsPlaces] = useState(true)
  const { placesLabel, placesHelp } = props
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title={props.title}
      description={props.children}
      busy={isPending}
      footer={
        <>
          <Button data-first-focus disabled={isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="destructive"
            busy={isPending}
            onClick={() => props.onConfirm(placesLabel !== null && cancelsPlaces)}
          >
            <Undo2 />
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {failure && <Failure failure={failure} detail={detailOf(failure)} />}
      {placesLabel && (
        <div>
          <Tick
            checked={cancelsPlaces}
            disabled={isPending}
            onChange={({ target }) => setCancelsPlaces(target.checked)}
          >
            {placesLabel}
          </Tick>
          <p aria-live="polite" className="text-muted-foreground text-sm">
            {cancelsPlaces ? placesHelp.freed : placesHelp.kept}
          </p>
        </div>
      )}
    </Dialog>
  )
}

/** How money goes back, whoever gets it. */
export const wayBackOfMoney =
  'Das Geld geht auf dem Weg zurück, auf dem bezahlt wurde. Bis es da ist, dauert es meist einige Tage.'
