import { cn } from '#web/lib/cn.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { AgeClass } from '#worker/domain/codes.ts'
import {
  type ChosenExtra,
  extraLine,
  freeExtraText,
  maxSeats,
  type OfferedExtra,
} from '#worker/domain/extras.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { priceFor } from '#worker/domain/parade.ts'

type ExtraFieldsProps = {
  extra: OfferedExtra
  age: AgeClass
  /** 0 = not chosen. */
  quantity: number
  onChange: (quantity: number) => void
  /** Names of the fields, for a form that the browser sends itself. */
  names?: { extra: string; seats: string }
  /** false until the scripts run: all fields are rendered. */
  isLive?: boolean
  /** Left out: no more can be chosen than is free. */
  whenFull?: WhenFull
  error?: string | undefined
  className?: string
}

/**
 * More can be chosen than is free, which staff confirm or the parade's waiting list explains; or the order then waits,
 * which the extra says.
 */
export type WhenFull = 'allowed' | 'waits'

/** An extra to tick; a bus has seats for companions too. */
export function ExtraFields({
  extra,
  age,
  quantity,
  onChange,
  names,
  isLive = true,
  whenFull,
  error,
  className,
}: ExtraFieldsProps) {
  const { id, kind, freePlaces } = extra
  const free = Math.min(maxSeats, freePlaces ?? maxSeats)
  // A full extra that is chosen can still be given up.
  const most = whenFull ? maxSeats : Math.max(quantity, free)
  const waits = whenFull === 'waits' && (quantity || 1) > free
  return (
    <div className={cn('group/extra grid gap-1.5', className)}>
      <Checkbox
        name={names?.extra}
        value={id}
        checked={quantity > 0}
        disabled={most === 0}
        onChange={(event) => onChange(event.target.checked ? 1 : 0)}
      >
        <span className="wrap-anywhere min-w-0">
          {[
            extraLine(extra, 1),
            germanEuro(priceFor(age, extra)),
            freeExtraText(extra, freePlaces),
            waits && !free && 'Warteliste',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Checkbox>
      {waits && (
        // By CSS, so that it also follows the tick without scripts.
        <p role="status" className="hidden group-has-[input:checked]/extra:block">
          {`Damit kommt Deine ganze Anmeldung auf die Warteliste. ${free ? 'Mit weniger Plätzen' : 'Ohne Haken'} bist Du gleich dabei.`}
        </p>
      )}
      {error && <FieldError>{error}</FieldError>}
      {kind === 'bus' && most > 1 && (quantity > 0 || !isLive) && (
        <>
          <Select
            name={names?.seats}
            aria-label={`Plätze: ${extra.title}`}
            value={quantity || 1}
            onChange={(event) => onChange(Number(event.target.value))}
          >
            {[1, 2, 3, maxSeats].slice(0, most).map((seats) => (
              <option key={seats} value={seats}>
                {seats > 1 ? `${seats} Plätze` : '1 Platz'}
              </option>
            ))}
          </Select>
          <p className="text-muted-foreground text-sm">
            {`Weitere Plätze für Begleiter ohne Kleid: je ${germanEuro(extra.priceForAdultsInCent)}.`}
          </p>
        </>
      )}
    </div>
  )
}

/** The chosen extras with this quantity of one; 0 = without it. */
export function withQuantity(
  chosen: readonly ChosenExtra[],
  id: number,
  quantity: number,
): ChosenExtra[] {
  const others = chosen.filter((one) => one.id !== id)
  return quantity > 0 ? [...others, { id, quantity }] : others
}

type ExtrasFieldsetProps = {
  offered: readonly OfferedExtra[]
  chosen: readonly ChosenExtra[]
  age: AgeClass
  onChange: (chosen: ChosenExtra[]) => void
  /** The problem of a chosen extra, by its position among them. */
  errorAt?: (index: number) => string | undefined
}

/** The extras of a parade for a person whom staff enter; nothing when it offers none. */
export function ExtrasFieldset({ offered, chosen, age, onChange, errorAt }: ExtrasFieldsetProps) {
  if (offered.length === 0) return null
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">Zusätze</legend>
      {offered.map((extra) => {
        const index = chosen.findIndex(({ id }) => id === extra.id)
        return (
          <ExtraFields
            key={extra.id}
            extra={extra}
            age={age}
            quantity={chosen[index]?.quantity ?? 0}
            whenFull="allowed"
            error={errorAt?.(index)}
            onChange={(quantity) => onChange(withQuantity(chosen, extra.id, quantity))}
          />
        )
      })}
    </fieldset>
  )
}
