import { Failure } from '#web/components/failure.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { Alert } from '#web/ui/alert.tsx'

/** Why a file was not taken over; nothing of it was. */
export function TakingOverFailure({ failure }: { failure: CallFailure | null }) {
  if (!failure) return null
  if (failure.error?.code !== 'ImportStale')
    return <Failure failure={failure} detail={detailOf(failure)} focusOnMount />
  return (
    <Alert tone="warn" focusOnMount>
      Seit der Prüfung hat sich bei den Daten der Zunft etwas geändert. Sieh die Zeilen noch einmal
      durch, dann übernimm sie.
    </Alert>
  )
}
