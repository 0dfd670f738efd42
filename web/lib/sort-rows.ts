export type SortDirection = 'ascending' | 'descending'
export type Sort<Column extends string> = { column: Column; direction: SortDirection }

type SortValue = string | number | boolean | null

const collator = new Intl.Collator('de', { numeric: true })

/** Sorts by a value of each row; rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  pick: (row: Row) => SortValue,
  direction: SortDirection,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => compare(pick(a), pick(b), sign))
}

function compare(a: SortValue, b: SortValue, sign: number): number {
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
  return sign * compareValues(a, b)
}

/** Compares two values for ascending order; texts as in German, with 2 before 10. */
export function compareValues(a: string | number | boolean, b: string | number | boolean): number {
  return typeof a === 'string' ? collator.compare(a, String(b)) : Number(a) - Number(b)
}

function isMissing(value: SortValue): value is null | '' {
  return value === null || value === ''
}

/** The order after a click on a column's head: ascending, or descending when the column was sorted ascending. */
export function nextSort<Column extends string>(sort: Sort<Column>, column: Column): Sort<Column> {
  const turns = sort.column === column && sort.direction === 'ascending'
  return { column, direction: turns ? 'descending' : 'ascending' }
}
