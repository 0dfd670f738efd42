import { DomainError } from '#worker/domain/errors.ts'
import { germanEuro } from '#worker/domain/money.ts'

/** A concurrent request booked on these claims; nothing is stored. */
export function bookedMeanwhileError(): DomainError {
  const message = 'Inzwischen wurde etwas anderes gebucht. Sieh noch einmal nach.'
  return new DomainError('FeesChanged', message)
}

/** Count and sum differ from those the caller saw; the error contains the current ones. */
export function collectionChangedError(found: { count: number; sumInCent: number }): DomainError {
  const { count, sumInCent } = found
  const now = `${count} ${count === 1 ? 'Beitrag' : 'Beiträge'} über ${germanEuro(sumInCent)}`
  const message = `Inzwischen hat sich etwas geändert: Jetzt sind es ${now}. Sieh noch einmal nach.`
  return new DomainError('FeesChanged', message, undefined, { count, sumInCent })
}
