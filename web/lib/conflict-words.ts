import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Timespan } from '#worker/domain/member.ts'
import { germanEuro } from '#worker/domain/money.ts'

// Labels of fields and values in the conflict dialog.

/** Formats a value beside the conflicting one; by default as it is. '' shows as empty. */
export type FieldWords<Fields> = {
  [Name in keyof Fields]: {
    label: string
    show?: (value: Fields[Name], other: Fields[Name]) => string
  }
}

/** `FieldWords` of any form, in the order of its fields. */
export type ConflictWords = Readonly<
  Record<string, { label: string; show?: (value: never, other: never) => string }>
>

export function labelOf(words: ConflictWords, field: string): string {
  return words[field]?.label ?? field
}

/** The stored value of a field in the form's words. */
export function displayValue(
  words: ConflictWords,
  field: string,
  value: unknown,
  other: unknown,
): string {
  const show = words[field]?.show
  // The contract types the field, and its words are checked against that type.
  if (show) return show(value as never, other as never)
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nein'
  return value === null || value === undefined ? '' : String(value)
}

export const asDay = (day: Day | null) => (day === null ? '' : germanDate(day))

export const asEuro = (cents: number | null) => (cents === null ? '' : germanEuro(cents))

/** 0 means none. */
export const asNumber = (number: number) => (number === 0 ? '' : String(number))

export const asSpans = (spans: readonly Timespan[]) =>
  spans.map(({ from, to }) => `${germanDate(from)} – ${to ? germanDate(to) : 'heute'}`).join('\n')

export const asCode =
  <Code extends string>(labels: Readonly<Record<NoInfer<Code>, string>>) =>
  (code: Code) =>
    labels[code]
