import { type ComponentProps, type FocusEvent, useState } from 'react'
import { DateField } from '#web/ui/flagged-date-field.tsx'

/** Spec §5: enrolment dates change only when a date is set. Emptied and left, the last one is back. */
export function KeptDateField({
  value,
  onChange,
  onInvalid,
  className,
  ...field
}: ComponentProps<typeof DateField>) {
  const [isEmpty, setEmpty] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const [seen, setSeen] = useState(value)
  // A day from outside takes the place of whatever stands here.
  if (value !== seen) {
    setSeen(value)
    setEmpty(false)
    setBroken(false)
  }
  const takeBack = (event: FocusEvent<HTMLElement>) => {
    const stays = event.currentTarget.contains(event.relatedTarget)
    if (!stays && isEmpty && !isBroken) setEmpty(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that the field was left, no more.
    <div className={className} onBlur={takeBack}>
      <DateField
        {...field}
        value={isEmpty ? null : value}
        onChange={(day) => {
          setEmpty(day === null)
          if (day) onChange(day)
        }}
        onInvalid={(isInvalid) => {
          setBroken(isInvalid)
          onInvalid?.(isInvalid)
        }}
      />
    </div>
  )
}
