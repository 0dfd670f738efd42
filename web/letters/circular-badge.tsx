import type { CircularRow } from '#web/data/circulars.ts'
import { Badge } from '#web/ui/badge.tsx'

export function CircularBadge({ circular }: { circular: CircularRow }) {
  return <Badge tone={toneOf(circular)}>{stateWords(circular)}</Badge>
}

function toneOf(circular: CircularRow): 'red' | 'green' | 'amber' | 'blue' {
  if (openCount(circular) === 0) return circular.counts.failed > 0 ? 'red' : 'green'
  return circular.stoppedAt || circular.pausedUntil ? 'amber' : 'blue'
}

export const recipientCount = ({ counts }: CircularRow) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The number of mails still to be sent. */
export const openCount = ({ counts }: CircularRow) => counts.waiting + counts.sending

/** The state in a few words. */
function stateWords(circular: CircularRow): string {
  if (openCount(circular) === 0)
    return circular.counts.failed > 0 ? 'Nicht alle angekommen' : 'Verschickt'
  if (circular.stoppedAt) return 'Angehalten'
  return circular.pausedUntil ? 'Geht morgen weiter' : 'Unterwegs'
}
