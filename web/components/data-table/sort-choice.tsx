import type { SortDirection } from '#web/lib/sort-rows.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Grid } from './grid-actions.ts'

/** On the phone the table has no heads to press. */
export function SortChoice({ grid: { columns, state, act } }: { grid: Grid }) {
  const { sort } = state
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9.25rem,1fr))] gap-3">
      <Field label="Sortieren nach">
        {(ids) => (
          <Select
            {...ids}
            value={sort.column}
            onChange={(event) => act.sort({ ...sort, column: event.target.value })}
          >
            {columns.map(({ id, header }) => (
              <option key={id} value={id}>
                {header}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Reihenfolge">
        {(ids) => (
          <Select
            {...ids}
            value={sort.direction}
            onChange={(event) =>
              act.sort({ ...sort, direction: event.target.value as SortDirection })
            }
          >
            <option value="ascending">Aufsteigend</option>
            <option value="descending">Absteigend</option>
          </Select>
        )}
      </Field>
    </div>
  )
}
