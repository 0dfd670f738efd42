import type { Failure } from '#web/lib/result.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fileNotMade } from './billing.api.ts'
import { debitsInWords, whenMade } from './run-words.ts'

type SecondFileDialogProps = {
  earlier: SepaRun
  isBusy: boolean
  failure: Failure | null
  detail: string | undefined
  confirm: () => void
  cancel: () => void
}

/** Two files at the bank are two collections. */
export function SecondFileDialog({ earlier, failure, detail, ...props }: SecondFileDialogProps) {
  const { count, sumInCent, dueDate, createdBy, year } = earlier
  return (
    <ConfirmDialog
      open
      onOpenChange={props.cancel}
      title={`Noch eine Datei für ${year} erzeugen?`}
      busy={props.isBusy}
      error={failure && <FailureText message={fileNotMade} failure={failure} detail={detail} />}
      onConfirm={props.confirm}
    >
      Bereits am {whenMade(earlier)} erzeugt, von {createdBy}: {count} {debitsInWords(count)},{' '}
      {germanEuro(sumInCent)}, fällig am {germanDateWithWeekday(dueDate)}. Reiche nur eine der
      Dateien bei der Bank ein, sonst zieht sie die Beiträge zweimal ein.
    </ConfirmDialog>
  )
}
