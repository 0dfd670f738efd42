import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { usePrinting } from '#web/lib/use-printing.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { LoadedLedger } from './match-entries.ts'
import type { Statement } from './read-statement.ts'
import { StatementRow } from './statement-row.tsx'
import { openAmountOf, type Row } from './statement-rows.ts'
import { actsInWords, omittedInWords } from './statement-words.ts'
import { type StatementWork, useStatement } from './use-statement.ts'

type StatementGroupsProps = { statement: Statement; known: LoadedLedger }

/** The parsed lines in groups, with the button that books them. */
export function StatementGroups({ statement, known }: StatementGroupsProps) {
  const work = useStatement(statement, known)
  // A claim that a return on this statement reopens can be paid by another line of it.
  const open = known.claims.filter(
    (claim) => claim.openInCent > 0 || openAmountOf(work.left, claim) > 0,
  )
  const of = (group: string) => work.rows.filter((row) => row.group === group)
  const props = { work, open }
  const notes = omittedInWords({ ...statement, foreign: of('foreign').length })
  return (
    <>
      <div role="status" className="empty:hidden">
        {work.booked !== null && (
          <Alert
            tone="ok"
            title="Gebucht"
            action={
              <Button asChild size="sm">
                <Link to={paths.membershipFees}>Zu den Mitgliedsbeiträgen</Link>
              </Button>
            }
          >
            {work.booked}
          </Alert>
        )}
      </div>
      {notes.length > 0 && (
        <ul className="max-w-[62ch] text-muted-foreground">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {work.rows.length === of('foreign').length && <NothingOfFees />}
      <StatementGroup {...props} id="returns" title="Rücklastschriften" rows={of('returns')}>
        <PassOnCharges work={work} />
      </StatementGroup>
      <StatementGroup {...props} id="transfers" title="Überweisungen" rows={of('transfers')} />
      <StatementGroup {...props} id="credits" title="Sammelgutschriften" rows={of('credits')} />
      <StatementGroup
        {...props}
        id="unmatched"
        title="Nicht zugeordnet"
        rows={of('unmatched')}
        first={8}
      />
      <StatementGroup {...props} id="done" title="Schon gebucht" rows={of('done')} first={3} />
      {work.failure && (
        <Failure failure={work.failure} detail={detailOf(work.failure)} focusOnMount />
      )}
      {work.rows.some(({ proposal }) => 'isSure' in proposal) && <BookBar work={work} />}
    </>
  )
}

function NothingOfFees() {
  return (
    <Card bleed>
      <Empty title="Nichts über Beiträge" level="h2">
        In diesen Dateien steht keine Rücklastschrift und kein Geldeingang.
      </Empty>
    </Card>
  )
}

function PassOnCharges({ work }: { work: StatementWork }) {
  return (
    <>
      <Checkbox
        aria-describedby="pass-on"
        checked={work.passOnCharge}
        onChange={({ target }) => work.setPassOnCharge(target.checked)}
      >
        Bankgebühr weiterbelasten
      </Checkbox>
      <p id="pass-on" className="text-muted-foreground text-sm">
        Nur wenn die Satzung es vorsieht. Der Beitrag ist dann um die Gebühr höher.
      </p>
    </>
  )
}

function BookBar({ work }: { work: StatementWork }) {
  const { ticked, isPending } = work
  const hasProblem = ticked.some(({ problem }) => problem !== null)
  return (
    <div className="md:stuck-bottom z-10 flex flex-wrap items-center gap-3 rounded-xl border bg-card px-6 py-3.5 shadow-md max-md:-mx-4 max-md:rounded-none max-md:border-x-0 max-md:px-4 print:hidden">
      <p role="status" className="min-w-0 flex-[1_1_18rem]">
        {hasProblem
          ? 'Eine Bankgebühr ist kein Betrag.'
          : ticked.length > 0
            ? actsInWords(ticked)
            : 'Hake an, was gebucht werden soll.'}
      </p>
      <Button
        variant="primary"
        className="max-md:w-full"
        busy={isPending}
        disabled={ticked.length === 0 || hasProblem}
        onClick={() => void work.book()}
      >
        {counted(ticked.length, 'Buchung', 'Buchungen')} übernehmen
      </Button>
    </div>
  )
}

type StatementGroupProps = {
  id: string
  title: string
  rows: readonly Row[]
  work: StatementWork
  open: readonly FeeClaim[]
  /** How many rows to show at first, for groups that need no action. Bookable rows are always shown. */
  first?: number
  /** Shown above the rows. */
  children?: ReactNode
}

function StatementGroup({ id, title, rows, first = 0, ...props }: StatementGroupProps) {
  const { work, open, children } = props
  const [isOpen, setOpen] = useState(false)
  const isPrinting = usePrinting()
  if (rows.length === 0) return null
  const isNeeded = ({ proposal }: Row, index: number) =>
    index < first || 'isSure' in proposal || work.problems[proposal.entry.key] !== undefined
  const shown = isOpen || isPrinting ? rows : rows.filter(isNeeded)
  return (
    <Card bleed aria-labelledby={id}>
      <CardHead id={id} title={title} tally={rows.length} />
      {children && <div className="px-6 pb-3 max-md:px-4">{children}</div>}
      <ul>
        {shown.map((row) => {
          const { key } = row.proposal.entry
          return (
            <StatementRow
              key={key}
              row={row}
              refusal={work.problems[key]}
              passOnCharge={work.passOnCharge}
              open={open}
              left={work.left}
              onChange={(choice) => work.change(key, choice)}
            />
          )
        })}
      </ul>
      {shown.length < rows.length && (
        <div className="border-t px-6 py-2 max-md:px-4">
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
            Alle {rows.length} zeigen
          </Button>
        </div>
      )}
    </Card>
  )
}
