import { KeyRound } from 'lucide-react'
import { Failure } from '#web/components/failure.tsx'
import { confirmByPasskey } from '#web/data/auth-passkeys.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { knowsPasskeys } from '#web/lib/passkeys.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** "Bist Du es?" of who has a passkey: the password alone does not do. */
export function PasskeyConfirm({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { submit, isPending, failure } = useSubmit(confirmByPasskey, () => onAnswer(true))
  const canShow = knowsPasskeys()
  return (
    <Dialog
      open
      isOver
      busy={isPending}
      onOpenChange={() => onAnswer(false)}
      title="Bist Du es?"
      description={canShow ? asking : unable}
      footer={
        <>
          <Button disabled={isPending} onClick={() => onAnswer(false)}>
            {canShow ? 'Abbrechen' : 'Schließen'}
          </Button>
          {canShow && (
            <Button
              variant="primary"
              data-first-focus
              busy={isPending}
              onClick={() => void submit()}
            >
              <KeyRound />
              Mit Passkey bestätigen
            </Button>
          )}
        </>
      }
    >
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </Dialog>
  )
}

const asking =
  'Was Du vorhast, ist heikel. Zeige dafür noch einmal Deinen Passkey, danach wird zehn Minuten lang nicht mehr gefragt.'
const unable =
  'Was Du vorhast, ist heikel: Dafür muss hier Dein Passkey gezeigt werden, und dieser Browser kann keine Passkeys. Nimm ein Gerät, auf dem Dein Passkey liegt.'
