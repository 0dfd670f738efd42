import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { takeBackExit } from '#web/data/members.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import type { Exit, ExitTakenBack, Member } from '#worker/members/members.contract.ts'

type TakeBackExitDialogProps = {
  member: Member
  exit: Exit
  onClose: () => void
  onTakenBack: () => void
}

/** Asks first, and names afterwards what somebody changed since and what therefore stays. */
export function TakeBackExitDialog({ member, exit, ...rest }: TakeBackExitDialogProps) {
  const [kept, setKept] = useState<Kept>([])
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(takeBackExit(member.id), (answer) => {
    toast('Austritt zurückgenommen')
    rest.onTakenBack()
    if (answer.kept.length > 0) setKept(answer.kept)
    else rest.onClose()
  })
  const isTold = kept.length > 0
  return (
    <ConfirmDialog
      open
      onOpenChange={rest.onClose}
      title={isTold ? 'Der Austritt ist zurückgenommen' : 'Austritt zurücknehmen?'}
      confirmLabel="Austritt zurücknehmen"
      busy={isPending}
      failure={failure}
      onConfirm={isTold ? null : () => void submit()}
    >
      {isTold ? <WhatStays kept={kept} /> : wordsFor(member, exit)}
    </ConfirmDialog>
  )
}

type Kept = ExitTakenBack['kept']

// Inside of a paragraph.
function WhatStays({ kept }: { kept: Kept }) {
  return (
    <>
      Das bleibt, wie es ist, weil es seither geändert wurde:
      {kept.map(({ kind, id, title }) => (
        <span key={`${kind}-${id}`} className="mt-2 block text-foreground">
          {title}
        </span>
      ))}
    </>
  )
}

function wordsFor({ firstName, lastName }: Member, { date, effective }: Exit): string {
  const name = fullName({ firstName, lastName })
  const day = germanDate(date)
  return effective
    ? `${name} ist wieder Mitglied wie vor dem Austritt zum ${day}. Was damit geendet hat, läuft weiter; was seither geändert wurde, bleibt und wird Dir genannt.`
    : `${name} bleibt Mitglied. Was zum ${day} enden sollte, läuft weiter; was seither geändert wurde, bleibt und wird Dir genannt.`
}
