import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useLoaderData } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { FormInput, FormTextarea } from '#web/components/form-fields.tsx'
import { LeaveGuard } from '#web/components/leave-guard.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { currentUserQuery, ownSessionsQuery, saveName, saveSignature } from '#web/data/auth.ts'
import { passkeysQuery } from '#web/data/auth-passkeys.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch } from '#web/lib/query.ts'
import { roleLabels } from '#web/lib/role-labels.ts'
import { updateSession, useUser } from '#web/lib/session.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CurrentUser } from '#worker/auth/auth.contract.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { can } from '#worker/domain/rights.ts'
import { CalendarCard } from './calendar-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'

export function loader() {
  prefetch(currentUserQuery, passkeysQuery, ownSessionsQuery)
  return { today: berlinDay(new Date()) }
}

export function ProfilePage() {
  const { today } = useLoaderData<typeof loader>()
  const { data, error, isFetching, refetch } = useQuery(currentUserQuery)
  const user = useUser()
  // The shell shows the names and roles of the session, so the session is updated.
  useEffect(() => {
    if (!data) return
    const { mailSignature: _, calendar: __, ...known } = data
    updateSession(known)
  }, [data])
  if (!user) return null
  return (
    <Wrap>
      <PageHead title="Mein Account" />
      <div className="grid max-w-4xl gap-6">
        {error && <Failure failure={error} busy={isFetching} onRetry={refetch} />}
        <UserCard user={user} />
        {data && can(user, 'manage') && <SignatureCard signature={data.mailSignature} />}
        {data && <CalendarCard calendar={data.calendar} />}
        <PasswordCard emailAddress={user.emailAddress} />
        <PasskeysCard today={today} />
        <DevicesCard today={today} />
      </div>
    </Wrap>
  )
}

function UserCard({ user }: { user: CurrentUser }) {
  const [isChanging, setChanging] = useState(false)
  const facts = [
    ['Vorname', user.firstName],
    ['Nachname', user.lastName],
    ['E-Mail Adresse', user.emailAddress],
    ['Rollen', user.roles.map((role) => roleLabels[role]).join(', ')],
  ]
  return (
    <Card bleed>
      <CardHead
        title="Deine Daten"
        actions={<Button onClick={() => setChanging(true)}>Namen ändern</Button>}
      />
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
      {isChanging && <NameDialog user={user} onClose={() => setChanging(false)} />}
    </Card>
  )
}

type Draft = Pick<CurrentUser, 'firstName' | 'lastName'>

/** Changes the user's own name; addresses and roles are changed by the management. */
function NameDialog({ user, onClose }: { user: Draft; onClose: () => void }) {
  const { firstName, lastName } = user
  const submitting = useSubmitForm({
    initial: { firstName, lastName },
    read: (draft: Draft) => ({ body: draft }),
    mutation: saveName,
    onSuccess: (me) => {
      updateSession({ firstName: me.firstName, lastName: me.lastName })
      toast('Name geändert')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Namen ändern"
      confirmLabel="Speichern"
      submitting={submitting}
      onClose={onClose}
    >
      <FormInput<Draft> name="firstName" label="Vorname" required autoComplete="given-name" />
      <FormInput<Draft> name="lastName" label="Nachname" required autoComplete="family-name" />
    </SubmitDialog>
  )
}

type SignatureDraft = { mailSignature: string }

/** The signature of the user's circulars, to be changed. */
function SignatureCard({ signature }: { signature: string }) {
  const { form, submit, isPending, failure } = useSubmitForm({
    mutation: saveSignature,
    initial: { mailSignature: signature },
    read: (draft: SignatureDraft) => ({ body: draft }),
    onSuccess: ({ mailSignature }) => {
      form.reset({ mailSignature })
      toast('Signatur gespeichert')
    },
  })
  const { isDirty } = form.formState
  return (
    <Card bleed>
      <CardHead title="Signatur" />
      <CardBody>
        <FormProvider {...form}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
            className="grid gap-4"
          >
            {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
            <FormTextarea<SignatureDraft>
              name="mailSignature"
              label="Unter Deinen Rundmails"
              rows={4}
              help={`Zum Beispiel Dein Name, Dein Amt und Deine Telefonnummer. Höchstens ${maxLength.mailSignature} Zeichen.`}
            />
            <div>
              <Button type="submit" variant="primary" disabled={!isDirty} busy={isPending}>
                Signatur speichern
              </Button>
            </div>
          </form>
        </FormProvider>
        <LeaveGuard when={isDirty} />
      </CardBody>
    </Card>
  )
}
