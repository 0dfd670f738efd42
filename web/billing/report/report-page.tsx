import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useDownload } from '#web/components/download.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { claimsQuery, loadReport, openClaimsQuery, yearsQuery } from '#web/data/billing.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import type { FeeYear } from '#worker/billing/billing.contract.ts'
import { feeReport } from '#worker/domain/fee-report.ts'
import { ActsCard } from './acts-card.tsx'
import { OpenCard } from './open-card.tsx'
import { RunsCard } from './runs-card.tsx'
import { Signatures } from './signatures.tsx'
import { SumsCard, sumHeads } from './sums-card.tsx'
import { YearChoice } from './year-choice.tsx'

/** The year stands in the address; where it does not, the newest that is closed is shown. */
export function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('year') ?? ''
  const asked = /^\d{4}$/.test(typed) ? Number(typed) : null
  prefetch(yearsQuery, openClaimsQuery, ...(asked === null ? [] : [claimsQuery(asked)]))
  return { asked }
}

/** "Kassenbericht": what the auditors of the guild want to see of a year. */
export function FeeReportPage() {
  const { asked } = useLoaderData<typeof loader>()
  const years = useQuery(yearsQuery)
  const closed = (years.data ?? []).filter((year) => year.closed).toSorted(newestFirst)
  const shown = asked ?? closed[0]?.year ?? null
  const year = closed.find((one) => one.year === shown)
  const download = useDownload({
    file: loadReport(shown ?? 0),
    name: 'Kassenbericht',
    disabled: !year,
  })
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.membershipFees, label: 'Mitgliedsbeiträge' }}
        title={shown === null ? 'Kassenbericht' : `Kassenbericht ${shown}`}
        lead="Was fällig war, und was daraus geworden ist"
        actions={
          <>
            {download.button}
            <PrintButton disabled={!year} />
          </>
        }
      />
      {download.failure}
      <div className="grid gap-6 *:min-w-0 print:gap-4">
        <QuerySection query={years} waiting={<Waiting />}>
          {() => (
            <>
              {closed.length > 0 && <YearChoice years={closed} shown={shown} />}
              {year ? <Report key={year.year} year={year} /> : <NotClosed year={shown} />}
            </>
          )}
        </QuerySection>
      </div>
    </Wrap>
  )
}

const newestFirst = (a: FeeYear, b: FeeYear) => b.year - a.year

function Report({ year: { year, runs } }: { year: FeeYear }) {
  const claims = useQuery(claimsQuery(year))
  const open = useQuery(openClaimsQuery)
  return (
    <>
      <QuerySection query={claims} waiting={<Waiting />}>
        {(all) => {
          const report = feeReport(all, runs)
          return (
            <>
              <SumsCard report={report} />
              <RunsCard runs={report.runs} />
              <ActsCard title="Erlassen" acts={report.waived} />
              <ActsCard title="Berichtigt" acts={report.corrected} />
            </>
          )
        }}
      </QuerySection>
      <OpenCard claims={open} />
      <Signatures />
    </>
  )
}

function Waiting() {
  return (
    <Card bleed>
      <CardHead title="Summen" />
      <TableSkeleton heads={sumHeads} size="sm" />
    </Card>
  )
}

function NotClosed({ year }: { year: number | null }) {
  return (
    <Card bleed>
      <CardBody className="pt-6 text-muted-foreground">
        {year === null
          ? 'Es ist noch kein Jahr festgeschrieben.'
          : `${year} ist nicht festgeschrieben.`}{' '}
        Den Kassenbericht gibt es, sobald die Beiträge eines Jahres feststehen.
      </CardBody>
    </Card>
  )
}
