import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
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
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { FeeYear } from '#worker/billing/billing.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { feeReport, type ReportAct, type ReportClaim } from '#worker/domain/fee-report.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { OpenCard } from './open-card.tsx'
import { ReportRunsCard } from './report-runs-card.tsx'
import { SumsCard, sumHeads } from './sums-card.tsx'

/** The year comes from the address; without one, the newest closed year is shown. */
export function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('year') ?? ''
  const asked = /^\d{4}$/.test(typed) ? Number(typed) : null
  prefetch(yearsQuery, openClaimsQuery, ...(asked === null ? [] : [claimsQuery(asked)]))
  return { asked }
}

/** "Beitragsabrechnung": the yearly report for the guild's auditors. */
export function FeeReportPage() {
  const { asked } = useLoaderData<typeof loader>()
  const years = useQuery(yearsQuery)
  const closed = (years.data ?? []).filter((year) => year.closed).toSorted(newestFirst)
  const shown = asked ?? closed[0]?.year ?? null
  const year = closed.find((one) => one.year === shown)
  const download = useDownload({
    file: loadReport(shown ?? 0),
    name: 'Beitragsabrechnung',
    disabled: !year,
  })
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{
          to: shown === null ? paths.membershipFees : `${paths.membershipFees}?year=${shown}`,
          label: 'Mitgliedsbeiträge',
        }}
        title={shown === null ? 'Beitragsabrechnung' : `Beitragsabrechnung ${shown}`}
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
              <ReportRunsCard runs={report.runs} />
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
        Die Beitragsabrechnung gibt es, sobald die Beiträge eines Jahres feststehen.
      </CardBody>
    </Card>
  )
}

type YearChoiceProps = { years: readonly FeeYear[]; shown: number | null }

/** A choice of the year of the report; the chosen year is in the address. */
function YearChoice({ years, shown }: YearChoiceProps) {
  const navigate = useNavigate()
  const isClosed = years.some(({ year }) => year === shown)
  return (
    <Card bleed className="p-6 pt-5 max-md:p-4 print:hidden">
      <Field label="Jahr" className="max-w-48 max-md:max-w-none">
        {(ids) => (
          <Select
            {...ids}
            value={isClosed ? String(shown) : ''}
            onChange={({ target }) =>
              void navigate({ search: `?year=${target.value}` }, { replace: true })
            }
          >
            {!isClosed && <option value="">Jahr wählen</option>}
            {years.map(({ year }) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  )
}

type ActsCardProps = { title: string; acts: readonly ReportAct<ReportClaim>[] }

const heads = ['Mitglied', 'Tag', 'Betrag', 'Grund'] as const
/** Equal widths align the columns of both lists. */
const widths = { Mitglied: '30%', Tag: '14%', Betrag: '14%', Grund: undefined }

/** Decisions without a payment, such as waivers: whose fee, when, and why. Renders nothing when empty. */
function ActsCard({ title, acts }: ActsCardProps) {
  if (acts.length === 0) return null
  return (
    <Card bleed>
      <CardHead id={title} title={title} tally={acts.length} className="print:py-0" />
      <Table size="sm" aria-labelledby={title}>
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableHeadCell key={head} numeric={head === 'Betrag'} style={{ width: widths[head] }}>
                {head}
              </TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {acts.map(({ claim, booking }) => (
            <TableRow key={booking.id}>
              <TableCell at="first">{listName(claim.member)}</TableCell>
              <TableCell at="second" className="whitespace-nowrap tabular-nums">
                {germanDate(booking.day)}
              </TableCell>
              <TableCell numeric at="right">
                {germanEuro(booking.amountInCent)}
              </TableCell>
              <TableCell
                at="below"
                before="Grund"
                className="wrap-anywhere whitespace-pre-line md:py-2"
              >
                {booking.note || '–'}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

/** Printed only: lines for the signatures of the treasurer and the two auditors. */
function Signatures() {
  return (
    <div className="mt-[16mm] hidden grid-cols-3 gap-[8mm] break-inside-avoid print:grid">
      {['Kassier', 'Kassenprüfer', 'Kassenprüfer'].map((who, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat and the order is fixed.
        <p key={index} className="border-black border-t-[0.75pt] pt-[1mm] text-[9pt]">
          Datum, Unterschrift {who}
        </p>
      ))}
    </div>
  )
}
