import { useNavigate } from 'react-router'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { Card } from '#web/ui/card.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import { totalWords } from './total-words.ts'

export const dateSearch = (date: Day) => `?${new URLSearchParams({ date })}`

type AssemblyDateProps = {
  /** null while the guild's own is on its way. */
  date: Day | null
  /** Who is due; null as long as one of the lists is on its way. */
  due: readonly { memberId: number }[] | null
  /** Without a day to begin with. */
  canChoose?: boolean
}

/** The day that the lists are prepared for; an emptied field keeps its last one. */
export function AssemblyDate({ date, due, canChoose = date !== null }: AssemblyDateProps) {
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
        <p role="status" className="text-muted-foreground md:mb-2.5">
          {due && dueWords(due)}
        </p>
      </Card>
    </>
  )
}

/** "7 Ehrungen für 6 Personen sind bis zu diesem Tag fällig." */
function dueWords(due: readonly { memberId: number }[]): string {
  if (due.length === 0) return 'Bis zu diesem Tag ist keine Ehrung fällig.'
  return `${totalWords(due)} ${due.length === 1 ? 'ist' : 'sind'} bis zu diesem Tag fällig.`
}
