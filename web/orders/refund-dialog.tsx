import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type RefundDialogProps = {
  title: string
  /** Who gets how much. */
  children: ReactNode
  /** The tick, and what becomes of the places when it is set and when not; null = there is none. */
  places: { label: string; freed: string; kept: string } | null
  confirmLabel: string
  isPending?: boolean
  failure?: CallFailure | null
  onClose: () => void
  onConfirm: (cancelPlaces: boolean) => void
}

/** Money goes back, and with it the places where there is a tick, unless somebody takes it away. */
export function RefundDialog({
  isPending = false,
  failure = null,
  onClose,
  ...props
}: RefundDialogProps) {
  const [cancelsPlaces, setCancelsPlaces] = useState(true)
  const { places } = props
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={props.title}
      confirmLabel={props.confirmLabel}
      tone="destructive"
      icon={Undo2}
      busy={isPending}
      failure={failure}
      onConfirm={() => props.onConfirm(places !== null && cancelsPlaces)}
      more={
        places && (
          <div>
            <Checkbox
              checked={cancelsPlaces}
              disabled={isPending}
              onChange={({ target }) => setCancelsPlaces(target.checked)}
            >
              {places.label}
            </Checkbox>
            <p aria-live="polite" className="text-muted-foreground text-sm">
              {cancelsPlaces ? places.freed : places.kept}
            </p>
          </div>
        )
      }
    >
      {props.children}
    </ConfirmDialog>
  )
}

/** How money goes back, whoever gets it. */
export const wayBackOfMoney =
  'Das Geld geht auf dem Weg zurück, auf dem bezahlt wurde. Bis es da ist, dauert es meist einige Tage.'
