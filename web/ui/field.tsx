import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'

export type FieldIds = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

export type FieldProps = {
  label: ReactNode
  required?: boolean | undefined
  help?: ReactNode
  error?: ReactNode
  /** A question about an unusual value; screen readers announce it, but the field is not invalid. */
  warning?: ReactNode
  /** Shown at the right end of the label's line, such as "Passwort vergessen?". */
  aside?: ReactNode
  size?: keyof typeof sizes | undefined
  className?: string | undefined
}

const sizes = {
  md: '',
  lg: '[--control:3rem]',
  street: 'text-[1.0625rem] [--control:3.5rem]',
}

export function Field({
  children,
  ...field
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const describedBy = [
    field.error && `${id}-error`,
    field.warning && `${id}-warning`,
    field.help && `${id}-help`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div
      data-slot="field"
      className={cn('flex min-w-0 flex-col gap-1.5', sizes[field.size ?? 'md'], field.className)}
    >
      <div className="flex items-baseline justify-between gap-4">
        <FieldLabel htmlFor={id} required={field.required}>
          {field.label}
        </FieldLabel>
        {field.aside && <span className="text-sm">{field.aside}</span>}
      </div>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(field.error && { 'aria-invalid': true }),
        ...(field.required && { 'aria-required': true }),
      })}
      {field.error && <FieldError id={`${id}-error`}>{field.error}</FieldError>}
      {field.warning && (
        <p
          id={`${id}-warning`}
          data-slot="field-warning"
          className="flex items-start gap-1.5 font-medium text-warning-soft-foreground text-xs max-md:text-sm"
        >
          <TriangleAlert className="mt-px size-4" />
          <span>{field.warning}</span>
        </p>
      )}
      {field.help && (
        <p
          id={`${id}-help`}
          data-slot="field-description"
          className="text-muted-foreground text-xs max-md:text-sm"
        >
          {field.help}
        </p>
      )}
    </div>
  )
}

type LabelProps = { htmlFor: string; required?: boolean | undefined; children: ReactNode }

function FieldLabel({ htmlFor, required, children }: LabelProps) {
  return (
    <label
      htmlFor={htmlFor}
      data-slot="field-label"
      className="font-semibold text-sm max-md:text-[0.9375rem]"
    >
      {children}
      {required && (
        <span aria-hidden="true" className="ms-0.5 text-primary dark:text-primary-soft-foreground">
          *
        </span>
      )}
    </label>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      data-slot="field-error"
      className="flex items-start gap-1.5 font-medium text-destructive text-xs max-md:text-sm"
    >
      <CircleAlert className="mt-px size-4" />
      <span>{children}</span>
    </p>
  )
}
