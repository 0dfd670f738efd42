import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type MembershipState, membershipStates } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { FormPart } from './form-part.tsx'
import { isLeavingState } from './leaving.ts'
import type { MemberDraft } from './member-draft.ts'
import { DayField, useFieldError } from './member-fields.tsx'
import { fieldLabels } from './member-sections.ts'
import { TimespanRows } from './timespan-rows.tsx'

type MembershipPartProps = {
  today: Day
  /** The state that is stored; null for a new member. */
  stored: MembershipState | null
}

const third = 'md:col-span-4'

export function MembershipPart({ today, stored }: MembershipPartProps) {
  const { register } = useFormContext<MemberDraft>()
  const chosen = useWatch<MemberDraft, 'membershipState'>({ name: 'membershipState' })
  return (
    <FormPart id="mitgliedschaft">
      <Field
        label={fieldLabels.membershipState}
        className={third}
        error={useFieldError('membershipState')}
        help={stored && hintFor(stored, chosen)}
      >
        {(ids) => (
          <Select {...ids} {...register('membershipState')}>
            {membershipStates.map((state) => (
              <option key={state} value={state}>
                {membershipStateLabels[state]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DayField name="dateJoined" today={today} className={third} />
      <DayField name="dateLeft" today={today} className={third} />
      <TimespanRows today={today} />
    </FormPart>
  )
}

function hintFor(stored: MembershipState, chosen: MembershipState): string | null {
  if (stored === chosen) return null
  if (isLeavingState(chosen)) return 'Beim Speichern wählst Du, was damit endet.'
  return isLeavingState(stored)
    ? 'Wieder dabei: Leere das Austrittsdatum und füge einen Zeitraum hinzu.'
    : null
}
