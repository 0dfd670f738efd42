import { useLoaderData, useRevalidator } from 'react-router'
import { roleLabels } from '#web/lib/role-labels.ts'
import { updateSession, useUser } from '#web/lib/session.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import type { CurrentUser } from '#worker/auth/auth.contract.ts'
import { currentUserNotLoaded, loadCurrentUser } from './auth.api.ts'
import { PasswordCard } from './password-card.tsx'

/** Names and roles as the server has them now; the shell follows. */
export async function loader() {
  const result = await loadCurrentUser()
  if (result.ok) updateSession(result.data)
  return result
}

export function ProfilePage() {
  const result = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  const user = useUser()
  if (!user) return null
  return (
    <Wrap>
      <PageHead title="Mein Account" />
      <div className="grid max-w-4xl gap-6">
        {!result.ok && (
          <Failure
            message={currentUserNotLoaded}
            failure={result.failure}
            busy={state === 'loading'}
            onRetry={() => void revalidate()}
          />
        )}
        <UserCard user={user} />
        <PasswordCard emailAddress={user.emailAddress} />
      </div>
    </Wrap>
  )
}

function UserCard({ user }: { user: CurrentUser }) {
  const facts = [
    ['Vorname', user.firstName],
    ['Nachname', user.lastName],
    ['E-Mail Adresse', user.emailAddress],
    ['Rollen', user.roles.map((role) => roleLabels[role]).join(', ')],
  ]
  return (
    <Card bleed>
      <CardHead title="Deine Daten" />
      <CardBody>
        <dl className="grid grid-cols-[9.25rem_minmax(0,1fr)] gap-x-4 gap-y-2.25 max-md:grid-cols-[minmax(6.5rem,8rem)_minmax(0,1fr)]">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="wrap-anywhere">{value || '–'}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  )
}
