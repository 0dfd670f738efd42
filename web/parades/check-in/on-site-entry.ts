import {
  accompanimentOf,
  noTypedGuardian,
  type TypedGuardian,
} from '#web/components/guardian-fields.tsx'
import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { ageClass } from '#worker/domain/birthdays.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import {
  type AgeRule,
  ageProblem,
  guardianProblems,
  type Minor,
  needsGuardian,
} from '#worker/domain/minors.ts'
import { listName } from '#worker/domain/names.ts'
import { priceFor } from '#worker/domain/parade.ts'
import type { EnterDraft, KeptList } from './outbox/acts.ts'

export type OnSiteEntry = {
  firstName: string
  lastName: string
  birthday: TypedDay
  costumeNumber: string
  selectedCostumeTypeId: number | null
  /** Whether the user confirmed that the entry may exceed the parade's places. */
  overCapacity: boolean
  accompaniment: TypedGuardian
}

export const emptyEntry: OnSiteEntry = {
  firstName: '',
  lastName: '',
  birthday: null,
  costumeNumber: '',
  selectedCostumeTypeId: null,
  overCapacity: false,
  accompaniment: noTypedGuardian,
}

/** Spec §5: the first reason against "OK"; '' when there is none. */
export function missingOnSite(entry: OnSiteEntry, list: Pick<KeptList, 'parade'>): string {
  const missing = [
    !entry.firstName.trim() && wordFor.firstName,
    !entry.lastName.trim() && wordFor.lastName,
    entry.selectedCostumeTypeId === null && wordFor.costumeType,
  ].filter((one) => one !== false)
  if (missing.length > 0) return `${missingWords(missing)}.`
  if (entry.birthday === unreadable) return 'Der Geburtstag ist kein gültiges Datum.'
  return againstAge(entry, list)
}

/** Lists stored by an earlier release have no rules. */
function ageRuleOf({ parade }: Pick<KeptList, 'parade'>): AgeRule {
  const { date, minAge = null, guardianBelow = null } = parade
  return { date, minAge, guardianBelow }
}

/** The age rule that the entry breaks, judged here too because a phone may have no network; else ''. */
function againstAge({ birthday, accompaniment }: OnSiteEntry, list: Pick<KeptList, 'parade'>) {
  const rule = ageRuleOf(list)
  const { title } = list.parade
  const day = birthday === unreadable ? null : birthday
  const problem = ageProblem(day, { ...rule, title })
  if (problem !== null) return problem
  if (!needsGuardian(day, rule) || accompaniment.withoutGuardian) return ''
  const { guardian } = accompanimentOf(accompaniment)
  return Object.values(guardianProblems(guardian, rule.guardianBelow)).at(-1) ?? ''
}

/** The person as a minor at this parade; null for others. */
export function minorOnSite(
  { birthday, accompaniment }: OnSiteEntry,
  list: Pick<KeptList, 'parade'>,
): Minor | null {
  const rule = ageRuleOf(list)
  const day = birthday === unreadable ? null : birthday
  if (rule.guardianBelow === null || !needsGuardian(day, rule)) return null
  return { below: rule.guardianBelow, guardian: accompanimentOf(accompaniment).guardian }
}

/** The fee in cents for the age on the parade's day; an incomplete birthday counts as none. */
export function priceOnSite(
  { birthday }: OnSiteEntry,
  { parade }: Pick<KeptList, 'parade'>,
): number {
  const day = birthday === unreadable ? null : birthday
  return priceFor(ageClass(day, berlinDay(new Date())), parade)
}

/** The act that enters the person; null when something is missing. */
export function onSiteDraft(
  paradeId: number,
  entry: OnSiteEntry,
  list: Pick<KeptList, 'parade' | 'costumeTypes'>,
): EnterDraft | null {
  const { birthday, selectedCostumeTypeId } = entry
  const type = list.costumeTypes.find(({ id }) => id === selectedCostumeTypeId)
  if (missingOnSite(entry, list) || !type || birthday === unreadable) return null
  const names = { firstName: entry.firstName.trim(), lastName: entry.lastName.trim() }
  return {
    kind: 'enter',
    paradeId,
    memberName: listName(names),
    costumeType: type.name,
    priceInCent: priceOnSite(entry, list),
    minor: minorOnSite(entry, list),
    entry: {
      ...names,
      birthday,
      costumeNumber: entry.costumeNumber.trim(),
      selectedCostumeTypeId: type.id,
      ...(entry.overCapacity && { overCapacity: true }),
      ...(minorOnSite(entry, list) && accompanimentOf(entry.accompaniment)),
    },
  }
}

/** The form's fields for changing a rejected entry. */
export function entryOfAct({ entry }: EnterDraft): OnSiteEntry {
  const { firstName = '', lastName = '', birthday = null, costumeNumber = '' } = entry
  const { selectedCostumeTypeId, overCapacity = false, withoutGuardian = false } = entry
  const { name = '', phone = '', consent = false } = entry.guardian ?? {}
  const accompaniment = { guardian: { name, phone, consent }, withoutGuardian }
  const names = { firstName, lastName, birthday, costumeNumber }
  return { ...names, selectedCostumeTypeId, overCapacity, accompaniment }
}
