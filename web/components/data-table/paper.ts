import type { AnyColumn } from './column.ts'

/** From this number of columns on a list is printed in landscape. */
export const manyColumns = 7

/** A4 in landscape less the margins, in millimetres (web/styles/modes.css). */
const paperWidth = 269
const tickOffWidth = 16

/** The least width of a printed column, in millimetres: of an ordinary word, a day, an amount. */
const minWidths: Record<AnyColumn['kind'], number> = {
  text: 26,
  choice: 25,
  date: 21,
  number: 17,
  money: 20,
}

const minWidth = ({ kind, paperWidth }: AnyColumn): number => paperWidth ?? minWidths[kind]

/**
 * The columns that do not fit on the paper. Fixed columns always fit; of the others the last are left out first, and
 * those of `paperFirst` only when all others are.
 */
export function columnsLeftOut<Column extends AnyColumn>(
  columns: readonly Column[],
  hasTickOff: boolean,
): Column[] {
  const printed = columns.filter(({ paper }) => paper !== false)
  if (printed.length < manyColumns) return []
  const rankOf = ({ fixed, paperFirst }: AnyColumn) => (fixed ? 0 : paperFirst ? 1 : 2)
  let room = paperWidth - (hasTickOff ? tickOffWidth : 0)
  const leftOut = printed
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .filter((column) => {
      // `room` is reduced also by a column that does not fit, so that no narrower later column is printed instead.
      room -= minWidth(column)
      return !column.fixed && room < 0
    })
  return printed.filter((column) => leftOut.includes(column))
}
