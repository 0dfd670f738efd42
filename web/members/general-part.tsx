import { useFormContext, useWatch } from 'react-hook-form'
import type { Day } from '#worker/domain/dates.ts'
import { FormPart } from './form-part.tsx'
import { type MemberDraft, readNumber } from './member-draft.ts'
import { CommentField, DayField, LineField } from './member-fields.tsx'

// On the narrowest phones a date needs the whole line.
const quarter = 'max-md:col-span-6 max-[22rem]:col-span-full md:col-span-3'

export function GeneralPart({ today, isNew }: { today: Day; isNew: boolean }) {
  return (
    <FormPart id="allgemein">
      <LineField name="firstName" required className="md:col-span-6" />
      <LineField name="lastName" required className="md:col-span-6" />
      <LineField name="maidenName" className="md:col-span-6" />
      <DayField name="birthday" today={today} className={quarter} />
      <NumberField isNew={isNew} />
      <CommentField name="comment" />
    </FormPart>
  )
}

function NumberField({ isNew }: { isNew: boolean }) {
  const { formState } = useFormContext<MemberDraft>()
  const typed = useWatch<MemberDraft, 'memberNumber'>({ name: 'memberNumber' })
  const suggested = formState.defaultValues?.memberNumber
  const isUnreadable = typed.trim() !== '' && readNumber(typed) === null
  return (
    <LineField
      name="memberNumber"
      inputMode="numeric"
      className={quarter}
      help={
        isUnreadable
          ? 'Das ist keine Zahl. So bleibt das Mitglied ohne Nummer.'
          : isNew && suggested && typed === suggested && 'Nächste freie Nummer'
      }
    />
  )
}
