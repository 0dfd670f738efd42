import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type DueHonors, dueHonorsQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { totalWords } from '#web/statistics/total-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { QuerySection } from '#web/ui/query-section.tsx'
import { germanDateWithWeekday, isDay } from '#worker/domain/dates.ts'
import { sheetsOf } from './call-up.ts'
import { Sheet } from './sheet.tsx'
import { SheetsSkeleton } from './sheets-skeleton.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const date = new URL(request.url).searchParams.get('date') ?? ''
  const asked = isDay(date) ? date : null
  prefetch(dueHonorsQuery(asked))
  return { asked }
}

export function CallUpListPage() {
  const { asked } = useLoaderData<typeof loader>()
  const due = useQuery(dueHonorsQuery(asked))
  return (
    <Wrap narrow>
      <div className="print:hidden">
        <PageHead
          back={{ to: paths.upcomingHonors, label: 'Anstehende Ehrungen' }}
          title="Ehrungen zum Aufrufen"
          lead={leadOf(due.data)}
          actions={
            due.data && (
              <Button variant="primary" onClick={() => window.print()}>
                <Printer />
                Drucken
              </Button>
            )
          }
        />
      </div>
      <QuerySection query={due} waiting={<SheetsSkeleton />}>
        {(data) => <Sheets due={data} />}
      </QuerySection>
    </Wrap>
  )
}

function leadOf(due: DueHonors | undefined): string {
  const paper = 'Für die Generalversammlung, auf Papier ein Blatt für jede Reihe von Ehrungen.'
  const called = due
    ? sheetsOf(due).flatMap((honors) => honors.flatMap(({ people }) => people))
    : []
  return called.length > 0 ? `${totalWords(called)}. ${paper}` : paper
}

function Sheets({ due }: { due: DueHonors }) {
  const sheets = sheetsOf(due)
  if (sheets.length === 0) {
    return (
      <Card bleed>
        <Empty level="h2" title="Niemand ist zu ehren">
          {`Bis ${germanDateWithWeekday(due.date)} wird keine Ehrung fällig.`}
        </Empty>
      </Card>
    )
  }
  return (
    <div className="grid gap-6 *:min-w-0 print:block">
      {sheets.map((honors) => (
        <Sheet key={honors[0]?.rule.type} honors={honors} rules={due.rules} date={due.date} />
      ))}
    </div>
  )
}
