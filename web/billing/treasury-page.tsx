import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { type PathStep, StepPath } from '#web/components/step-path.tsx'
import { treasuryQuery, yearsQuery } from '#web/data/billing.ts'
import { counted } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { ParadeMoney, Treasury } from '#worker/billing/billing.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import { fileToSubmit, type TreasuryStep, type TreasuryStepId } from '#worker/domain/treasury.ts'
import { CloseYear } from './close-year.tsx'
import { feesInWords } from './fee-text.ts'
import { RunDayDialog } from './run-acts.tsx'
import { YearSwitch, yearFromSearch } from './year-switch.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const today = berlinDay(new Date())
  const currentYear = Number(today.slice(0, 4))
  const year = yearFromSearch(new URL(request.url).searchParams, currentYear)
  prefetch(treasuryQuery(year), yearsQuery)
  return { year, currentYear }
}

/** The year's fees as a path, and the money of its parades. */
export function TreasuryPage() {
  const { year, currentYear } = useLoaderData<typeof loader>()
  const treasury = useQuery(treasuryQuery(year))
  const years = useQuery(yearsQuery)
  return (
    <Wrap>
      <PageHead
        title={`Kasse ${year}`}
        lead="Was in diesem Jahr mit den Beiträgen zu tun ist, der Reihe nach, und das Geld der Umzüge"
        actions={
          <YearSwitch
            year={year}
            currentYear={currentYear}
            years={(years.data ?? []).map((one) => one.year)}
          />
        }
      />
      <QuerySection query={treasury} waiting={<TreasurySkeleton />}>
        {(known) => (
          <div
            key={year}
            className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]"
          >
            <YearPath treasury={known} />
            <ParadeCard money={known.parades} year={year} />
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}

function YearPath({ treasury }: { treasury: Treasury }) {
  const mayBook = can(useUser(), 'keepTreasury')
  const steps = treasury.steps.map((step) => ({
    ...step,
    // For users who may only read, no step is theirs to do now.
    state: step.state === 'now' && !mayBook ? ('open' as const) : step.state,
    ...stepWords[step.id](treasury),
    date: dateOf(step),
    action: actionOf(step, treasury, mayBook),
  }))
  const next = steps.find(({ state }) => state === 'now')
  return (
    <>
      <p
        role="status"
        className="-mb-3 text-muted-foreground empty:hidden lg:col-span-full print:hidden"
      >
        {next && (
          <>
            Als Nächstes: <a href={`#${next.id}`}>{next.title}</a>
          </>
        )}
      </p>
      <StepPath aria-label={`Die Beiträge ${treasury.year}`} steps={steps} />
    </>
  )
}

type Words = Pick<PathStep, 'title' | 'figure' | 'text'>

const sumInWords = ({ count, sumInCent }: FeeSum) =>
  `${feesInWords(count)}, ${germanEuro(sumInCent)}`

const stepWords: Record<TreasuryStepId, (treasury: Treasury) => Words> = {
  check: (treasury) => ({
    title: 'Prüfen',
    figure: checkFigure(treasury),
    text: checkText(treasury),
  }),
  close: ({ fees, freeCount, withoutRule }) => ({
    title: 'Festschreiben',
    figure:
      fees.count > 0 &&
      `${feesInWords(fees.count, freeCount)}, zusammen ${germanEuro(fees.sumInCent)}`,
    text:
      withoutRule > 0
        ? 'Das geht, sobald jedes Mitglied eine Zeile der Beitragstabelle hat.'
        : 'Die Beiträge stehen danach fest und folgen den Mitgliedern nicht mehr von selbst.',
  }),
  file: ({ runs, collectible, closedOn }) => ({
    title: 'SEPA-Datei',
    figure:
      runs.length > 0
        ? sumInWords(sumOfRuns(runs))
        : collectible.count > 0 && `${sumInWords(collectible)} einziehbar`,
    text:
      runs.length > 0 && collectible.count > 0
        ? `Seit der letzten Datei lassen sich ${feesInWords(collectible.count)} einziehen, zusammen ${germanEuro(collectible.sumInCent)}.`
        : `Mit ihr zieht die Bank ein, was ein Mandat hat.${closedOn === null ? ' Die erste Datei schreibt auch das Jahr fest.' : ''}`,
  }),
  announce: ({ runs }) => ({
    title: 'Ankündigen',
    figure: runs.length > 0 && announcedFigure(runs),
    text: `Die Zahler erfahren Tag und Betrag, ehe die Bank einzieht. Das Schreiben nennt, was in der Datei steht.${unreachableText(runs)}`,
  }),
  credit: ({ runs }) => {
    const waiting = runs.filter(({ creditedOn }) => creditedOn === null)
    return {
      title: 'Eingereicht und gutgeschrieben',
      figure:
        runs.length > 0 && germanEuro(sumOfRuns(waiting.length > 0 ? waiting : runs).sumInCent),
      text: creditText(runs),
    }
  },
  statement: ({ statement }) => ({
    title: 'Kontoauszug',
    figure: statement.count > 0 && counted(statement.count, 'Buchung', 'Buchungen'),
    text: 'Überweisungen und Rücklastschriften kommen aus dem Auszug der Bank.',
  }),
  letters: ({ open, toInvoice, toRemind, returned }) => ({
    title: 'Rechnungen und Mahnungen',
    figure: open.count > 0 && `${sumInWords(open)} offen`,
    text: [
      toInvoice > 0 && `${feesInWords(toInvoice)} ohne Rechnung.`,
      toRemind > 0 && `${feesInWords(toRemind)} 30 Tage nach dem letzten Schreiben noch offen.`,
      returned > 0 && `${feesInWords(returned)} von der Bank zurückgegeben.`,
      'Wer nicht per Lastschrift zahlt, bekommt eine Rechnung.',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  report: ({ open }) => ({
    title: 'Abrechnung',
    figure: open.count > 0 && `${feesInWords(open.count)} noch offen`,
    text: 'Das Jahr der Beiträge auf Papier, mit Probe und Platz für die Unterschriften.',
  }),
}

function announcedFigure(runs: Treasury['runs']): string {
  const announced = runs.reduce((sum, run) => sum + run.announced, 0)
  const debits = runs.reduce((sum, { debitCount }) => sum + debitCount, 0)
  const missing = runs.flatMap(({ unreachable }) => unreachable)
  const left =
    missing.length === 1
      ? missing.map(fullName).join()
      : counted(missing.length, 'Zahler', 'Zahler')
  return `${announced} von ${debits} Zahlern${missing.length > 0 ? `, nicht erreichbar: ${left}` : ''}`
}

function unreachableText(runs: Treasury['runs']): string {
  const names = runs.flatMap(({ unreachable }) => unreachable.map(fullName))
  if (names.length === 0) return ''
  const more = names.length - mostNamed
  return ` Kein Schreiben erreicht ${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` und ${more} weitere` : ''}; warum, steht bei den Schreiben.`
}

const mostNamed = 6

function creditText(runs: Treasury['runs']): string {
  if (runs.length === 0 || fileToSubmit(runs))
    return 'Die Datei im Online-Banking einreichen und den Tag hier vermerken.'
  const days = runs.flatMap(({ submittedOn }) => submittedOn ?? []).sort()
  const [last] = days.slice(-1)
  return [
    last && `Eingereicht am ${germanDate(last)}.`,
    'Ist das Geld auf dem Konto, die Gutschrift eintragen.',
  ]
    .filter(Boolean)
    .join(' ')
}

function sumOfRuns(runs: Treasury['runs']): FeeSum {
  return {
    count: runs.reduce((sum, { count }) => sum + count, 0),
    sumInCent: runs.reduce((sum, { sumInCent }) => sum + sumInCent, 0),
  }
}

function checkFigure({ withoutRule, uncollectible }: Treasury) {
  if (withoutRule > 0)
    return `${counted(withoutRule, 'Mitglied', 'Mitglieder')} ohne Zeile der Beitragstabelle`
  const count = uncollectible.reduce((sum, one) => sum + one.count, 0)
  return count > 0 && `${feesInWords(count)} nicht einziehbar`
}

function checkText({ closedOn, unclosed, withoutRule, uncollectible }: Treasury): ReactNode {
  const reasons = uncollectible.map(({ reason, count }) => `${reason} (${count})`).join(', ')
  return [
    closedOn !== null &&
      unclosed > 0 &&
      `${counted(unclosed, 'Mitglied', 'Mitglieder')} ohne Beitrag: Wer später eintrat oder in dem Jahr austrat, wird bei den Beiträgen nachgetragen.`,
    reasons && `Nicht einziehbar: ${reasons}.`,
    'Bei den Beiträgen steht je Mitglied, was fehlt.',
    withoutRule > 0
      ? 'Ohne Zeile der Beitragstabelle lässt sich das Jahr nicht festschreiben.'
      : 'Du kannst weitermachen, ohne alles zu ergänzen: Wer kein Mandat hat, bekommt eine Rechnung.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** "am 14.11.2026" when it is done, "bis 23.11.2026" while it is due. */
function dateOf({ id, state, day }: TreasuryStep): string | null {
  if (day === null) return null
  if (state === 'done') return `am ${germanDate(day)}`
  return id === 'credit' ? `fällig am ${germanDate(day)}` : `bis ${germanDate(day)}`
}

function actionOf(step: TreasuryStep, treasury: Treasury, mayBook: boolean): ReactNode {
  const { id, state } = step
  const isDue = state === 'now' || state === 'open'
  const variant = state === 'now' && mayBook ? 'primary' : 'outline'
  if (id === 'close') {
    if (!isDue || !mayBook || !treasury.isClosable) return null
    return (
      <CloseYear
        year={{ year: treasury.year, ...treasury.fees }}
        freeCount={treasury.freeCount}
        collectible={treasury.collectible}
        variant={variant}
        size="sm"
      />
    )
  }
  const file = id === 'credit' && mayBook ? fileToSubmit(treasury.runs) : undefined
  if (file) return <SubmitFile run={file} variant={variant} />
  // Letters can be written before their time; in an open year they are about fees of earlier years.
  if (state === 'later' && id !== 'check' && id !== 'letters') return null
  const links = id === 'letters' ? letterLinks(treasury, mayBook) : linkOf(id, treasury, mayBook)
  if (links.length === 0) return null
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 md:justify-end">
      {links.map(({ to, words }, index) =>
        index === 0 ? (
          <Button key={to} asChild size="sm" variant={variant}>
            <Link to={to}>{words}</Link>
          </Button>
        ) : (
          <Link key={to} to={to} className="inline-flex min-h-9 items-center max-md:min-h-11">
            {words}
          </Link>
        ),
      )}
    </span>
  )
}

type SubmitFileProps = { run: Treasury['runs'][number]; variant: 'primary' | 'outline' }

function SubmitFile({ run, variant }: SubmitFileProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setOpen(true)}>
        Als eingereicht vermerken
      </Button>
      {isOpen && (
        <RunDayDialog
          act="submit"
          run={run}
          today={berlinDay(new Date())}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type StepLink = { to: string; words: string }

/** The link to the page where the step is done; its words differ for users who may only read. */
function linkOf(
  id: Exclude<TreasuryStepId, 'close' | 'letters'>,
  { year, runs }: Treasury,
  mayBook: boolean,
): StepLink[] {
  const fees = `${paths.membershipFees}?year=${year}`
  const words = (doing: string, reading: string) => (mayBook ? doing : reading)
  switch (id) {
    case 'check':
      return [{ to: fees, words: 'Zu den Beiträgen' }]
    case 'file':
      return [{ to: `${fees}#einziehen`, words: words('Zur SEPA-Datei', 'Ansehen') }]
    case 'announce': {
      const run =
        runs.findLast(
          ({ announced, unreachable, debitCount }) => announced + unreachable.length < debitCount,
        ) ?? runs.at(-1)
      return run
        ? [
            {
              to: `${paths.feeLetters}?kind=notice&year=${year}&run=${run.id}&from=treasury`,
              words: words('Ankündigung schreiben', 'Schreiben ansehen'),
            },
          ]
        : []
    }
    case 'credit':
      return [{ to: `${fees}#dateien`, words: words('Gutschrift eintragen', 'Ansehen') }]
    case 'statement':
      return mayBook
        ? [{ to: `${paths.feeStatement}?year=${year}`, words: 'Kontoauszug einlesen' }]
        : []
    case 'report':
      return [{ to: `${paths.feeReport}?year=${year}`, words: 'Beitragsabrechnung öffnen' }]
  }
}

/** Reminders concern all years, so they can be written while the year is open; invoices only afterwards. */
function letterLinks(
  { year, toInvoice, toRemind, closedOn }: Treasury,
  mayBook: boolean,
): StepLink[] {
  const letters = `${paths.feeLetters}?year=${year}&from=treasury`
  if (!mayBook) return [{ to: letters, words: 'Schreiben ansehen' }]
  const reminder = { to: `${letters}&kind=reminder`, words: 'Mahnung schreiben' }
  if (closedOn === null) return [reminder]
  const invoice = { to: `${letters}&kind=invoice`, words: 'Rechnung schreiben' }
  return toRemind > 0 && toInvoice === 0 ? [reminder, invoice] : [invoice, reminder]
}

const places = (count: number) => counted(count, 'Platz', 'Plätze')
const repayments = (count: number) => counted(count, 'Erstattung', 'Erstattungen')

/** What came in for the parades of the year, and what is still missing. */
function ParadeCard({ money, year }: { money: ParadeMoney; year: number }) {
  const { online, cash, cashReturned, refunded, refundsOpen, unpaid } = money
  const lines = [
    { label: 'Online bezahlt', inWords: places, ...online },
    ...cash.map(({ name, userId, ...sum }) => ({
      label: `Bar bei ${name || `Zugang ${userId}`}`,
      inWords: places,
      ...sum,
    })),
    { label: 'Bar zurückgegeben', inWords: places, ...cashReturned },
    { label: 'Erstattet', inWords: repayments, ...refunded },
    { label: 'Erstattung offen', inWords: repayments, ...refundsOpen },
    { label: 'Nicht bezahlt', inWords: places, ...unpaid },
  ].filter(({ count }) => count > 0)
  return (
    <Card bleed aria-labelledby="umzuege">
      <CardHead id="umzuege" title={`Umzüge ${year}`} />
      {lines.length === 0 ? (
        <p className="px-6 pb-5 text-muted-foreground max-md:px-4">
          Für die Umzüge dieses Jahres ist noch kein Geld vermerkt.
        </p>
      ) : (
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 px-6 pb-4 max-md:px-4">
          {lines.map(({ label, inWords, count, sumInCent }) => (
            <div key={label} className="contents">
              <dt className="wrap-anywhere text-muted-foreground">
                {label}{' '}
                <span className="whitespace-nowrap text-sm tabular-nums">{inWords(count)}</span>
              </dt>
              <dd className="text-right font-medium tabular-nums">{germanEuro(sumInCent)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="border-t px-6 py-2 max-md:px-4 print:hidden">
        <Link to={paths.orders} className="inline-flex min-h-9 items-center max-md:min-h-11">
          Alle Zahlungen
        </Link>
      </p>
    </Card>
  )
}

function TreasurySkeleton() {
  return (
    <Loading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card bleed className="grid gap-6 px-6 py-6 max-md:px-4">
          {Object.keys(stepWords).map((id) => (
            <Skeleton key={id} width="60%" className="h-5" />
          ))}
        </Card>
        <Card bleed className="grid gap-4 px-6 py-6 max-md:px-4">
          <Skeleton width="40%" className="h-5" />
          <Skeleton width="80%" />
          <Skeleton width="70%" />
        </Card>
      </div>
    </Loading>
  )
}
