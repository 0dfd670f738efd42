import { isDay } from '#worker/domain/dates.ts'
import { birthdayOf, type Costume, type EnrolmentForm, emptyForm } from './enrolment-form.ts'

const key = 'parade-enrolment-draft'

/**
 * Keeps what was typed for as long as the tab lives: over a reload, and the way to the payment.
 * @returns false where storage is full or forbidden; the form itself still holds everything
 */
export function keepDraft({ problems: _, ...typed }: EnrolmentForm): boolean {
  try {
    // Half a birthday is none yet.
    const draft = { ...typed, birthday: birthdayOf(typed) }
    window.sessionStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** null when nothing is kept, or nothing that can be read. */
export function readDraft(): EnrolmentForm | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored ? toForm({ ...stored }) : null
  } catch {
    return null
  }
}

export function dropDraft(): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Nothing could be kept there either.
  }
}

function toForm(stored: Record<string, unknown>): EnrolmentForm {
  const birthday = text(stored.birthday)
  const chosen = Array.isArray(stored.chosen) ? stored.chosen : []
  return {
    ...emptyForm,
    firstName: text(stored.firstName),
    lastName: text(stored.lastName),
    emailAddress: text(stored.emailAddress),
    birthday: isDay(birthday) ? birthday : null,
    chosen: chosen.filter((id) => typeof id === 'number'),
    costumes: costumesOf(stored.costumes),
  }
}

function costumesOf(stored: unknown): Record<number, Costume> {
  const entries = Object.entries(stored ?? {}).map(([id, costume]) => [
    id,
    {
      costumeNumber: text(costume?.costumeNumber),
      costumeTypeId: typeof costume?.costumeTypeId === 'number' ? costume.costumeTypeId : null,
    },
  ])
  return Object.fromEntries(entries)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
