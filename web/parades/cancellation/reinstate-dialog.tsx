import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { useToast } from '#web/components/toast.tsx'
import { paradeRefundsQuery } from '#web/data/orders.ts'
import { reinstateParade } from '#web/data/parades.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { effectsOfReinstating } from './effects.ts'
import { EffectsList, EffectsSkeleton } from './effects-list.tsx'

type ReinstateDialogProps = { parade: Parade; onClose: () => void }

export function ReinstateDialog({ parade, onClose }: ReinstateDialogProps) {
  const refunds = useFirstAnswer(paradeRefundsQuery(parade.id))
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(reinstateParade(parade.id), () => {
    toast('Der Umzug findet statt.')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Absage zurücknehmen?"
      confirmLabel="Absage zurücknehmen"
      busy={isPending}
      isReady={refunds.data !== undefined}
      failure={failure}
      onConfirm={() => void submit()}
      more={
        <QuerySection query={refunds} waiting={<EffectsSkeleton />}>
          {(known) => (
            <EffectsList effects={effectsOfReinstating(known, parade.registrationCount)} />
          )}
        </QuerySection>
      }
    >
      „{parade.title}“ am {germanDateWithWeekday(parade.date)} findet dann doch statt. Der Zeitraum
      der Anmeldung ist derselbe wie vorher.
    </ConfirmDialog>
  )
}
