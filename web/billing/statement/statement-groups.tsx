import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Known } from './match-entries.ts'
import type { Statement } from './read-statement.ts'
import { StatementGroup } from './statement-group.tsx'
import { leftOf } from './statement-rows.ts'
import { actsInWords, omittedInWords } from './statement-words.ts'
import { type StatementWork, useStatement } from './use-statement.ts'

type StatementGroupsProps = { statement: Statement; known: Known; mayWrite: boolean }

/** What was read, in groups, and the act. */
export function StatementGroups({ statement, known, mayWrite }: StatementGroupsProps) {
  const work = useStatement(statement, known)
  // What comes back with these lines can be paid by them.
  const open = known.claims.filter((claim) => claim.openInCent > 0 || leftOf(work.left, claim) > 0)
  const of = (group: string) => work.rows.filter((row) => row.group === group)
  const props = { work, open, mayWrite }
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
        {mayWrite && <PassOn work={work} />}
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
      {mayWrite && work.rows.some(({ proposal }) => 'isSure' in proposal) && (
        <BookBar work={work} />
      )}
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

function PassOn({ work }: { work: StatementWork }) {
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
