import type { ComponentProps } from 'react'
import { type FieldError, get, useController, useFormContext } from 'react-hook-form'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { MemberDay, MemberDraft } from './member-draft.ts'
import { type FieldName, fieldLabels } from './member-sections.ts'

type TimespanDay = `membershipActiveTimespan.${number}.${'from' | 'to'}`

/** The sentence beside a field, ours or the server's. */
export function useFieldError(name: FieldName | TimespanDay): string | undefined {
  const { errors } = useFormContext<MemberDraft>().formState
  return (get(errors, name) as FieldError | undefined)?.message
}

type TextName = Exclude<FieldName, MemberDay | 'membershipActiveTimespan' | 'bankingSepaAllowed'>
type OwnProps = Omit<FieldProps, 'label' | 'error'> & { name: TextName }

type LineFieldProps = OwnProps & Pick<ComponentProps<'input'>, 'inputMode'>

// What is written here are somebody else's data: the browser has nothing to fill in.
export function LineField({ name, inputMode, ...field }: LineFieldProps) {
  const { register } = useFormContext<MemberDraft>()
  return (
    <Field {...field} label={fieldLabels[name]} error={useFieldError(name)}>
      {(ids) => (
        <Input
          {...ids}
          {...register(name)}
          inputMode={inputMode}
          autoComplete="off"
          className="tabular-nums"
        />
      )}
    </Field>
  )
}

export function CommentField({ name, ...field }: OwnProps) {
  const { register } = useFormContext<MemberDraft>()
  return (
    <Field {...field} label={fieldLabels[name]} error={useFieldError(name)}>
      {(ids) => <Textarea {...ids} {...register(name)} rows={2} className="min-h-18" />}
    </Field>
  )
}

export function EuroField({ name, ...field }: OwnProps) {
  const { register } = useFormContext<MemberDraft>()
  return (
    <Field {...field} label={fieldLabels[name]} error={useFieldError(name)}>
      {(ids) => (
        <span className="relative block">
          <Input
            {...ids}
            {...register(name)}
            inputMode="decimal"
            autoComplete="off"
            className="pr-9 text-right tabular-nums"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted-foreground"
          >
            €
          </span>
        </span>
      )}
    </Field>
  )
}

type DayFieldProps = Omit<FieldProps, 'label' | 'error'> & { name: MemberDay; today: Day }

export function DayField({ name, ...field }: DayFieldProps) {
  return <DraftDay {...field} name={name} broken={`isBroken.${name}`} label={fieldLabels[name]} />
}

type TimespanDayProps = {
  index: number
  end: 'from' | 'to'
  label: string
  today: Day
}

export function TimespanDayField({ index, end, ...field }: TimespanDayProps) {
  const row = `membershipActiveTimespan.${index}` as const
  return <DraftDay {...field} name={`${row}.${end}`} broken={`${row}.isBroken.${end}`} />
}

type DraftDayProps = Omit<FieldProps, 'error'> & {
  name: MemberDay | TimespanDay
  broken: `isBroken.${MemberDay}` | `membershipActiveTimespan.${number}.isBroken.${'from' | 'to'}`
  today: Day
}

function DraftDay({ name, broken, ...field }: DraftDayProps) {
  const { setValue } = useFormContext<MemberDraft>()
  const { field: input } = useController<MemberDraft, MemberDay | TimespanDay>({ name })
  return (
    <DateField
      {...field}
      name={name}
      isBirthday={name === 'birthday'}
      error={useFieldError(name)}
      value={input.value}
      onChange={input.onChange}
      onInvalid={(isInvalid) => setValue(broken, isInvalid, { shouldDirty: true })}
    />
  )
}
