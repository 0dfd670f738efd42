import {
  accompanimentOf,
  noTypedGuardian,
  type TypedGuardian,
} from '#web/components/guardian-fields.tsx'
import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { ageClass } from '#worker/domain/birthdays.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import {
  type ChosenExtra,
  maxSeats,
  type OfferedExtra,
  priceOfExtra,
} from '#worker/domain/extras.ts'
import {
  type AgeRule,
  ageProblem,
  guardianProblems,
  type Minor,
  needsGuardian,
} from '#worker/domain/minors.ts'
import { listName } from '#worker/domain/names.ts'
import { priceFor } from '#worker/domain/parade.ts'
import { extrasOfRow } from './list.ts'
import type { EnterDraft, KeptList, ShownRow } from './outbox/acts.ts'

export type OnSiteEntry = {
  firstName: string
  lastName: string
  birthday: TypedDay
  costumeNumber: string
  selectedCostumeTypeId: number | null
  /** Whether the user confirmed that the entry may exceed the parade's places. */
  overCapacity: boolean
  accompaniment: TypedGuardian
  extras: readonly ChosenExtra[]
}

export const emptyEntry: OnSiteEntry = {
  firstName: '',
  lastName: '',
  birthday: null,
  costumeNumber: '',
  selectedCostumeTypeId: null,
  overCapacity: false,
  accompaniment: noTypedGuardian,
  extras: [],
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

/** Adult or child today; an incomplete birthday counts as none. */
export function ageOnSite({ birthday }: OnSiteEntry): AgeClass {
  return ageClass(birthday === unreadable ? null : birthday, berlinDay(new Date()))
}

/** The fee with the extras, in cents. */
export function priceOnSite(entry: OnSiteEntry, list: Pick<KeptList, 'parade'>): number {
  const age = ageOnSite(entry)
  const extras = chosenExtras(entry, list)
  return extras.reduce(
    (sum, extra) => sum + priceOfExtra(age, extra, extra.quantity),
    priceFor(age, list.parade),
  )
}

/**
 * The extras of the parade, with what is free without the people whom this device has entered since the list was
 * loaded. Lists stored by an earlier release have no extras.
 */
export function extrasOnSite(
  { parade }: Pick<KeptList, 'parade'>,
  rows: readonly ShownRow[],
): readonly OfferedExtra[] {
  const booked = rows.filter(isEnteredHere).flatMap(extrasOfRow)
  const offered = (parade.extras as OfferedExtra[] | undefined) ?? []
  return offered.map((extra) => {
    const same = booked.filter(({ id }) => id === extra.id)
    return { ...extra, freePlaces: without(extra.freePlaces, sumOfQuantities(same)) }
  })
}

/** Whether the entry needs more places or extras than are free, so that the helper has to confirm it. */
export function isOverCapacity(
  entry: OnSiteEntry,
  list: Pick<KeptList, 'parade'>,
  rows: readonly ShownRow[],
): boolean {
  const { freePlaces = null } = list.parade
  const isFull = without(freePlaces, rows.filter(isEnteredHere).length) === 0
  return (
    isFull ||
    extrasOnSite(list, rows).some(
      (extra) => quantityOf(entry, extra) > (extra.freePlaces ?? maxSeats),
    )
  )
}

/** A person whom the list does not contain yet. */
const isEnteredHere = ({ id }: ShownRow) => id < 0

const without = (free: number | null, count: number) =>
  free === null ? null : Math.max(0, free - count)

const sumOfQuantities = (extras: readonly ChosenExtra[]) =>
  extras.reduce((sum, { quantity }) => sum + quantity, 0)

/** How many of this extra are chosen; 0 = none. */
function quantityOf({ extras }: OnSiteEntry, { id }: Pick<OfferedExtra, 'id'>): number {
  return extras.find((one) => one.id === id)?.quantity ?? 0
}

/** The chosen extras that the parade still offers. */
function chosenExtras(entry: OnSiteEntry, list: Pick<KeptList, 'parade'>) {
  return extrasOnSite(list, []).flatMap((extra) => {
    const quantity = quantityOf(entry, extra)
    return quantity > 0 ? { ...extra, quantity } : []
  })
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
  const extras = chosenExtras(entry, list)
  return {
    kind: 'enter',
    paradeId,
    memberName: listName(names),
    costumeType: type.name,
    priceInCent: priceOnSite(entry, list),
    minor: minorOnSite(entry, list),
    ...(extras.length > 0 && {
      extras: extras.map(({ id, title, kind, quantity }) => ({ id, title, kind, quantity })),
    }),
    entry: {
      ...names,
      birthday,
      costumeNumber: entry.costumeNumber.trim(),
      selectedCostumeTypeId: type.id,
      ...(extras.length > 0 && { extras: extras.map(({ id, quantity }) => ({ id, quantity })) }),
      ...(entry.overCapacity && { overCapacity: true }),
      ...(minorOnSite(entry, list) && accompanimentOf(entry.accompaniment)),
    },
  }
}

/** The form's fields for changing a rejected entry. */
export function entryOfAct({ entry, extras = [] }: EnterDraft): OnSiteEntry {
  const { firstName = '', lastName = '', birthday = null, costumeNumber = '' } = entry
  const { selectedCostumeTypeId, overCapacity = false, withoutGuardian = false } = entry
  const { name = '', phone = '', consent = false } = entry.guardian ?? {}
  const accompaniment = { guardian: { name, phone, consent }, withoutGuardian }
  const names = { firstName, lastName, birthday, costumeNumber }
  return { ...names, selectedCostumeTypeId, overCapacity, accompaniment, extras }
}
