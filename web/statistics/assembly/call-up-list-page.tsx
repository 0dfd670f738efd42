import { Printer } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { germanDateWithWeekday, isDay } from '#worker/domain/dates.ts'
import { type DueHonors, dueHonorsNotLoaded, loadDueHonors } from './assembly.api.ts'
import { sheetsOf } from './call-up.ts'
import { Sheet } from './sheet.tsx'
import { SheetsSkeleton } from './sheets-skeleton.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const date = new URL(request.url).searchParams.get('date') ?? ''
  const asked = isDay(date) ? date : null
  return { asked, due: loadDueHonors(asked) }
}

export function CallUpListPage() {
  const { asked, due } = useLoaderData<typeof loader>()
  const loaded = useLoaded(due, () => loadDueHonors(asked))
  return (
    <Wrap className="max-w-4xl">
      <div className="print:hidden">
        <PageHead
          back={{ to: paths.upcomingHonors, label: 'Anstehende Ehrungen' }}
          title="Ehrungen zum Aufrufen"
          lead="Für die Generalversammlung, auf Papier ein Blatt für jede Reihe von Ehrungen."
          actions={
            loaded.result?.ok && (
              <Button variant="primary" onClick={() => window.print()}>
                <Printer />
                Drucken
              </Button>
            )
          }
        />
      </div>
      <WhenLoaded loaded={loaded} message={dueHonorsNotLoaded} waiting={<SheetsSkeleton />}>
        {(data) => <Sheets due={data} />}
      </WhenLoaded>
    </Wrap>
  )
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
