import { Repeat } from 'lucide-react'
import { useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { QuerySection, type SectionQuery } from '#web/ui/query-section.tsx'
import type { Costume, Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { ChangeOwnerDialog } from './change-owner-dialog.tsx'
import { currentOwnership, ownerTimeline } from './owner-timeline.ts'
import { OwnerTimelineList } from './owner-timeline-list.tsx'
import { OwnersSkeleton } from './owners-skeleton.tsx'

type OwnersCardProps = {
  /** null while it is not known. */
  costume: Costume | null
  ownerships: SectionQuery<Ownership[]>
  today: Day
}

export function OwnersCard({ costume, ownerships, today }: OwnersCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [isChanging, setChanging] = useState(false)
  const known = ownerships.data ?? null
  const current = known ? currentOwnership(known, today) : undefined
  const isDeregistered = costume?.registeredUntil != null
  // Nobody can get it any more, and nobody has it: there is nothing to change.
  const mayChange = mayWrite && costume && known && !(isDeregistered && !current)
  return (
    <Card bleed>
      <CardHead
        title="Besitzer"
        tally={known && known.length > 0 && known.length}
        actions={
          mayChange && (
            <Button variant="ghost" size="sm" onClick={() => setChanging(true)}>
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
              <OwnerTimelineList stretches={ownerTimeline(rows, today)} today={today} />
            ) : (
              <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5">
                Noch kein Besitzer. Das Kleid ist bei der Zunft.
              </p>
            )}
          </>
        )}
      </QuerySection>
      {isChanging && costume && (
        <ChangeOwnerDialog
          costume={costume}
          current={current ?? null}
          onClose={() => setChanging(false)}
        />
      )}
    </Card>
  )
}

function StillOwned({ owner }: { owner: Ownership['member'] }) {
  return (
    <Alert tone="warn" className="mx-6 mb-5 max-md:mx-4">
      Das Kleid ist abgemeldet und gehört noch {owner.firstName} {owner.lastName}.
    </Alert>
  )
}
