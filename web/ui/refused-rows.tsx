import type { CallFailure } from '#web/lib/call-failure.ts'
import type { RefusedRow } from '#worker/domain/errors.ts'
import { maxRows } from '#worker/domain/text-limits.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** Who stands in the way of an act on many; none for any other failure. */
export function refusedIn(failure: CallFailure | null): readonly RefusedRow[] {
  return failure?.error?.code === 'RowsRefused' ? failure.error.rows : []
}

type RefusedRowsProps = {
  rows: readonly RefusedRow[]
  /** Where one of them is dealt with. */
  pathOf: (id: number) => string
  /** The same for all the others; left out when there are none. */
  without?: { label: string; busy: boolean; onPress: () => void } | undefined
}

/** One reason a row, beside the failure of a dialog; what was typed stays there. */
export function RefusedRows({ rows, pathOf, without }: RefusedRowsProps) {
  if (rows.length === 0) return null
  return (
    <div className="grid justify-items-start gap-3">
      <ul className="max-h-56 w-full divide-y divide-border overflow-y-auto rounded-lg border border-border">
        {rows.map(({ id, code, message }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 px-3 py-1">
            <span id={`refused-${id}`} className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
              {message}
            </span>
            {code !== 'NotFound' && (
              // In a tab of its own: what was typed and ticked here is still here afterwards.
              <a
                href={pathOf(id)}
                target="_blank"
                rel="noreferrer"
                aria-describedby={`refused-${id}`}
                className="inline-flex min-h-9 items-center max-md:min-h-11"
              >
                Ansehen
              </a>
            )}
          </li>
        ))}
      </ul>
      {without && (
        <Button size="sm" busy={without.busy} onClick={without.onPress}>
          {without.label}
        </Button>
      )}
    </div>
  )
}

/** As many as one act takes. */
export const isTooMany = (count: number) => count > maxRows

export function TooMany({ count }: { count: number }) {
  return (
    <Alert tone="warn">
      Auf einmal gehen höchstens {maxRows}. Ausgewählt sind {count}: Wähle weniger aus.
    </Alert>
  )
}
