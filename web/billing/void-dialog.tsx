import { voidRun } from '#web/data/billing.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { FormTextarea, FormTick } from '#web/ui/form-fields.tsx'
import { SubmitDialog } from '#web/ui/submit-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import { feesInWords } from './fee-text.ts'
import { type ShownRun, whenMade } from './run-words.ts'
import { useAnewWhenChanged } from './use-anew.ts'

type Draft = { reason: string; isUnsent: boolean }

/** A file that never went to the bank: what it collected is open again. */
export function VoidDialog({ run, onClose }: { run: ShownRun; onClose: () => void }) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { reason: '', isUnsent: false },
    read: ({ reason }: Draft) => ({ body: { id: run.id, reason } }),
    mutation: voidRun,
    onSuccess: () => {
      toast('Datei verworfen')
      onClose()
    },
  })
  useAnewWhenChanged(submitting.failure)
  return (
    <SubmitDialog
      title="Datei verwerfen?"
      description={`Vom ${whenMade(run)}: ${feesInWords(run.count)}, ${germanEuro(run.sumInCent)}. Danach sind sie wieder offen.`}
      submitting={submitting}
      confirmLabel="Verwerfen"
      blocked={!submitting.form.watch('isUnsent')}
      onClose={onClose}
    >
      <FormTextarea<Draft> name="reason" label="Warum" required />
      <div>
        <FormTick<Draft> name="isUnsent">
          Diese Datei wurde nicht bei der Bank eingereicht.
        </FormTick>
        <p className="text-muted-foreground text-sm">
          Ohne diesen Haken geht es nicht: Was die Bank hat, zieht sie ein.
        </p>
      </div>
    </SubmitDialog>
  )
}
