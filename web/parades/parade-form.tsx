import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import {
  FormCheckbox,
  FormEuro,
  FormInput,
  FormTextarea,
  useFieldError,
} from '#web/components/form-fields.tsx'
import { FormPlz } from '#web/components/form-plz.tsx'
import { FormSection } from '#web/components/form-section.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { SubmitForm } from '#web/components/submit-form.tsx'
import { SuggestInput } from '#web/components/suggest-input.tsx'
import { hostsQuery, type ParadeDay, titlesQuery } from '#web/data/parades.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import type { SubmittedForm } from '#web/lib/use-submit-form.ts'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { parseTypedEuro } from '#worker/domain/money.ts'
import { suggestEnrolment } from '#worker/domain/parade.ts'
import type { Parade, ParadeHost } from '#worker/parades/parades.contract.ts'
import { DepartureRows } from './departure-rows.tsx'
import { DayField, SuggestionsFailure } from './draft-fields.tsx'
import { ExtrasSection } from './extra-rows.tsx'
import type { ParadeDraft } from './parade-draft.ts'

type ParadeFormProps = {
  submitting: SubmittedForm<ParadeDraft>
  /** The parade to edit; null for a new one. */
  stored: Parade | null
  today: Day
  cancelTo: string
}

export function ParadeForm({ stored, today, ...form }: ParadeFormProps) {
  const hosts = useQuery(hostsQuery)
  const titles = useQuery(titlesQuery)
  const isBooked = (stored?.registrationCount ?? 0) > 0
  return (
    <SubmitForm {...form}>
      <ParadeSection titles={titles} today={today} isNew={stored === null} />
      <HostSection hosts={hosts} />
      <PlanSection />
      <EnrolmentSection today={today} isBooked={isBooked} />
      <ExtrasSection isBooked={isBooked} />
    </SubmitForm>
  )
}

type ParadeSectionProps = { titles: SectionQuery<string[]>; today: Day; isNew: boolean }

