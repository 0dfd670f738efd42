import { addDays, type Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { germanEuro, parseTypedEuro } from '#worker/domain/money.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import type { ParadeBody, ParadeDay } from './parades.api.ts'

type Typed = 'paradeNumber' | 'priceForAdultsInCent' | 'priceForChildrenInCent'

/** A parade as it is being written: numbers and prices as typed. */
export type ParadeDraft = Omit<ParadeBody, Typed> &
  Record<Typed, string> & {
    /** In these fields stands a text that is no date. */
    isBroken: Record<ParadeDay, boolean>
  }

const nothingBroken = { date: false, dateEnrolmentStart: false, dateEnrolmentEnd: false }

/** Enrolment starts today and is free of charge, until somebody writes something else. */
export function newDraft(today: Day, nextNumber: number | null): ParadeDraft {
  return {
    title: '',
    host: '',
    hostPlz: '',
    hostTown: '',
    date: null,
    paradeNumber: typedNumber(nextNumber ?? 0),
    isChildParade: false,
    comment: '',
    dateEnrolmentStart: today,
    dateEnrolmentEnd: null,
    priceForAdultsInCent: typedEuro(0),
    priceForChildrenInCent: typedEuro(0),
    isBroken: nothingBroken,
  }
}

export function draftOf(parade: Parade): ParadeDraft {
  const { id: _, registrationCount: _r, participationCount: _p, ...fields } = parade
  return {
    ...fields,
    paradeNumber: typedNumber(parade.paradeNumber),
    priceForAdultsInCent: typedEuro(parade.priceForAdultsInCent),
    priceForChildrenInCent: typedEuro(parade.priceForChildrenInCent),
    isBroken: nothingBroken,
  }
}

/** What can be sent, or why it cannot be read. Everything readable is left to the server. */
export function readDraft(draft: ParadeDraft): { body: ParadeBody } | { problems: FieldMessages } {
  const { isBroken, ...fields } = draft
  const paradeNumber = parseNumber(draft.paradeNumber)
  const priceForAdultsInCent = parseTypedEuro(draft.priceForAdultsInCent)
  const priceForChildrenInCent = parseTypedEuro(draft.priceForChildrenInCent)
  if (
    paradeNumber === null ||
    priceForAdultsInCent === null ||
    priceForChildrenInCent === null ||
    Object.values(isBroken).includes(true)
  ) {
    const unreadable = { paradeNumber, priceForAdultsInCent, priceForChildrenInCent }
    return { problems: problemsOf(unreadable, isBroken) }
  }
  return { body: { ...fields, paradeNumber, priceForAdultsInCent, priceForChildrenInCent } }
}

const sentences: Record<Typed, string> = {
  paradeNumber: 'Das ist keine Nummer. Schreib nur Ziffern.',
  priceForAdultsInCent: 'Das ist kein Preis. Schreib ihn so: 8,00',
  priceForChildrenInCent: 'Das ist kein Preis. Schreib ihn so: 4,00',
}
const notADate = 'Das ist kein gültiges Datum. Schreib es so: 17.01.2027'

function problemsOf(
  numbers: Record<Typed, number | null>,
  isBroken: Record<ParadeDay, boolean>,
): FieldMessages {
  const typed = Object.entries(sentences).filter(([field]) => numbers[field as Typed] === null)
  const days = Object.entries(isBroken).filter(([, broken]) => broken)
  return Object.fromEntries([...typed, ...days.map(([field]) => [field, notADate])])
}

/** No number is the number 0. */
function parseNumber(typed: string): number | null {
  return /^\s*\d*\s*$/.test(typed) ? Number(typed) : null
}

function typedNumber(number: number): string {
  return number === 0 ? '' : String(number)
}

/** "8,00": the field shows the € itself. */
function typedEuro(cents: number): string {
  return germanEuro(cents).replace('\u00a0€', '')
}

/**
 * The enrolment days that fit a new parade's date: from today to the day before the parade. For a
 * parade that is over, or today, no other day is left than its own.
 */
export function suggestEnrolment(date: Day, today: Day): { start: Day; end: Day } {
  const start = date < today ? date : today
  const dayBefore = addDays(date, -1)
  return { start, end: dayBefore < start ? date : dayBefore }
}
