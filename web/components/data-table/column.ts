import type { ReactNode } from 'react'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'

export type RowWithId = { id: number }

export type Option = { value: string; label: string }

type ColumnBase<Row> = {
  /** Stands in the address. */
  id: string
  header: string
  /** Sorted by this and not by what people read. */
  order?: (row: Row) => string | number | null
  /** What is drawn where the plain text is not enough. */
  cell?: (row: Row) => ReactNode
  /** Cannot be hidden. */
  fixed?: boolean
  hiddenAtFirst?: boolean
  /** Left out: numbers and money at the right, all others at the left. */
  align?: 'left' | 'right'
  width?: string
  /** Place in the phone's two-line row; left out: a line of its own below, with its name. */
  phone?: 'first' | 'second' | 'right' | 'rightTop' | 'rightBottom' | 'nowhere'
  /** `false`: never on paper, though it may be shown. */
  paper?: false
}

/** A column as data; its kind decides how it is shown, sorted, filtered and exported. */
export type Column<Row> = ColumnBase<Row> &
  (
    | { kind: 'text'; value: (row: Row) => string }
    /** `past`: its days lie behind us, so `45` in a filter means 1945. */
    | { kind: 'date'; value: (row: Row) => Day | null; past?: boolean }
    /** `mayBeEmpty`: some rows have none of the options. */
    | {
        kind: 'choice'
        value: (row: Row) => string
        options: readonly Option[]
        mayBeEmpty?: boolean
      }
    | { kind: 'number'; value: (row: Row) => number | null }
    /** In cents. */
    | { kind: 'money'; value: (row: Row) => number | null }
  )

/** Any grid's column, for whom its rows do not matter. */
export type AnyColumn = Column<never>

/** The value as people read it; "" when there is none. */
export function plainText<Row>(column: Column<Row>, row: Row): string {
  switch (column.kind) {
    case 'text':
      return column.value(row)
    case 'choice':
      return labelOf(column.options, column.value(row))
    case 'date':
      return wordsOf(column.value(row), germanDate)
    case 'number':
      return wordsOf(column.value(row), germanNumber)
    case 'money':
      return wordsOf(column.value(row), germanEuro)
  }
}

function wordsOf<T>(value: T | null, inWords: (value: T) => string): string {
  return value === null ? '' : inWords(value)
}

/** What a column is sorted by: days as days, numbers as numbers, all else as people read it. */
export function sortValue<Row>(column: Column<Row>, row: Row): string | number | null {
  if (column.order) return column.order(row)
  const isPlain = column.kind === 'text' || column.kind === 'choice'
  return isPlain ? plainText(column, row) : column.value(row)
}

export function isNumeric({ kind, align }: Pick<AnyColumn, 'kind' | 'align'>): boolean {
  return (align ?? (kind === 'number' || kind === 'money' ? 'right' : 'left')) === 'right'
}

export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value
}

/** Whether it is worth asking who has nothing there. */
export function mayBeEmpty(column: AnyColumn): boolean {
  return column.kind === 'choice' ? column.mayBeEmpty === true : !column.fixed
}

const german = new Intl.NumberFormat('de-DE', { useGrouping: false, maximumFractionDigits: 6 })

/** "2,5"; without points, which a spreadsheet could take for a decimal sign. */
export function germanNumber(value: number): string {
  return german.format(value).replace('-', '−')
}

/** What a person types as a number, "12", "1.234", "2,5", "−3"; null when it is none. */
export function parseTypedNumber(typed: string): number | null {
  const text = typed.replace(/[\s\u00a0]/g, '').replace('−', '-')
  const match = /^(-?)(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:,(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '0'] = match
  return Number(`${sign}${whole.replaceAll('.', '')}.${fraction}`)
}
