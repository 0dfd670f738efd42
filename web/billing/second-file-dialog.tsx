import type { CallFailure } from '#web/lib/call-failure.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { debitsInWords, whenMade } from './run-words.ts'

type SecondFileDialogProps = {
  earlier: SepaRun
  isPending: boolean
  failure: CallFailure | null
  confirm: () => void
  cancel: () => void
}

/** Two files at the bank are two collections. */
export function SecondFileDialog({ earlier, failure, ...props }: SecondFileDialogProps) {
  const { count, sumInCent, dueDate, createdBy, year } = earlier
  return (
    <ConfirmDialog
      open
      onOpenChange={props.cancel}
      title={`Noch eine Datei für ${year} erzeugen?`}
      busy={props.isPending}
      failure={failure}
      onConfirm={props.confirm}
    >
      Bereits am {whenMade(earlier)} erzeugt, von {createdBy}: {count} {debitsInWords(count)},{' '}
      {germanEuro(sumInCent)}, fällig am {germanDateWithWeekday(dueDate)}. Reiche nur eine der
      Dateien bei der Bank ein, sonst zieht sie die Beiträge zweimal ein.
    </ConfirmDialog>
  )
}
