import { FormCheckbox, FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { voidRun } from '#web/data/billing.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { feesInWords } from './fee-text.ts'
import { whenMade } from './run-words.ts'
import { useAnewWhenChanged } from './use-anew.ts'

type Draft = { reason: string; isUnsent: boolean }

/** A file that never went to the bank: what it collected is open again. */
export function VoidDialog({ run, onClose }: { run: FeeRunSummary; onClose: () => void }) {
  const words = run.submittedOn === null ? ofFile : ofEntry
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { reason: '', isUnsent: false },
    read: ({ reason }: Draft) => ({ body: { id: run.id, reason } }),
    mutation: voidRun,
    onSuccess: () => {
      toast(words.done)
      onClose()
    },
  })
  useAnewWhenChanged(submitting.failure)
  return (
    <SubmitDialog
      title={words.title}
      description={`Vom ${whenMade(run)}: ${feesInWords(run.count)}, ${germanEuro(run.sumInCent)}. Danach sind sie wieder offen.`}
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

/** Of one that was made elsewhere only the entry is here. */
const ofEntry = {
  title: 'Nachtrag zurücknehmen?',
  confirm: 'Zurücknehmen',
  done: 'Nachtrag zurückgenommen',
  tick: 'Der Nachtrag war falsch: Mit dieser Datei wird nichts eingezogen.',
}
