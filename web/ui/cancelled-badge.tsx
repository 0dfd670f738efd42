import { Badge } from './badge.tsx'
import { cn } from './cn.ts'

type CancelledBadgeProps = { of: { cancelledAt: string | null }; className?: string }

/** Beside the title of a parade that is called off. */
export function CancelledBadge({ of: { cancelledAt }, className }: CancelledBadgeProps) {
  if (cancelledAt === null) return null
  return (
    <>
      {/* The blank is for those who hear it. */}{' '}
      <Badge tone="amber" className={cn('ms-1.5', className)}>
        Abgesagt
      </Badge>
    </>
  )
}
