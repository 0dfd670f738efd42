import { useFormContext } from 'react-hook-form'
import { FormDate } from '#web/components/form-fields.tsx'
import { FormSection } from '#web/components/form-section.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { NewCostumeDraft } from './costume-draft.ts'
import { helpForNewOwner, OwnerField } from './owner-field.tsx'

type FirstOwnerSectionProps = { members: SectionQuery<PickableMember[]>; today: Day }

/** A costume that somebody has already is entered with them. */
export function FirstOwnerSection({ members, today }: FirstOwnerSectionProps) {
  const chosen = useFormContext<NewCostumeDraft>().watch('member')
  return (
    <FormSection title="Besitzer">
      <OwnerField
        members={members}
        label="Mitglied"
        help={chosen ? helpForNewOwner(chosen) : 'Leer: Das Kleid ist bei der Zunft.'}
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
