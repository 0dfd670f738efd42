import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { AnyColumn } from './column.ts'
import { emptyFilter, type Filter, filterWords } from './filter.ts'
import type { Grid } from './grid-actions.ts'

/** What is filtered by, each to be taken back. */
export function FilterChips({ grid: { columns, state, act } }: { grid: Grid }) {
  const active = columns.filter(({ id }) => state.filters[id])
  if (active.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-3 print:hidden">
      <ul aria-label="Filter" className="contents">
        {active.map((column) => (
          <Chip
            key={column.id}
            column={column}
            filter={state.filters[column.id] ?? emptyFilter(column.kind)}
            onRemove={() => act.removeFilter(column)}
          />
        ))}
      </ul>
      {active.length > 1 && (
        <Button variant="ghost" size="sm" onClick={act.clearFilters}>
          Alle Filter entfernen
        </Button>
      )}
    </div>
  )
}

type ChipProps = { column: AnyColumn; filter: Filter; onRemove: () => void }

function Chip({ column, filter, onRemove }: ChipProps) {
  return (
    <li className="inline-flex min-h-8 items-center gap-1.5 rounded-md bg-secondary-soft ps-3 pe-1.5 text-secondary-soft-foreground text-sm max-md:min-h-11 forced-colors:border">
      <span>
        {column.header}: <b className="font-semibold">{filterWords(column, filter)}</b>
      </span>
      <button
        type="button"
        aria-label={`Filter ${column.header} entfernen`}
        data-hint={`Filter ${column.header} entfernen`}
        onClick={onRemove}
        className="grid size-6 place-items-center rounded-sm hover:bg-card max-md:size-9"
      >
        <X className="size-3.5 stroke-[2.5]" />
      </button>
    </li>
  )
}
