import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Failure } from '#web/lib/result.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tick } from '#web/ui/tick.tsx'
import { ActFailure } from './act-failure.tsx'
import { notRefunded } from './orders.api.ts'

type RefundDialogProps = {
  title: string
  /** Who gets how much. */
  children: ReactNode
  /** Beside the tick; null: there is no place that could be given free. */
  placesLabel: string | null
  /** What becomes of the places when the tick is set, and when it is not. */
  placesHelp: { freed: string; kept: string }
  confirmLabel: string
  isBusy?: boolean
  failure?: Failure | null
  onClose: () => void
  onConfirm: (cancelPlaces: boolean) => void
}

/** Money goes back, and with it the places unless somebody says otherwise. */
export function RefundDialog({ isBusy = false, onClose, ...props }: RefundDialogProps) {
  const [cancelsPlaces, setCancelsPlaces] = useState(true)
  const { placesLabel, placesHelp } = props
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title={props.title}
      description={props.children}
      busy={isBusy}
      footer={
        <>
          <Button data-first-focus disabled={isBusy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="destructive"
            busy={isBusy}
            onClick={() => props.onConfirm(placesLabel !== null && cancelsPlaces)}
          >
            <Undo2 />
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <ActFailure failure={props.failure ?? null} message={notRefunded} />
      {placesLabel && (
        <div>
          <Tick
            checked={cancelsPlaces}
            disabled={isBusy}
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
