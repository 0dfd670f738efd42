import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { listName } from '#worker/domain/names.ts'
import type { ParadeRefundRow } from '#worker/orders/orders.contract.ts'

/** What the provider refused; the order says why, and what can be done. */
export function FailedRefunds({ failed }: { failed: readonly ParadeRefundRow[] }) {
  return (
    <Alert
      tone="warn"
      title={
        failed.length === 1 ? '1 Erstattung abgelehnt' : `${failed.length} Erstattungen abgelehnt`
      }
    >
      <p>Warum, und was Du tun kannst, steht bei der Zahlung:</p>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {failed.map((place) => (
          <li key={place.participationId}>
            {place.orderId !== null && (
              <Link
                to={paths.order(place.orderId)}
                className="text-inherit max-md:inline-block max-md:py-2.5"
              >
                {listName(place)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
