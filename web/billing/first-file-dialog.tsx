import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import type { FeeGridRow } from './fee-rows.ts'
import { feesInWords } from './fee-text.ts'
import type { ShownFeeYear } from './use-fees-of-year.ts'

type FirstFileDialogProps = {
  year: ShownFeeYear
  /** What the file collects. */
  sum: FeeSum
  dueDate: Day
  confirm: () => void
  cancel: () => void
}

/** Asks before the first file of an open year, because the file closes the year. */
export function FirstFileDialog({ year, sum, dueDate, confirm, cancel }: FirstFileDialogProps) {
  const leftOut = year.rows.filter((row) => row.obstacle !== null && row.amountInCent !== 0)
  return (
    <ConfirmDialog
      open
      onOpenChange={cancel}
      title={`SEPA-Datei für ${year.year} erzeugen?`}
      confirmLabel="Festschreiben und Datei laden"
      more={<LeftOut rows={leftOut} />}
      onConfirm={confirm}
    >
      Die Datei zieht {feesInWords(sum.count)} ein, zusammen {germanEuro(sum.sumInCent)}, fällig am{' '}
      {germanDateWithWeekday(dueDate)}. Das Jahr {year.year} wird festgeschrieben, mit{' '}
      {feesInWords(year.count, year.figures.states.free)}, zusammen {germanEuro(year.sumInCent)}.
      Danach ändern sich die Beiträge von {year.year} nicht mehr von selbst. Die Datei lässt sich
      verwerfen, das Festschreiben nicht zurücknehmen.
    </ConfirmDialog>
  )
}

const mostNamed = 6

/** The members whom the file leaves out, by reason. */
function LeftOut({ rows }: { rows: readonly FeeGridRow[] }) {
  if (rows.length === 0) return <p>Es kommen alle mit, die einen Beitrag zahlen.</p>
  const byReason = [...Map.groupBy(rows, ({ obstacle }) => obstacle ?? '')]
  return (
    <div>
      <p className="font-semibold">Nicht dabei: {rows.length}</p>
      <ul className="mt-1 max-h-48 list-disc overflow-y-auto pl-5">
        {byReason.map(([reason, those]) => (
          <li key={reason}>
            {reason} ({those.length}):{' '}
            <span className="text-muted-foreground">{namesOf(those)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function namesOf(rows: readonly FeeGridRow[]): string {
  const names = rows.slice(0, mostNamed).map(listName).join('; ')
  const more = rows.length - mostNamed
  return more > 0 ? `${names} und ${more} weitere` : names
}
