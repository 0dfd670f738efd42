import { unreadableDay } from '#web/lib/typed-day.ts'
import { type Day, parseTypedDate } from '#worker/domain/dates.ts'
import { maxPeople } from '#worker/domain/limits.ts'
import { type EnrolmentForm, isEmptyForm } from './enrolment-form.ts'
import { emptyPerson, hasContent, type PersonForm } from './person-form.ts'

/** The `name` attributes of the form's fields; a browser without scripts sends the fields under these names. */
export const fieldNames = {
  firstName: 'firstName',
  lastName: 'lastName',
  emailAddress: 'emailAddress',
  birthday: 'birthday',
  guardianName: 'guardian.name',
  guardianPhone: 'guardian.phone',
  guardianConsent: 'guardian.consent',
  /** The name of the checkboxes; their value is the parade's id. */
  parade: 'parade',
  costumeNumber: (paradeId: number) => `costumeNumber-${paradeId}`,
  costumeTypeId: (paradeId: number) => `costumeTypeId-${paradeId}`,
  /** The name of the checkboxes of a parade's extras; their value is the extra's id. */
  extra: (paradeId: number) => `extra-${paradeId}`,
  seats: (paradeId: number, extraId: number) => `seats-${paradeId}-${extraId}`,
} as const

/** Whether the name belongs to the form; other names in a sent form are ignored. */
export function isFieldName(name: string): boolean {
  const plain = [
    fieldNames.firstName,
    fieldNames.lastName,
    fieldNames.emailAddress,
    fieldNames.birthday,
    fieldNames.parade,
    fieldNames.guardianName,
    fieldNames.guardianPhone,
    fieldNames.guardianConsent,
  ]
  return plain.some((one) => one === name) || costumeField.test(name) || extraField.test(name)
}

/** The form of one person from its HTML fields. A value that is not an id counts as missing. */
export function formFromFields(data: FormData | URLSearchParams, today: Day): EnrolmentForm {
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const chosen = idsOf(data.getAll(fieldNames.parade))
  const birthdayText = text(fieldNames.birthday)
  const person: PersonForm = {
    ...emptyPerson,
    firstName: text(fieldNames.firstName),
    lastName: text(fieldNames.lastName),
    ...(birthdayText.trim() !== '' && {
      birthday: parseTypedDate(birthdayText, today) ?? unreadableDay,
      birthdayText,
    }),
    chosen,
    costumes: Object.fromEntries(
      paradesIn(data, costumeField).map((id) => [
        id,
        {
          costumeNumber: text(fieldNames.costumeNumber(id)),
          costumeTypeId: idOf(text(fieldNames.costumeTypeId(id))),
        },
      ]),
    ),
    extras: Object.fromEntries(
      paradesIn(data, extraField).map((id) => [
        id,
        idsOf(data.getAll(fieldNames.extra(id))).map((extraId) => ({
          id: extraId,
          quantity: idOf(text(fieldNames.seats(id, extraId))) ?? 1,
        })),
      ]),
    ),
  }
  const guardian = {
    name: text(fieldNames.guardianName),
    phone: text(fieldNames.guardianPhone),
    consent: data.has(fieldNames.guardianConsent),
    // The checkbox's value is the version of its text.
    version: idOf(text(fieldNames.guardianConsent)) ?? undefined,
  }
  const hasGuardian = guardian.name !== '' || guardian.phone !== '' || guardian.consent
  const emailAddress = text(fieldNames.emailAddress)
  return { emailAddress, people: [person], open: 0, ...(hasGuardian && { guardian }) }
}

const costumeField = /^costume(?:Number|TypeId)-(\d{1,15})$/

const extraField = /^(?:extra-(\d{1,15})|seats-\d{1,15}-\d{1,15})$/

function paradesIn(data: FormData | URLSearchParams, field: RegExp): number[] {
  return idsOf([...data.keys()].map((name) => field.exec(name)?.[1] ?? ''))
}

function idsOf(values: readonly FormDataEntryValue[]): number[] {
  return [...new Set(values.map(idOf))].filter((id) => id !== null)
}

function idOf(value: FormDataEntryValue): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null
}

/**
 * Lays what was typed before hydration over the kept draft: non-empty values win. They belong to
 * the person whose card was open, or else to a new person.
 */
export function mergeForms(kept: EnrolmentForm, typed: EnrolmentForm): EnrolmentForm {
  if (isEmptyForm(typed)) return kept
  const emailAddress = typed.emailAddress || kept.emailAddress
  const [over] = typed.people
  const at = kept.people.length === 1 ? 0 : kept.open
  if (at === null) {
    if (kept.people.length >= maxPeople) return { ...kept, emailAddress }
    const open = kept.people.length
    return { ...kept, emailAddress, people: [...kept.people, over], open }
  }
  const [first, ...others] = kept.people.map((one, index) =>
    index === at ? mergePerson(one, over) : one,
  )
  const { guardian = kept.guardian } = typed
  const people = [first ?? over, ...others] as const
  return { ...kept, emailAddress, people, ...(guardian && { guardian }) }
}

function mergePerson(kept: PersonForm, typed: PersonForm): PersonForm {
  const hasBirthday = typed.birthday !== null
  const costumes = { ...kept.costumes }
  const follows = { ...kept.follows }
  for (const [key, costume] of Object.entries(typed.costumes)) {
    if (!hasContent(costume)) continue
    const id = Number(key)
    const before = kept.costumes[id]
    costumes[id] = {
      costumeNumber: costume.costumeNumber || (before?.costumeNumber ?? ''),
      costumeTypeId: costume.costumeTypeId ?? before?.costumeTypeId ?? null,
    }
    delete follows[id]
  }
  return {
    ...kept,
    firstName: typed.firstName || kept.firstName,
    lastName: typed.lastName || kept.lastName,
    ...(hasBirthday && { birthday: typed.birthday, birthdayText: typed.birthdayText }),
    chosen: [...new Set([...kept.chosen, ...typed.chosen])],
    costumes,
    follows,
    extras: { ...kept.extras, ...typed.extras },
  }
}
