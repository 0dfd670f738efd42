import { Failure } from '#web/components/failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { notSeenByHelpers } from '#worker/domain/check-in.ts'
import { outbox, useOutbox } from './outbox/use-outbox.ts'
import { notOnThisDevice } from './outbox/words.ts'
import { RowsSkeleton } from './rows.tsx'

/** In the place of a list that the device does not have: it may be on its way. */
export function CheckInMissingList({ paradeId }: { paradeId: number }) {
  const { isOffline, signIn, notLoaded, closed } = useOutbox()
  if (closed.has(paradeId)) return <Empty level="h2" title={notSeenByHelpers} />
  if (notLoaded.has(paradeId)) {
    return (
      <Failure
        className="m-4 [&_button]:min-h-14"
        message="Die Teilnehmer konnten nicht geladen werden"
        failure={{ type: 'ApiError' }}
        onRetry={outbox.retryNow}
      />
    )
  }
  if (signIn !== 'fine') return <Empty level="h2" title={notOnThisDevice} />
  if (!isOffline) return <RowsSkeleton />
  return (
    <Empty
      level="h2"
      title={notOnThisDevice}
      action={
        <Button size="xl" onClick={outbox.retryNow}>
          Erneut laden
        </Button>
      }
    />
  )
}
