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

export function pageOf<Row>(rows: readonly Row[], wanted: number, size: number): Page<Row> {
  const total = rows.length
  const last = Math.max(1, Math.ceil(total / size))
  const number = Math.min(wanted, last)
  const start = (number - 1) * size
  const onPage = rows.slice(start, start + size)
  return {
    rows: onPage,
    number,
    isLast: number === last,
    from: start + 1,
    to: start + onPage.length,
    total,
  }
}
