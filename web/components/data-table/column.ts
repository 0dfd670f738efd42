import type { ReactNode } from 'react'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'

export type RowWithId = { id: number }

export type Option = { value: string; label: string }

type ColumnBase<Row> = {
  /** The name of the column in the address. */
  id: string
  header: string
  /** The value to sort by, where it is not the displayed value. */
  order?: (row: Row) => string | number | null
  /** What the cell shows; by default `plainText`. */
  cell?: (row: Row) => ReactNode
  /** The user cannot hide the column. */
  fixed?: boolean
  hiddenAtFirst?: boolean
  /** Default: numbers and money right, all others left. */
  align?: 'left' | 'right'
  width?: string
  /** Place in the two-line row on phones; default: a separate line below, with the column's name. */
  phone?: 'first' | 'second' | 'right' | 'rightTop' | 'rightBottom' | 'nowhere'
  /** The least width on paper in millimetres, where it is not that of the kind. */
  paperWidth?: number
  /** Printed before the other columns where not all fit on paper. */
  paperFirst?: boolean
  /** `false`: never printed, even if shown on the screen. */
  paper?: false
}

/** A column as data; its kind determines display, sorting, filtering and export. */
export type Column<Row> = ColumnBase<Row> &
  (
    | { kind: 'text'; value: (row: Row) => string }
    /** `past`: all days are in the past, so `45` in a filter means 1945. */
    | { kind: 'date'; value: (row: Row) => Day | null; past?: boolean }
    /** `canBeEmpty`: the value of some rows is '', so that the column offers the filter "leer". */
    | {
        kind: 'choice'
        value: (row: Row) => string
        options: readonly Option[]
        canBeEmpty?: boolean
      }
    | { kind: 'number'; value: (row: Row) => number | null }
    /** An amount in cents; null for none. */
    | { kind: 'money'; value: (row: Row) => number | null }
  )

/** A column of any grid, for code that does not read its rows. */
export type AnyColumn = Column<never>

/** The displayed text of the value; "" for none. */
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

/** The sort key: days and numbers by value, everything else by its displayed text. */
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

/** Whether the column offers the filter "leer". */
export function canBeEmpty(column: AnyColumn): boolean {
  return column.kind === 'choice' ? column.canBeEmpty === true : !column.fixed
}

const german = new Intl.NumberFormat('de-DE', { useGrouping: false, maximumFractionDigits: 6 })

/** "2,5"; without thousands separators, which a spreadsheet could read as decimal points. */
export function germanNumber(value: number): string {
  return german.format(value).replace('-', '−')
}

/** Parses a typed German number: "12", "1.234", "2,5", "−3"; null for anything else. */
export function parseTypedNumber(typed: string): number | null {
  const text = typed.replace(/[\s\u00a0]/g, '').replace('−', '-')
  const match = /^(-?)(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:,(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '0'] = match
  return Number(`${sign}${whole.replaceAll('.', '')}.${fraction}`)
}
