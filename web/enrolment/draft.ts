import { isDay } from '#worker/domain/dates.ts'
import { maxPeople } from '#worker/domain/limits.ts'
import { type EnrolmentForm, emptyForm, isEmptyForm, peopleOf } from './enrolment-form.ts'
import { birthdayOf, type Costume, emptyPerson, type PersonForm } from './person-form.ts'

/** An order whose payment this browser has left behind. */
export type KeptOrder = {
  token: string
  /** An instant; null when nothing is held. */
  holdUntil: string | null
  /** What is in the form stands for it: the next enrolment takes its place. */
  isReplaced: boolean
  /** Its answer never came: there may be no such order. Not kept. */
  isUnheard?: boolean
}

export type Draft = {
  form: EnrolmentForm
  order: KeptOrder | null
  /** What an enrolment was sent as whose answer has not come (yet): the order's token, should there be one. */
  attempt?: string | null
}

/** As the server makes them. */
export function newOrderToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const key = 'parade-enrolment-draft'
/** In the tab alone: who has just enrolled need not write it again. */
const emailKey = 'parade-enrolment-email'

const dayInMs = 24 * 60 * 60 * 1000

/**
 * Keeps what was typed for a day: over a reload, the way to the payment, and a closed tab.
 * @returns false where storage is full or forbidden; the form itself still holds everything
 */
export function keepDraft({ form, order, attempt = null }: Draft): boolean {
  try {
    // The address of the enrolment just done is no draft yet.
    if (!order && !attempt && (isEmptyForm(form) || isSameForm(form, freshForm()))) {
      window.localStorage.removeItem(key)
      return true
    }
    const draft = { ...writtenForm(form), order, ...(attempt && { attempt }) }
    const text = JSON.stringify(draft)
    const { savedAt: _, ...before } = storedDraft() ?? {}
    // Another tab is told of changes alone.
    if (JSON.stringify(before) === text) return true
    window.localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))
    return true
  } catch {
    return false
  }
}

/** null when nothing is kept, nothing that can be read, or for longer than a day. */
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

/** Whether the browser remembers anything at all. */
export function canKeep(): boolean {
  try {
    window.localStorage.getItem(key)
    return true
  } catch {
    return false
  }
}

/** This enrolment is done: all is forgotten but the address, for the next one in this tab. */
export function finishDraft(): void {
  const emailAddress = readDraft()?.form.emailAddress
  try {
    if (emailAddress) window.sessionStorage.setItem(emailKey, emailAddress)
  } catch {
    // It is typed once more then.
  }
  dropDraft()
}

export function dropDraft(): void {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Nothing could be kept there either.
  }
}

/** An empty form, with the address of the enrolment just done. */
export function freshForm(): EnrolmentForm {
  try {
    return { ...emptyForm, emailAddress: window.sessionStorage.getItem(emailKey) ?? '' }
  } catch {
    return emptyForm
  }
}

/** Nothing of anybody is left, the address neither: the tablet goes to the next family. */
export function forgetEmail(): void {
  try {
    window.sessionStorage.removeItem(emailKey)
  } catch {
    // Nothing could be kept there either.
  }
}

/** Calls when another tab has changed, or finished, what is kept. */
export function onOtherTab(listener: (draft: Draft | null) => void): () => void {
  const changed = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener(readDraft())
  }
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}

function isSameForm(one: EnrolmentForm, other: EnrolmentForm): boolean {
  return one.emailAddress === other.emailAddress && isEmptyForm({ ...one, emailAddress: '' })
}

function storedDraft(): Record<string, unknown> | null {
  const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null')
  return typeof stored === 'object' && stored ? { ...stored } : null
}

function writtenForm({ emailAddress, people, open }: EnrolmentForm) {
  return {
    emailAddress,
    open,
    people: people.map(({ problems: _, birthdayText: __, ...typed }) => ({
      ...typed,
      // Half a birthday is none yet.
      birthday: birthdayOf(typed),
    })),
  }
}

function formFrom(stored: Record<string, unknown>): EnrolmentForm {
  const list = Array.isArray(stored.people) ? stored.people.slice(0, maxPeople) : []
  const people = peopleOf(list.filter((one) => typeof one === 'object' && one).map(personFrom))
  const { open } = stored
  const isOpen = typeof open === 'number' && open >= 0 && open < people.length
  return {
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
    follows: followsFrom(stored.follows),
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

function followsFrom(stored: unknown): Record<number, number> {
  return Object.fromEntries(
    Object.entries(stored ?? {}).filter(([, source]) => typeof source === 'number'),
  )
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
