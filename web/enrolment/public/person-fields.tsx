import { useState } from 'react'
import { DateField } from '#web/components/date-field.tsx'
import { correctedAddress } from '#web/enrolment/email-typo.ts'
import { fieldNames } from '#web/enrolment/form-fields.ts'
import { birthdayRule, isImpossibleBirthday, noEmailAddress } from '#web/enrolment/missing.ts'
import type { PersonAction, PersonForm } from '#web/enrolment/person-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { isBlank, isEmailAddress } from '#worker/domain/text.ts'

type PersonFieldsProps = {
  person: PersonForm
  dispatch: (action: PersonAction) => void
  today: Day
  /** Only the first person is the user, so only their fields have autocomplete. */
  isFirst: boolean
}

export function NameFields({ person, dispatch, isFirst }: Omit<PersonFieldsProps, 'today'>) {
  return (
    <>
      {nameFields.map(({ name, label, autoComplete }) => (
        <Field key={name} label={label} required error={person.problems[name]}>
          {(ids) => (
            <Input
              {...ids}
              name={fieldNames[name]}
              autoComplete={isFirst ? autoComplete : 'off'}
              value={person[name]}
              onChange={(event) =>
                dispatch({ type: 'typed', field: name, value: event.target.value })
              }
            />
          )}
        </Field>
      ))}
    </>
  )
}

const nameFields = [
  { name: 'firstName', label: 'Vorname', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Nachname', autoComplete: 'family-name' },
] as const

export function BirthdayField({ person, dispatch, today, isFirst }: PersonFieldsProps) {
  const { birthday, birthdayText, problems } = person
  return (
    <DateField
      label="Geburtstag"
      isBirthday
      className="@container"
      help={`Ab 16 Jahren gilt der Preis für Erwachsene. Es zählt das Alter heute, am ${germanDate(today)}.`}
      name={fieldNames.birthday}
      autoComplete={isFirst ? 'bday' : 'off'}
      today={today}
      value={birthday}
      typed={birthdayText}
      error={isImpossibleBirthday(birthday, today) ? birthdayRule : problems.birthday}
      onChange={(value) => dispatch({ type: 'birthdayChanged', birthday: value })}
    />
  )
}

type EmailFieldProps = {
  value: string
  problem: string | undefined
  onType: (value: string) => void
}

/** An invalid address is reported after the field was left. */
export function EmailField({ value, problem, onType }: EmailFieldProps) {
  const [isJudged, setJudged] = useState(false)
  const isNone = isJudged && !isBlank(value) && !isEmailAddress(value)
  const meant = isJudged && correctedAddress(value)
  return (
    <Field
      label="E-Mail Adresse"
      required
      error={problem ?? (isNone ? noEmailAddress : undefined)}
      help={meant && <AddressSuggestion address={meant} onTake={() => onType(meant)} />}
    >
      {(ids) => (
        <Input
          {...ids}
          type="email"
          name={fieldNames.emailAddress}
          autoComplete="email"
          value={value}
          onChange={(event) => onType(event.target.value)}
          onBlur={() => setJudged(true)}
        />
      )}
    </Field>
  )
}

/** Offers the corrected address. */
function AddressSuggestion({ address, onTake }: { address: string; onTake: () => void }) {
  return (
    <button
      type="button"
      onClick={onTake}
      className="wrap-anywhere min-h-11 text-left text-foreground underline"
    >
      Meintest Du {address}?
    </button>
  )
}
