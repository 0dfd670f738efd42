import {
  Download,
  EllipsisVertical,
  Landmark,
  type LucideIcon,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { FormCheckbox, FormDate, FormTextarea } from '#web/components/form-fields.tsx'
import { type PathStep, StepPath } from '#web/components/step-path.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { creditRun, loadFile, submitRun, voidRun } from '#web/data/billing.ts'
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

type RunAct = 'file' | keyof typeof dayActs | 'unsubmit' | 'uncredit'
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
  const [begun, setBegun] = useState<keyof typeof dayActs | null>(null)
  const chosen = useRef<RunAct | null>(null)
  const file = useFile(year)
  const unsubmit = useSubmit(submitRun, () => toast(dayActs.submit.undone))
  const uncredit = useSubmit(creditRun, () => toast(dayActs.credit.undone))
  const items = itemsOf(props)
  if (items.length === 0) return null
  // Runs after the menu has returned the focus, so that the dialog knows where to return it to.
  const begin = () => {
    const act = chosen.current
    chosen.current = null
    switch (act) {
      case 'file':
        return void file.submit({ run: run.id })
      case 'unsubmit':
        return void unsubmit.submit({ id: run.id, day: null })
      case 'uncredit':
        return void uncredit.submit({ id: run.id, day: null })
      case 'submit':
      case 'credit':
        return setBegun(act)
      case null:
        return
    }
  }
  const failed = [
    { title: 'Datei herunterladen', ...file },
    { title: 'Einreichung zurücknehmen', ...unsubmit },
    { title: 'Gutschrift zurücknehmen', ...uncredit },
  ].find(({ failure }) => failure)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            busy={file.isPending || unsubmit.isPending || uncredit.isPending}
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
      {begun && <RunDayDialog act={begun} run={run} today={today} onClose={() => setBegun(null)} />}
      {failed?.failure && (
        <Dialog
          open
          onOpenChange={failed.reset}
          title={failed.title}
          footer={<Button onClick={failed.reset}>Schließen</Button>}
        >
          <Failure failure={failed.failure} detail={detailOf(failed.failure)} />
        </Dialog>
      )}
    </>
  )
}

