import { Check, CircleAlert, CircleCheck } from 'lucide-react'
import type { MembershipState } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { Badge } from './badge.tsx'
import { cn } from './cn.ts'

const shapes: Record<MembershipState, string> = {
  Active: 'size-2.25 rounded-full bg-success',
  Passive: 'size-2.25 rounded-full border-2 border-link',
  Left: 'h-0.5 w-2.25 rounded-[1px] bg-muted-foreground',
  Died: 'min-w-2.25 text-[0.9375rem]',
}

/** Shape and word for tables; `badge` for heads and chips. */
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

/** Beside the state of somebody who leaves on a day to come. */
export function ExitBadge({ date }: { date: Day }) {
  return <Badge tone="amber">{exitWords(date)}</Badge>
}

export const exitWords = (date: Day) => `tritt aus zum ${germanDate(date)}`

export function PaymentState({ payed, className }: { payed: boolean; className?: string }) {
  const Icon = payed ? CircleCheck : CircleAlert
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap align-middle font-semibold [&>svg]:stroke-[2.5]',
        payed ? 'text-success-soft-foreground' : 'text-warning-soft-foreground',
        className,
      )}
    >
      <Icon />
      {payed ? 'Bezahlt' : 'Nicht bezahlt'}
    </span>
  )
}

/** An order or anniversary: the small gold tongue and its name. */
export function HonorLabel({ children }: { children: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 align-middle font-semibold">
      <span
        aria-hidden="true"
        className="h-[0.9375rem] w-3 flex-none rounded-t-[0.1875rem] rounded-b-[0.4375rem] bg-gold shadow-[inset_0_0_0_1px_oklch(0.5_0.1_75/0.45)] forced-color-adjust-none [print-color-adjust:exact]"
      />
      {children}
    </span>
  )
}
