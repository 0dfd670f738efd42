import { germanEuro } from '#worker/domain/money.ts'
import type { ParadeLine } from './chosen-parades.ts'

type ParadeLinesProps = { lines: readonly ParadeLine[]; className?: string }

export function ParadeLines({ lines, className }: ParadeLinesProps) {
  if (lines.length === 0) return null
  return (
    <ul className={className}>
      {lines.map((line) => (
        <li key={line.id} className="flex flex-wrap justify-between gap-x-4 border-t py-3">
          <b className="min-w-0 flex-[1_1_12rem] font-bold">{line.title}</b>
          <span className="whitespace-nowrap tabular-nums">{germanEuro(line.priceInCent)}</span>
          <span className="w-full text-muted-foreground text-sm">{line.about}</span>
          {line.extras.map((extra) => (
            <span key={extra.id} className="flex w-full justify-between gap-4 text-sm">
              <span className="wrap-anywhere min-w-0">{extra.text}</span>
              <span className="whitespace-nowrap tabular-nums">
                {germanEuro(extra.priceInCent)}
              </span>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
