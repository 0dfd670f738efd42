import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { Disclosure } from './disclosure.tsx'
import { emptyFilter, filterWords } from './filter.ts'
import { FilterField } from './filter-field.tsx'
import type { Grid } from './grid-actions.ts'

/** Every column with its filter; one of them is open. */
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
