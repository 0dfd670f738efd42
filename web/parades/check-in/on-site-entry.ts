import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { ageClass } from '#worker/domain/birthdays.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import { priceFor } from '#worker/domain/parade.ts'
import type { EnterDraft, KeptList } from './outbox/acts.ts'

export type OnSiteEntry = {
  firstName: string
  lastName: string
  birthday: TypedDay
  costumeNumber: string
  selectedCostumeTypeId: number | null
  /** Confirmed that the entry may exceed the parade's places. */
  overCapacity: boolean
}

export const emptyEntry: OnSiteEntry = {
  firstName: '',
  lastName: '',
  birthday: null,
  costumeNumber: '',
  selectedCostumeTypeId: null,
  overCapacity: false,
}

/** Spec §5: the first reason against "OK"; '' when there is none. */
export function missingOnSite(entry: OnSiteEntry): string {
  const missing = [
    !entry.firstName.trim() && wordFor.firstName,
    !entry.lastName.trim() && wordFor.lastName,
    entry.selectedCostumeTypeId === null && wordFor.costumeType,
  ].filter((one) => one !== false)
  if (missing.length > 0) return `${missingWords(missing)}.`
  return entry.birthday === unreadable ? 'Der Geburtstag ist kein gültiges Datum.' : ''
}

/** The fee in cents for the age on the parade's day; an incomplete birthday counts as none. */
export function priceOnSite(
  { birthday }: OnSiteEntry,
  { parade }: Pick<KeptList, 'parade'>,
): number {
  const day = birthday === unreadable ? null : birthday
  return priceFor(ageClass(day, berlinDay(new Date())), parade)
}

/** null when something is missing. */
export function onSiteDraft(
  paradeId: number,
  entry: OnSiteEntry,
  list: Pick<KeptList, 'parade' | 'costumeTypes'>,
): EnterDraft | null {
  const { birthday, selectedCostumeTypeId } = entry
  const type = list.costumeTypes.find(({ id }) => id === selectedCostumeTypeId)
  if (missingOnSite(entry) || !type || birthday === unreadable) return null
  const names = { firstName: entry.firstName.trim(), lastName: entry.lastName.trim() }
  return {
    kind: 'enter',
    paradeId,
    memberName: listName(names),
    costumeType: type.name,
    priceInCent: priceOnSite(entry, list),
    entry: {
      ...names,
      birthday,
      costumeNumber: entry.costumeNumber.trim(),
      selectedCostumeTypeId: type.id,
      ...(entry.overCapacity && { overCapacity: true }),
    },
  }
}

/** The fields of a rejected entry, to be changed. */
export function entryOfAct({ entry }: EnterDraft): OnSiteEntry {
  const { firstName = '', lastName = '', birthday = null, costumeNumber = '' } = entry
  const { selectedCostumeTypeId, overCapacity = false } = entry
  return { firstName, lastName, birthday, costumeNumber, selectedCostumeTypeId, overCapacity }
}
