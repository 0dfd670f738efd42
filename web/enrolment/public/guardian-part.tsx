import type { EnrolmentForm, FormAction } from '#web/enrolment/enrolment-form.ts'
import { fieldNames } from '#web/enrolment/form-fields.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { guardianTexts, noGuardian } from '#worker/domain/minors.ts'

type GuardianPartProps = {
  form: EnrolmentForm
  dispatch: (action: FormAction) => void
  /** The age below which a guardian is needed; null: shown without scripts, where no age is known yet. */
  below: number | null
  consentText: string
  consentVersion: number | undefined
}

/** Asked once for all people, when one of them is a minor. */
export function GuardianPart({
  form,
  dispatch,
  below,
  consentText,
  consentVersion: version,
}: GuardianPartProps) {
  const { guardian = noGuardian, guardianProblems: problems = {} } = form
  const noConsent = problems[fieldNames.guardianConsent]
  return (
    <section aria-labelledby="guardian" className={below === null ? 'hidden noscript:block' : ''}>
      <h2 id="guardian" className="text-2xl tracking-[-0.012em]">
        Begleitung
      </h2>
      <p className="mt-0.5 mb-4 text-muted-foreground">
        {below === null
          ? 'Nur für Kinder und Jugendliche.'
          : `Wer unter ${below} ist, braucht eine Begleitung.`}
      </p>
      <div className="grid items-start gap-5 max-md:gap-4.5 md:grid-cols-2">
        {guardianTexts.map(({ field, label, type }) => (
          <Field
            key={field}
            label={label}
            required={below !== null}
            error={problems[`guardian.${field}`]}
          >
            {(ids) => (
              <Input
                {...ids}
                type={type}
                name={`guardian.${field}`}
                autoComplete="off"
                value={guardian[field]}
                onChange={(event) =>
                  dispatch({ type: 'guardianTyped', change: { [field]: event.target.value } })
                }
              />
            )}
          </Field>
        ))}
        <div className="md:col-span-2">
          <Checkbox
            name={fieldNames.guardianConsent}
            value={version}
            checked={guardian.consent}
            {...(noConsent && { 'aria-invalid': true, 'aria-describedby': 'no-consent' })}
            onChange={(event) =>
              dispatch({
                type: 'guardianTyped',
                change: { consent: event.target.checked, version },
              })
            }
          >
            {consentText}
          </Checkbox>
          {noConsent && <FieldError id="no-consent">{noConsent}</FieldError>}
        </div>
      </div>
    </section>
  )
}
