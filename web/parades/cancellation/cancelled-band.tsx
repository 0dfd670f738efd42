import { CalendarX2 } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { berlinDay, berlinTime, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { ParadeDetails } from '#worker/parades/parades.contract.ts'

type CancelledBandProps = { of: ParadeDetails; at: string }

/** Why, when and by whom a parade was called off, and the way to the money. */
export function CancelledBand({ of: { id, cancelReason, cancelledBy }, at }: CancelledBandProps) {
  return (
    <Alert
      tone="info"
      icon={CalendarX2}
      title="Abgesagt"
      className="mb-6"
      action={
        <Button asChild>
          <Link to={paths.paradeRefunds(id)}>Gebühren erstatten</Link>
        </Button>
      }
    >
      {cancelReason && <p className="wrap-anywhere">{cancelReason}</p>}
      <p>{whenAndWho(new Date(at), cancelledBy)}</p>
    </Alert>
  )
}

/** "Am Sa 16.01.2027 um 12:00 Uhr von Sabine Kächele." */
function whenAndWho(at: Date, by: string | undefined): string {
  const when = `Am ${germanDateWithWeekday(berlinDay(at))} um ${berlinTime(at)} Uhr`
  return by ? `${when} von ${by}.` : `${when}.`
}
