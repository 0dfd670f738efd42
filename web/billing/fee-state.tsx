import {
  CircleAlert,
  CircleCheck,
  CirclePlus,
  Landmark,
  type LucideIcon,
  Minus,
  Undo2,
} from 'lucide-react'
import { cn } from '#web/lib/cn.ts'
import type { FeeState } from '#worker/domain/codes.ts'
import { feeStateLabels } from './fee-rows.ts'

const looks: Record<FeeState, { icon: LucideIcon; look: string }> = {
  open: { icon: CircleAlert, look: 'text-warning-soft-foreground' },
  collected: { icon: Landmark, look: 'text-secondary-soft-foreground' },
  paid: { icon: CircleCheck, look: 'text-success-soft-foreground' },
  returned: { icon: Undo2, look: 'text-destructive-soft-foreground' },
  waived: { icon: Minus, look: 'text-muted-foreground' },
  free: { icon: Minus, look: 'text-muted-foreground' },
  credit: { icon: CirclePlus, look: 'text-secondary-soft-foreground' },
}

/** Icon and word. */
export function FeeStateLabel({ state }: { state: FeeState }) {
  const { icon: Icon, look } = looks[state]
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 align-middle font-semibold print:text-inherit',
        look,
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 flex-none" />
      {feeStateLabels[state]}
    </span>
  )
}
