import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { confirmByPasskey, passkeysQuery } from '#web/data/auth-passkeys.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { knowsPasskeys } from '#web/lib/passkeys.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'

/** Below the password of "Bist Du es?", for whoever has a passkey. */
export function PasskeyConfirm({ onConfirmed }: { onConfirmed: () => void }) {
  const { data = [] } = useQuery({ ...passkeysQuery, enabled: knowsPasskeys() })
  const { submit, isPending, failure } = useSubmit(confirmByPasskey, onConfirmed)
  if (data.length === 0) return null
  return (
    <div className="grid gap-4">
      <Button block busy={isPending} onClick={() => void submit()}>
        <KeyRound />
        Mit Passkey bestätigen
      </Button>
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </div>
  )
}
