import { useQuery } from '@tanstack/react-query'
import { Info, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { inviteUser, usersQuery } from '#web/data/auth-users.ts'
import { prefetch } from '#web/lib/query.ts'
import { roleLabels } from '#web/lib/role-labels.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { roles } from '#worker/domain/codes.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { type UserDraft, UserFields } from './user-fields.tsx'
import { linkToShow, type ShownLink, UserLinkDialog } from './user-link-dialog.tsx'
import { type UserTask, UserTaskDialog } from './user-task-dialog.tsx'
import { roleRights } from './user-words.ts'
import { UsersTable, usersHeads } from './users-table.tsx'

export function loader() {
  prefetch(usersQuery)
  return { today: berlinDay(new Date()) }
}

/** The open dialog. */
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

function RolesCard() {
  return (
    <Card bleed aria-labelledby="roles">
      <CardHead id="roles" title="Was die Rollen dürfen" />
      {/* The lines are the ground between the cells. */}
      <div className="grid gap-px overflow-hidden border-t bg-border md:grid-cols-3 md:rounded-b-xl">
        {roles.map((role) => (
          <div
            key={role}
            className="bg-card px-6 pt-5 pb-5.5 last:col-span-full max-md:px-4 max-md:py-4"
          >
            <h3 className="mb-1">{roleLabels[role]}</h3>
            <p className="text-muted-foreground">{roleRights[role].long}</p>
          </div>
        ))}
      </div>
    </Card>
  )
}

type InviteDialogProps = { onLink: (shown: ShownLink) => void; onClose: () => void }

function InviteDialog({ onLink, onClose }: InviteDialogProps) {
  const submitting = useSubmitForm({
    initial: { firstName: '', lastName: '', emailAddress: '', roles: [] },
    read: (draft: UserDraft) => ({ body: draft }),
    mutation: inviteUser,
    onSuccess: (invited) => {
      const shown = linkToShow(invited, invited)
      if (shown) return onLink(shown)
      toast('Einladung verschickt')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Jemanden einladen"
      description="Die Einladung gilt 7 Tage. Das Passwort wählt jeder selbst."
      submitting={submitting}
      confirmLabel="Einladung senden"
      isLong
      onClose={onClose}
    >
      <UserFields />
    </SubmitDialog>
  )
}
