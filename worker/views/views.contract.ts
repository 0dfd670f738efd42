import { z } from 'zod'
import { type GridName, grids } from '#worker/domain/codes.ts'
import { filledLine, line, loadedFields } from '#worker/http/fields.ts'

const mostOfName = 60
const mostOfSearch = 2000

/**
 * The query string of a list's address, with its "?". Only the grid reads it; it ignores what it does not
 * know.
 */
const search = () =>
  line(mostOfSearch).refine(
    (text) => text === '' || text.startsWith('?'),
    'Eine Ansicht beginnt mit „?“.',
  )

const fields = {
  name: filledLine('Bitte gib der Ansicht einen Namen.', mostOfName),
  search: search(),
  shared: z.boolean(),
}

export const newViewBody = z.object({
  ...fields,
  grid: z.enum(grids),
  shared: z.boolean().default(false),
})

export const viewBody = z
  .object(fields)
  .partial()
  .extend({ before: loadedFields(fields) })

export const viewsQuery = z.object({ grid: z.enum(grids).optional() })

export type NewView = z.output<typeof newViewBody>
export type ViewChange = z.output<typeof viewBody>
export type ViewFields = Pick<NewView, 'name' | 'search' | 'shared'>

/** Filter, order and columns of a list under a name. */
export type SavedView = {
  id: number
  grid: GridName
  name: string
  search: string
  shared: boolean
  own: boolean
  /** Name of the owner if it is another user: "Sabine Kächele". */
  by?: string | undefined
}
