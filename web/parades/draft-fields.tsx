import type { ComponentProps } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { KeptDateField } from './kept-date-field.tsx'
import type { ParadeDraft } from './parade-draft.ts'
import type { ParadeDay } from './parades.api.ts'

type Name = Exclude<keyof ParadeDraft, 'isBroken'>

/** The sentence beside a field, ours or the server's. */
export function useFieldError(name: Name): string | undefined {
  return useFormContext<ParadeDraft>().formState.errors[name]?.message
}

type LineFieldProps = FieldProps & { name: Name } & Pick<
    ComponentProps<'input'>,
    'inputMode' | 'autoComplete'
  >

export function LineField({ name, inputMode, autoComplete = 'off', ...field }: LineFieldProps) {
  const { register } = useFormContext<ParadeDraft>()
  return (
    <Field {...field} error={useFieldError(name)}>
      {(ids) => (
        <Input
          {...ids}
          {...register(name)}
          inputMode={inputMode}
          autoComplete={autoComplete}
          className="tabular-nums"
        />
      )}
    </Field>
  )
}

export function CommentField({ name, ...field }: FieldProps & { name: Name }) {
  const { register } = useFormContext<ParadeDraft>()
  return (
    <Field {...field} error={useFieldError(name)}>
      {(ids) => <Textarea {...ids} {...register(name)} rows={2} className="min-h-18" />}
    </Field>
  )
}

/** Adds the €, and takes the whole price into the hand: it is rather replaced than edited. */
export function PriceField({ name, ...field }: FieldProps & { name: Name }) {
  const { register } = useFormContext<ParadeDraft>()
  return (
    <Field {...field} error={useFieldError(name)}>
      {(ids) => (
        <span className="relative block">
          <Input
            {...ids}
            {...register(name)}
            inputMode="decimal"
            autoComplete="off"
            onFocus={(event) => event.target.select()}
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

type DayFieldProps = FieldProps & {
  name: ParadeDay
  today: Day
  /** An emptied field takes its last day back. */
  keeps?: boolean
  onDay?: (day: Day) => void
}

export function DayField({ name, keeps, onDay, ...field }: DayFieldProps) {
  const { setValue } = useFormContext<ParadeDraft>()
  const { field: input } = useController<ParadeDraft, ParadeDay>({ name })
  const Kind = keeps ? KeptDateField : DateField
  return (
    <Kind
      {...field}
      name={name}
      error={useFieldError(name)}
      value={input.value}
      onChange={(day) => {
        input.onChange(day)
        if (day) onDay?.(day)
      }}
      onInvalid={(isInvalid) => setValue(`isBroken.${name}`, isInvalid)}
    />
  )
}
