import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'

/** This year and the next; for other years today's records do not tell who was a member. */
export function closableYears(today: Day): readonly [number, number] {
  const year = Number(today.slice(0, 4))
  return [year, year + 1]
}

/** @throws DomainError InvalidRequest */
export function assertClosableYear(year: number, today: Day): void {
  const [current, next] = closableYears(today)
  if (year === current || year === next) return
  const message = `Beiträge kannst Du nur für ${current} und ${next} festschreiben.`
  throw new DomainError('InvalidRequest', message)
}

/** @param whose "Xaver Zoller" when it is about one member; else the whole year */
export function yearClosedError(year: number, whose?: string): DomainError {
  const message = whose
    ? `${whose} hat für ${year} schon einen Beitrag. Es ist nichts geändert.`
    : `${year} ist schon festgeschrieben.`
  return new DomainError('YearClosed', message)
}

/** The first file of a year closes the year, and the caller has not confirmed that. */
export function yearOpenError(year: number, { count, sumInCent }: FeeSum): DomainError {
  const fees = `${count} ${count === 1 ? 'Beitrag' : 'Beiträgen'} über ${germanEuro(sumInCent)}`
  const message = `${year} ist noch offen: Mit der Datei wird das Jahr festgeschrieben, mit ${fees}.`
  return new DomainError('YearOpen', message, undefined, { count, sumInCent })
}
