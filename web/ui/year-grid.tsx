import { useEffect, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'

const firstYear = 1900

type YearGridProps = { selected: number; latest: number; onPick: (year: number) => void }

/** Four years a row, scrolled to the chosen one (Spec §9). */
export function YearGrid({ selected, latest, onPick }: YearGridProps) {
  const years = Array.from({ length: latest - firstYear + 1 }, (_, index) => firstYear + index)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' })
    current.current?.focus({ preventScroll: true })
  }, [])
  return (
    <fieldset className="grid h-72 grid-cols-4 gap-1 overflow-y-auto overscroll-contain p-0.5">
      <legend className="sr-only">Jahr</legend>
      {years.map((year) => (
        <button
          key={year}
          type="button"
          ref={year === selected ? current : undefined}
          aria-pressed={year === selected}
          onClick={() => onPick(year)}
          className={cn(
            'min-h-11 rounded-md tabular-nums focus-visible:outline-offset-0',
            year === selected
              ? 'bg-secondary font-semibold text-secondary-foreground hover:bg-secondary-hover'
              : 'hover:bg-accent',
          )}
        >
          {year}
        </button>
      ))}
    </fieldset>
  )
}
