import { countTypes } from '#web/parades/participants.ts'
import { MoreSideways } from '#web/ui/more-sideways.tsx'
import { Switch } from '#web/ui/tick.tsx'
import type { CheckInFilter } from './list.ts'
import type { ShownRow } from './outbox/acts.ts'

type CheckInFiltersProps = {
  rows: readonly ShownRow[]
  filter: CheckInFilter
  onChange: (filter: CheckInFilter) => void
}

export function CheckInFilters({ rows, filter, onChange }: CheckInFiltersProps) {
  const chips = [{ id: null, name: 'Alle', count: rows.length }, ...countTypes(rows.map(typeOf))]
  return (
    <div className="grid gap-1 border-border-strong border-b px-4 pt-2 pb-1">
      <fieldset aria-label="Kleidertyp" className="-mx-4 min-w-0">
        <MoreSideways>
          <div className="flex w-max gap-2 px-4 py-1 md:w-auto md:flex-wrap">
            {chips.map(({ id, name, count }) => (
              <TypeChip
                key={id}
                name={name}
                count={count}
                isOn={filter.typeId === id}
                onPress={() => onChange({ ...filter, typeId: id })}
              />
            ))}
          </div>
        </MoreSideways>
      </fieldset>
      <Switch
        size="street"
        labelClassName="flex! min-h-14! flex-row-reverse justify-between gap-4! font-semibold max-md:min-h-14!"
        checked={filter.hidesConfirmed}
        onChange={(event) => onChange({ ...filter, hidesConfirmed: event.target.checked })}
      >
        Bestätigte ausblenden
      </Switch>
    </div>
  )
}

const typeOf = ({ costume }: ShownRow) => ({ id: costume.typeId, name: costume.type })

type TypeChipProps = { name: string; count: number; isOn: boolean; onPress: () => void }

function TypeChip({ name, count, isOn, onPress }: TypeChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="inline-flex min-h-14 flex-none items-center gap-2 rounded-xl border-2 border-input bg-card px-4.5 font-semibold text-[1.0625rem] aria-pressed:border-secondary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground"
    >
      {name} <span className="font-medium tabular-nums opacity-85">{count}</span>
    </button>
  )
}
