import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactElement, useId } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { callUpParts } from '#web/assembly/call-up.ts'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyReportQuery } from '#web/data/assembly.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import { cn } from '#web/lib/cn.ts'
import { germanCount } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { AssemblyReport, Person } from '#worker/assembly/assembly.contract.ts'
import type { FeesOfYear } from '#worker/domain/assembly-report.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import {
  ActiveCard,
  ComparedTable,
  FiguresWaiting,
  MembersCard,
  ParadesCard,
  yearColumnHeads,
} from './figures-cards.tsx'
import { formatWithSign, isBlank, reportInWords } from './report-words.ts'

/** The year comes from the address; without one, the current year is shown. */
export function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('year') ?? ''
  const thisYear = Number(berlinDay(new Date()).slice(0, 4))
  const year = /^(19|20)\d{2}$/.test(typed) ? Number(typed) : thisYear
  if (year <= thisYear) prefetch(assemblyReportQuery(year))
  return { year, thisYear }
}

/** "Jahresbericht": the annual report, to be read aloud and handed out. */
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
      {(all) => (isBlank(all) ? <Blank year={year} /> : <ReportInWords report={all} />)}
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

function ReportInWords({ report }: { report: AssemblyReport }) {
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
      <NamesCard report={report} />
    </>
  )
}

/** The names that are read out, on a sheet of their own. */
function NamesCard({ report: { year, named } }: { report: AssemblyReport }) {
  const labels = useHonorLabels()
  const { died, joined, honored } = named
  if (died.length + joined.length + honored.length === 0) return null
  return (
    <Card bleed className="print:break-before-page">
      <CardHead title={`Zum Vorlesen: die Namen ${year.year}`} className="print:py-0" />
      <div className="grid gap-5 px-6 pb-6 text-lg leading-normal max-md:px-4 max-md:pb-5 print:p-0 print:text-[11pt] print:leading-snug">
        <Names title="Verstorben">
          {died.map(({ member, date }) => (
            <li key={member.id}>
              <PersonLink member={member} />, am {germanDate(date)}
            </li>
          ))}
        </Names>
        <Names title="Neu in der Zunft" className="print:block print:columns-2">
          {joined.map(({ member, again }) => (
            <li key={member.id}>
              <PersonLink member={member} />
              {again && ', wieder eingetreten'}
            </li>
          ))}
        </Names>
        {callUpParts(honored).map(({ title, honors }) => (
          <Names key={title} title={`Geehrt: ${title}`}>
            {honors.map(({ type, rows }) => (
              <li key={type}>
                <b className="font-semibold">{labels(type)}:</b>{' '}
                {rows.map(({ member }, index) => (
                  <Fragment key={member.id}>
                    {index > 0 && ', '}
                    <PersonLink member={member} />
                  </Fragment>
                ))}
              </li>
            ))}
          </Names>
        ))}
      </div>
    </Card>
  )
}

type NamesProps = { title: string; className?: string; children: ReactElement[] }

function Names({ title, className, children }: NamesProps) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-base text-muted-foreground">
        {title}
      </h3>
      <ul className={cn('mt-1 grid max-w-[70ch] gap-0.5 print:max-w-none', className)}>
        {children}
      </ul>
    </section>
  )
}

const PersonLink = ({ member }: { member: Person }) => (
  <Link to={paths.member(member.id)}>{fullName(member)}</Link>
)

/** How many years the choice offers: as many as the chart of the members shows. */
const offered = 30

type YearChoiceProps = { shown: number; thisYear: number }

/** The choice of the year. A year in the address that is older than the offered ones is offered as well. */
function YearChoice({ shown, thisYear }: YearChoiceProps) {
  const navigate = useNavigate()
  const years = Array.from({ length: offered }, (_, index) => thisYear - index)
  const all = years.includes(shown) ? years : [...years, shown].sort((a, b) => b - a)
  return (
    <Card bleed className="p-6 pt-5 max-md:p-4 print:hidden">
      <Field label="Jahr" className="max-w-48 max-md:max-w-none">
        {(ids) => (
          <Select
            {...ids}
            value={String(shown)}
            onChange={({ target }) =>
              void navigate({ search: `?year=${target.value}` }, { replace: true })
            }
          >
            {all.map((year) => (
              <option key={year} value={year}>
                {year === thisYear ? `${year} (läuft)` : year}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  )
}

/** The honors given, by kind. */
function HonorsCard({ report }: { report: AssemblyReport }) {
  const labels = useHonorLabels()
  const { year, before, honors } = report
  const row = (label: string, count: number, countBefore: number) => ({
    label,
    year: germanCount(count),
    before: germanCount(countBefore),
    difference: formatWithSign(count - countBefore),
  })
  return (
    <Card bleed>
      <CardHead id="honors" title="Ehrungen" className="print:py-0" />
      {honors.length > 0 ? (
        <ComparedTable
          heads={yearColumnHeads('Ehrung', report)}
          aria-labelledby="honors"
          rows={[
            ...honors.map((honor) => ({
              id: honor.type,
              ...row(labels(honor.type), honor.count, honor.before),
            })),
            { ...row('Zusammen', year.honors, before.honors), isResult: true },
          ]}
        />
      ) : (
        <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5 print:p-0">
          {before.year} und {year.year} wurde niemand geehrt.
        </p>
      )}
    </Card>
  )
}

const lines: readonly { of: keyof FeesOfYear; label: string; isRare?: true }[] = [
  { of: 'dueInCent', label: 'Soll' },
  { of: 'receivedInCent', label: 'Eingegangen' },
  { of: 'waivedInCent', label: 'Erlassen', isRare: true },
  { of: 'openInCent', label: 'Offen' },
  { of: 'creditInCent', label: 'Guthaben', isRare: true },
]

/** The sums of the fees as the Beitragsabrechnung shows them: due = received + waived + open − credit. */
function FeesCard({ report }: { report: AssemblyReport }) {
  const { year, before } = report
  const shown = lines.filter(({ of, isRare }) => !isRare || year.fees?.[of] || before.fees?.[of])
  return (
    <Card bleed className="print:break-inside-avoid">
      <CardHead
        id="fees"
        title="Beiträge"
        className="print:py-0"
        actions={
          <Link
            to={year.fees ? `${paths.feeReport}?year=${year.year}` : paths.feeReport}
            className="me-2 text-sm max-md:me-1 print:hidden"
          >
            Beitragsabrechnung
          </Link>
        }
      />
      {(year.fees || before.fees) && (
        <ComparedTable
          heads={yearColumnHeads('Beiträge', report)}
          aria-labelledby="fees"
          rows={shown.map(({ of, label }) => ({
            label,
            year: inEuro(year.fees?.[of]),
            before: inEuro(before.fees?.[of]),
            difference:
              year.fees && before.fees
                ? formatWithSign(year.fees[of] - before.fees[of], germanEuro)
                : '–',
          }))}
        />
      )}
      <Note report={report} />
    </Card>
  )
}

const inEuro = (cents: number | undefined) => (cents === undefined ? '–' : germanEuro(cents))

/** Names the years without sums, because their Beitragsabrechnung is not closed. */
function Note({ report: { year, before } }: { report: AssemblyReport }) {
  const open = [year, before].filter(({ fees }) => fees === null).map((one) => one.year)
  const [first, second] = open
  if (first === undefined) return null
  return (
    <p className="px-6 py-4 text-muted-foreground max-md:px-4 print:px-0 print:py-2">
      {second === undefined
        ? `${first} ist nicht festgeschrieben.`
        : `Weder ${second} noch ${first} ist festgeschrieben.`}
    </p>
  )
}
