import { useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import {
  FormCheckbox,
  FormInput,
  FormTextarea,
  useFieldError,
} from '#web/components/form-fields.tsx'
import { FormSection } from '#web/components/form-section.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { SuggestInput } from '#web/components/suggest-input.tsx'
import type { ParadeDay } from '#web/data/parades.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { Field } from '#web/ui/field.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { suggestEnrolment } from '#worker/domain/parade.ts'
import { DayField, SuggestionsFailure } from './draft-fields.tsx'
import type { ParadeDraft } from './parade-draft.ts'

type ParadeSectionProps = { titles: SectionQuery<string[]>; today: Day; isNew: boolean }

export function ParadeSection({ titles, today, isNew }: ParadeSectionProps) {
  const { formState } = useFormContext<ParadeDraft>()
  const isSuggested = isNew && formState.defaultValues?.paradeNumber !== ''
  const fitEnrolment = useFitEnrolment(today)
  return (
    <FormSection title="Umzug">
      <TitleField titles={titles} />
      <SuggestionsFailure of={titles} />
      <DayField
        name="date"
        label="Datum"
        required
        today={today}
        className="max-md:col-span-7 md:col-span-5"
        {...(isNew && { onDay: fitEnrolment })}
      />
      <FormInput<ParadeDraft>
        name="paradeNumber"
        label="Umzugsnummer"
        inputMode="numeric"
        inputClassName="tabular-nums"
        className="max-md:col-span-5 md:col-span-3"
        help={isSuggested && 'Nächste freie Nummer'}
      />
      <FormCheckbox<ParadeDraft>
        name="isChildParade"
        labelClassName="md:col-span-4 md:mt-6.5 md:h-10"
      >
        Kinderumzug
      </FormCheckbox>
      <FormTextarea<ParadeDraft> name="comment" label="Kommentar" inputClassName="min-h-18!" />
    </FormSection>
  )
}

function TitleField({ titles }: { titles: SectionQuery<string[]> }) {
  const { field } = useController<ParadeDraft, 'title'>({ name: 'title' })
  return (
    <Field label="Beschreibung" required error={useFieldError<ParadeDraft>('title')}>
      {(ids) => (
        <SuggestInput
          {...ids}
          name="title"
          value={field.value}
          onChange={field.onChange}
          suggestions={(titles.data ?? []).map((value) => ({ value }))}
          onChoose={({ value }) => field.onChange(value)}
        />
      )}
    </Field>
  )
}

const fitting = { shouldDirty: true, shouldValidate: true }

/** Moves the enrolment days of a new parade with its date, until somebody sets them by hand. */
function useFitEnrolment(today: Day) {
  const { formState, setValue, getValues } = useFormContext<ParadeDraft>()
  const atFirst = formState.defaultValues
  const suggested = useRef<Record<EnrolmentDay, TypedDay>>({
    dateEnrolmentStart: atFirst?.dateEnrolmentStart ?? null,
    dateEnrolmentEnd: atFirst?.dateEnrolmentEnd ?? null,
  })
  return (date: Day) => {
    const { start, end } = suggestEnrolment(date, today)
    const follow = (name: EnrolmentDay, day: Day) => {
      const typed = getValues(name)
      if (typed !== unreadable && typed !== suggested.current[name]) return
      suggested.current[name] = day
      setValue(name, day, fitting)
    }
    follow('dateEnrolmentStart', start)
    follow('dateEnrolmentEnd', end)
  }
}

type EnrolmentDay = Exclude<ParadeDay, 'date'>
