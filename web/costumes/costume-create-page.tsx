import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Navigate, useLoaderData } from 'react-router'
import { FormDate } from '#web/components/form-fields.tsx'
import { FormSection } from '#web/components/form-section.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { costumeTypesQuery, createCostume } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { prefetch } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { type NewCostumeDraft, newDraft, readNewDraft } from './costume-draft.ts'
import { CostumeForm } from './costume-form.tsx'
import { newOwnerHelp, OwnerField } from './owner-field.tsx'

export function loader() {
  prefetch(costumeTypesQuery, membersQuery)
  return { today: berlinDay(new Date()) }
}

export function CostumeCreatePage() {
  const { today } = useLoaderData<typeof loader>()
  const types = useQuery(costumeTypesQuery)
  const members = useQuery(membersQuery)
  const [isSaved, setSaved] = useState(false)
  const submitting = useSubmitForm({
    initial: newDraft(today),
    read: readNewDraft,
    placeOf: (place) => (place === 'ownerId' ? 'member' : place),
    mutation: createCostume,
    onSuccess: ({ id, number, type }, { ownerId }, undoAction) => {
      // With an owner there is no undo: owners are corrected in the costume's history.
      toast('Kleid angelegt', ownerId === null ? undoAction : null, {
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

type FirstOwnerSectionProps = { members: SectionQuery<PickableMember[]>; today: Day }

/** The fields of the first owner, for a costume that already has one. */
function FirstOwnerSection({ members, today }: FirstOwnerSectionProps) {
  const chosen = useFormContext<NewCostumeDraft>().watch('member')
  return (
    <FormSection title="Besitzer">
      <OwnerField
        onlyLiving
        members={members}
        label="Mitglied"
        help={chosen ? newOwnerHelp(chosen) : 'Leer: Das Kleid ist bei der Zunft.'}
        className="md:col-span-8"
      />
      {chosen && (
        <FormDate<NewCostumeDraft>
          name="ownedFrom"
          label="Besitzer seit"
          help="Leer: ab heute"
          today={today}
          className="md:col-span-4"
        />
      )}
    </FormSection>
  )
}
