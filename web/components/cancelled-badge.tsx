import { Badge } from '#web/ui/badge.tsx'

type CancelledBadgeProps = { of: { cancelledAt: string | null } }

/** Beside the title of a parade that is called off. */
export function CancelledBadge({ of: { cancelledAt } }: CancelledBadgeProps) {
  if (cancelledAt === null) return null
  return (
    <>
      {/* The blank is for those who hear it. */}{' '}
      <Badge tone="amber" className="ms-1.5">
        Abgesagt
      </Badge>
    </>
  )
}
