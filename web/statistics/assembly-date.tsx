import { useNavigate } from 'react-router'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { Card } from '#web/ui/card.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'

export const dateSearch = (date: Day) => `?${new URLSearchParams({ date })}`

type AssemblyDateProps = {
  /** null while the guild's own is on its way. */
  date: Day | null
  lists: readonly { data: readonly unknown[] | undefined }[]
  /** Without a day to begin with. */
  canChoose?: boolean
}

/** The day that the lists are prepared for; an emptied field keeps its last one. */
export function AssemblyDate({ date, lists, canChoose = date !== null }: AssemblyDateProps) {
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
          {dueWords(lists)}
        </p>
      </Card>
    </>
  )
}

/** "7 Ehrungen sind bis zu diesem Tag fällig."; nothing until all lists are there. */
function dueWords(lists: AssemblyDateProps['lists']): string {
  let count = 0
  for (const { data } of lists) {
    if (!data) return ''
    count += data.length
  }
  if (lists.length === 0) return ''
  if (count === 0) return 'Bis zu diesem Tag ist keine Ehrung fällig.'
  if (count === 1) return '1 Ehrung ist bis zu diesem Tag fällig.'
  return `${count} Ehrungen sind bis zu diesem Tag fällig.`
}
