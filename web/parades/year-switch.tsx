import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { firstYear, lastYear } from './selected-year.ts'

type YearSwitchProps = { year: number; onYear: (year: number) => void }

export function YearSwitch({ year, onYear }: YearSwitchProps) {
  return (
    <div className="flex items-center gap-1 border-b py-3 pr-3 pl-4 max-md:justify-between print:border-0">
      <Button
        size="icon"
        aria-label="Vorheriges Jahr"
        disabled={year <= firstYear}
        onClick={() => onYear(year - 1)}
      >
        <ChevronLeft />
      </Button>
      <h2 aria-live="polite" className="min-w-20 text-center tabular-nums">
        {year}
      </h2>
      <Button
        size="icon"
        aria-label="Nächstes Jahr"
        disabled={year >= lastYear}
        onClick={() => onYear(year + 1)}
      >
        <ChevronRight />
      </Button>
    </div>
  )
}
