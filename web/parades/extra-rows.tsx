import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useWatch } from 'react-hook-form'
import { FormEuro, FormInput, FormSelect, useFieldError } from '#web/components/form-fields.tsx'
import { FormSection } from '#web/components/form-section.tsx'
import {
  eachRow,
  type FieldReader,
  notATime,
  optionalNumber,
  readFields,
  requiredEuro,
} from '#web/lib/typed.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { type ExtraKind, extraKinds } from '#worker/domain/codes.ts'
import type { Extra } from '#worker/domain/extras.ts'
import { extraKindLabels } from '#worker/domain/labels.ts'
import { maxExtras } from '#worker/domain/limits.ts'
import { typedEuro } from '#worker/domain/money.ts'
import { isBlank } from '#worker/domain/text.ts'
import { parseTypedTime } from '#worker/domain/times.ts'
import type { GivenExtra } from '#worker/parades/parades.contract.ts'

/** An extra in the form: prices, places and time as typed. */
export type ExtraDraft = {
  /** Left out for a new one. */
  id?: number | undefined
  title: string
  kind: ExtraKind
  priceForAdultsInCent: string
  priceForChildrenInCent: string
  capacity: string
  departure: { time: string; place: string }
}

type Extras = { extras: ExtraDraft[] }

const newExtra: ExtraDraft = {
  title: '',
  kind: 'bus',
  priceForAdultsInCent: typedEuro(0),
  priceForChildrenInCent: typedEuro(0),
  capacity: '',
  departure: { time: '', place: '' },
}

export function extraDraftOf(extra: GivenExtra): ExtraDraft {
  return {
    ...extra,
    priceForAdultsInCent: typedEuro(extra.priceForAdultsInCent),
    priceForChildrenInCent: typedEuro(extra.priceForChildrenInCent),
    capacity: extra.capacity === null ? '' : String(extra.capacity),
    departure: { time: extra.departure?.time ?? '', place: extra.departure?.place ?? '' },
  }
}

const price = requiredEuro('Gib den Preis an.', 'Das ist kein Preis. Schreib ihn so: 5,00')

/** Both fields empty: not said. */
const departure: FieldReader<ExtraDraft['departure'], Extra['departure']> = ({ time, place }) => {
  if (isBlank(time) && isBlank(place)) return { value: null }
  const value = parseTypedTime(time)
  return value === null ? { problems: { time: notATime } } : { value: { time: value, place } }
}

export const extrasReader = eachRow((row: ExtraDraft) =>
  readFields(row, {
    priceForAdultsInCent: price,
    priceForChildrenInCent: price,
    capacity: optionalNumber(null, 'Gib eine Zahl an, nur mit Ziffern.'),
    // Only buses have a departure.
    departure: row.kind === 'bus' ? departure : () => ({ value: null }),
  }),
)

/** The extras that can be booked beside a place, in the surrounding form. */
export function ExtrasSection({ isBooked }: { isBooked: boolean }) {
  const rows = useFieldArray<Extras, 'extras', 'key'>({ name: 'extras', keyName: 'key' })
  const all = useRef<HTMLFieldSetElement>(null)
  const error = useFieldError<Extras>('extras')
  const add = () => {
    flushSync(() => rows.append(newExtra, { shouldFocus: false }))
    all.current?.querySelector<HTMLInputElement>('[data-extra]:last-of-type input')?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => rows.remove(index))
    all.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus()
  }
  return (
    <FormSection title="Zusätze">
      <fieldset ref={all} aria-label="Zusätze" className="grid gap-5">
        {rows.fields.length === 0 && (
          <p className="text-muted-foreground text-sm">
            Was sich zum Umzug dazubuchen lässt: ein Platz im Bus, eine Plakette.
          </p>
        )}
        {rows.fields.map(({ key }, index) => (
          <ExtraRow key={key} index={index} onRemove={() => remove(index)} />
        ))}
        {error && <FieldError>{error}</FieldError>}
        {isBooked && rows.fields.length > 0 && (
          <p className="text-muted-foreground text-xs max-md:text-sm">
            Ein neuer Preis gilt nur für neue Anmeldungen.
          </p>
        )}
        {rows.fields.length < maxExtras && (
          <Button data-add size="sm" className="w-fit" onClick={add}>
            <Plus />
            Zusatz
          </Button>
        )}
      </fieldset>
    </FormSection>
  )
}

function ExtraRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const path = `extras.${index}` as const
  const kind = useWatch<Extras, `extras.${number}.kind`>({ name: `${path}.kind` })
  const error = useFieldError<Extras>(path)
  const number = { inputMode: 'numeric', inputClassName: 'tabular-nums' } as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser.
    <div
      role="group"
      aria-label={`${index + 1}. Zusatz`}
      data-extra
      className="grid grid-cols-12 gap-x-3 gap-y-3 border-t pt-4 *:col-span-full first:border-t-0 first:pt-0"
    >
      <FormInput<Extras>
        name={`${path}.title`}
        label="Name"
        required
        placeholder="Bus ab Rathaus"
        className="max-md:col-span-full md:col-span-7"
      />
      <FormSelect<Extras>
        name={`${path}.kind`}
        label="Art"
        className="max-md:col-span-9 md:col-span-4"
      >
        {extraKinds.map((one) => (
          <option key={one} value={one}>
            {extraKindLabels[one]}
          </option>
        ))}
      </FormSelect>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${index + 1}. Zusatz entfernen`}
        className="mt-6.5 justify-self-end max-md:col-span-3 md:col-span-1"
        onClick={onRemove}
      >
        <Trash2 />
      </Button>
      <FormEuro<Extras>
        name={`${path}.priceForAdultsInCent`}
        label="Preis Erwachsene"
        isReplaced
        className="max-md:col-span-6 md:col-span-4"
      />
      <FormEuro<Extras>
        name={`${path}.priceForChildrenInCent`}
        label="Preis Kinder"
        isReplaced
        className="max-md:col-span-6 md:col-span-4"
      />
      <FormInput<Extras>
        name={`${path}.capacity`}
        label={kind === 'bus' ? 'Plätze' : 'Anzahl'}
        help="Leer: unbegrenzt"
        {...number}
        className="max-md:col-span-6 md:col-span-4"
      />
      {kind === 'bus' && (
        <>
          <FormInput<Extras>
            name={`${path}.departure.time`}
            label="Abfahrt"
            placeholder="09:10"
            inputClassName="tabular-nums"
            className="max-md:col-span-6 md:col-span-4"
          />
          <FormInput<Extras>
            name={`${path}.departure.place`}
            label="Wo"
            className="max-md:col-span-full md:col-span-8"
          />
        </>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
