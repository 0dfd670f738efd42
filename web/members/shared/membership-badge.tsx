import { Check } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { MembershipState } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'

const shapes: Record<MembershipState, string> = {
  Active: 'size-2.25 rounded-full bg-success',
  Passive: 'size-2.25 rounded-full border-2 border-link',
  Left: 'h-0.5 w-2.25 rounded-[1px] bg-muted-foreground',
  Died: 'min-w-2.25 text-[0.9375rem]',
}

/** The state of membership as an icon with a word, for tables; with `badge` as a badge, for heads and chips. */
export function MembershipStateLabel({
  state,
  badge,
}: {
  state: MembershipState
  badge?: boolean
}) {
  if (badge) return <StateBadge state={state} />
  const isGone = state === 'Left' || state === 'Died'
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2 whitespace-nowrap align-middle',
        isGone && 'text-muted-foreground',
      )}
    >
      <Shape state={state} />
      {membershipStateLabels[state]}
    </span>
  )
}

function Shape({ state }: { state: MembershipState }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid flex-none place-items-center forced-color-adjust-none [print-color-adjust:exact]',
        shapes[state],
      )}
    >
      {state === 'Died' && '†'}
    </span>
  )
}

const badgeTones = { Active: 'green', Passive: 'blue', Left: 'grey', Died: 'grey' } as const

function StateBadge({ state }: { state: MembershipState }) {
  return (
    <Badge tone={badgeTones[state]}>
      {state === 'Active' ? <Check /> : <Shape state={state} />}
      {membershipStateLabels[state]}
    </Badge>
  )
}

/** A badge with the day of a future exit. */
export function ExitBadge({ date }: { date: Day }) {
  return <Badge tone="amber">{exitWords(date)}</Badge>
}

export const exitWords = (date: Day) => `tritt aus zum ${germanDate(date)}`
