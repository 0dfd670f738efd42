import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { type FeeSum, isLeftOut } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import type { FeeGridRow } from './fee-rows.ts'
import { feesInWords, feesInWordsDative } from './fee-text.ts'
import type { ShownFeeYear } from './use-fees-of-year.ts'

type FirstFileDialogProps = {
  year: ShownFeeYear
  /** What the file collects. */
  sum: FeeSum
  dueDate: Day
  /** Ids of the claims that the file collects again. */
  released: readonly number[]
  confirm: () => void
  cancel: () => void
}

/** Asks before the first file of a year, because making it books; in an open year it also closes the year. */
export function FirstFileDialog({ year, sum, dueDate, released, ...props }: FirstFileDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={props.cancel}
      title={`SEPA-Datei für ${year.year} erzeugen?`}
      confirmLabel={year.closed ? 'Erzeugen und laden' : 'Festschreiben und Datei laden'}
      more={<LeftOut groups={leftOutGroups(year, released)} />}
      onConfirm={props.confirm}
    >
      Die Datei zieht {feesInWords(sum.count)} ein, zusammen {germanEuro(sum.sumInCent)}, fällig am{' '}
      {germanDateWithWeekday(dueDate)}.{!year.closed && closingWords(year)}
    </ConfirmDialog>
  )
}

const closingWords = ({ year, count, sumInCent, figures }: ShownFeeYear) =>
  ` Das Jahr ${year} wird festgeschrieben, mit ${feesInWordsDative(count, figures.states.free)}, zusammen ${germanEuro(sumInCent)}. Danach ändern sich die Beiträge von ${year} nicht mehr von selbst. Die Datei lässt sich verwerfen, das Festschreiben nicht zurücknehmen.`

/** The fees that the file leaves out for one reason; `names` is '' where they are not loaded. */
type LeftOutGroup = { reason: string; count: number; names: string }

function leftOutGroups(year: ShownFeeYear, released: readonly number[]): LeftOutGroup[] {
  const { leftOut, again } = year.figures
  if (year.rest) {
    return [
      { reason: 'Kein SEPA-Mandat', count: leftOut.withoutMandate, names: '' },
      {
        reason: 'anderer Grund',
        count: leftOut.others + again.length - released.length,
        names: '',
      },
    ].filter(({ count }) => count > 0)
  }
  const rows = year.rows.filter((row) => isLeftOut(row) && !released.includes(row.claimId ?? 0))
  return [...Map.groupBy(rows, ({ obstacle }) => obstacle ?? '')].map(([reason, those]) => ({
    reason,
    count: those.length,
    names: namesOf(those),
  }))
}

/** Names the members whom the file leaves out, by reason. */
function LeftOut({ groups }: { groups: readonly LeftOutGroup[] }) {
  if (groups.length === 0) return <p>Es kommen alle mit, die noch etwas zahlen.</p>
  return (
    <div>
      <p className="font-semibold">
        Nicht dabei: {groups.reduce((sum, { count }) => sum + count, 0)}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {groups.map(({ reason, count, names }) => (
          <li key={reason}>
            {reason} ({count})
            {names && (
              <>
                : <span className="text-muted-foreground">{names}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const mostNamed = 6

function namesOf(rows: readonly FeeGridRow[]): string {
  const names = rows.slice(0, mostNamed).map(listName).join('; ')
  const more = rows.length - mostNamed
  return more > 0 ? `${names} und ${more} weitere` : names
}
