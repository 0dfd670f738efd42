import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import type { Failure } from '#web/lib/result.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import type { AtParadeBody } from '#worker/parades/parades.contract.ts'

export type OnSiteEntry = {
  firstName: string
  lastName: string
  birthday: TypedDay
  costumeNumber: string
  selectedCostumeTypeId: number | null
}

export const emptyEntry: OnSiteEntry = {
  firstName: '',
  lastName: '',
  birthday: null,
  costumeNumber: '',
  selectedCostumeTypeId: null,
}

/** Spec §5: what still stands between the helper and "OK"; "" when nothing does. */
export function missingOnSite(entry: OnSiteEntry): string {
  const missing = [
    !entry.firstName.trim() && wordFor.firstName,
    !entry.lastName.trim() && wordFor.lastName,
    entry.selectedCostumeTypeId === null && wordFor.costumeType,
  ].filter((one) => one !== false)
  if (missing.length > 0) return `${missingWords(missing)}.`
  return entry.birthday === unreadable ? 'Der Geburtstag ist kein gültiges Datum.' : ''
}

/** null as long as something is missing. */
export function atParadeRequest(entry: OnSiteEntry): AtParadeBody | null {
  const { birthday, selectedCostumeTypeId } = entry
  if (missingOnSite(entry) || selectedCostumeTypeId === null || birthday === unreadable) return null
  return { ...entry, birthday, selectedCostumeTypeId }
}

export type OnSiteProblems = Partial<Record<keyof AtParadeBody, string>>

/** The server's sentences by field. Clashes name the one parade by its place in a list. */
export function onSiteProblems(failure: Failure | null): OnSiteProblems {
  const fields = failure?.error?.fields ?? {}
  const costumeNumber = fields.costumeNumber ?? fields['parades.0.costumeNumber']
  return { ...fields, ...(costumeNumber && { costumeNumber }) }
}
