import { CalendarX2 } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import type { Parade } from '#worker/parades/parades.contract.ts'

/** Nobody is confirmed any more; who gives cash back needs the list still. */
export function CheckInCancelledBand({ of }: { of: Pick<Parade, 'cancelledAt' | 'cancelReason'> }) {
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
