import { Card, CardHead } from '#web/ui/card.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { HonorLine } from './honor-line.tsx'
import { doneWords, keyOf } from './rows.ts'

/** Something was done for them, and by the rules of today they are not due. */
export function NoLongerDueCard({ rows }: { rows: readonly AssemblyRow[] }) {
  if (rows.length === 0) return null
  return (
    <Card bleed className="print:hidden">
      <CardHead title="Nicht mehr fällig" tally={rows.length} />
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
            />
          ))}
        </ul>
      </div>
    </Card>
  )
}
