import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Timespan } from '#worker/domain/member.ts'
import { germanEuro } from '#worker/domain/money.ts'

// How fields and their values are called where two people have changed the same.

/** What a value is called, beside the other one; left out: as it stands. '' = nothing is entered. */
export type FieldWords<Fields> = {
  [Name in keyof Fields]: {
    label: string
    show?: (value: Fields[Name], other: Fields[Name]) => string
  }
}

/** The same of whatever form, in the order of its fields. */
export type ConflictWords = Readonly<
  Record<string, { label: string; show?: (value: never, other: never) => string }>
>

export function labelOf(words: ConflictWords, field: string): string {
  return words[field]?.label ?? field
}

/** What an answer holds of this field in the words of its form. */
export function inWords(
  words: ConflictWords,
  field: string,
  value: unknown,
  other: unknown,
): string {
  const show = words[field]?.show
  // The server's contract types the field; its words are held against the same type.
  if (show) return show(value as never, other as never)
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nein'
  return value === null || value === undefined ? '' : String(value)
}

export const asDay = (day: Day | null) => (day === null ? '' : germanDate(day))

export const asEuro = (cents: number | null) => (cents === null ? '' : germanEuro(cents))

/** 0 = none yet. */
export const asNumber = (number: number) => (number === 0 ? '' : String(number))

export const asSpans = (spans: readonly Timespan[]) =>
  spans.map(({ from, to }) => `${germanDate(from)} – ${to ? germanDate(to) : 'heute'}`).join('\n')

export const asCode =
  <Code extends string>(labels: Readonly<Record<Code, string>>) =>
  (code: Code) =>
    labels[code]
