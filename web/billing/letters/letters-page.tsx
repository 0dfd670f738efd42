import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useLocation, useSearchParams } from 'react-router'
import { feesOfYearIn } from '#web/billing/year-switch.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { PrintSheets } from '#web/components/print/print-sheets.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import {
  claimsQuery,
  lettersQuery,
  letterTextsQuery,
  openClaimsQuery,
  yearsQuery,
} from '#web/data/billing.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { membersQuery } from '#web/data/members.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { type TypedDay, unreadableDay } from '#web/lib/typed-day.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { FeeYear } from '#worker/billing/billing.contract.ts'
import { type FeeLetterKind, feeLetterKinds } from '#worker/domain/codes.ts'
import { addDays, berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import { type LetterWay, letterWays, type Occasion } from '#worker/domain/fee-letters.ts'
import { can } from '#worker/domain/rights.ts'
import { FeeLetterSheet, type LetterSender, type PrintedLetter } from './fee-letter-sheet.tsx'
import { RecipientsForm } from './recipients-form.tsx'
import { WrittenCard } from './written-card.tsx'

export function loader() {
  prefetch(yearsQuery, openClaimsQuery, lettersQuery, letterTextsQuery, membersQuery, settingsQuery)
  return { today: berlinDay(new Date()) }
}

export const shouldRevalidate = unlessOnlySearchChanged

const kindLabels: Record<FeeLetterKind, string> = {
  notice: 'Ankündigung des Einzugs',
  invoice: 'Rechnung',
  reminder: 'Erinnerung oder Mahnung',
}

/** Fee letters: a notice before a debit, an invoice instead of one, a reminder when nothing was paid. */
export function FeeLettersPage() {
  const { today } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const years = useQuery(yearsQuery)
  const settings = useQuery(settingsQuery)
  const mayWrite = can(useUser(), 'keepTreasury')
  const [printed, setPrinted] = useState<{ letters: readonly PrintedLetter[]; round: number }>({
    letters: [],
    round: 0,
  })
  const print = (letters: readonly PrintedLetter[]) =>
    setPrinted(({ round }) => ({ letters, round: round + 1 }))
  return (
    <Wrap>
      <PageHead
        title="Schreiben zum Beitrag"
        back={backLinkIn(search)}
        actions={mayWrite && <TextsLink className="max-md:hidden" />}
      />
      <QuerySection query={settings} waiting={<PageSpinner />}>
        {(writer) => (
          <>
            <div className="grid gap-4 *:min-w-0">
              <WrittenCard onPrint={print} />
              <QuerySection query={years} waiting={<PageSpinner />}>
                {(known) => (
                  <Choosing years={known} writer={writer} today={today} onPrint={print} />
                )}
              </QuerySection>
              {/* On the phone the list of recipients comes first. */}
              {mayWrite && <TextsLink className="md:hidden" />}
            </div>
            {printed.letters.length > 0 && (
              <PrintSheets key={printed.round} onDone={() => print([])}>
                {printed.letters.map((letter) => (
                  <FeeLetterSheet key={letter.payer.id} letter={letter} writer={writer} />
                ))}
              </PrintSheets>
            )}
          </>
        )}
      </QuerySection>
    </Wrap>
  )
}

/** To "Kasse" when a link of "Kasse" led here, else to the list of fees. */
function backLinkIn(search: URLSearchParams) {
  const fees = feesOfYearIn(search)
  return search.get('from') === 'treasury'
    ? { to: fees.replace(paths.membershipFees, paths.treasury), label: 'Kasse' }
    : { to: fees, label: 'Mitgliedsbeiträge' }
}

function TextsLink({ className }: { className: string }) {
  return (
    <Button asChild className={className}>
      <Link to={paths.letterTexts}>
        <PenLine />
        Texte ändern
      </Link>
    </Button>
  )
}

type ChoosingProps = {
  years: readonly FeeYear[]
  writer: LetterSender
  today: Day
  onPrint: (letters: readonly PrintedLetter[]) => void
}

/** The proposed term of payment. */
const daysToPay = 14

const wayLabels: Record<LetterWay, string> = {
  mailElseLetter: 'E-Mail, sonst Papier',
  letter: 'Nur gedruckt',
  mail: 'Nur per E-Mail',
}

/** The choice of the kind of letter, its year or file (both kept in the address), the channel and the day. */
function Choosing({ years, writer, today, onPrint }: ChoosingProps) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const [way, setWay] = useState<LetterWay>('mailElseLetter')
  const [chosenDay, setDay] = useState<TypedDay>(addDays(today, daysToPay))
  const closed = years.filter(({ closed }) => closed).map(({ year }) => year)
  const runs = years
    .flatMap(({ runs, year }) => runs.map((run) => ({ ...run, year })))
    .filter(({ voidedAt, dueDate }) => voidedAt === null && dueDate >= today)
  const kind = feeLetterKinds.find((one) => one === search.get('kind')) ?? 'invoice'
  const run = runs.find(({ id }) => String(id) === search.get('run')) ?? runs[0]
  const asked = Number(search.get('year'))
  const year = closed.includes(asked) ? asked : (closed[0] ?? Number(today.slice(0, 4)))
  const change = (key: string, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.set(key, value)
        return after
      },
      { replace: true, state },
    )
  const occasion = occasionOf(kind, { today, year, runId: run?.id })
  const dueDate = kind === 'notice' ? (run?.dueDate ?? null) : null
  const isPast = chosenDay !== unreadableDay && chosenDay !== null && chosenDay < today
  return (
    <>
      <Card bleed aria-labelledby="what">
        <h2 id="what" className="sr-only">
          Was Du schreibst
        </h2>
        <CardBody className="grid grid-cols-[4fr_3fr] gap-x-4 gap-y-3 pt-4 *:min-w-0 lg:grid-cols-4">
          <Field label="Schreiben" className="max-lg:col-span-2">
            {(ids) => (
              <Select
                {...ids}
                value={kind}
                onChange={(event) => change('kind', event.target.value)}
              >
                {feeLetterKinds.map((one) => (
                  <option key={one} value={one}>
                    {kindLabels[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {kind === 'invoice' && closed.length > 1 && (
            <Field label="Jahr" className="max-lg:col-span-2">
              {(ids) => (
                <Select
                  {...ids}
                  value={year}
                  onChange={(event) => change('year', event.target.value)}
                >
                  {closed.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {kind === 'notice' && run && (
            <Field label="SEPA-Datei" className="max-lg:col-span-2">
              {(ids) => (
                <Select
                  {...ids}
                  value={run.id}
                  onChange={(event) => change('run', event.target.value)}
                >
                  {runs.map(({ id, year, dueDate }) => (
                    <option key={id} value={id}>
                      {year}, fällig am {germanDate(dueDate)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {occasion ? (
            <Field label="Weg">
              {(ids) => (
                <Select
                  {...ids}
                  value={way}
                  onChange={(event) =>
                    setWay(letterWays.find((one) => one === event.target.value) ?? way)
                  }
                >
                  {letterWays.map((one) => (
                    <option key={one} value={one}>
                      {wayLabels[one]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : (
            <p className="self-end text-muted-foreground max-lg:col-span-2">
              Es gibt keine SEPA-Datei, deren Einzug noch bevorsteht.
            </p>
          )}
          {occasion && dueDate === null && (
            <DateField
              label="Zu zahlen bis"
              value={chosenDay}
              onChange={setDay}
              today={today}
              error={isPast && 'Wähle einen Tag ab heute.'}
            />
          )}
        </CardBody>
      </Card>
      {occasion && (
        <Recipients
          key={JSON.stringify(occasion)}
          occasion={occasion}
          year={kind === 'notice' ? (run?.year ?? year) : year}
          dueDate={dueDate}
          way={way}
          dueOn={dueDate ?? (chosenDay === unreadableDay || isPast ? null : chosenDay)}
          writer={writer}
          today={today}
          onPrint={onPrint}
        />
      )}
    </>
  )
}

function occasionOf(
  kind: FeeLetterKind,
  { today, year, runId }: { today: Day; year: number; runId: number | undefined },
): Occasion | null {
  switch (kind) {
    case 'notice':
      return runId === undefined ? null : { kind, today, runId }
    case 'invoice':
      return { kind, today, year }
    case 'reminder':
      return { kind, today }
  }
}

type RecipientsProps = Omit<ChoosingProps, 'years'> & {
  occasion: Occasion
  year: number
  /** The day of the debit, for a notice only. */
  dueDate: Day | null
  way: LetterWay
  dueOn: Day | null
}

/** Loads the fees for the chosen letters: the open fees of all years, or all fees of one year. */
function Recipients(props: RecipientsProps) {
  const { occasion, year } = props
  const claims = useQuery(occasion.kind === 'reminder' ? openClaimsQuery : claimsQuery(year))
  const letters = useQuery(lettersQuery)
  const members = useQuery(membersQuery)
  const texts = useQuery(letterTextsQuery)
  return (
    <QuerySection query={claims} waiting={<PageSpinner />}>
      {(knownClaims) => (
        <QuerySection query={letters} waiting={<PageSpinner />}>
          {(knownLetters) => (
            <QuerySection query={members} waiting={<PageSpinner />}>
              {(rows) => (
                <QuerySection query={texts} waiting={<PageSpinner />}>
                  {(own) => (
                    <RecipientsForm
                      {...props}
                      known={{
                        claims: knownClaims,
                        letters: knownLetters,
                        members: rows,
                        texts: own,
                      }}
                    />
                  )}
                </QuerySection>
              )}
            </QuerySection>
          )}
        </QuerySection>
      )}
    </QuerySection>
  )
}
