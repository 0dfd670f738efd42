import type { CircularRow } from '#web/data/circulars.ts'
import { Badge } from '#web/ui/badge.tsx'
import { openOf, stateWords } from './circular-words.ts'

export function CircularBadge({ circular }: { circular: CircularRow }) {
  return <Badge tone={toneOf(circular)}>{stateWords(circular)}</Badge>
}

function toneOf(circular: CircularRow): 'red' | 'green' | 'amber' | 'blue' {
  if (openOf(circular) === 0) return circular.counts.failed > 0 ? 'red' : 'green'
  return circular.stoppedAt || circular.pausedUntil ? 'amber' : 'blue'
}
