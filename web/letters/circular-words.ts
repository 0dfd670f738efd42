import type { CircularRow } from '#worker/circulars/circulars.contract.ts'

export const countOf = ({ counts }: CircularRow) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Those that still go out, unless somebody stops them. */
export const openOf = ({ counts }: CircularRow) => counts.waiting + counts.sending

/** How far it is, in a word or two. */
export function stateWords(circular: CircularRow): string {
  if (openOf(circular) === 0)
    return circular.counts.failed > 0 ? 'Nicht alle angekommen' : 'Verschickt'
  if (circular.stoppedAt) return 'Angehalten'
  return circular.pausedUntil ? 'Geht morgen weiter' : 'Unterwegs'
}
