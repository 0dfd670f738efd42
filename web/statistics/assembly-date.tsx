import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { DateField } from '#web/components/date-field.tsx'
import { settingsQuery } from '#web/data/guild.ts'
import { cn } from '#web/lib/cn.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { Card } from '#web/ui/card.tsx'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'

export const dateSearch = (date: Day) => `?${new URLSearchParams({ date })}`

type AssemblyDateProps = {
  /** The day of the assembly; null while the guild's own day is loading. */
  date: Day | null
  /** How many honors are due on the day, announced to screen readers; null until loaded. */
  words: string | null
  /** True when the user may type a day although `date` is null. */
  canChoose?: boolean
  /** Text below the field that explains the day. */
  children?: ReactNode
}

/** The field for the day of the lists. When the user empties it, the guild's own day returns. */
export function AssemblyDate({
  date,
  words,
  canChoose = date !== null,
  children,
}: AssemblyDateProps) {
  const navigate = useNavigate()
  const today = berlinDay(new Date())
  const { data: settings } = useQuery(settingsQuery)
  const guildsOwn = settings && assemblyDay(settings.assemblyDate, today)
  const [isEmptied, setEmptied] = useState(false)
  const choose = (day: TypedDay) => {
    setEmptied(day === null)
    if (day && day !== unreadable) void navigate({ search: dateSearch(day) }, { replace: true })
  }
  const leave = () => {
    if (!isEmptied || !guildsOwn || guildsOwn === date) return
    void navigate({ search: dateSearch(guildsOwn) }, { replace: true })
  }
  return (
    <>
      {date && <p className="hidden print:block">Generalversammlung am {germanDate(date)}</p>}
      <Card
        bleed
        className="flex flex-wrap items-end gap-x-4 gap-y-2 px-6 py-5 max-md:p-4 print:hidden"
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles bubbling events of the field inside */}
        <div
          className="w-74 max-md:w-full"
          onBlur={leave}
          onKeyDown={({ key }) => key === 'Enter' && leave()}
        >
          <DateField
            label="Datum der Generalversammlung"
            value={date}
            onChange={choose}
            today={today}
            disabled={!canChoose}
            help={
              isEmptied &&
              guildsOwn &&
              `Ohne Datum gilt der Tag der Zunft, der ${germanDate(guildsOwn)}.`
            }
          />
        </div>
        <div className="min-w-0 flex-[1_1_18rem] text-muted-foreground md:mb-2.5">
          <p
            role="status"
            className={cn('min-h-[1lh]', children && 'font-semibold text-foreground')}
          >
            {words}
          </p>
          {children}
        </div>
      </Card>
    </>
  )
}
