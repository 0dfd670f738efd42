import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

type YearSwitchProps = {
  year: number
  currentYear: number
  /** Years that are closed or can be closed; empty until they are loaded. */
  years: readonly number[]
}

/** Goes one year back or ahead. Filters and sorting stay, the page number is reset. */
export function YearSwitch({ year, currentYear, years }: YearSwitchProps) {
  const { search } = useLocation()
  const known = [...years, year]
  const to = (other: number) => {
    const params = new URLSearchParams(search)
    if (other === currentYear) params.delete('year')
    else params.set('year', String(other))
    params.delete('page')
    return `?${params}`
  }
  const before = Math.max(...known.filter((one) => one < year), Number.NEGATIVE_INFINITY)
  const after = Math.min(...known.filter((one) => one > year), Number.POSITIVE_INFINITY)
  return (
    <nav aria-label="Jahr" className="flex items-center gap-3 max-md:w-full max-md:justify-between">
      <Step label="Voriges Jahr" to={Number.isFinite(before) ? to(before) : null}>
        <ChevronLeft />
      </Step>
      <b aria-current="true" className="font-[650] tabular-nums">
        {year}
      </b>
      <Step label="Nächstes Jahr" to={Number.isFinite(after) ? to(after) : null}>
        <ChevronRight />
      </Step>
    </nav>
  )
}

type StepProps = { label: string; to: string | null; children: React.ReactNode }

function Step({ label, to, children }: StepProps) {
  if (to === null) {
    return (
      <Button size="icon" disabled aria-label={label}>
        {children}
      </Button>
    )
  }
  return (
    <Button asChild size="icon">
      <Link to={to} aria-label={label} preventScrollReset>
        {children}
      </Link>
    </Button>
  )
}

/** The list of fees of the year that the address of another page names. */
export function feesOfYearIn(search: URLSearchParams): string {
  const year = search.get('year')
  return year === null
    ? paths.membershipFees
    : `${paths.membershipFees}?${new URLSearchParams({ year })}`
}

/** The year in the address, `?year=2025`; the current year when it is missing or invalid. */
export function yearFromSearch(search: URLSearchParams, currentYear: number): number {
  const asked = search.get('year') ?? ''
  const year = /^\d{4}$/.test(asked) ? Number(asked) : 0
  return year >= 1900 && year <= 2099 ? year : currentYear
}
