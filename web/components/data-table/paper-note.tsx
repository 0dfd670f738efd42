import { emptyFilter, filterWords } from './filter.ts'
import type { Grid } from './grid-actions.ts'

/** On paper alone: by what the list was searched and filtered. */
export function PaperNote({ grid: { columns, state } }: { grid: Grid }) {
  const search = state.search.trim()
  const filters = columns
    .filter(({ id }) => state.filters[id])
    .map((column) => {
      const filter = state.filters[column.id] ?? emptyFilter(column.kind)
      return `${column.header}: ${filterWords(column, filter)}`
    })
  const notes = [...(search ? [`Suche: ${search}`] : []), ...filters]
  if (notes.length === 0) return null
  return <p className="mb-[2mm] hidden print:block">{notes.join(' · ')}</p>
}
