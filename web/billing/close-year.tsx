import { Lock } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { closeYear } from '#web/data/billing.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeYear } from '#worker/billing/billing.contract.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { currentFeeSum, FeesChangedAlert } from './changed-alert.tsx'
import { feesInWords } from './fee-text.ts'
import { FileRefusal } from './file-refusal.tsx'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

type CloseYearProps = {
  year: Pick<FeeYear, 'year' | 'count' | 'sumInCent'>
  /** How many of the fees are of 0 euro; left out where that is not known. */
  freeCount?: number | undefined
  /** The fees that the SEPA file collects afterwards; left out where they are not known. */
  collectible?: FeeSum | undefined
  variant?: 'primary' | 'outline'
  size?: 'sm' | 'md'
}

/** A button that stores a claim for every fee of the year; later changes no longer affect the claims. */
export function CloseYear({
  year: { year, count, sumInCent },
  freeCount,
  collectible,
  variant = 'outline',
  size = 'md',
}: CloseYearProps) {
  const [isOpen, setOpen] = useState(false)
  const { submit, isPending, failure, reset } = useSubmit(closeYear, () => {
    const next = collectible?.count === 0 ? 'Rechnungen' : 'SEPA-Datei'
    toast(`${year} festgeschrieben. Als Nächstes: ${next}`)
    setOpen(false)
  })
  useRefetchOnConflict(failure)
  const expected = currentFeeSum(failure) ?? { count, sumInCent }
  const open = () => {
    reset()
    setOpen(true)
  }
  return (
    <>
      <Button variant={variant} size={size} onClick={open}>
        <Lock />
        Festschreiben
      </Button>
      {isOpen && (
        <ConfirmDialog
          open
          onOpenChange={setOpen}
          title={`${year} festschreiben?`}
          confirmLabel="Festschreiben"
          busy={isPending}
          more={
            failure &&
            (currentFeeSum(failure) ? (
              <FeesChangedAlert failure={failure} />
            ) : (
              <FileRefusal failure={failure} />
            ))
          }
          onConfirm={() => void submit({ year, expected })}
        >
          {feesInWords(expected.count, freeCount)}, zusammen {germanEuro(expected.sumInCent)}.
          Danach ändern sich die Beiträge von {year} nicht mehr von selbst: Berichtigungen werden
          gebucht. Zurücknehmen lässt sich das Festschreiben nicht.
        </ConfirmDialog>
      )}
    </>
  )
}
