import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/cn.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'

export const dateSearch = (date: Day) => `?${new URLSearchParams({ date })}`

type AssemblyDateProps = {
  /** null while the guild's own is on its way. */
  date: Day | null
  /** What is due on it; said again when it changes. */
  words: string | null
  /** Without a day to begin with. */
  canChoose?: boolean
  /** What the day means here. */
  children?: ReactNode
}

/** The day that the lists are prepared for; an emptied field keeps its last one. */
export function AssemblyDate({
  date,
  words,
  canChoose = date !== null,
  children,
}: AssemblyDateProps) {
  const navigate = useNavigate()
  const choose = (day: TypedDay) => {
    if (day && day !== unreadable) void navigate({ search: dateSearch(day) }, { replace: true })
  }
  return (
    <>
      {date && <p className="hidden print:block">Generalversammlung am {germanDate(date)}</p>}
      <Card
        bleed
        className="flex flex-wrap items-end gap-x-4 gap-y-2 px-6 py-5 max-md:p-4 print:hidden"
      >
        <DateField
          label="Datum der Generalversammlung"
          value={date}
          onChange={choose}
          today={berlinDay(new Date())}
          disabled={!canChoose}
          className="w-74 max-md:w-full"
        />
        <div className="min-w-0 flex-[1_1_18rem] text-muted-foreground md:mb-2.5">
          <p role="status" className={cn(children && 'font-semibold text-foreground')}>
            {words}
          </p>
          {children}
        </div>
      </Card>
    </>
  )
}
