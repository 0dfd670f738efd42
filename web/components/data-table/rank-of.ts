import { compareValues, type SortDirection } from '#web/lib/sort-rows.ts'
import { type Column, sortValue } from './column.ts'

/**
 * At which place of a column's values each row stands; without a value it comes last in both
 * directions. Comparing German names costs more than finding them: it is done once per list, and
 * for the column alone that is sorted.
 */
export function rankOf<Row>(
  column: Column<Row>,
  rows: readonly Row[],
  direction: SortDirection,
): (index: number) => number {
  let ranks: readonly number[] | undefined
  return (index) => {
    ranks ??= ranksOf(
      rows.map((row) => sortValue(column, row) ?? ''),
      direction,
    )
    return ranks[index] ?? 0
  }
}

/** @param values "" where there is none */
function ranksOf(values: readonly (string | number)[], direction: SortDirection): number[] {
  const inOrder = [...new Set(values)].filter((value) => value !== '').sort(compareValues)
  const ranks = new Map<string | number, number>()
  ranks.set('', direction === 'ascending' ? inOrder.length : -1)
  let rank = 0
  inOrder.forEach((value, index) => {
    const before = inOrder[index - 1]
    // "1" and "01" are two texts and one number.
    if (before !== undefined && compareValues(before, value) !== 0) rank = index
    ranks.set(value, rank)
  })
  return values.map((value) => ranks.get(value) ?? 0)
}
