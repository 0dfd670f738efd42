import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { isNotFound } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { memberQuery } from '#web/data/members.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { storedDraftOf } from './member-draft.ts'
import { MemberForm } from './member-form.tsx'
import { MemberMissing } from './member-missing.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  const member = queryOnce(memberQuery(id))
  prefetch(member)
  return { id, today: berlinDay(new Date()), member }
}

export function MemberEditPage() {
  const { id, today, ...opened } = useLoaderData<typeof loader>()
  const user = useUser()
  const member = useQuery(opened.member)
  if (isNotFound(member)) return <MemberMissing />
  const known = member.data
  const changesAll = can(user, 'keepMembers')
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.member(id), label: 'Mitglied' }}
        title={changesAll ? 'Mitglied bearbeiten' : 'Bankdaten und Beitrag ändern'}
        lead={known && fullName(known)}
      />
      <QuerySection query={member} waiting={<PageSpinner />}>
        {(stored) => <EditForm stored={stored} today={today} />}
      </QuerySection>
    </Wrap>
  )
}

function EditForm({ stored, today }: { stored: Member; today: Day }) {
  const [isSaved, setSaved] = useState(false)
  const { id } = stored
  if (isSaved) return <Navigate to={paths.member(id)} replace />
  return (
    <MemberForm
      initial={storedDraftOf(stored)}
      stored={stored}
      today={today}
      cancelTo={paths.member(id)}
      onSaved={(undoAction) => {
        toast('Mitglied gespeichert', undoAction)
        setSaved(true)
      }}
    />
  )
}
