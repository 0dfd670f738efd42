import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { emptyFilter, filterWords } from './filter.ts'
import { FilterField } from './filter-field.tsx'
import type { Grid } from './use-grid.ts'

/** The columns, each with its filter to unfold; at most one is unfolded. */
export function FilterChoice({ grid: { columns, state, act } }: { grid: Grid }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [today] = useState(() => berlinDay(new Date()))
  return (
    <>
      {columns.map((column) => {
        const filter = state.filters[column.id] ?? emptyFilter(column.kind)
        const isOpen = column.id === openId
        return (
          <Disclosure
            key={column.id}
            title={column.header}
            summary={filterWords(column, filter)}
            isOpen={isOpen}
            onToggle={() => setOpenId(isOpen ? null : column.id)}
          >
            <div className="px-3 pt-1 pb-4">
              <FilterField
                column={column}
                filter={filter}
                today={today}
                onChange={(next) => act.filter(column, next)}
              />
            </div>
          </Disclosure>
        )
      })}
      {Object.keys(state.filters).length > 0 && (
        <div className="mt-2 border-t pt-2">
          <Button variant="ghost" size="sm" onClick={act.clearFilters}>
            Alle Filter entfernen
          </Button>
        </div>
      )}
    </>
  )
}

/** The number of active filters; empty for none. */
export function FilterCount({ grid, className }: { grid: Grid; className?: string }) {
  const count = Object.keys(grid.state.filters).length
  if (count === 0) return null
  return (
    <span
      className={cn(
        'min-w-5 rounded-full bg-secondary px-[0.3125rem] text-center text-secondary-foreground text-xs tabular-nums leading-5',
        className,
      )}
    >
      {count} <span className="sr-only">aktiv</span>
    </span>
  )
}

type DisclosureProps = {
  title: ReactNode
  /** The current settings in words, shown while the content is folded. */
  summary?: ReactNode
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A line that expands its content. */
export function Disclosure({ title, summary, isOpen, onToggle, children }: DisclosureProps) {
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-left hover:bg-accent focus-visible:-outline-offset-2 max-md:min-h-11"
      >
        <span>{title}</span>{' '}
        <span className="ms-auto min-w-0 truncate text-secondary-soft-foreground text-sm">
          {summary}
        </span>
        <ChevronDown
          className={cn('text-muted-foreground transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && children}
    </div>
  )
}
