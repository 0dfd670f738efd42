import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { useToast } from '#web/components/toast.tsx'
import { costumeTypesQuery, createCostume } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { prefetch } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { newDraft, readNewDraft } from './costume-draft.ts'
import { CostumeForm } from './costume-form.tsx'
import { FirstOwnerSection } from './first-owner-section.tsx'

export function loader() {
  prefetch(costumeTypesQuery, membersQuery)
  return { today: berlinDay(new Date()) }
}

export function CostumeCreatePage() {
  const { today } = useLoaderData<typeof loader>()
  const types = useQuery(costumeTypesQuery)
  const members = useQuery(membersQuery)
  const toast = useToast()
  const [isSaved, setSaved] = useState(false)
  const submitting = useSubmitForm({
    initial: newDraft(today),
    read: readNewDraft,
    placeOf: (place) => (place === 'ownerId' ? 'member' : place),
    mutation: createCostume,
    onSuccess: ({ id, number, type }, { ownerId }, wayBack) => {
      // Owners are put right in the costume's own history.
      toast('Kleid angelegt', ownerId === null ? wayBack : null, {
        name: `${type.name} ${number}`,
        to: paths.costume(id),
        anotherAt: paths.costumeCreate,
      })
      setSaved(true)
    },
  })
  if (isSaved) return <Navigate to={paths.costumes} replace />
  return (
    <Wrap narrow>
      <PageHead back={{ to: paths.costumes, label: 'Kleider' }} title="Neues Kleid anlegen" />
      <CostumeForm
        submitting={submitting}
        stored={null}
        types={types}
        today={today}
        cancelTo={paths.costumes}
      >
        <FirstOwnerSection members={members} today={today} />
      </CostumeForm>
    </Wrap>
  )
}
