import { useQuery } from '@tanstack/react-query'
import { Info, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { usersQuery } from '#web/data/auth-users.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { RolesCard } from './roles-card.tsx'
import { type ShownLink, UserLinkDialog } from './user-link-dialog.tsx'
import { type UserTask, UserTaskDialog } from './user-task-dialog.tsx'
import { UsersTable, usersHeads } from './users-table.tsx'

export function loader() {
  prefetch(usersQuery)
  return { today: berlinDay(new Date()) }
}

/** What is asked or told in a dialog. */
type Asking = 'invite' | UserTask | ShownLink

export function UsersPage() {
  const { today } = useLoaderData<typeof loader>()
  const users = useQuery(usersQuery)
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  return (
    <Wrap>
      <PageHead
        title="Zugänge"
        lead="Wer sich anmelden darf, und was er darf"
        back={{ to: paths.settings, label: 'Einstellungen' }}
        actions={
          <Button variant="primary" onClick={() => setAsking('invite')}>
            <Plus />
            Jemanden einladen
          </Button>
        }
      />
      <div className="grid gap-6 *:min-w-0">
        <Card bleed aria-label="Zugänge">
          <QuerySection
            query={users}
            waiting={<TableSkeleton heads={usersHeads} />}
            className="m-6 max-md:m-4"
          >
            {(rows) => <UsersTable users={rows} today={today} onTask={setAsking} />}
          </QuerySection>
        </Card>
        <RolesCard />
      </div>
      <p className="mt-6 flex gap-2.5 text-muted-foreground text-sm">
        <Info aria-hidden="true" className="mt-px" />
        <span>
          Eine entzogene Rolle und ein gesperrter Zugang gelten sofort. Die letzte Verwaltung lässt
          sich nicht sperren.
        </span>
      </p>
      {asking === 'invite' && <InviteDialog onLink={setAsking} onClose={close} />}
      {asking !== null && asking !== 'invite' && 'task' in asking && (
        <UserTaskDialog {...asking} onLink={setAsking} onClose={close} />
      )}
      {asking !== null && asking !== 'invite' && 'link' in asking && (
        <UserLinkDialog {...asking} onClose={close} />
      )}
    </Wrap>
  )
}
