import { useState } from 'react'
import { Navigate, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/page-spinner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { createMember, loadNextMemberNumber, memberNotCreated } from './member.api.ts'
import { newDraft } from './member-draft.ts'
import { MemberForm } from './member-form.tsx'

export function loader() {
  return { today: berlinDay(new Date()), number: loadNextMemberNumber() }
}

export function MemberCreatePage() {
  const { today, number } = useLoaderData<typeof loader>()
  const { result } = useLoaded(number, loadNextMemberNumber)
  const toast = useToast()
  const [isSaved, setSaved] = useState(false)
  // Spec §2: saving goes to the list.
  if (isSaved) return <Navigate to={paths.members} replace />
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.members, label: 'Mitgliederliste' }}
        title="Neues Mitglied anlegen"
      />
      {/* The number is a suggestion: without an answer the form does without. */}
      {result ? (
        <MemberForm
          initial={newDraft(result.ok ? result.data.number : null)}
          stored={null}
          today={today}
          save={createMember}
          notSaved={memberNotCreated}
          cancelTo={paths.members}
          onSaved={() => {
            toast('Mitglied angelegt')
            setSaved(true)
          }}
        />
      ) : (
        <PageSpinner />
      )}
    </Wrap>
  )
}
