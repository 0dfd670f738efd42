import { useState } from 'react'
import { Navigate, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { nextMemberNumberQuery } from '#web/data/members.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { emptyMember } from '#worker/domain/member.ts'
import { fullName } from '#worker/domain/names.ts'
import { draftOf } from './member-draft.ts'
import { MemberForm } from './member-form.tsx'

export function loader() {
  return { today: berlinDay(new Date()) }
}

export function MemberCreatePage() {
  const { today } = useLoaderData<typeof loader>()
  const number = useQueryOnce(nextMemberNumberQuery)
  const [isSaved, setSaved] = useState(false)
  // Spec §2: after saving, the list opens.
  if (isSaved) return <Navigate to={paths.members} replace />
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.members, label: 'Mitgliederliste' }}
        title="Neues Mitglied anlegen"
      />
      {/* The form waits for the suggested number; if that cannot be loaded, the field stays empty. */}
      {number.data || number.error ? (
        <MemberForm
          initial={draftOf({ ...emptyMember, memberNumber: number.data?.number ?? 0 })}
          stored={null}
          today={today}
          cancelTo={paths.members}
          onSaved={(undoAction, id, { firstName = '', lastName = '' }) => {
            toast('Mitglied angelegt', undoAction, {
              name: fullName({ firstName, lastName }),
              to: paths.member(id),
              anotherAt: paths.memberCreate,
            })
            setSaved(true)
          }}
        />
      ) : (
        <PageSpinner />
      )}
    </Wrap>
  )
}
