import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cn } from '#web/ui/cn.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Stretch } from './owner-timeline.ts'

type OwnerTimelineListProps = { stretches: readonly Stretch[]; today: Day }

/** Who had the costume when, the newest on top. */
export function OwnerTimelineList({ stretches, today }: OwnerTimelineListProps) {
  return (
    <ol className="px-6 pb-6 max-md:px-4 max-md:pb-5">
      {stretches.map((one) => (
        <li key={one.key} className={cn(item, one.owner ? '' : 'text-muted-foreground')}>
          <span aria-hidden="true" className={cn(dot, dots[kindOf(one)])} />
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {one.owner ? (
              <Link
                to={paths.member(one.owner.id)}
                className="wrap-anywhere font-semibold max-md:-my-2.5 max-md:py-2.5"
              >
                {one.owner.firstName} {one.owner.lastName}
              </Link>
            ) : (
              'bei der Zunft'
            )}
            {one.isCurrent && <Badge tone={one.owner ? 'blue' : 'grey'}>Heute</Badge>}
          </span>
          <span className="block text-muted-foreground text-sm tabular-nums">
            {words(one, today)}
          </span>
        </li>
      ))}
    </ol>
  )
}

// The line runs from dot to dot, and not below the last.
const item =
  'relative pb-5 pl-7 last:pb-0 before:absolute before:top-3 before:-bottom-1.5 before:left-[0.34375rem] before:w-px before:bg-border-strong last:before:hidden'
const dot =
  'absolute top-1.5 left-0 size-3 rounded-full bg-card forced-color-adjust-none [print-color-adjust:exact]'
const dots = {
  now: 'bg-link',
  before: 'border-2 border-link',
  guild: 'border-2 border-border-strong',
}

function kindOf({ owner, isCurrent }: Stretch): keyof typeof dots {
  if (!owner) return 'guild'
  return isCurrent ? 'now' : 'before'
}

/** "seit 11.11.2019", "11.11.2019 – 03.04.2021", "am 03.04.2021" */
function words({ from, to }: Stretch, today: Day): string {
  if (to === null) return `${from > today ? 'ab' : 'seit'} ${germanDate(from)}`
  if (to === from) return `am ${germanDate(from)}`
  if (to > today) return `seit ${germanDate(from)}, noch bis ${germanDate(to)}`
  return `${germanDate(from)} – ${germanDate(to)}`
}
