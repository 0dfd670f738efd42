import { type ComponentProps, type FocusEvent, useState } from 'react'
import { DateField } from '#web/components/date-field.tsx'
import { unreadable } from '#web/lib/typed.ts'

/** Spec §5: enrolment dates change only when a date is set. Emptied and left, the last one is back. */
export function KeptDateField({
  value,
  onChange,
  className,
  ...field
}: ComponentProps<typeof DateField>) {
  const [isEmpty, setEmpty] = useState(false)
  const [last, setLast] = useState(value)
  if (value !== last && value !== unreadable) setLast(value)
  const takeBack = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setEmpty(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that the field was left, no more.
    <div className={className} onBlur={takeBack}>
      <DateField
        {...field}
        value={isEmpty ? null : value}
        onChange={(typed) => {
          setEmpty(typed === null)
          onChange(typed ?? last)
        }}
      />
    </div>
  )
}
