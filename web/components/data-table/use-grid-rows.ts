import { useMemo } from 'react'
import { matcherOf } from '#web/lib/word-search.ts'
import type { Column, RowWithId } from './column.ts'
import { testOf } from './filter.ts'
import type { GridState } from './grid-state.ts'
import { rankOf } from './rank-of.ts'

type GridRows<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  searchKey: (row: Row) => string
  state: GridState
}

export type Page<Row> = {
  rows: readonly Row[]
  /** From 1; an address may name a page that does not exist (any more). */
  number: number
  isLast: boolean
  /** "26" and "50" of "26–50 von 412". */
  from: number
  to: number
  total: number
}

/** The rows that pass search and filters, in their order: those of all pages, and those of one. */
export function useGridRows<Row extends RowWithId>({
  columns,
  rows,
  searchKey,
  state: { search, filters, sort, page, pageSize },
}: GridRows<Row>): { found: readonly Row[]; page: Page<Row> } {
  // Keys and ranks are made once per list, not once per key pressed.
  const keys = useMemo(() => rows.map(searchKey), [rows, searchKey])
  const rank = useMemo(() => {
    const column = columns.find(({ id }) => id === sort.column)
    return column && rankOf(column, rows, sort.direction)
  }, [columns, rows, sort.column, sort.direction])
  const passing = useMemo(() => {
    // What is typed and what a filter asks is worked out once, not for each row.
    const finds = search.trim() ? matcherOf(search) : null
    const tests = columns.flatMap((column) => {
      const filter = filters[column.id]
      const passes = filter && testOf(filter)
      return passes ? [(row: Row) => passes(column.value(row))] : []
    })
    const isPassing = (row: Row, index: number) =>
      (!finds || finds(keys[index] ?? '')) && tests.every((passes) => passes(row))
    return rows.flatMap((row, index) => (isPassing(row, index) ? [{ row, index }] : []))
  }, [columns, rows, keys, search, filters])
  const found = useMemo(() => {
    const sign = sort.direction === 'ascending' ? 1 : -1
    const inOrder = rank
      ? passing.toSorted((a, b) => sign * (rank(a.index) - rank(b.index)))
      : passing
    return inOrder.map(({ row }) => row)
  }, [passing, rank, sort.direction])
  const pageCount = Math.max(1, Math.ceil(found.length / pageSize))
  const number = Math.min(page, pageCount)
  const before = (number - 1) * pageSize
  const shown = useMemo(() => found.slice(before, before + pageSize), [found, before, pageSize])
  return {
    found,
    page: {
      rows: shown,
      number,
      isLast: number === pageCount,
      from: before + 1,
      to: before + shown.length,
      total: found.length,
    },
  }
}
