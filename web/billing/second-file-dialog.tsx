import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import { germanDateWithWeekday, germanInstant } from '#worker/domain/dates.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { feesInWords } from './fee-text.ts'

type SecondFileDialogProps = {
  earlier: SepaRun
  /** Count and sum that another file would collect. */
  next: FeeSum
  isPending: boolean
  failure: CallFailure | null
  confirm: () => void
  cancel: () => void
}

/** Asks before a second file when another user has made one meanwhile; it leaves out what the first collects. */
export function SecondFileDialog({ earlier, next, failure, ...props }: SecondFileDialogProps) {
  const { count, sumInCent, dueDate, createdBy, year } = earlier
  const isNothing = next.count === 0
  return (
    <ConfirmDialog
      open
      onOpenChange={props.cancel}
      title={`Noch eine Datei für ${year} erzeugen?`}
      confirmLabel="Nur noch nicht eingezogene einziehen"
      busy={props.isPending}
      failure={failure}
      onConfirm={isNothing ? null : props.confirm}
    >
      Bereits am {germanInstant(earlier.createdAt)} erzeugt, von {createdBy}: {feesInWords(count)},{' '}
      {germanEuro(sumInCent)}, fällig am {germanDateWithWeekday(dueDate)}.{' '}
      {isNothing
        ? 'Darüber hinaus ist nichts einzuziehen. Die Datei steht unten bei den erzeugten Dateien.'
        : `Was darin ist, kommt nicht noch einmal mit: Es bleiben ${feesInWords(next.count)}, zusammen ${germanEuro(next.sumInCent)}.`}
    </ConfirmDialog>
  )
}
