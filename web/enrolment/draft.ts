import { isDay } from '#worker/domain/dates.ts'
import type { ChosenExtra } from '#worker/domain/extras.ts'
import { maxPeople } from '#worker/domain/limits.ts'
import { type EnrolmentForm, emptyForm, isEmptyForm, peopleOrEmpty } from './enrolment-form.ts'
import { birthdayOf, type Costume, emptyPerson, type PersonForm } from './person-form.ts'

/** An order whose payment was left open in this browser. */
export type KeptOrder = {
  token: string
  /** The instant until which places are held; null when none is. */
  holdUntil: string | null
  /** The form replaces this order when it is sent. */
  isReplaced: boolean
  /** The request was never answered, so the order may not exist. Not stored. */
  isUnanswered?: boolean
}

export type Draft = {
  form: EnrolmentForm
  order: KeptOrder | null
  /** The order token of a request without an answer (yet). */
  attempt?: string | null
}

/** In the server's format: 16 random bytes in hex. */
export function newOrderToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const key = 'parade-enrolment-draft'
/** The key in sessionStorage of the last e-mail address, which need not be typed again in this tab. */
const emailKey = 'parade-enrolment-email'

const dayInMs = 24 * 60 * 60 * 1000

/**
 * Stores the input for a day: over a reload, the payment and a closed tab.
 * @returns false when storage is full or blocked; the form itself still holds everything
 */
export function keepDraft({ form, order, attempt = null }: Draft): boolean {
  try {
    // A form with only the prefilled address is not a draft.
    if (!order && !attempt && (isEmptyForm(form) || isSameForm(form, formWithLastEmail()))) {
      window.localStorage.removeItem(key)
      return true
    }
    const draft = { ...writtenForm(form), order, ...(attempt && { attempt }) }
    const text = JSON.stringify(draft)
    const { savedAt: _, ...before } = storedDraft() ?? {}
    // Only changes are written, since each write notifies other tabs.
    if (JSON.stringify(before) === text) return true
    window.localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))
    return true
  } catch {
    return false
  }
}

/** null when nothing is stored, it is unreadable, or older than a day. */
export function readDraft(): Draft | null {
  try {
    const stored = storedDraft()
    if (!stored) return null
    const { savedAt } = stored
    if (typeof savedAt !== 'number' || Math.abs(Date.now() - savedAt) > dayInMs) {
      window.localStorage.removeItem(key)
      return null
    }
    const attempt = text(stored.attempt)
    const draft = { form: formFrom(stored), order: orderFrom(stored.order) }
    return attempt ? { ...draft, attempt } : draft
  } catch {
    return null
  }
}

export function canKeep(): boolean {
  try {
    window.localStorage.getItem(key)
    return true
  } catch {
    return false
  }
}

/** The enrolment is done: deletes the draft but keeps the address for the next one in this tab. */
export function finishDraft(): void {
  const emailAddress = readDraft()?.form.emailAddress
  try {
    if (emailAddress) window.sessionStorage.setItem(emailKey, emailAddress)
  } catch {
    // Storage is blocked: the address is typed again.
  }
  dropDraft()
}

export function dropDraft(): void {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** An empty form with the address of the last enrolment in this tab. */
export function formWithLastEmail(): EnrolmentForm {
  try {
    return { ...emptyForm, emailAddress: window.sessionStorage.getItem(emailKey) ?? '' }
  } catch {
    return emptyForm
  }
}

/** Deletes the address too, before another family uses the shared tablet. */
export function forgetLastEmail(): void {
  try {
    window.sessionStorage.removeItem(emailKey)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** Calls the listener when another tab has changed or deleted the draft. */
export function onChangeInOtherTab(listener: (draft: Draft | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener(readDraft())
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function isSameForm(one: EnrolmentForm, other: EnrolmentForm): boolean {
  return one.emailAddress === other.emailAddress && isEmptyForm({ ...one, emailAddress: '' })
}

function storedDraft(): Record<string, unknown> | null {
  const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null')
  return typeof stored === 'object' && stored ? { ...stored } : null
}

function writtenForm({ emailAddress, people, open, guardian }: EnrolmentForm) {
  return {
    emailAddress,
    open,
    // The consent is not stored; it must be given again.
    ...(guardian && { guardian: { ...guardian, consent: false } }),
    people: people.map(({ problems: _, birthdayText: __, ...typed }) => ({
      ...typed,
      // An incomplete birthday is not stored.
      birthday: birthdayOf(typed),
    })),
  }
}

function formFrom(stored: Record<string, unknown>): EnrolmentForm {
  const list = Array.isArray(stored.people) ? stored.people.slice(0, maxPeople) : []
  const people = peopleOrEmpty(list.filter((one) => typeof one === 'object' && one).map(personFrom))
  const { open } = stored
  const isOpen = typeof open === 'number' && open >= 0 && open < people.length
  const { name, phone }: Record<string, unknown> = { ...(stored.guardian as object) }
  return {
    ...(stored.guardian
      ? { guardian: { name: text(name), phone: text(phone), consent: false } }
      : {}),
    emailAddress: text(stored.emailAddress),
    people,
    open: people.length === 1 ? 0 : isOpen ? open : null,
  }
}

function personFrom(stored: Record<string, unknown>): PersonForm {
  const birthday = text(stored.birthday)
  const chosen = Array.isArray(stored.chosen) ? stored.chosen : []
  return {
    ...emptyPerson,
    firstName: text(stored.firstName),
    lastName: text(stored.lastName),
    birthday: isDay(birthday) ? birthday : null,
    chosen: chosen.filter((id) => typeof id === 'number'),
    costumes: costumesFrom(stored.costumes),
    follows: readFollows(stored.follows),
    extras: extrasFrom(stored.extras),
  }
}

function costumesFrom(stored: unknown): Record<number, Costume> {
  const entries = Object.entries(stored ?? {}).map(([id, costume]) => [
    id,
    {
      costumeNumber: text(costume?.costumeNumber),
      costumeTypeId: typeof costume?.costumeTypeId === 'number' ? costume.costumeTypeId : null,
    },
  ])
  return Object.fromEntries(entries)
}

function readFollows(stored: unknown): Record<number, number> {
  return Object.fromEntries(
    Object.entries(stored ?? {}).filter(([, source]) => typeof source === 'number'),
  )
}

function extrasFrom(stored: unknown): Record<number, ChosenExtra[]> {
  const entries = Object.entries(stored ?? {}).map(([paradeId, extras]) => [
    paradeId,
    (Array.isArray(extras) ? extras : []).filter(isChosenExtra),
  ])
  return Object.fromEntries(entries)
}

function isChosenExtra(one: unknown): one is ChosenExtra {
  if (typeof one !== 'object' || !one) return false
  const { id, quantity }: Partial<Record<keyof ChosenExtra, unknown>> = one
  return typeof id === 'number' && typeof quantity === 'number'
}

function orderFrom(stored: unknown): KeptOrder | null {
  if (typeof stored !== 'object' || !stored) return null
  const { token, holdUntil, isReplaced }: Record<string, unknown> = { ...stored }
  if (typeof token !== 'string' || token === '') return null
  return {
    token,
    holdUntil: typeof holdUntil === 'string' ? holdUntil : null,
    isReplaced: isReplaced === true,
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
