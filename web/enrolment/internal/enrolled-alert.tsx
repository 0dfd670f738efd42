import { Alert } from '#web/ui/alert.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { Enrolled } from './use-internal-enrolment.ts'

/** Says so until the next person is sent: who it was, and what is to be paid on the spot. */
export function EnrolledAlert({ enrolled }: { enrolled: Enrolled | null }) {
  return (
    <div role="status">
      {enrolled && (
        <Alert tone="ok" title="Anmeldung war erfolgreich!" className="mb-6">
          <p>
            {enrolled.name} ist für {paradesText(enrolled.parades)} angemeldet. Summe{' '}
            <b className="font-semibold">{germanEuro(enrolled.totalInCent)}</b>
          </p>
        </Alert>
      )}
    </div>
  )
}

function paradesText(count: number): string {
  return count === 1 ? '1 Umzug' : `${count} Umzüge`
}
