import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { isMissing } from '#web/ui/missing-page.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/page-spinner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { changedFrom } from '#worker/domain/given.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { loadMember, memberNotLoaded, memberNotSaved, saveMember } from './member.api.ts'
import { draftOf } from './member-draft.ts'
import { MemberForm } from './member-form.tsx'
import { MemberMissing } from './member-missing.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return { id, today: berlinDay(new Date()), member: loadMember(id) }
}

export function MemberEditPage() {
  const { id, today, member } = useLoaderData<typeof loader>()
  const loaded = useLoaded(member, () => loadMember(id))
  if (isMissing(loaded.result)) return <MemberMissing />
  const known = loaded.result?.ok ? loaded.result.data : null
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.member(id), label: 'Mitglied' }}
        title="Mitglied bearbeiten"
        lead={known && `${known.firstName} ${known.lastName}`}
      />
      <WhenLoaded loaded={loaded} message={memberNotLoaded} waiting={<PageSpinner />}>
        {(stored) => <EditForm stored={stored} today={today} />}
      </WhenLoaded>
    </Wrap>
  )
}

function EditForm({ stored, today }: { stored: Member; today: Day }) {
  const toast = useToast()
  const [isSaved, setSaved] = useState(false)
  if (isSaved) return <Navigate to={paths.member(stored.id)} replace />
  return (
    <MemberForm
      initial={draftOf(stored)}
      stored={stored}
      today={today}
      save={(body, consent) => saveMember(stored.id, changedFrom(stored, body), consent)}
      notSaved={memberNotSaved}
      cancelTo={paths.member(stored.id)}
      onSaved={() => {
        toast('Mitglied gespeichert')
        setSaved(true)
      }}
    />
  )
}