function ParadeSection({ titles, today, isNew }: ParadeSectionProps) {
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

/** Moves the enrolment dates of a new parade along with its date, until they are changed by hand. */
function useFitEnrolment(today: Day) {
  const { formState, setValue, getValues } = useFormContext<ParadeDraft>()
  const atFirst = formState.defaultValues
  const suggested = useRef<Record<EnrolmentDay, TypedDay>>({
    dateEnrolmentStart: atFirst?.dateEnrolmentStart ?? null,
    dateEnrolmentEnd: atFirst?.dateEnrolmentEnd ?? null,
  })
  return (date: Day) => {
    const { start, end } = suggestEnrolment(date, today)
    const suggestEnrolmentDay = (name: EnrolmentDay, day: Day) => {
      const typed = getValues(name)
      if (typed !== unreadable && typed !== suggested.current[name]) return
      suggested.current[name] = day
      setValue(name, day, fitting)
    }
    suggestEnrolmentDay('dateEnrolmentStart', start)
    suggestEnrolmentDay('dateEnrolmentEnd', end)
  }
}

type EnrolmentDay = Exclude<ParadeDay, 'date'>

function HostSection({ hosts }: { hosts: SectionQuery<ParadeHost[]> }) {
  return (
    <FormSection title="Gastgeber">
      <HostField hosts={hosts} />
      <SuggestionsFailure of={hosts} />
      <FormPlz<ParadeDraft> name="hostPlz" className="max-md:col-span-4 md:col-span-3" />
      <FormInput<ParadeDraft>
        name="hostTown"
        label="Ort"
        className="max-md:col-span-8 md:col-span-9"
      />
    </FormSection>
  )
}

/** Choosing an earlier host fills in postcode and town. */
function HostField({ hosts }: { hosts: SectionQuery<ParadeHost[]> }) {
  const { setValue } = useFormContext<ParadeDraft>()
  const { field } = useController<ParadeDraft, 'host'>({ name: 'host' })
  const choose = ({ host, hostPlz, hostTown }: ParadeHost) => {
    field.onChange(host)
    setValue('hostPlz', hostPlz, { shouldDirty: true, shouldValidate: true })
    setValue('hostTown', hostTown, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Field label="Gastgeber" required error={useFieldError<ParadeDraft>('host')}>
      {(ids) => (
        <SuggestInput
          {...ids}
          name="host"
          value={field.value}
          onChange={field.onChange}
          suggestions={(hosts.data ?? []).map(asSuggestion)}
          onChoose={choose}
        />
      )}
    </Field>
  )
}

function asSuggestion(known: ParadeHost) {
  const place = [known.hostPlz, known.hostTown].filter(Boolean).join(' ')
  return { ...known, value: known.host, ...(place && { note: place }) }
}

/** When and where the guild leaves, and the parade begins. */
function PlanSection() {
  return (
    <FormSection title="Abfahrt und Beginn">
      <DepartureRows />
      <TimeInput name="timeStart" label="Beginn des Umzugs" className="md:col-span-4" />
      <FormInput<ParadeDraft>
        name="lineUpNumber"
        label="Aufstellungsnummer"
        className="md:col-span-3"
      />
      <FormInput<ParadeDraft>
        name="lineUpPlace"
        label="Aufstellungsort"
        className="md:col-span-5"
      />
    </FormSection>
  )
}

type TimeName = 'timeEnrolmentStart' | 'timeEnrolmentEnd' | 'timeStart'

type TimeInputProps = Omit<FieldProps, 'error'> & { name: TimeName }

function TimeInput(field: TimeInputProps) {
  return <FormInput<ParadeDraft> {...field} inputClassName="tabular-nums" placeholder="20:00" />
}

type EnrolmentSectionProps = {
  today: Day
  /** Whether there are enrolments. */
  isBooked: boolean
}

const likeGuild = 'In Jahren. Leer: wie in den Einstellungen, 0: keine Regel'
const half = 'md:col-span-6'
const narrow = 'max-md:col-span-6 md:col-span-3'

function EnrolmentSection({ today, isBooked }: EnrolmentSectionProps) {
  return (
    <FormSection title="Anmeldung">
      <DayField
        name="dateEnrolmentStart"
        label="Anmeldung von"
        required
        keeps
        today={today}
        className={half}
      />
      <TimeInput
        name="timeEnrolmentStart"
        label="Uhrzeit am ersten Tag"
        help="Leer: ab 0 Uhr"
        className={half}
      />
      <DayField
        name="dateEnrolmentEnd"
        label="Anmeldung bis"
        required
        keeps
        today={today}
        className={half}
      />
      <TimeInput
        name="timeEnrolmentEnd"
        label="Uhrzeit am letzten Tag"
        help="Leer: bis Mitternacht"
        className={half}
      />
      <FormEuro<ParadeDraft>
        name="priceForAdultsInCent"
        label="Preis Erwachsene"
        isReplaced
        className={narrow}
      />
      <FormEuro<ParadeDraft>
        name="priceForChildrenInCent"
        label="Preis Kinder"
        isReplaced
        className={narrow}
      />
      <FormInput<ParadeDraft>
        name="capacity"
        label="Plätze"
        inputMode="numeric"
        inputClassName="tabular-nums"
        help="Leer: unbegrenzt"
        className={narrow}
      />
      <FormInput<ParadeDraft>
        name="minAge"
        label="Mindestalter"
        inputMode="numeric"
        inputClassName="tabular-nums"
        help={likeGuild}
        className={half}
      />
      <FormInput<ParadeDraft>
        name="guardianBelow"
        label="Begleitung nötig unter"
        inputMode="numeric"
        inputClassName="tabular-nums"
        help={likeGuild}
        className={half}
      />
      <PriceHint isBooked={isBooked} />
    </FormSection>
  )
}

function PriceHint({ isBooked }: { isBooked: boolean }) {
  const prices = useWatch<ParadeDraft, ['priceForAdultsInCent', 'priceForChildrenInCent']>({
    name: ['priceForAdultsInCent', 'priceForChildrenInCent'],
  })
  const isFree = prices.every((typed) => parseTypedEuro(typed) === 0)
  const hints = [
    isFree && 'Die Teilnahme ist kostenlos.',
    isBooked && 'Ein neuer Preis gilt nur für neue Anmeldungen.',
  ].filter(Boolean)
  return (
    <p role="status" className="-mt-3 text-muted-foreground text-xs max-md:text-sm empty:hidden">
      {hints.join(' ')}
    </p>
  )
}
