import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { PopoverRow } from '#web/ui/popover.tsx'
import type { Grid } from './grid-actions.ts'

export function ColumnChoice({ grid: { columns, state, act } }: { grid: Grid }) {
  return (
    <>
      {columns.map(({ id, header, fixed }) => (
        <PopoverRow key={id} className={fixed ? 'cursor-not-allowed' : ''}>
          <span>
            {header}
            {fixed && <span className="sr-only">, immer sichtbar</span>}
          </span>
          <Switch
            checked={state.visible.includes(id)}
            disabled={fixed}
            onChange={() => act.toggleColumn(id)}
          />
        </PopoverRow>
      ))}
      <div className="mt-2 flex justify-between border-t pt-2">
        <Button variant="ghost" size="sm" onClick={act.showAllColumns}>
          Alle zeigen
        </Button>
        <Button variant="ghost" size="sm" onClick={act.resetColumns}>
          Zurücksetzen
        </Button>
      </div>
    </>
  )
}
