import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { FormDate, FormInput } from '#web/components/form-fields.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { adoptRun } from '#web/data/billing.ts'
import { cn } from '#web/lib/cn.ts'
import { readFields, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import {
  ActionsCell,
  ActionsHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { berlinDay, type Day, germanDate, germanInstant } from '#worker/domain/dates.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { bookingDayProblem } from './booking-day.ts'
import { currentFeeSum } from './changed-alert.tsx'
import { feesInWords } from './fee-text.ts'
import { RunActs, RunNext } from './run-acts.tsx'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

const heads = ['Erzeugt', 'Von', 'Fällig am', 'Beiträge', 'Summe', 'Kennung', 'Stand']
const numeric = ['Beiträge', 'Summe']

type RunsCardProps = {
  runs: SectionQuery<readonly FeeRunSummary[]>
  year: number
  today: Day
  mayBook: boolean
  /** The expected count and sum of a file made elsewhere that can be adopted; null when none can. */
  adoptable: FeeSum | null
  /** Ids of runs with returned debits. */
  returnedRuns: ReadonlySet<number>
}

/** The SEPA files of the year and their states. */
export function RunsCard({ runs, year, today, mayBook, adoptable, returnedRuns }: RunsCardProps) {
  const [isAdopting, setAdopting] = useState(false)
  return (
    <>
      {mayBook &&
        runs.data
          ?.filter(isToContinue)
          .map((run) => (
            <RunNext
              key={run.id}
              run={run}
              hasReturns={returnedRuns.has(run.id)}
              year={year}
              today={today}
            />
          ))}
      <Card bleed className="min-w-0 print:hidden">
        <CardHead
          id="dateien"
          title="Erzeugte Dateien"
          actions={
            adoptable && (
              <Button variant="ghost" size="sm" onClick={() => setAdopting(true)}>
                <FilePlus2 />
                Datei nachtragen
              </Button>
            )
          }
        />
        <QuerySection
          query={runs}
          waiting={<TableSkeleton heads={heads} size="sm" />}
          className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
        >
          {(all) =>
            all.length > 0 ? (
              <RunsTable runs={all} year={year} today={today} mayBook={mayBook} />
            ) : (
              <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5">
                Für {year} wurde noch keine Datei erzeugt.
              </p>
            )
          }
        </QuerySection>
        {isAdopting && adoptable && (
          <AdoptDialog
            year={year}
            today={today}
            expected={adoptable}
            onClose={() => setAdopting(false)}
          />
        )}
      </Card>
    </>
  )
}

const isToContinue = ({ voidedAt, creditedOn }: FeeRunSummary) =>
  voidedAt === null && creditedOn === null

type RunsTableProps = Pick<RunsCardProps, 'year' | 'today' | 'mayBook'> & {
  runs: readonly FeeRunSummary[]
}

function RunsTable({ runs, ...acts }: RunsTableProps) {
  return (
    <div className="overflow-x-auto">
      <Table size="sm" aria-labelledby="dateien">
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableHeadCell key={head} numeric={numeric.includes(head)}>
                {head}
              </TableHeadCell>
            ))}
            <ActionsHead />
          </TableRow>
        </TableHead>
        <TableBody>
          {runs.map((run) => (
            <TableRow key={run.id}>
              <TableCell
                at="first"
                className={cn('whitespace-nowrap tabular-nums', strikeIfVoid(run))}
              >
                {germanInstant(run.createdAt)}
              </TableCell>
              <TableCell at="second">{run.createdBy}</TableCell>
              <TableCell
                at="below"
                before="Fällig am"
                className={cn('tabular-nums', strikeIfVoid(run))}
              >
                {germanDate(run.dueDate)}
              </TableCell>
              <TableCell numeric at="rightBottom" className={strikeIfVoid(run)}>
                {run.count}
                <span className="md:hidden"> {run.count === 1 ? 'Beitrag' : 'Beiträge'}</span>
              </TableCell>
              <TableCell numeric at="rightTop" className={strikeIfVoid(run)}>
                {germanEuro(run.sumInCent)}
              </TableCell>
              <TableCell
                at="below"
                before="Kennung"
                className={cn('wrap-anywhere tabular-nums', strikeIfVoid(run))}
              >
                {run.messageId}
              </TableCell>
              <TableCell at="below" before="Stand">
                {runStateText(run)}
              </TableCell>
              <ActionsCell>
                <RunActs run={run} {...acts} />
              </ActionsCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

const strikeIfVoid = ({ voidedAt }: FeeRunSummary) =>
  voidedAt ? 'line-through text-muted-foreground' : ''

/** "Verworfen am 21.11.2026: falscher Tag" */
function runStateText(run: FeeRunSummary): string {
  const { voidedAt, voidReason, creditedOn, submittedOn, hasFile } = run
  if (voidedAt) {
    const day = germanDate(berlinDay(new Date(voidedAt)))
    return `Verworfen am ${day}${voidReason ? `: ${voidReason}` : ''}`
  }
  const submitted = submittedOn && `eingereicht am ${germanDate(submittedOn)}`
  if (creditedOn) {
    const credited = `Gutgeschrieben am ${germanDate(creditedOn)}`
    return submitted ? `${credited}, ${submitted}` : credited
  }
  return [hasFile ? 'Erzeugt' : 'Nachgetragen', submitted].filter(Boolean).join(', ')
}

type Draft = { messageId: string; submittedOn: TypedDay }

type AdoptDialogProps = { year: number; today: Day; expected: FeeSum; onClose: () => void }

/** Adopts a file that was downloaded without being recorded and then sent to the bank. */
function AdoptDialog({ year, today, expected, onClose }: AdoptDialogProps) {
  const submitting = useSubmitForm({
    initial: { messageId: '', submittedOn: today },
    read: (draft: Draft) => {
      const typed = readFields(draft, {
        submittedOn: requiredDay('Gib an, wann sie eingereicht wurde.'),
      })
      return 'problems' in typed ? typed : { body: { year, expected, ...typed.body } }
    },
    mutation: adoptRun,
    onSuccess: () => {
      toast('Datei nachgetragen')
      onClose()
    },
  })
  useRefetchOnConflict(submitting.failure)
  const now = currentFeeSum(submitting.failure)
  const day = submitting.form.watch('submittedOn')
  return (
    <SubmitDialog
      title="Datei nachtragen"
      description={`Für eine Datei, die ohne Eintrag bei der Bank ist. Sie muss genau enthalten, was heute einziehbar ist: ${feesInWords(expected.count)}, zusammen ${germanEuro(expected.sumInCent)}.`}
      submitting={submitting}
      {...(now && {
        detail: `Heute sind es ${feesInWords(now.count)}, zusammen ${germanEuro(now.sumInCent)}.`,
      })}
      confirmLabel="Nachtragen"
      onClose={onClose}
    >
      <FormInput<Draft>
        name="messageId"
        label="Kennung der Datei"
        required
        help="Sie steht in der Datei und beim Auftrag im Online-Banking: „MB2026-20261120134205“."
      />
      <FormDate<Draft>
        name="submittedOn"
        label="Eingereicht am"
        required
        today={today}
        problem={bookingDayProblem(day, today)}
        className="max-w-60"
      />
    </SubmitDialog>
  )
}
