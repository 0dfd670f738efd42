import { Pencil, Repeat, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { cn } from '#web/lib/cn.ts'
import { useUser } from '#web/lib/session.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Costume, Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { ChangeOwnerDialog } from './change-owner-dialog.tsx'
import {
  currentOwnership,
  type OwnershipPeriod,
  ownershipName,
  ownerTimeline,
  periodText,
  previousOwnership,
} from './owner-timeline.ts'
import { EditOwnershipDialog, RemoveOwnershipDialog } from './ownership-dialogs.tsx'

type OwnersCardProps = {
  /** null until loaded. */
  costume: Costume | null
  ownerships: SectionQuery<Ownership[]>
  today: Day
}

/** The open dialog: a change of owner, or the correction of an entry. */
type Asking = { about: 'owner' } | { about: 'edit' | 'removal'; ownership: Ownership }

export function OwnersCard({ costume, ownerships, today }: OwnersCardProps) {
  const user = useUser()
  const mayWrite = can(user, 'keepCostumes') && costume !== null
  const [asking, setAsking] = useState<Asking | null>(null)
  const { goal, markRemoved } = useRemovalFocus<HTMLElement>(ownerships.data)
  const known = ownerships.data ?? null
  const current = known ? currentOwnership(known, today) : undefined
  const isDeregistered = costume?.registeredUntil != null
  // A deregistered costume without an owner cannot be changed.
  const mayChange = mayWrite && known && !(isDeregistered && !current)
  return (
    <Card bleed ref={goal} tabIndex={-1} className="outline-none">
      <CardHead
        title="Besitzer"
        tally={known && known.length > 0 && known.length}
        actions={
          mayChange && (
            <Button variant="ghost" size="sm" onClick={() => setAsking({ about: 'owner' })}>
              <Repeat />
              Besitzer ändern
            </Button>
          )
        }
      />
      <QuerySection
        query={ownerships}
        waiting={<OwnersSkeleton />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(rows) => (
          <>
            {isDeregistered && current && <StillOwned owner={current.member} />}
            {rows.length > 0 ? (
              <OwnerTimelineList
                stretches={ownerTimeline(rows, today)}
                today={today}
                acts={
                  mayWrite
                    ? {
                        onEdit: (ownership) => setAsking({ about: 'edit', ownership }),
                        onRemove: can(user, 'manage')
                          ? (ownership) => setAsking({ about: 'removal', ownership })
                          : null,
                      }
                    : null
                }
              />
            ) : (
              <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5">
                Noch kein Besitzer. Das Kleid ist bei der Zunft.
              </p>
            )}
          </>
        )}
      </QuerySection>
      {costume && asking && (
        <OwnersDialog
          asking={asking}
          costume={costume}
          ownerships={known ?? []}
          today={today}
          onClose={() => setAsking(null)}
          onRemoved={markRemoved}
        />
      )}
    </Card>
  )
}

type OwnersDialogProps = {
  asking: Asking
  costume: Costume
  ownerships: readonly Ownership[]
  today: Day
  onClose: () => void
  onRemoved: (id: number) => void
}

function OwnersDialog({ asking, ownerships, onRemoved, ...common }: OwnersDialogProps) {
  if (asking.about === 'owner') {
    const current = currentOwnership(ownerships, common.today) ?? null
    return <ChangeOwnerDialog current={current} {...common} />
  }
  const { ownership } = asking
  if (asking.about === 'edit') return <EditOwnershipDialog ownership={ownership} {...common} />
  return (
    <RemoveOwnershipDialog
      ownership={ownership}
      previous={previousOwnership(ownerships, ownership.id)}
      onRemoved={() => onRemoved(ownership.id)}
      {...common}
    />
  )
}

function StillOwned({ owner }: { owner: Ownership['member'] }) {
  return (
    <Alert tone="warn" className="mx-6 mb-5 max-md:mx-4">
      Das Kleid ist abgemeldet und gehört noch {owner.firstName} {owner.lastName}.
    </Alert>
  )
}

type OwnerTimelineListProps = {
  stretches: readonly OwnershipPeriod[]
  today: Day
  /** null for users who may only read. */
  acts: { onEdit: (one: Ownership) => void; onRemove: ((one: Ownership) => void) | null } | null
}

/** The owners with their periods, newest first. */
function OwnerTimelineList({ stretches, today, acts }: OwnerTimelineListProps) {
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
              {periodText(one, today)}
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
      {onRemove && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`${name}: Entfernen`}
          onClick={() => onRemove(ownership)}
        >
          <Trash2 />
        </Button>
      )}
    </span>
  )
}

// `before:` draws the line that connects the dots and ends at the last.
const item =
  'relative flex items-start gap-2 pb-5 pl-7 last:pb-0 before:absolute before:top-3 before:-bottom-1.5 before:left-[0.34375rem] before:w-px before:bg-border-strong last:before:hidden'
const dot =
  'absolute top-1.5 left-0 size-3 rounded-full forced-color-adjust-none [print-color-adjust:exact]'
const dots = {
  now: 'bg-link',
  before: 'border-2 border-link bg-card',
  guild: 'border-2 border-border-strong bg-card',
}

function kindOf({ ownership, isCurrent }: OwnershipPeriod): keyof typeof dots {
  if (!ownership) return 'guild'
  return isCurrent ? 'now' : 'before'
}

function OwnersSkeleton() {
  return (
    <Loading className="grid gap-6 px-6 pb-6 max-md:px-4">
      {['42%', '36%'].map((width) => (
        <div key={width} className="mb-5 grid gap-2 pl-7">
          <Skeleton width={width} />
          <Skeleton width="28%" />
        </div>
      ))}
    </Loading>
  )
}
