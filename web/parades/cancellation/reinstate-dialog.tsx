import { paradeRefundsQuery } from '#web/data/orders.ts'
import { reinstateParade } from '#web/data/parades.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { QuerySection } from '#web/ui/query-section.tsx'
import { useToast } from '#web/ui/toast.tsx'
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
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title="Absage zurücknehmen?"
      description={`„${parade.title}“ am ${germanDateWithWeekday(parade.date)} findet dann doch statt. Der Zeitraum der Anmeldung ist derselbe wie vorher.`}
      busy={isPending}
      footer={
        <>
          <Button data-first-focus disabled={isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            busy={isPending}
            disabled={!refunds.data}
            onClick={() => void submit()}
          >
            Absage zurücknehmen
          </Button>
        </>
      }
    >
      {failure && <Failure failure={failure} detail={detailOf(failure)} />}
      <QuerySection query={refunds} waiting={<EffectsSkeleton />}>
        {(known) => <EffectsList effects={effectsOfReinstating(known, parade.registrationCount)} />}
      </QuerySection>
    </Dialog>
  )
}
