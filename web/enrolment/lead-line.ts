import type { Day } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'

/** The Fasnet season begins on 11 November of the year before: parades from July on belong to the next. */
export function fasnetYearOf(date: Day): number {
  const year = Number(date.slice(0, 4))
  return Number(date.slice(5, 7)) >= 7 ? year + 1 : year
}

/** The line under the title. Until the parades are loaded (null) it has the usual length. */
export function leadLine(parades: readonly EnrolmentParade[] | null): string | undefined {
  if (parades?.length === 0) return undefined
  const seasons = new Set(parades?.map((parade) => fasnetYearOf(parade.date)))
  const [season] = seasons
  const choose = seasons.size === 1 ? `Wähle Deine Umzüge der Fasnet ${season}` : chooseOnly
  return parades?.every(isFree) ? `${choose}.` : `${choose} und bezahle gleich online.`
}

const chooseOnly = 'Wähle Deine Umzüge der Fasnet'

function isFree(parade: EnrolmentParade): boolean {
  return parade.priceForAdultsInCent === 0 && parade.priceForChildrenInCent === 0
}
