import { useLocation, useNavigate } from 'react-router'
import { ScrollFade } from '#web/components/scroll-fade.tsx'
import type { FeeState } from '#worker/domain/codes.ts'
import type { FeeFigures } from '#worker/domain/fee-figures.ts'
import { feeStateLabels, shownFeeStates } from './fee-rows.ts'

/** There also when nobody is in it. */
const always: readonly FeeState[] = ['open', 'collected', 'paid', 'returned', 'waived']

/** The list by its states, one press each: they are a filter of the grid, and stand in the address. */
export function StateChips({ states }: { states: FeeFigures['states'] }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filter = new URLSearchParams(search).get('filter.state')
  const choose = (state: FeeState | null) => {
    const params = new URLSearchParams(search)
    if (state) params.set('filter.state', state)
    else params.delete('filter.state')
    params.delete('page')
    void navigate({ search: `?${params}` }, { preventScrollReset: true })
  }
  const counted = shownFeeStates.map((state) => ({ state, count: states[state] }))
  const all = counted.reduce((sum, { count }) => sum + count, 0)
  return (
    <fieldset aria-label="Beiträge filtern" className="min-w-0 print:hidden">
      <ScrollFade>
        <div className="flex gap-2 px-6 pb-2 max-md:w-max max-md:px-4 md:flex-wrap">
          <StateChip isOn={!filter} name="Alle" count={all} onPress={() => choose(null)} />
          {counted
            .filter(({ state, count }) => count > 0 || always.includes(state))
            .map(({ state, count }) => (
              <StateChip
                key={state}
                isOn={filter === state}
                name={feeStateLabels[state]}
                count={count}
                onPress={() => choose(state)}
              />
            ))}
        </div>
      </ScrollFade>
    </fieldset>
  )
}

type StateChipProps = { isOn: boolean; name: string; count: number; onPress: () => void }

function StateChip({ isOn, name, count, onPress }: StateChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="inline-flex min-h-9 flex-none items-center gap-2 rounded-md border border-input bg-card px-3 font-medium text-sm hover:bg-accent aria-pressed:border-secondary aria-pressed:bg-secondary-soft aria-pressed:text-secondary-soft-foreground aria-pressed:shadow-[inset_0_0_0_1px_var(--secondary)] max-md:min-h-11"
    >
      {name} <span className="font-normal tabular-nums opacity-85">{count}</span>
    </button>
  )
}
