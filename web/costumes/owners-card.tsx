import { Repeat } from 'lucide-react'
import { useState } from 'react'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { Costume, Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { ChangeOwnerDialog } from './change-owner-dialog.tsx'
import { EditOwnershipDialog } from './edit-ownership-dialog.tsx'
import { currentOwnership, ownerTimeline, previousOwnership } from './owner-timeline.ts'
import { OwnerTimelineList } from './owner-timeline-list.tsx'
import { OwnersSkeleton } from './owners-skeleton.tsx'
import { RemoveOwnershipDialog } from './remove-ownership-dialog.tsx'

type OwnersCardProps = {
  /** null while it is not known. */
  costume: Costume | null
  ownerships: SectionQuery<Ownership[]>
  today: Day
}

/** What is asked in a dialog: who has it from now on, or what was wrong with one entry. */
type Asking = { about: 'owner' } | { about: 'edit' | 'removal'; ownership: Ownership }

export function OwnersCard({ costume, ownerships, today }: OwnersCardProps) {
  const mayWrite = hasRole(useUser(), 'management') && costume !== null
  const [asking, setAsking] = useState<Asking | null>(null)
  const { goal, markRemoved } = useRemovalFocus<HTMLElement>(ownerships.data)
  const known = ownerships.data ?? null
  const current = known ? currentOwnership(known, today) : undefined
  const isDeregistered = costume?.registeredUntil != null
  // Nobody can get it any more, and nobody has it: there is nothing to change.
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
                        onRemove: (ownership) => setAsking({ about: 'removal', ownership }),
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
