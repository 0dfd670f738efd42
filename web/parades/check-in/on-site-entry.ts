import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import type { Failure } from '#web/lib/result.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { AtParadeBody } from '#worker/parades/parades.contract.ts'

export type OnSiteEntry = {
  firstName: string
  lastName: string
  birthday: Day | null
  /** The birthday's text is no date, so `birthday` is null although the field is not empty. */
  isBirthdayBroken: boolean
  costumeNumber: string
  selectedCostumeTypeId: number | null
}

export const emptyEntry: OnSiteEntry = {
  firstName: '',
  lastName: '',
  birthday: null,
  isBirthdayBroken: false,
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
  return entry.isBirthdayBroken ? 'Der Geburtstag ist kein gültiges Datum.' : ''
}

/** null as long as something is missing. */
export function atParadeRequest(entry: OnSiteEntry): AtParadeBody | null {
  const { isBirthdayBroken: _, selectedCostumeTypeId, ...rest } = entry
  if (missingOnSite(entry) || selectedCostumeTypeId === null) return null
  return { ...rest, selectedCostumeTypeId }
}

export type OnSiteProblems = Partial<Record<keyof AtParadeBody, string>>

/** The server's sentences by field. Clashes name the one parade by its place in a list. */
export function onSiteProblems(failure: Failure | null): OnSiteProblems {
  const fields = failure?.error?.fields ?? {}
  const costumeNumber = fields.costumeNumber ?? fields['parades.0.costumeNumber']
  return { ...fields, ...(costumeNumber && { costumeNumber }) }
}
