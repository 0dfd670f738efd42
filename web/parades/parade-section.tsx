import { useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { Field } from '#web/ui/field.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import { Tick } from '#web/ui/tick.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { CommentField, DayField, LineField, useFieldError } from './draft-fields.tsx'
import { type ParadeDraft, suggestEnrolment } from './parade-draft.ts'
import { type ParadeDay, titlesNotLoaded } from './parades.api.ts'
import { SuggestionsFailure } from './suggestions-failure.tsx'

type ParadeSectionProps = { titles: Loaded<string[]>; today: Day; isNew: boolean }

export function ParadeSection({ titles, today, isNew }: ParadeSectionProps) {
  const { register, formState } = useFormContext<ParadeDraft>()
  const isSuggested = isNew && formState.defaultValues?.paradeNumber !== ''
  const fitEnrolment = useFitEnrolment(today)
  return (
    <FormSection title="Umzug">
      <TitleField titles={titles} />
      <SuggestionsFailure loaded={titles} message={titlesNotLoaded} />
      <DayField
        name="date"
        label="Datum"
        required
        today={today}
        className="max-md:col-span-7 md:col-span-5"
        {...(isNew && { onDay: fitEnrolment })}
      />
      <LineField
        name="paradeNumber"
        label="Umzugsnummer"
        inputMode="numeric"
        className="max-md:col-span-5 md:col-span-3"
        help={isSuggested && 'Nächste freie Nummer'}
      />
      <Tick {...register('isChildParade')} labelClassName="md:col-span-4 md:mt-6.5 md:h-10">
        Kinderumzug
      </Tick>
      <CommentField name="comment" label="Bemerkung" />
    </FormSection>
  )
}

function TitleField({ titles }: { titles: Loaded<string[]> }) {
  const { field } = useController<ParadeDraft, 'title'>({ name: 'title' })
  const known = titles.result?.ok ? titles.result.data : []
  return (
    <Field label="Beschreibung" required error={useFieldError('title')}>
      {(ids) => (
        <SuggestInput
          {...ids}
          name="title"
          value={field.value}
          onChange={field.onChange}
          suggestions={known.map((value) => ({ value }))}
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
  const suggested = useRef<Record<EnrolmentDay, Day | null>>({
    dateEnrolmentStart: atFirst?.dateEnrolmentStart ?? null,
    dateEnrolmentEnd: atFirst?.dateEnrolmentEnd ?? null,
  })
  return (date: Day) => {
    const { start, end } = suggestEnrolment(date, today)
    const follow = (name: EnrolmentDay, day: Day) => {
      if (getValues(name) !== suggested.current[name]) return
      suggested.current[name] = day
      setValue(name, day, fitting)
      setValue(`isBroken.${name}`, false)
    }
    follow('dateEnrolmentStart', start)
    follow('dateEnrolmentEnd', end)
  }
}

type EnrolmentDay = Exclude<ParadeDay, 'date'>
