import { useFormContext, useWatch } from 'react-hook-form'
import { wholeNumber } from '#web/lib/typed.ts'
import type { Day } from '#worker/domain/dates.ts'
import { FormPart } from './form-part.tsx'
import type { MemberDraft } from './member-draft.ts'
import { LineField } from './member-field.tsx'

export function GeneralPart({ today, isNew }: { today: Day; isNew: boolean }) {
  return (
    <FormPart
      id="allgemein"
      today={today}
      own={{ memberNumber: (className) => <NumberField isNew={isNew} className={className} /> }}
    />
  )
}

function NumberField({ isNew, className }: { isNew: boolean; className: string }) {
  const { formState } = useFormContext<MemberDraft>()
  const typed = useWatch<MemberDraft, 'memberNumber'>({ name: 'memberNumber' })
  const suggested = formState.defaultValues?.memberNumber
  const isUnreadable = typed.trim() !== '' && wholeNumber(typed) === null
  return (
    <LineField
      name="memberNumber"
      inputMode="numeric"
      className={className}
      help={
        isUnreadable
          ? 'Das ist keine Zahl. So bleibt das Mitglied ohne Nummer.'
          : isNew && suggested && typed === suggested && 'Nächste freie Nummer'
      }
    />
  )
}
