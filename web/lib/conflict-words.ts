import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Timespan } from '#worker/domain/member.ts'
import { germanEuro } from '#worker/domain/money.ts'

// Labels of fields and values in the conflict dialog.

/** The words of each field; `show` formats a value, beside the `other` one that conflicts with it. */
export type FieldWords<Fields> = {
  [Name in keyof Fields]: {
    label: string
    show?: (value: Fields[Name], other: Fields[Name]) => string
  }
}

/**
 * The words of any form's fields; the dialog lists conflicts in the order of the keys. The parameters are
 * `never`, so that the `FieldWords` of every form can be assigned.
 */
export type ConflictWords = Readonly<
  Record<string, { label: string; show?: (value: never, other: never) => string }>
>

export function labelOf(words: ConflictWords, field: string): string {
  return words[field]?.label ?? field
}

/** A value of a field as `ConflictDialog` shows it; '' for an empty value. */
export function displayValue(
  words: ConflictWords,
  field: string,
  value: unknown,
  other: unknown,
): string {
  const show = words[field]?.show
  // `FieldWords` has checked that `show` takes the values of this field.
  if (show) return show(value as never, other as never)
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nein'
  return value === null || value === undefined ? '' : String(value)
}

export const asDay = (day: Day | null) => (day === null ? '' : germanDate(day))

export const asEuro = (cents: number | null) => (cents === null ? '' : germanEuro(cents))

/** '' for 0, which stands for a missing number. */
export const asNumber = (number: number) => (number === 0 ? '' : String(number))

export const asSpans = (spans: readonly Timespan[]) =>
  spans.map(({ from, to }) => `${germanDate(from)} – ${to ? germanDate(to) : 'heute'}`).join('\n')

export const asCode =
  <Code extends string>(labels: Readonly<Record<NoInfer<Code>, string>>) =>
  (code: Code) =>
    labels[code]
