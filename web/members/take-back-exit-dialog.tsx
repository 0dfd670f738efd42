import { useState } from 'react'
import { takeBackExit } from '#web/data/members.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import type { Exit, ExitTakenBack, Member } from '#worker/members/members.contract.ts'

type TakeBackExitDialogProps = { member: Member; exit: Exit; onClose: () => void }

/** Asks first, and names afterwards what somebody changed since and what therefore stays. */
export function TakeBackExitDialog({ member, onClose, ...asked }: TakeBackExitDialogProps) {
  // The page learns at once that the exit is gone.
  const [exit] = useState(asked.exit)
  const [kept, setKept] = useState<ExitTakenBack['kept']>([])
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(takeBackExit(member.id), (answer) => {
    toast('Austritt zurückgenommen')
    if (answer.kept.length > 0) setKept(answer.kept)
    else onClose()
  })
  if (kept.length > 0) return <KeptDialog kept={kept} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Austritt zurücknehmen?"
      confirmLabel="Austritt zurücknehmen"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit()}
    >
      {wordsFor(member, exit)}
    </ConfirmDialog>
  )
}

function wordsFor({ firstName, lastName }: Member, { date, effective }: Exit): string {
  const name = `${firstName} ${lastName}`
  const day = germanDate(date)
  return effective
    ? `${name} ist wieder Mitglied wie vor dem Austritt zum ${day}. Was damit geendet hat, läuft weiter; was seither geändert wurde, bleibt und wird Dir genannt.`
    : `${name} bleibt Mitglied. Was zum ${day} enden sollte, läuft weiter; was seither geändert wurde, bleibt und wird Dir genannt.`
}

function KeptDialog({ kept, onClose }: { kept: ExitTakenBack['kept']; onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Der Austritt ist zurückgenommen"
      onConfirm={null}
    >
      Das bleibt, wie es ist, weil es seither geändert wurde:
      {kept.map(({ kind, id, title }) => (
        <span key={`${kind}-${id}`} className="mt-2 block text-foreground">
          {title}
        </span>
      ))}
    </ConfirmDialog>
  )
}
