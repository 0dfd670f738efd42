import type { Failure } from '#web/lib/result.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'

export const notADate = 'Das ist kein gültiges Datum. Schreib es so: 24.12.1990'

/** Reads like the server's own refusal, so that both are shown in one way. */
export function unreadable(fields: FieldMessages): Failure {
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  return { type: 'ApiError', error: { code: 'Unreadable', message, fields } }
}
