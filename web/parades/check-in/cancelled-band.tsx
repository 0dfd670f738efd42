import { CalendarX2 } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import type { CheckInParade } from '#worker/check-in/check-in.contract.ts'

/** Nobody is confirmed any more; who gives cash back needs the list still. */
export function CheckInCancelledBand({
  of,
}: {
  of: Pick<CheckInParade, 'cancelledAt' | 'cancelReason'>
}) {
  if (of.cancelledAt === null) return null
  return (
    <div role="status">
      <Alert tone="info" icon={CalendarX2} title="Dieser Umzug ist abgesagt" className="m-4">
        {of.cancelReason && <p className="wrap-anywhere">{of.cancelReason}</p>}
        <p>Niemand wird bestätigt oder eingetragen.</p>
      </Alert>
    </div>
  )
}
