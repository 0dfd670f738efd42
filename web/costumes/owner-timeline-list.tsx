import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { ownershipName, type Stretch, timeWords } from './owner-timeline.ts'

type OwnerTimelineListProps = {
  stretches: readonly Stretch[]
  today: Day
  /** null: this person only reads. */
  acts: { onEdit: (one: Ownership) => void; onRemove: (one: Ownership) => void } | null
}

/** Who had the costume when, the newest on top. */
export function OwnerTimelineList({ stretches, today, acts }: OwnerTimelineListProps) {
  return (
    <ol aria-label="Besitzer" className="px-6 pb-6 max-md:px-4 max-md:pb-5">
      {stretches.map((one) => (
        <li key={one.key} className={cn(item, one.ownership ? '' : 'text-muted-foreground')}>
          <span aria-hidden="true" className={cn(dot, dots[kindOf(one)])} />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              {one.ownership ? <OwnerLink {...one.ownership} /> : 'bei der Zunft'}
              {one.isCurrent && <Badge tone={one.ownership ? 'blue' : 'grey'}>Heute</Badge>}
            </span>
            <span className="block text-muted-foreground text-sm tabular-nums">
              {timeWords(one, today)}
            </span>
          </span>
          {acts && one.ownership && <Acts ownership={one.ownership} today={today} {...acts} />}
        </li>
      ))}
    </ol>
  )
}

function OwnerLink({ member }: Ownership) {
  return (
    <Link
      to={paths.member(member.id)}
      className="wrap-anywhere font-semibold max-md:-my-2.5 max-md:py-2.5"
    >
      {member.firstName} {member.lastName}
    </Link>
  )
}

type ActsProps = NonNullable<OwnerTimelineListProps['acts']> & { ownership: Ownership; today: Day }

function Acts({ ownership, today, onEdit, onRemove }: ActsProps) {
  const name = ownershipName(ownership, today)
  return (
    <span className="-my-1 flex flex-none gap-1 print:hidden">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${name}: Bearbeiten`}
        onClick={() => onEdit(ownership)}
      >
        <Pencil />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${name}: Entfernen`}
        onClick={() => onRemove(ownership)}
      >
        <Trash2 />
      </Button>
    </span>
  )
}

// The line runs from dot to dot, and not below the last.
const item =
  'relative flex items-start gap-2 pb-5 pl-7 last:pb-0 before:absolute before:top-3 before:-bottom-1.5 before:left-[0.34375rem] before:w-px before:bg-border-strong last:before:hidden'
const dot =
  'absolute top-1.5 left-0 size-3 rounded-full forced-color-adjust-none [print-color-adjust:exact]'
const dots = {
  now: 'bg-link',
  before: 'border-2 border-link bg-card',
  guild: 'border-2 border-border-strong bg-card',
}

function kindOf({ ownership, isCurrent }: Stretch): keyof typeof dots {
  if (!ownership) return 'guild'
  return isCurrent ? 'now' : 'before'
}
