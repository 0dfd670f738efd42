import { type Day, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { type AnyColumn, germanNumber, labelOf } from './column.ts'

/** A condition on a column's values: of the column's kind, or of kind `presence`. */
export type Filter =
  | EmptyFilter
  | { kind: 'text'; text: string }
  | { kind: 'date'; from: Day | null; to: Day | null }
  | { kind: 'choice'; chosen: readonly string[] }
  | { kind: 'number' | 'money'; from: number | null; to: number | null }

/** A filter by whether the value is empty: "leer" or "nicht leer". */
export type EmptyFilter = { kind: 'presence'; isEmpty: boolean }

/** A filter of the column's kind that accepts every value. */
export function emptyFilter(kind: AnyColumn['kind']): Exclude<Filter, EmptyFilter> {
  switch (kind) {
    case 'text':
      return { kind, text: '' }
    case 'choice':
      return { kind, chosen: [] }
    case 'date':
    case 'number':
    case 'money':
      return { kind, from: null, to: null }
  }
}

/** Whether the filter accepts every value, and so is not shown as active. */
export function isEmptyFilter(filter: Filter): boolean {
  if (filter.kind === 'presence') return false
  if (filter.kind === 'text') return filter.text.trim() === ''
  if (filter.kind === 'choice') return filter.chosen.length === 0
  return filter.from === null && filter.to === null
}

type Value = string | number | null

/** A function that tells whether a value passes the filter; prepared once for many rows. */
export function predicateOf(filter: Filter): (value: Value) => boolean {
  if (filter.kind === 'presence') return (value) => isNothing(value) === filter.isEmpty
  if (filter.kind === 'choice') return (value) => filter.chosen.includes(String(value ?? ''))
  if (filter.kind === 'text') {
    const wanted = normaliseName(filter.text)
    return (value) => normaliseName(String(value ?? '')).includes(wanted)
  }
  const { from, to } = filter
  return (value) =>
    value !== null && (from === null || value >= from) && (to === null || value <= to)
}

/** Whether the grid shows the value as a dash. */
function isNothing(value: Value): boolean {
  return value === null || String(value).trim() === ''
}

/** "Aktiv, Passiv" · "leer" · "ab 01.01.1990" · "10–20" · "gru" */
export function filterWords(column: AnyColumn, filter: Filter): string {
  switch (filter.kind) {
    case 'presence':
      return filter.isEmpty ? 'leer' : 'nicht leer'
    case 'text':
      return filter.text.trim()
    case 'choice': {
      const options = column.kind === 'choice' ? column.options : []
      return filter.chosen.map((value) => labelOf(options, value)).join(', ')
    }
    case 'date':
      return rangeWords(filter, germanDate)
    case 'number':
      return rangeWords(filter, germanNumber)
    case 'money':
      return rangeWords(filter, germanEuro)
  }
}

type Range<T> = { from: T | null; to: T | null }

function rangeWords<T>({ from, to }: Range<T>, inWords: (value: T) => string): string {
  if (from !== null && from === to) return inWords(from)
  if (from !== null && to !== null) return `${inWords(from)}–${inWords(to)}`
  if (from !== null) return `ab ${inWords(from)}`
  return to !== null ? `bis ${inWords(to)}` : ''
}
