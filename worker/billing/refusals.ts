import { DomainError } from '#worker/domain/errors.ts'

/** Somebody else booked on these claims since they were read; nothing is stored. */
export function bookedMeanwhile(): DomainError {
  const message = 'Inzwischen wurde etwas anderes gebucht. Sieh noch einmal nach.'
  return new DomainError('FeesChanged', message)
}
