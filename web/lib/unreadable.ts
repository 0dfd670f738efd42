import type { FieldMessages } from '#worker/domain/errors.ts'
import type { Failure } from './result.ts'

/** Reads like the server's own refusal, so that both are shown in one way. */
export function unreadable(fields: FieldMessages): Failure {
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  return { type: 'ApiError', error: { code: 'Unreadable', message, fields } }
}
