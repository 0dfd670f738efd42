import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { FormDate, useFieldError } from '#web/components/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { MemberDraft } from './member-draft.ts'
import { memberFields } from './member-sections.ts'

/** Several times of membership: who comes back gets another row. */
export function TimespanRows({ today }: { today: Day }) {
  const { getValues } = useFormContext<MemberDraft>()
  const rows = useFieldArray<MemberDraft, 'membershipActiveTimespan'>({
    name: 'membershipActiveTimespan',
  })
  const all = useRef<HTMLFieldSetElement>(null)
  const error = useFieldError<MemberDraft>('membershipActiveTimespan')
  const add = () => {
    const from = rows.fields.length === 0 ? getValues('dateJoined') : null
    flushSync(() => rows.append({ from, to: null }, { shouldFocus: false }))
    all.current?.querySelector<HTMLInputElement>('[data-timespan]:last-of-type input')?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => rows.remove(index))
    all.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus()
  }
  return (
    <fieldset ref={all} className="grid gap-3">
      <legend className="mb-1.5 font-semibold text-sm max-md:text-[0.9375rem]">
        {memberFields.membershipActiveTimespan.label}
      </legend>
      {rows.fields.length === 0 && <WithoutTimespans />}
      {rows.fields.map(({ id }, index) => (
        <TimespanRow key={id} index={index} today={today} onRemove={() => remove(index)} />
      ))}
      {error && <FieldError>{error}</FieldError>}
      <Button data-add size="sm" className="w-fit" onClick={add}>
        <Plus />
        Zeitraum
      </Button>
    </fieldset>
  )
}

function WithoutTimespans() {
  return (
    <p className="text-muted-foreground text-xs max-md:text-sm">
      Noch kein Zeitraum. So zählt die Zeit vom Eintritt bis zum Austritt.
    </p>
  )
}

type TimespanRowProps = { index: number; today: Day; onRemove: () => void }

function TimespanRow({ index, today, onRemove }: TimespanRowProps) {
  const name = `${index + 1}. Zeitraum`
  const row = `membershipActiveTimespan.${index}` as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser.
    <div
      role="group"
      aria-label={name}
      data-timespan
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-2 max-md:border-b max-md:pb-4"
    >
      <FormDate<MemberDraft> name={`${row}.from`} label="Von" today={today} />
      <FormDate<MemberDraft> name={`${row}.to`} label="Bis" today={today} />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${name} entfernen`}
        className="mt-6.5 max-md:col-start-2 max-md:row-start-1"
        onClick={onRemove}
      >
        <Trash2 />
      </Button>
    </div>
  )
}