/** The actions in the menu of a SEPA file that are possible in its state. */
function itemsOf({ run, mayBook }: RunActsProps): Item[] {
  if (!mayBook) return []
  const { voidedAt, creditedOn, submittedOn, hasFile } = run
  const isLive = voidedAt === null
  const isWaiting = isLive && creditedOn === null && hasFile
  return [
    // Without `hasFile` the file was made elsewhere, so there is no XML here to download.
    ...(hasFile ? [{ act: 'file', words: 'Datei herunterladen', icon: Download } as const] : []),
    ...(isWaiting && !submittedOn
      ? [{ act: 'submit', words: dayActs.submit.title, icon: Send } as const]
      : []),
    ...(isWaiting && submittedOn
      ? [{ act: 'unsubmit', words: 'Einreichung zurücknehmen', icon: Undo2 } as const]
      : []),
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
  /** Whether a return of one of the file's debits is in force, so that the file did reach the bank. */
  hasReturns: boolean
  year: number
  today: Day
}

/** The next step for a file until its money is credited, with a button to void the file. */
export function RunNext({ run, hasReturns, year, today }: RunNextProps) {
  const [begun, setBegun] = useState<keyof typeof dayActs | 'void' | null>(null)
  const file = useFile(year)
  const { submittedOn, dueDate, hasFile } = run
  const title = `Datei vom ${germanInstant(run.createdAt)}`
  const isAhead = dueDate >= today
  const steps: PathStep[] = [
    {
      id: `submit-${run.id}`,
      title: 'Bei der Bank einreichen',
      state: submittedOn ? 'done' : 'now',
      date: submittedOn ? `am ${germanDate(submittedOn)}` : `fällig am ${germanDate(dueDate)}`,
      figure: `${feesInWords(run.count)}, ${germanEuro(run.sumInCent)}`,
      text: 'Lade die Datei im Online-Banking hoch und gib sie dort frei, einige Tage vor der Fälligkeit. Vermerke dann hier, dass sie bei der Bank ist.',
      action: hasFile && (
        <div className="flex flex-wrap gap-2 md:justify-end">
          <Button
            size="sm"
            variant="outline"
            busy={file.isPending}
            onClick={() => void file.submit({ run: run.id })}
          >
            <Download />
            Datei herunterladen
          </Button>
          {!submittedOn && (
            <Button size="sm" onClick={() => setBegun('submit')}>
              {dayActs.submit.title}
            </Button>
          )}
        </div>
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
        {!hasReturns && !(hasFile && submittedOn) && (
          <Button
            variant="danger"
            size="sm"
            onClick={() => setBegun('void')}
            className="md:ml-auto"
          >
            <Trash2 />
            {hasFile ? 'Verwerfen' : 'Nachtrag zurücknehmen'}
          </Button>
        )}
      </div>
      <StepPath steps={steps} aria-label={title} />
      {file.failure && (
        <Failure failure={file.failure} detail={detailOf(file.failure)} className="mt-2" />
      )}
      {begun === 'void' && <VoidDialog run={run} onClose={() => setBegun(null)} />}
      {begun && begun !== 'void' && (
        <RunDayDialog act={begun} run={run} today={today} onClose={() => setBegun(null)} />
      )}
    </section>
  )
}

type Draft = { reason: string; isUnsent: boolean }

/** Voids a file that never went to the bank; the file's fees are open again. */
function VoidDialog({ run, onClose }: { run: FeeRunSummary; onClose: () => void }) {
  const words = run.hasFile ? ofFile : ofEntry
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

/** The words for removing a file that was made elsewhere, of which only the entry exists here. */
const ofEntry = {
  title: 'Nachtrag zurücknehmen?',
  confirm: 'Zurücknehmen',
  done: 'Nachtrag zurückgenommen',
  tick: 'Der Nachtrag war falsch: Mit dieser Datei wird nichts eingezogen.',
}

/** The two days of a file that are entered by hand. */
const dayActs = {
  submit: {
    title: 'Als eingereicht vermerken',
    label: 'Eingereicht am',
    missing: 'Gib an, wann die Datei eingereicht wurde.',
    note: 'Danach lässt sich die Datei nur noch verwerfen, wenn Du die Einreichung zurücknimmst.',
    done: 'Einreichung vermerkt',
    undone: 'Einreichung zurückgenommen',
    mutation: submitRun,
  },
  credit: {
    title: 'Gutschrift eintragen',
    label: 'Gutgeschrieben am',
    missing: 'Gib an, wann das Geld da war.',
    note: 'Danach lässt sich die Datei nicht mehr verwerfen.',
    done: 'Gutschrift eingetragen',
    undone: 'Gutschrift zurückgenommen',
    mutation: creditRun,
  },
}

type DayDraft = { day: TypedDay }

type RunDayDialogProps = {
  act: keyof typeof dayActs
  run: Pick<FeeRunSummary, 'id' | 'dueDate' | 'count' | 'sumInCent'>
  today: Day
  onClose: () => void
}

/** Enters the day on which a file was submitted to the bank, or its money credited to the guild's account. */
export function RunDayDialog({ act, run, today, onClose }: RunDayDialogProps) {
  const { title, label, missing, note, done, undone, mutation } = dayActs[act]
  const { mutationFn, meta } = mutation
  const undo: UndoAction = {
    undo: { mutationFn: () => mutationFn({ id: run.id, day: null }), meta },
    done: undone,
  }
  const submitting = useSubmitForm({
    initial: { day: act === 'credit' && run.dueDate < today ? run.dueDate : today },
    read: (draft: DayDraft) => {
      const typed = readFields(draft, { day: requiredDay(missing) })
      return 'problems' in typed ? typed : { body: { id: run.id, ...typed.body } }
    },
    mutation,
    onSuccess: () => {
      toast(done, undo)
      onClose()
    },
  })
  useRefetchOnConflict(submitting.failure)
  const day = submitting.form.watch('day')
  return (
    <SubmitDialog
      title={title}
      description={`${feesInWords(run.count)}, ${germanEuro(run.sumInCent)}`}
      submitting={submitting}
      confirmLabel="Eintragen"
      onClose={onClose}
    >
      <FormDate<DayDraft>
        name="day"
        label={label}
        required
        today={today}
        problem={bookingDayProblem(day, today)}
        className="max-w-60"
      />
      <p className="text-muted-foreground text-sm">{note}</p>
    </SubmitDialog>
  )
}
