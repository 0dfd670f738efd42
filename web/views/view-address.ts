import { recall } from '#web/components/data-table/remembered.ts'
import type { GridName } from '#worker/domain/codes.ts'

/** How one happens to look at it, which is no part of a view: its page, how many rows, how dense. */
const passing = ['page', 'size', 'density']

/** What of a list's address makes up a view, in one order: two ways to write the same are equal. */
export function viewOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of passing) params.delete(key)
  params.sort()
  return written(params)
}

/** The same with the columns that this browser remembers, where it names none: those are what is shown. */
export function shownView(search: string, grid: GridName): string {
  const params = new URLSearchParams(viewOf(search))
  const { columns } = recall(grid)
  if (columns && !params.has('columns')) params.set('columns', columns.join(','))
  params.sort()
  return written(params)
}

/** The same whatever columns are shown. */
export function withoutColumns(view: string): string {
  const params = new URLSearchParams(view)
  params.delete('columns')
  return written(params)
}

/** The address of this view, with rows and density as they stand. */
export function withView(search: string, view: string): string {
  const params = new URLSearchParams(view)
  const stands = new URLSearchParams(search)
  for (const key of ['size', 'density']) {
    const value = stands.get(key)
    if (value !== null) params.set(key, value)
  }
  return written(params)
}

// A comma may stand in a query as it is.
function written(params: URLSearchParams): string {
  const text = params.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}
