import { FormInput } from '#web/components/form-fields.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { paradeRefundsQuery } from '#web/data/orders.ts'
import { cancelParade, reinstateParade } from '#web/data/parades.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { effectsOfCancelling } from './effects.ts'
import { EffectsList, EffectsSkeleton } from './effects-list.tsx'

type CancelDialogProps = { parade: Parade; onClose: () => void }

/** Nothing happens before its numbers are read. */
export function CancelDialog({ parade, onClose }: CancelDialogProps) {
  const refunds = useFirstAnswer(paradeRefundsQuery(parade.id))
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { reason: '' },
    read: ({ reason }: { reason: string }) => ({ body: { reason } }),
    mutation: cancelParade(parade.id),
    onSuccess: () => {
      toast('Der Umzug ist abgesagt. Oben geht es zu „Gebühren erstatten“.', {
        takeBack: reinstateParade(parade.id),
        done: 'Der Umzug findet statt.',
      })
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Umzug absagen?"
      description={`„${parade.title}“ am ${germanDateWithWeekday(parade.date)} findet nicht statt. Niemand wird mehr angemeldet oder bestätigt.`}
      submitting={submitting}
      confirmLabel="Umzug absagen"
      blocked={!refunds.data}
      onClose={onClose}
    >
      <FormInput<{ reason: string }>
        name="reason"
        label="Grund"
        help="Steht in der E-Mail. Darf leer bleiben."
      />
      <QuerySection query={refunds} waiting={<EffectsSkeleton />}>
        {(known) => <EffectsList effects={effectsOfCancelling(known, parade.registrationCount)} />}
      </QuerySection>
    </SubmitDialog>
  )
}
