import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { signOut } from '#web/data/auth.ts'
import { useUser } from '#web/lib/session.ts'
import { signOutLossText } from '#web/parades/check-in/outbox/outbox-words.ts'
import { outbox, useOutbox } from '#web/parades/check-in/outbox/use-outbox.ts'
import { can } from '#worker/domain/rights.ts'

/** Signs out, which deletes all data on the device; asks first when unsent acts would be lost. */
export function SignOutQuestion({ onStay }: { onStay: () => void }) {
  const checksIn = can(useUser(), 'checkIn')
  const { acts } = useOutbox()
  const [isKnown, setKnown] = useState(!checksIn)
  const lost = signOutLossText(acts)
  useEffect(() => {
    if (checksIn) void outbox.reread().then(() => setKnown(true))
  }, [checksIn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: later data must not change the open question.
  useEffect(() => {
    if (isKnown && lost === '') discardActsAndSignOut()
  }, [isKnown])
  return (
    <ConfirmDialog
      open={isKnown && lost !== ''}
      onOpenChange={onStay}
      title="Trotzdem abmelden?"
      tone="destructive"
      icon={LogOut}
      confirmLabel="Abmelden"
      onConfirm={discardActsAndSignOut}
    >
      {lost}
    </ConfirmDialog>
  )
}

/** Signs out without a navigation, since the shell redirects when no user is signed in. */
function discardActsAndSignOut(): void {
  void outbox.wipe()
  signOut()
}
