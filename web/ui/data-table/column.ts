import type { ReactNode } from 'react'
import { type Day, germanDate } from '#worker/domain/dates.ts'

export type RowWithId = { id: number }

export type Option = { value: string; label: string }

type ColumnBase<Row> = {
  /** Stands in the address. */
  id: string
  header: string
  /** Sorted by this and not by what people read. */
  order?: (row: Row) => string | null
  /** What is drawn where the plain text is not enough. */
  cell?: (row: Row) => ReactNode
  /** Cannot be hidden. */
  fixed?: boolean
  hiddenAtFirst?: boolean
  align?: 'right'
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
    | { kind: 'choice'; value: (row: Row) => string; options: readonly Option[] }
  )

/** Any grid's column, for whom its rows do not matter. */
export type AnyColumn = Column<never>

/** The value as people read it; "" when there is none. */
export function plainText<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'text') return column.value(row)
  if (column.kind === 'choice') return labelOf(column.options, column.value(row))
  const day = column.value(row)
  return day ? germanDate(day) : ''
}

/** What a column is sorted by: days as days, everything else as people read it. */
export function sortValue<Row>(column: Column<Row>, row: Row): string | null {
  if (column.order) return column.order(row)
  return column.kind === 'date' ? column.value(row) : plainText(column, row)
}

export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value
}
