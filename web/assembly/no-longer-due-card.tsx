import { useState } from 'react'
import { useHonorLabels } from '#web/data/guild.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { HonorLine } from './honor-line.tsx'
import { MarksDialog } from './marks-dialog.tsx'
import { doneWords, honorOfPerson, keyOf } from './rows.ts'

type NoLongerDueCardProps = { rows: readonly AssemblyRow[]; date: Day; mayWrite: boolean }

/** Something was done for them, and by the rules of today they are not due: until it is taken off again. */
export function NoLongerDueCard({ rows, date, mayWrite }: NoLongerDueCardProps) {
  const labels = useHonorLabels()
  const [edited, setEdited] = useState<AssemblyRow | null>(null)
  const { goal, markRemoved } = useRemovalFocus<HTMLDivElement, string>(
    rows.map((row) => ({ id: keyOf(row) })),
  )
  if (rows.length === 0 && !edited) return null
  const close = (row: AssemblyRow) => {
    markRemoved(keyOf(row))
    setEdited(null)
  }
  return (
    <Card bleed className="print:hidden">
      <div ref={goal} tabIndex={-1}>
        <CardHead title="Nicht mehr fällig" tally={rows.length} />
      </div>
      <div className="px-6 pb-4 max-md:px-4">
        <p className="mb-1 text-muted-foreground">
          Dafür wurde schon etwas getan. Nach den Regeln und Eintragungen von heute sind diese
          Ehrungen an diesem Tag nicht fällig.
        </p>
        <ul>
          {rows.map((row) => (
            <HonorLine
              key={keyOf(row)}
              {...row}
              note={[doneWords(row), row.note].filter(Boolean).join('. ')}
            >
              {mayWrite && (
                <Button
                  size="sm"
                  aria-label={`Notiz und Tage: ${honorOfPerson(row, labels)}`}
                  className="max-md:w-full"
                  onClick={() => setEdited(row)}
                >
                  Notiz und Tage
                </Button>
              )}
            </HonorLine>
          ))}
        </ul>
      </div>
      {edited && <MarksDialog row={edited} date={date} onClose={() => close(edited)} />}
    </Card>
  )
}
