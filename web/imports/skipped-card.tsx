import { counted } from '#web/lib/german-count.ts'
import { Card } from '#web/ui/card.tsx'
import type { NewImport } from '#worker/imports/imports.contract.ts'

/** Lists the lines that were skipped, with their reasons. */
export function SkippedCard({ skipped }: { skipped: NewImport['skipped'] }) {
  if (skipped.length === 0) return null
  return (
    <Card bleed>
      <details>
        <summary className="cursor-pointer px-6 py-4 font-semibold max-md:px-4">
          {counted(skipped.length, 'Zeile', 'Zeilen')} der Datei ausgelassen
        </summary>
        <ul className="max-h-80 overflow-y-auto border-t px-6 py-3 max-md:px-4">
          {skipped.map(({ row, text, reason }) => (
            <li key={row} className="wrap-anywhere py-1">
              <span className="text-muted-foreground tabular-nums">Zeile {row}</span>{' '}
              {text && `„${text}“, `}
              {reason}
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
