import { type ComponentProps, type FocusEvent, useState } from 'react'
import { useController } from 'react-hook-form'
import { DateField } from '#web/components/date-field.tsx'
import { Failure } from '#web/components/failure.tsx'
import { useFieldError } from '#web/components/form-fields.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import type { ParadeDay } from '#web/data/parades.ts'
import { unreadable } from '#web/lib/typed.ts'
import type { FieldProps } from '#web/ui/field.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { ParadeDraft } from './parade-draft.ts'

type DayFieldProps = FieldProps & {
  name: ParadeDay
  today: Day
  /** When emptied, the field restores its last day. */
  keeps?: boolean
  onDay?: (day: Day) => void
}

export function DayField({ name, keeps, onDay, ...field }: DayFieldProps) {
  const { field: input } = useController<ParadeDraft, ParadeDay>({ name })
  const Kind = keeps ? KeptDateField : DateField
  return (
    <Kind
      {...field}
      name={name}
      error={useFieldError<ParadeDraft>(name)}
      value={input.value}
      onChange={(typed) => {
        input.onChange(typed)
        if (typed && typed !== unreadable) onDay?.(typed)
      }}
    />
  )
}

/** The failure of loading suggestions, with a retry; the field can be typed into all the same. */
export function SuggestionsFailure({ of }: { of: SectionQuery<unknown> }) {
  if (!of.error || of.data) return null
  return <Failure failure={of.error} busy={of.isFetching} onRetry={() => void of.refetch()} />
}

/** Spec §5: enrolment dates change only when a date is set; an emptied field restores the last one. */
function KeptDateField({ value, onChange, className, ...field }: ComponentProps<typeof DateField>) {
  const [isEmpty, setEmpty] = useState(false)
  const [last, setLast] = useState(value)
  if (value !== last && value !== unreadable) setLast(value)
  const restore = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setEmpty(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles only the blur of the field.
    <div className={className} onBlur={restore}>
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
