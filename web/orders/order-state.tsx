import { cn } from '#web/lib/cn.ts'
import { type ShownState, shownStateLabels } from './shown-state.ts'

const shapes: Record<ShownState, string> = {
  paid: 'rounded-full bg-success',
  pending: 'rounded-full border-2 border-warning',
  review: 'rotate-45 rounded-[1px] bg-warning',
  refund_pending: 'rounded-full border-2 border-link border-dotted',
  partlyRefunded: 'rounded-full border-2 border-link bg-linear-to-r from-50% from-link to-50%',
  refunded: 'rounded-full border-2 border-link',
  expired: dash(),
  cancelled: dash(),
  failed: dash(),
}

function dash(): string {
  return 'h-0.5 rounded-[1px] bg-muted-foreground'
}

const nothingCame: readonly ShownState[] = ['expired', 'cancelled', 'failed']

/** Shape and word. */
export function OrderState({ state }: { state: ShownState }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2 whitespace-nowrap align-middle',
        nothingCame.includes(state) && 'text-muted-foreground',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'block size-2.25 flex-none forced-color-adjust-none [print-color-adjust:exact]',
          shapes[state],
        )}
      />
      {shownStateLabels[state]}
    </span>
  )
}
