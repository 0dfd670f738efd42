import { DomainError } from '#worker/domain/errors.ts'

/** What a flat body calls the fields of its one place. */
export type FieldNames = Record<'paradeId' | 'costumeTypeId' | 'costumeNumber', string>

/** Runs a decision on one place; what it refuses is named as the body names it. */
export function inFlatBody<T>(names: FieldNames, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof DomainError) || !error.fields) throw error
    const { code, message, details }: DomainError = error
    const fields = Object.entries(error.fields).map(([path, said]) => {
      const field = path.replace(/^parades\.0\./, '')
      return [field in names ? names[field as keyof FieldNames] : field, said]
    })
    throw new DomainError(code, message, Object.fromEntries(fields), details)
  }
}
