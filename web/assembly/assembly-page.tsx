import { useQuery } from '@tanstack/react-query'
import { Award, Mail, NotebookText, Printer } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useDownload } from '#web/components/download.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { assemblyQuery } from '#web/data/assembly.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { downloadUpcoming } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths, settingsPart } from '#web/paths.ts'
import { AssemblyDate, dateSearch } from '#web/statistics/assembly-date.tsx'
import { totalOf } from '#web/statistics/total-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { Assembly } from '#worker/assembly/assembly.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { askedDay } from './asked-day.ts'
import { AssemblyLists } from './assembly-lists.tsx'
import { reachedHeads } from './reached-table.tsx'

/** The day stands in the address; where it does not, the server takes the guild's own. */
export function loader({ request }: LoaderFunctionArgs) {
  const asked = askedDay(request)
  prefetch(assemblyQuery(asked), settingsQuery)
  return { asked }
}

export function AssemblyPage() {
  const { asked } = useLoaderData<typeof loader>()
  const assembly = useQuery(assemblyQuery(asked))
  const date = assembly.data?.date ?? asked
  const download = useDownload({
    file: downloadUpcoming(date ?? ''),
    name: 'Anstehende Ehrungen',
    disabled: date === null,
    compact: true,
  })
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Generalversammlung"
        lead="Wer geehrt wird, wer da ist, und dann alles in einem Schritt eintragen"
        actions={
          <>
            {date && <Papers date={date} />}
            {download.button}
          </>
        }
      />
      {download.failure}
      <div className="grid gap-6 *:min-w-0">
        <AssemblyDate
          date={date}
          words={assembly.data ? totalWordsOf(assembly.data) : null}
          canChoose={date !== null || assembly.error !== null}
        >
          <p>
            An diesem Tag zählen Jahre und Sprünge, und mit ihm werden die Ehrungen eingetragen.{' '}
            <GuildsOwn asked={asked} />
          </p>
        </AssemblyDate>
        <QuerySection query={assembly} waiting={<Waiting />}>
          {(data) => (
            <AssemblyLists
              key={data.date}
              assembly={data}
              asked={asked}
              onOvertaken={() => void assembly.refetch()}
            />
          )}
        </QuerySection>
      </div>
    </Wrap>
  )
}

function totalWordsOf({ total, people }: Assembly): string {
  return total === 0 ? 'Niemand ist zu ehren.' : `${totalOf({ honors: total, people })}.`
}

/** What is printed for this day, each a page of its own. */
function Papers({ date }: { date: Day }) {
  const papers = [
    { to: paths.callUpList, label: 'Aufrufliste', icon: Printer },
    { to: paths.assemblyInvitations, label: 'Einladungen', icon: Mail },
    { to: paths.certificates, label: 'Urkunden', icon: Award },
    {
      to: paths.assemblyReport,
      label: 'Jahresbericht',
      icon: NotebookText,
      search: `?year=${yearToReport(date)}`,
    },
  ]
  return papers.map(({ to, label, icon: Icon, search = dateSearch(date) }) => (
    <Button key={to} asChild className="max-md:px-2">
      <Link to={{ pathname: to, search }}>
        <Icon className="max-md:hidden" />
        {label}
      </Link>
    </Button>
  ))
}

/** In the first half of a year an assembly hears of the one before. */
function yearToReport(date: Day): number {
  return Number(date.slice(0, 4)) - (date.slice(5, 7) < '07' ? 1 : 0)
}

/** The way back to the guild's own day, or to where it is set. */
function GuildsOwn({ asked }: { asked: Day | null }) {
  const mayWrite = hasRole(useUser(), 'management')
  if (asked !== null) return <Link to={paths.assembly}>Zum Tag der Zunft</Link>
  return mayWrite && <Link to={settingsPart('assembly')}>Tag der Zunft ändern</Link>
}

function Waiting() {
  return (
    <Card bleed>
      <CardHead title="Erreicht" className="print:py-0" />
      <TableSkeleton heads={reachedHeads} />
    </Card>
  )
}
