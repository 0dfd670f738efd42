import { Badge } from '#web/ui/badge.tsx'

type CancelledBadgeProps = { of: { cancelledAt: string | null } }

/** Shown beside the title of a cancelled parade. */
export function CancelledBadge({ of: { cancelledAt } }: CancelledBadgeProps) {
  if (cancelledAt === null) return null
  return (
    <>
      {/* The space separates the words for screen readers. */}{' '}
      <Badge tone="amber" className="ms-1.5">
        Abgesagt
      </Badge>
    </>
  )
}
