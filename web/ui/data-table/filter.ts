import { type Day, germanDate } from '#worker/domain/dates.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { type AnyColumn, labelOf } from './column.ts'

/** What a column's values have to be like; its kind is the column's. */
export type Filter =
  | { kind: 'text'; text: string }
  | { kind: 'date'; from: Day | null; to: Day | null }
  | { kind: 'choice'; chosen: readonly string[] }

export function emptyFilter(kind: Filter['kind']): Filter {
  if (kind === 'text') return { kind, text: '' }
  return kind === 'date' ? { kind, from: null, to: null } : { kind, chosen: [] }
}

/** An empty filter lets everything pass: it is none. */
export function isEmptyFilter(filter: Filter): boolean {
  if (filter.kind === 'text') return filter.text.trim() === ''
  if (filter.kind === 'date') return !filter.from && !filter.to
  return filter.chosen.length === 0
}

/** The question that a filter asks of each value. */
export function testOf(filter: Filter): (value: string | null) => boolean {
  if (filter.kind === 'choice') return (value) => filter.chosen.includes(value ?? '')
  if (filter.kind === 'text') {
    const wanted = normaliseName(filter.text)
    return (value) => normaliseName(value ?? '').includes(wanted)
  }
  const { from, to } = filter
  return (value) => value !== null && (!from || value >= from) && (!to || value <= to)
}

/** "Aktiv, Passiv" · "ab 01.01.1990" · "gru" */
export function filterWords(column: AnyColumn, filter: Filter): string {
  if (filter.kind === 'text') return filter.text.trim()
  if (filter.kind === 'date') return rangeWords(filter.from, filter.to)
  const options = column.kind === 'choice' ? column.options : []
  return filter.chosen.map((value) => labelOf(options, value)).join(', ')
}

function rangeWords(from: Day | null, to: Day | null): string {
  if (from && to) return `${germanDate(from)}–${germanDate(to)}`
  if (from) return `ab ${germanDate(from)}`
  return to ? `bis ${germanDate(to)}` : ''
}
