import { Award, Briefcase, type LucideIcon, X } from 'lucide-react'
import { startTransition, useMemo, useOptimistic } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHonorKinds, useOffices } from '#web/data/guild.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Popover, PopoverContent, PopoverRow, PopoverTrigger } from '#web/ui/popover.tsx'
import { type Duty, type HonorType, isDuty, isHonorType } from '#worker/domain/codes.ts'
import type { DutyStatistic } from '#worker/statistics/statistics.contract.ts'

type DutiesFilterBarProps = { filter: DutiesFilter; onChange: (filter: DutiesFilter) => void }

/** The filters for offices and excluded honors, with the active ones as chips. */
export function DutiesFilterBar({ filter, onChange }: DutiesFilterBarProps) {
  const { shown, hidden } = filter
  const honorKinds = useHonorKinds()
  const offices = useOffices()
  const isAll = shown === null
  const named = shown?.map(offices.labelOf).join(', ') || 'keine'
  const honors = hidden.map(honorKinds.labelOf).join(', ')
  return (
    <Card
      bleed
      aria-label="Auswahl"
      className="flex flex-wrap items-center gap-2 px-4 py-3 print:mb-[4mm] print:p-0"
    >
      <MultiChoice
        icon={Briefcase}
        title="Gezeigte Ämter"
        options={offices.all.map(optionOf)}
        chosen={shown ?? offices.all.map(({ code }) => code)}
        count={isAll ? 0 : shown.length}
        onChange={(next) =>
          onChange({ ...filter, shown: next.length === offices.all.length ? null : next })
        }
      />
      <MultiChoice
        icon={Award}
        title="Ausgeblendete Ehrungen"
        options={honorKinds.all.map(optionOf)}
        chosen={hidden}
        count={hidden.length}
        onChange={(next) => onChange({ ...filter, hidden: next })}
      />
      {!isAll && (
        <FilterChip
          title="Gezeigte Ämter"
          words={named}
          onRemove={() => onChange({ ...filter, shown: noFilter.shown })}
        />
      )}
      {hidden.length > 0 && (
        <FilterChip
          title="Ausgeblendete Ehrungen"
          words={honors}
          onRemove={() => onChange({ ...filter, hidden: noFilter.hidden })}
        />
      )}
    </Card>
  )
}

const optionOf = <Code extends string>({ code, label }: { code: Code; label: string }) => ({
  value: code,
  label,
})

type FilterChipProps = { title: string; words: string; onRemove: () => void }

/** An active filter with a button that removes it; on paper a line that says what the list leaves out. */
function FilterChip({ title, words, onRemove }: FilterChipProps) {
  return (
    <p className="inline-flex min-h-8 items-center gap-1.5 rounded-md bg-secondary-soft py-1 ps-3 pe-1.5 text-secondary-soft-foreground text-sm max-md:min-h-11 print:w-full print:bg-transparent print:p-0 print:text-black forced-colors:border">
      <span>
        {title}: <b className="font-semibold">{words}</b>
      </span>
      <button
        type="button"
        aria-label={`Filter ${title} entfernen`}
        data-hint={`Filter ${title} entfernen`}
        onClick={onRemove}
        className="grid size-6 flex-none place-items-center rounded-sm hover:bg-card max-md:size-9 print:hidden"
      >
        <X className="size-3.5 stroke-[2.5]" />
      </button>
    </p>
  )
}

type MultiChoiceProps<Value extends string> = {
  icon: LucideIcon
  title: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  /** The number of selected values; 0 when nothing is filtered. */
  count: number
  onChange: (chosen: Value[]) => void
}

/** A multiple choice in a popover; every tick applies at once. */
function MultiChoice<Value extends string>(props: MultiChoiceProps<Value>) {
  const { icon: Icon, title, options, chosen, count, onChange } = props
  const values = options.map(({ value }) => value)
  const toggled = (value: Value) => values.filter((one) => chosen.includes(one) !== (one === value))
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm">
          <Icon />
          {title} {count > 0 && <Count count={count} />}
        </Button>
      </PopoverTrigger>
      <PopoverContent title={title} align="start" className="w-80 max-w-[calc(100vw-1rem)]">
        {options.map(({ value, label }) => (
          <PopoverRow key={value}>
            {label}
            <Checkbox checked={chosen.includes(value)} onChange={() => onChange(toggled(value))} />
          </PopoverRow>
        ))}
        <div className="mt-2 flex justify-between border-t pt-2">
          <Button variant="ghost" size="sm" onClick={() => onChange(values)}>
            Alle
          </Button>
          <Button variant="ghost" size="sm" onClick={() => onChange([])}>
            Keine
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span className="min-w-5 rounded-full bg-secondary px-[0.3125rem] text-center text-secondary-foreground text-xs tabular-nums leading-5">
      {count} <span className="sr-only">gewählt</span>
    </span>
  )
}

/** Spec §2: the shown offices (null = all), and the honors whose holders are hidden. */
export type DutiesFilter = { shown: readonly Duty[] | null; hidden: readonly HonorType[] }

export const noFilter: DutiesFilter = { shown: null, hidden: [] }

/** The members who have a shown office and no hidden honor; of their offices only the shown ones. */
export function filterDuties(
  statistics: readonly DutyStatistic[],
  { shown, hidden }: DutiesFilter,
): DutyStatistic[] {
  return statistics
    .filter(({ honors }) => !honors.some((honor) => hidden.includes(honor)))
    .map((row) => ({
      ...row,
      duties: row.duties.filter(({ duty }) => shown?.includes(duty) ?? true),
    }))
    .filter((row) => row.duties.length > 0)
}

/** The filter is kept in the address: `?offices=Kassier,Kleiderchef&without=Ehrennarr_20`. */
export function useDutiesFilter() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const inAddress = useMemo(() => readFilter(new URLSearchParams(search)), [search])
  // The ticks as last set: the next tick may come before the address contains the last one.
  const [filter, setOptimistic] = useOptimistic(inAddress)
  const change = ({ shown, hidden }: DutiesFilter) => {
    const params = new URLSearchParams(search)
    setCodes(params, 'offices', shown ?? [], shown === null)
    setCodes(params, 'without', hidden, hidden.length === 0)
    // A changed filter shows its first page.
    params.delete('page')
    const text = params.toString().replaceAll('%2C', ',')
    startTransition(async () => {
      setOptimistic({ shown, hidden })
      await navigate({ search: text && `?${text}` }, { preventScrollReset: true })
    })
  }
  return { filter, change }
}

function readFilter(params: URLSearchParams): DutiesFilter {
  return {
    shown: params.get('offices')?.split(',').filter(isDuty) ?? noFilter.shown,
    hidden: params.get('without')?.split(',').filter(isHonorType) ?? noFilter.hidden,
  }
}

function setCodes(
  params: URLSearchParams,
  key: string,
  codes: readonly string[],
  isAsAtFirst: boolean,
) {
  if (isAsAtFirst) params.delete(key)
  else params.set(key, codes.join(','))
}
