import type { ComponentProps } from 'react'
import { cn } from '#web/ui/cn.ts'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type TextFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'inputMode'> & {
    value: string
    onChange: (text: string) => void
    /** For a number of a few digits. */
    isShort?: boolean
  }

/** A line of text that says what it is for. */
export function TextField({ value, onChange, inputMode, isShort, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(ids) => (
        <Input
          {...ids}
          inputMode={inputMode}
          autoComplete="off"
          className={cn('tabular-nums', isShort && 'max-w-40')}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
