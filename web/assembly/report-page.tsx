import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyReportQuery } from '#web/data/assembly.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { AssemblyReport } from '#worker/assembly/assembly.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { ActiveCard } from './report/active-card.tsx'
import { FeesCard } from './report/fees-card.tsx'
import { FiguresWaiting, MembersCard, ParadesCard } from './report/figures-cards.tsx'
import { HonorsCard } from './report/honors-card.tsx'
import { isBlank, reportInWords } from './report/report-words.ts'
import { YearChoice } from './report/year-choice.tsx'

/** The year stands in the address; where it does not, the one that runs is shown. */
export function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('year') ?? ''
  const thisYear = Number(berlinDay(new Date()).slice(0, 4))
  const year = /^(19|20)\d{2}$/.test(typed) ? Number(typed) : thisYear
  if (year <= thisYear) prefetch(assemblyReportQuery(year))
  return { year, thisYear }
}

/** "Jahresbericht": what the guild is told of a year, as it can be read aloud and handed out. */
export function AssemblyReportPage() {
  const { year, thisYear } = useLoaderData<typeof loader>()
  const isToCome = year > thisYear
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.assembly, label: 'Generalversammlung' }}
        title={`Jahresbericht ${year}`}
        lead={`Das Jahr in Zahlen, daneben das Jahr davor${year === thisYear ? '. Es läuft noch: Gezählt ist bis heute' : ''}`}
        actions={<PrintButton disabled={isToCome} />}
      />
      <div className="grid gap-6 *:min-w-0 print:gap-4">
        <YearChoice shown={year} thisYear={thisYear} />
        {isToCome ? <ToCome year={year} /> : <Report key={year} year={year} />}
      </div>
    </Wrap>
  )
}

function ToCome({ year }: { year: number }) {
  return (
    <Card bleed>
      <Empty title={`${year} hat noch nicht begonnen`} level="h2">
        Den Bericht gibt es ab dem {germanDate(`${year}-01-01`)}.
      </Empty>
    </Card>
  )
}

function Report({ year }: { year: number }) {
  const report = useQuery(assemblyReportQuery(year))
  return (
    <QuerySection query={report} waiting={<FiguresWaiting year={year} />}>
      {(all) => (isBlank(all) ? <Blank year={year} /> : <Told report={all} />)}
    </QuerySection>
  )
}

function Blank({ year }: { year: number }) {
  return (
    <Card bleed>
      <Empty title={`Für ${year} ist nichts eingetragen`} level="h2">
        Sobald Mitglieder, Umzüge, Ehrungen oder Beiträge aus dem Jahr eingetragen sind, stehen sie
        hier.
      </Empty>
    </Card>
  )
}

function Told({ report }: { report: AssemblyReport }) {
  return (
    <>
      <Card bleed aria-label="In Worten" className="px-6 py-5 max-md:px-4 print:p-0">
        <p className="max-w-[70ch] text-pretty text-lg leading-normal print:max-w-none print:text-[11pt]">
          {reportInWords(report)}
        </p>
      </Card>
      <MembersCard report={report} />
      <ParadesCard report={report} />
      <ActiveCard report={report} />
      <HonorsCard report={report} />
      <FeesCard report={report} />
    </>
  )
}
