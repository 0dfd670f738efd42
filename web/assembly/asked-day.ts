import { paths } from '#web/paths.ts'
import { type Day, isDay } from '#worker/domain/dates.ts'

/** The day in `?date=` of a page's address; null without one: the page then shows the guild's own day. */
export function dayFromSearch(request: Request): Day | null {
  const date = new URL(request.url).searchParams.get('date') ?? ''
  return isDay(date) ? date : null
}

/** The link back to the assembly of the day `asked`; null is the guild's own day. */
export function assemblyBackLink(asked: Day | null) {
  const search = asked === null ? '' : `?${new URLSearchParams({ date: asked })}`
  return { to: `${paths.assembly}${search}`, label: 'Generalversammlung' }
}
