import type { ComponentProps, ReactNode } from 'react'
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  useController,
  useFormContext,
} from 'react-hook-form'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { DateField } from './date-field.tsx'

// Fields of the surrounding form (`SubmitForm`, `SubmitDialog`): `<FormInput<Draft> name="title" …>`.

type OwnProps<Draft extends FieldValues> = Omit<FieldProps, 'error'> & {
  name: FieldPath<Draft>
  /** An error known before saving; the server's error takes precedence. */
  problem?: string | null | undefined
}

/** The error of a field, from the client or the server. */
export function useFieldError<Draft extends FieldValues>(
  name: FieldPath<Draft>,
): string | undefined {
  const { errors } = useFormContext<Draft>().formState
  const error: FieldError | undefined = get(errors, name)
  return error?.message
}

type FormInputProps<Draft extends FieldValues> = OwnProps<Draft> &
  Pick<ComponentProps<'input'>, 'inputMode' | 'autoComplete' | 'list' | 'placeholder'> & {
    inputClassName?: string
  }

// Users enter other persons' data here, so the browser must not autofill their own.
export function FormInput<Draft extends FieldValues>({
  name,
  inputMode,
  autoComplete = 'off',
  list,
  placeholder,
  inputClassName,
  problem,
  ...field
}: FormInputProps<Draft>) {
  const { register } = useFormContext<Draft>()
  return (
    <Field {...field} error={useFieldError<Draft>(name) ?? problem}>
      {(ids) => (
        <Input
          {...ids}
          {...register(name)}
          inputMode={inputMode}
          autoComplete={autoComplete}
          list={list}
          placeholder={placeholder}
          className={inputClassName}
        />
      )}
    </Field>
  )
}

type FormEuroProps<Draft extends FieldValues> = OwnProps<Draft> & {
  /** Selects the whole text on focus, since amounts are rather replaced than edited. */
  isReplaced?: boolean
}

/** An amount as typed: "10,00"; the field adds the € sign. */
export function FormEuro<Draft extends FieldValues>({
  name,
  isReplaced = false,
  problem,
  ...field
}: FormEuroProps<Draft>) {
  const { register } = useFormContext<Draft>()
  return (
    <Field {...field} error={useFieldError<Draft>(name) ?? problem}>
      {(ids) => (
        <span className="relative block">
          <Input
            {...ids}
            {...register(name)}
            inputMode="decimal"
            autoComplete="off"
            onFocus={(event) => isReplaced && event.target.select()}
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

type FormTextareaProps<Draft extends FieldValues> = OwnProps<Draft> & {
  rows?: number
  placeholder?: string
  inputClassName?: string
}

export function FormTextarea<Draft extends FieldValues>({
  name,
  rows = 2,
  placeholder,
  inputClassName,
  problem,
  ...field
}: FormTextareaProps<Draft>) {
  const { register } = useFormContext<Draft>()
  return (
    <Field {...field} error={useFieldError<Draft>(name) ?? problem}>
      {(ids) => (
        <Textarea
          {...ids}
          {...register(name)}
          rows={rows}
          placeholder={placeholder}
          className={inputClassName}
        />
      )}
    </Field>
  )
}

/** A choice from a list; the children are `option` elements. */
export function FormSelect<Draft extends FieldValues>({
  name,
  children,
  problem,
  ...field
}: OwnProps<Draft> & { children: ReactNode }) {
  const { register } = useFormContext<Draft>()
  return (
    <Field {...field} error={useFieldError<Draft>(name) ?? problem}>
      {(ids) => (
        <Select {...ids} {...register(name)}>
          {children}
        </Select>
      )}
    </Field>
  )
}

type FormDateProps<Draft extends FieldValues> = OwnProps<Draft> & {
  today: Day
  isBirthday?: boolean
  isReplaced?: boolean
}

/** A date field; its value in the draft is a `TypedDay`. */
export function FormDate<Draft extends FieldValues>({
  name,
  problem,
  ...field
}: FormDateProps<Draft>) {
  const { field: input } = useController<Draft>({ name })
  return (
    <DateField
      {...field}
      name={name}
      error={useFieldError<Draft>(name) ?? problem}
      value={input.value}
      onChange={input.onChange}
    />
  )
}

type FormTickProps<Draft extends FieldValues> = {
  name: FieldPath<Draft>
  children: ReactNode
  labelClassName?: string
}

export function FormCheckbox<Draft extends FieldValues>({ name, ...tick }: FormTickProps<Draft>) {
  const { register } = useFormContext<Draft>()
  return <Checkbox {...register(name)} {...tick} />
}
