import { type Dispatch, useId } from 'react'
import { DateField } from '#web/components/date-field.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { birthdayRule, isImpossibleBirthday } from '#web/enrolment/missing.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { InternalAction, InternalForm } from './internal-form.ts'
import { MemberPart } from './member-part.tsx'

type PersonPartProps = {
  form: InternalForm
  dispatch: Dispatch<InternalAction>
  today: Day
  members: SectionQuery<PickableMember[]>
}

/** Who takes part: a member with one pick, anybody else typed. */
export function PersonPart({ members, ...typing }: PersonPartProps) {
  const titleId = useId()
  const { form, dispatch } = typing
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-4 text-2xl tracking-[-0.012em]">
        Wer läuft mit?
      </h2>
      <div className="grid gap-5 max-md:gap-4.5">
        <MemberPart form={form} dispatch={dispatch} members={members} />
        <div className="grid items-start gap-5 max-md:gap-4.5 md:grid-cols-3">
          <NameField {...typing} name="firstName" label="Vorname" />
          <NameField {...typing} name="lastName" label="Nachname" />
          <BirthdayField {...typing} />
        </div>
      </div>
    </section>
  )
}

type TypingProps = Omit<PersonPartProps, 'members'>

type NameFieldProps = TypingProps & { name: 'firstName' | 'lastName'; label: string }

function NameField({ form: { entry }, dispatch, name, label }: NameFieldProps) {
  return (
    <Field label={label} required error={entry.problems[name]}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          value={entry[name]}
          onChange={(event) => dispatch({ type: 'typed', field: name, value: event.target.value })}
        />
      )}
    </Field>
  )
}

function BirthdayField({ form: { entry }, dispatch, today }: TypingProps) {
  const { birthday, problems } = entry
  return (
    <DateField
      label="Geburtstag"
      isBirthday
      help="Ab 16 gilt der Preis für Erwachsene."
      today={today}
      value={birthday}
      error={isImpossibleBirthday(birthday, today) ? birthdayRule : problems.birthday}
      onChange={(value) => dispatch({ type: 'birthdayChanged', birthday: value })}
    />
  )
}
