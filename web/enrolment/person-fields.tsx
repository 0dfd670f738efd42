import { type Dispatch, useId } from 'react'
import { DateField } from '#web/ui/date-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { EnrolmentForm, FormAction, TypedField } from './enrolment-form.ts'
import { birthdayRule, isImpossibleBirthday } from './missing.ts'

type PersonFieldsProps = { form: EnrolmentForm; dispatch: Dispatch<FormAction>; today: Day }

export function PersonFields({ form, dispatch, today }: PersonFieldsProps) {
  const titleId = useId()
  const { birthday, problems } = form
  const birthdayProblem = isImpossibleBirthday(birthday, today) ? birthdayRule : problems.birthday
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-4 text-2xl tracking-[-0.012em]">
        Wer läuft mit?
      </h2>
      <div className="grid items-start gap-5 max-md:gap-4.5 md:grid-cols-2">
        {textFields.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            value={form[name]}
            problem={problems[name]}
            onType={(value) => dispatch({ type: 'typed', field: name, value })}
          />
        ))}
        <DateField
          label="Geburtstag"
          isBirthday
          help="Ab 16 Jahren gilt der Preis für Erwachsene."
          autoComplete="bday"
          today={today}
          value={birthday}
          error={birthdayProblem}
          onChange={(value) => dispatch({ type: 'birthdayChanged', birthday: value })}
        />
      </div>
    </section>
  )
}

type TextFieldLook = { label: string; autoComplete: string; type?: 'email' }

const textFields: (TextFieldLook & { name: TypedField })[] = [
  { name: 'firstName', label: 'Vorname', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Nachname', autoComplete: 'family-name' },
  { name: 'emailAddress', label: 'E-Mail Adresse', autoComplete: 'email', type: 'email' },
]

type TextFieldProps = TextFieldLook & {
  value: string
  problem: string | undefined
  onType: (value: string) => void
}

function TextField({ label, value, problem, onType, ...input }: TextFieldProps) {
  return (
    <Field label={label} required error={problem}>
      {(ids) => (
        <Input {...ids} {...input} value={value} onChange={(event) => onType(event.target.value)} />
      )}
    </Field>
  )
}
