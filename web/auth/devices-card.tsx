import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { Failure } from '#web/components/failure.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { endOtherSessions, endSessionOf, ownSessionsQuery } from '#web/data/auth.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { OwnSession } from '#worker/auth/auth.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { todayOrDateText } from './user-words.ts'

/** The user's sessions, with buttons to end the sessions on other devices. */
export function DevicesCard({ today }: { today: Day }) {
  const sessions = useQuery(ownSessionsQuery)
  const { goal, markRemoved } = useRemovalFocus<HTMLElement>(sessions.data)
  const ending = useSubmit(endSessionOf, (_, id) => {
    markRemoved(id)
    toast('Gerät abgemeldet')
  })
  const endingOthers = useSubmit(endOtherSessions, () => {
    const [other] = others
    if (other) markRemoved(other.id)
    toast('Überall sonst abgemeldet')
  })
  const failure = ending.failure ?? endingOthers.failure
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  return (
    <Card bleed ref={goal} tabIndex={-1} className="outline-none">
      <CardHead
        title="Angemeldete Geräte"
        actions={
          others.length > 0 && (
            <Button
              variant="ghost"
              size="sm"
              busy={endingOthers.isPending}
              onClick={() => void endingOthers.submit()}
            >
              <LogOut />
              Überall sonst abmelden
            </Button>
          )
        }
      />
      {failure && (
        <Failure
          failure={failure}
          detail={detailOf(failure)}
          className="mx-6 mb-4 max-md:mx-4"
          focusOnMount
        />
      )}
      <QuerySection
        query={sessions}
        waiting={<Waiting />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(rows) => (
          <ul>
            {rows.map((session) => (
              <Device
                key={session.id}
                session={session}
                today={today}
                isBusy={ending.isPending && ending.variables === session.id}
                onEnd={() => void ending.submit(session.id)}
              />
            ))}
          </ul>
        )}
      </QuerySection>
    </Card>
  )
}

type DeviceProps = { session: OwnSession; today: Day; isBusy: boolean; onEnd: () => void }

function Device({ session, today, isBusy, onEnd }: DeviceProps) {
  const name = session.device || 'Unbekanntes Gerät'
  return (
    <li className="flex min-h-16 items-center gap-3 border-t px-6 py-2.5 max-md:px-4">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">
          {name}{' '}
          {session.current && (
            <Badge tone="blue" className="ms-1">
              Dieses Gerät
            </Badge>
          )}
          {session.shared && <Badge className="ms-1">Gemeinsames Gerät</Badge>}
        </p>
        <p className="text-muted-foreground text-sm tabular-nums">
          Angemeldet {todayOrDateText(session.createdAt, today)}, zuletzt gesehen{' '}
          {todayOrDateText(session.lastSeenAt, today)}
        </p>
      </div>
      {!session.current && (
        <Button size="sm" busy={isBusy} onClick={onEnd}>
          Abmelden<span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}

function Waiting() {
  return (
    <Loading className="border-t px-6 py-4 max-md:px-4">
      <Skeleton width="12rem" className="mb-2 h-4" />
      <Skeleton width="60%" />
    </Loading>
  )
}
