import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { HelpButton } from '#web/ui/help-button.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import type { CheckInParade } from '#worker/check-in/check-in.contract.ts'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { CheckInBand } from './band.tsx'
import type { ShownRow } from './outbox/acts.ts'

type CheckInHeadProps = {
  id: number
  parade: CheckInParade | null
  rows: readonly ShownRow[] | null
  search: string
  onSearch: (search: string) => void
  onOpenTold: () => void
}

/** How far it has come, what waits, and the search: they stay in view. */
export function CheckInHead({ id, parade, rows, search, onSearch, ...on }: CheckInHeadProps) {
  const all = rows?.length ?? 0
  const confirmed = rows?.filter((row) => row.confirmed).length ?? 0
  return (
    <header className="roomy:top-[4.0625rem] sticky top-0 z-20 border-border-strong border-b bg-card">
      <div className="mx-auto flex min-h-17 max-w-[44rem] items-center gap-0.5 py-1 pr-4 pl-0.5">
        <BackLink id={id} />
        <h1 className="min-w-0 flex-1 text-xl leading-tight max-[22.4375rem]:text-[1rem]">
          Umzugsteilnahme
          <small className="block font-medium font-sans text-[0.9375rem] text-muted-foreground leading-[1.3] tracking-normal max-[24.3125rem]:text-[0.875rem]">
            {parade ? whenAndWhere(parade) : '\u00a0'}
          </small>
        </h1>
        {rows && (
          <p className="text-right text-[0.9375rem] text-muted-foreground tabular-nums leading-[1.2]">
            <b
              aria-live="polite"
              className="block whitespace-nowrap font-[680] font-display text-foreground text-xl leading-[1.2] tracking-[-0.012em] max-[24.3125rem]:text-lg"
            >
              {confirmed} von {all}
            </b>
            noch {all - confirmed}
          </p>
        )}
      </div>
      <Progress max={all} value={confirmed} />
      <CheckInBand isCancelled={parade !== null && parade.cancelledAt !== null} {...on} />
      <div className="mx-auto flex max-w-[44rem] items-center gap-1 px-4 pt-2 pb-3 max-md:pe-2">
        <SearchInput
          aria-label="Name oder Kleidernummer suchen"
          placeholder="Name oder Nummer"
          autoComplete="off"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          wrapperClassName="flex-1 [--control:3.5rem] [&>svg]:left-[0.9375rem] [&>svg]:size-5.5"
          className="rounded-xl! border-2! pl-12! text-lg! max-[22.4375rem]:text-[1rem]!"
        />
        {/* On the phone the top bar is not there. */}
        <HelpButton className="size-14! md:hidden" />
      </div>
    </header>
  )
}

/** Helpers come from the overview, the management from the parade. */
function BackLink({ id }: { id: number }) {
  const isManagement = hasRole(useUser(), 'management')
  return (
    <Button
      asChild
      variant="ghost"
      size="icon"
      aria-label="Zurück"
      className="size-14! max-md:size-14!"
    >
      <Link to={isManagement ? paths.parade(id) : paths.home}>
        <ArrowLeft className="size-6" />
      </Link>
    </Button>
  )
}

function Progress({ max, value }: { max: number; value: number }) {
  return (
    <progress
      aria-label="Bestätigte Teilnahmen"
      max={max || 1}
      value={value}
      className="block h-2 w-full appearance-none border-0 bg-border [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:rounded-r-full [&::-webkit-progress-value]:bg-success"
    />
  )
}

/** "So 17.01.2027, Hohenkirch" */
function whenAndWhere({ date, hostTown, host }: CheckInParade): string {
  return `${germanDateWithWeekday(date)}, ${hostTown || host}`
}
