import { Download, EllipsisVertical, Landmark, type LucideIcon, Trash2, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { FormCheckbox, FormDate, FormTextarea } from '#web/components/form-fields.tsx'
import { type PathStep, StepPath } from '#web/components/step-path.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { creditRun, loadFile, voidRun } from '#web/data/billing.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { readFields, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { type Day, germanDate, germanInstant } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { bookingDayProblem } from './booking-day.ts'
import { feesInWords } from './fee-text.ts'
import { useRefetchOnConflict } from './use-refetch-on-conflict.ts'

type RunAct = 'file' | 'credit' | 'uncredit'
type Item = { act: RunAct; words: string; icon: LucideIcon }

export type RunActsProps = {
  run: FeeRunSummary
  year: number
  today: Day
  mayBook: boolean
}

/** Downloads the file of a run as it was made. */
function useFile(year: number) {
  return useSubmit(loadFile(year), (blob) => {
    saveFile(blob, `Mitgliedsbeiträge_${year}.xml`)
    toast('SEPA-Datei heruntergeladen')
  })
}

/** The actions on a file that was made. */
export function RunActs(props: RunActsProps) {
  const { run, year, today } = props
  const [isCrediting, setCrediting] = useState(false)
  const chosen = useRef<RunAct | null>(null)
  const file = useFile(year)
  const uncredit = useSubmit(creditRun, () => toast('Gutschrift zurückgenommen'))
  const items = itemsOf(props)
  if (items.length === 0) return null
  // Runs after the menu has returned the focus, so that the dialog knows where to return it to.
  const begin = () => {
    const act = chosen.current
    chosen.current = null
    switch (act) {
      case 'file':
        return void file.submit({ run: run.id })
      case 'uncredit':
        return void uncredit.submit({ id: run.id, day: null })
      case 'credit':
        return setCrediting(true)
      case null:
        return
    }
  }
  const failed = file.failure ? file : uncredit
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            busy={file.isPending || uncredit.isPending}
            aria-label={`Datei vom ${germanInstant(run.createdAt)}: Aktionen`}
          >
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent onCloseAutoFocus={begin}>
          {items.map(({ act, words, icon: Icon }) => (
            <DropdownMenuItem
              key={act}
              onSelect={() => {
                chosen.current = act
              }}
            >
              <Icon aria-hidden="true" />
              {words}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {isCrediting && <CreditDialog run={run} today={today} onClose={() => setCrediting(false)} />}
      {failed.failure && (
        <Dialog
          open
          onOpenChange={failed.reset}
          title={failed === file ? 'Datei herunterladen' : 'Gutschrift zurücknehmen'}
          footer={<Button onClick={failed.reset}>Schließen</Button>}
        >
          <Failure failure={failed.failure} detail={detailOf(failed.failure)} />
        </Dialog>
      )}
    </>
  )
}

/** What else is to be done with a file stands in the card "So geht es weiter". */
function itemsOf({ run, mayBook }: RunActsProps): Item[] {
  if (!mayBook) return []
  const { voidedAt, creditedOn, submittedOn } = run
  const isLive = voidedAt === null
  return [
    // The XML of a file made elsewhere is not stored here, so it cannot be downloaded.
    ...(submittedOn
      ? []
      : [{ act: 'file', words: 'Datei herunterladen', icon: Download } as const]),
    ...(isLive && !creditedOn
      ? [{ act: 'credit', words: 'Gutschrift eintragen', icon: Landmark } as const]
      : []),
    ...(isLive && creditedOn
      ? [{ act: 'uncredit', words: 'Gutschrift zurücknehmen', icon: Undo2 } as const]
      : []),
  ]
}

type RunNextProps = {
  run: FeeRunSummary
  /** A debit of this file was returned and the return is in force, so the file reached the bank. */
  hasReturns: boolean
  year: number
  today: Day
}

/** What is to be done with a file that was made, until its money is credited; here it can also be voided. */
export function RunNext({ run, hasReturns, year, today }: RunNextProps) {
  const [begun, setBegun] = useState<'credit' | 'void' | null>(null)
  const file = useFile(year)
  const { submittedOn, dueDate } = run
  const title = `Datei vom ${germanInstant(run.createdAt)}`
  const isAhead = dueDate >= today
  const steps: PathStep[] = [
    {
      id: `submit-${run.id}`,
      title: 'Bei der Bank einreichen',
      state: submittedOn || !isAhead ? 'done' : 'now',
      date: submittedOn ? `am ${germanDate(submittedOn)}` : `fällig am ${germanDate(dueDate)}`,
      figure: `${feesInWords(run.count)}, ${germanEuro(run.sumInCent)}`,
      text: 'Lade die Datei im Online-Banking hoch und gib sie dort frei, einige Tage vor der Fälligkeit.',
      action: !submittedOn && (
        <Button size="sm" busy={file.isPending} onClick={() => void file.submit({ run: run.id })}>
          <Download />
          Datei herunterladen
        </Button>
      ),
    },
    {
      id: `announce-${run.id}`,
      title: 'Ankündigen',
      state: isAhead ? 'now' : 'notNeeded',
      text: 'Die Zahler erfahren Tag und Betrag, ehe die Bank einzieht.',
      action: isAhead && (
        <Button asChild size="sm">
          <Link to={`${paths.feeLetters}?kind=notice&run=${run.id}`}>Ankündigung schreiben</Link>
        </Button>
      ),
    },
    {
      id: `credit-${run.id}`,
      title: 'Gutschrift eintragen',
      state: dueDate <= today ? 'now' : 'later',
      text: 'Wenn das Geld auf dem Konto ist. Danach lässt sich die Datei nicht mehr verwerfen.',
      action: (
        <Button
          size="sm"
          variant={dueDate <= today ? 'primary' : 'outline'}
          onClick={() => setBegun('credit')}
        >
          Gutschrift eintragen
        </Button>
      ),
    },
  ]
  return (
    <section aria-label={`So geht es weiter: ${title}`} className="print:hidden">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2>So geht es weiter</h2>
        <span className="text-muted-foreground text-sm">{title}</span>
        {!hasReturns && (
          <Button
            variant="danger"
            size="sm"
            onClick={() => setBegun('void')}
            className="md:ml-auto"
          >
            <Trash2 />
            {submittedOn ? 'Nachtrag zurücknehmen' : 'Verwerfen'}
          </Button>
        )}
      </div>
      <StepPath steps={steps} aria-label={title} />
      {file.failure && (
        <Failure failure={file.failure} detail={detailOf(file.failure)} className="mt-2" />
      )}
      {begun === 'credit' && (
        <CreditDialog run={run} today={today} onClose={() => setBegun(null)} />
      )}
      {begun === 'void' && <VoidDialog run={run} onClose={() => setBegun(null)} />}
    </section>
  )
}

type Draft = { reason: string; isUnsent: boolean }

/** Voids a file that never went to the bank; the fees it collected are open again. */
function VoidDialog({ run, onClose }: { run: FeeRunSummary; onClose: () => void }) {
  const words = run.submittedOn === null ? ofFile : ofEntry
  const submitting = useSubmitForm({
    initial: { reason: '', isUnsent: false },
    read: ({ reason }: Draft) => ({ body: { id: run.id, reason } }),
    mutation: voidRun,
    onSuccess: () => {
      toast(words.done)
      onClose()
    },
  })
  useRefetchOnConflict(submitting.failure)
  return (
    <SubmitDialog
      title={words.title}
      description={`Vom ${germanInstant(run.createdAt)}: ${feesInWords(run.count)}, ${germanEuro(run.sumInCent)}. Danach sind sie wieder offen.`}
      submitting={submitting}
      confirmLabel={words.confirm}
      blocked={!submitting.form.watch('isUnsent')}
      onClose={onClose}
    >
      <FormTextarea<Draft> name="reason" label="Warum" required />
      <div>
        <FormCheckbox<Draft> name="isUnsent">{words.tick}</FormCheckbox>
        <p className="text-muted-foreground text-sm">
          Ohne diesen Haken geht es nicht: Was die Bank hat, zieht sie ein.
        </p>
      </div>
    </SubmitDialog>
  )
}

const ofFile = {
  title: 'Datei verwerfen?',
  confirm: 'Verwerfen',
  done: 'Datei verworfen',
  tick: 'Diese Datei wurde nicht bei der Bank eingereicht.',
}

/** For a file that was made elsewhere: only its entry exists here. */
const ofEntry = {
  title: 'Nachtrag zurücknehmen?',
  confirm: 'Zurücknehmen',
  done: 'Nachtrag zurückgenommen',
  tick: 'Der Nachtrag war falsch: Mit dieser Datei wird nichts eingezogen.',
}

type CreditDraft = { day: TypedDay }

type CreditDialogProps = { run: FeeRunSummary; today: Day; onClose: () => void }

/** Books that the bank has credited the money of a file to the guild's account. */
function CreditDialog({ run, today, onClose }: CreditDialogProps) {
  const submitting = useSubmitForm({
    initial: { day: run.dueDate < today ? run.dueDate : today },
    read: (draft: CreditDraft) => {
      const typed = readFields(draft, { day: requiredDay('Gib an, wann das Geld da war.') })
      return 'problems' in typed ? typed : { body: { id: run.id, ...typed.body } }
    },
    mutation: creditRun,
    onSuccess: () => {
      toast('Gutschrift eingetragen', undoCreditAction(run.id))
      onClose()
    },
  })
  useRefetchOnConflict(submitting.failure)
  const day = submitting.form.watch('day')
  return (
    <SubmitDialog
      title="Gutschrift eintragen"
      description={`${feesInWords(run.count)}, ${germanEuro(run.sumInCent)}`}
      submitting={submitting}
      confirmLabel="Eintragen"
      onClose={onClose}
    >
      <FormDate<CreditDraft>
        name="day"
        label="Gutgeschrieben am"
        required
        today={today}
        problem={bookingDayProblem(day, today)}
        className="max-w-60"
      />
      <p className="text-muted-foreground text-sm">
        Danach lässt sich die Datei nicht mehr verwerfen.
      </p>
    </SubmitDialog>
  )
}

function undoCreditAction(id: number): UndoAction {
  const { mutationFn, meta } = creditRun
  return {
    undo: { mutationFn: () => mutationFn({ id, day: null }), meta },
    done: 'Gutschrift zurückgenommen',
  }
}
