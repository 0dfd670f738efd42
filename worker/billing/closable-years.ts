import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'

/** This year and the next; for other years today's records do not tell who was a member. */
export function closableYears(today: Day): readonly [number, number] {
  const year = Number(today.slice(0, 4))
  return [year, year + 1]
}

/** @throws DomainError InvalidRequest */
export function assertClosableYear(year: number, today: Day): void {
  const [current, next] = closableYears(today)
  if (year === current || year === next) return
  const message = `Beiträge kannst du nur für ${current} und ${next} festschreiben.`
  throw new DomainError('InvalidRequest', message)
}

/** @param whose "Xaver Zoller" when it is about one member; else the whole year */
export function yearClosedError(year: number, whose?: string): DomainError {
  const message = whose
    ? `${whose} hat für ${year} schon einen Beitrag. Es ist nichts geändert.`
    : `${year} ist schon festgeschrieben.`
  return new DomainError('YearClosed', message)
}
