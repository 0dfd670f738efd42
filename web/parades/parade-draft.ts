import type { ParadeBody, ParadeDay } from '#web/data/parades.ts'
import {
  type FieldReader,
  optionalDay,
  optionalNumber,
  optionalTime,
  readFields,
  type TypedDay,
} from '#web/lib/typed.ts'
import type { Day } from '#worker/domain/dates.ts'
import { parseTypedEuro, typedEuro } from '#worker/domain/money.ts'
import { withoutTimes } from '#worker/domain/parade.ts'
import type { DraftFields, Parade } from '#worker/parades/parades.contract.ts'
import { departuresReader } from './departure-rows.tsx'
import { type ExtraDraft, extraDraftOf, extrasReader } from './extra-rows.tsx'

type Typed =
  | 'paradeNumber'
  | 'capacity'
  | 'minAge'
  | 'guardianBelow'
  | 'priceForAdultsInCent'
  | 'priceForChildrenInCent'
  | 'timeEnrolmentStart'
  | 'timeEnrolmentEnd'
  | 'timeStart'
  | 'lineUpNumber'
  | 'lineUpPlace'

/** A parade in the form: numbers, prices, days and times as typed. */
export type ParadeDraft = Omit<ParadeBody, Typed | ParadeDay | 'extras'> &
  Record<Typed, string> & { extras: ExtraDraft[] } & Record<ParadeDay, TypedDay>

/** By default enrolment starts today and costs nothing. */
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
    ...typedTimes(withoutTimes),
    departures: [],
    capacity: '',
    ...typedAges(withoutTimes),
    extras: [],
    priceForAdultsInCent: typedEuro(0),
    priceForChildrenInCent: typedEuro(0),
  }
}

/** Filled from the last season's parade, with the next free number. */
export function draftOfProposal(
  { id: _, ...proposed }: DraftFields & { id: number },
  nextNumber: number | null,
): ParadeDraft {
  return {
    ...proposed,
    ...typedTimes(proposed),
    capacity: typedNumber(proposed.capacity ?? 0),
    ...typedAges(proposed),
    // New extras: the ids belong to the last season's parade.
    extras: proposed.extras.map(({ id: _id, ...extra }) => extraDraftOf(extra)),
    paradeNumber: typedNumber(nextNumber ?? 0),
    priceForAdultsInCent: typedEuro(proposed.priceForAdultsInCent),
    priceForChildrenInCent: typedEuro(proposed.priceForChildrenInCent),
  }
}

export function draftOf(parade: Parade): ParadeDraft {
  const { id: _, registrationCount: _r, participationCount: _p, takenCount: _t, ...fields } = parade
  return {
    ...fields,
    ...typedTimes(parade),
    capacity: typedNumber(parade.capacity ?? 0),
    ...typedAges(parade),
    extras: parade.extras.map(extraDraftOf),
    paradeNumber: typedNumber(parade.paradeNumber),
    priceForAdultsInCent: typedEuro(parade.priceForAdultsInCent),
    priceForChildrenInCent: typedEuro(parade.priceForChildrenInCent),
  }
}

export function readParadeForm(draft: ParadeDraft) {
  return readFields(draft, {
    date: optionalDay,
    dateEnrolmentStart: optionalDay,
    dateEnrolmentEnd: optionalDay,
    timeEnrolmentStart: optionalTime,
    timeEnrolmentEnd: optionalTime,
    timeStart: optionalTime,
    lineUpNumber: orNull,
    lineUpPlace: orNull,
    departures: departuresReader,
    extras: extrasReader,
    capacity: optionalNumber(null, 'Gib die Zahl der Plätze an, nur mit Ziffern.'),
    minAge: optionalNumber(null, agesOnly),
    guardianBelow: optionalNumber(null, agesOnly),
    paradeNumber,
    priceForAdultsInCent: price('8,00'),
    priceForChildrenInCent: price('4,00'),
  })
}

type Times = Pick<
  Parade,
  'timeEnrolmentStart' | 'timeEnrolmentEnd' | 'timeStart' | 'lineUpNumber' | 'lineUpPlace'
>

const typedTimes = (stored: Times): Record<keyof Times, string> => ({
  timeEnrolmentStart: stored.timeEnrolmentStart ?? '',
  timeEnrolmentEnd: stored.timeEnrolmentEnd ?? '',
  timeStart: stored.timeStart ?? '',
  lineUpNumber: stored.lineUpNumber ?? '',
  lineUpPlace: stored.lineUpPlace ?? '',
})

const agesOnly = 'Gib ganze Jahre an, nur mit Ziffern.'

/** The two ages as typed; empty means the guild's rule, and 0 that this parade has no such rule. */
const typedAges = ({ minAge, guardianBelow }: Pick<Parade, 'minAge' | 'guardianBelow'>) => ({
  // Undefined in proposals that an earlier release has stored.
  minAge: String(minAge ?? ''),
  guardianBelow: String(guardianBelow ?? ''),
})

const orNull: FieldReader<string, string | null> = (typed) => ({ value: typed.trim() || null })

/** Reads the parade's number; an empty text is 0. */
const paradeNumber: FieldReader<string, number> = (typed) =>
  /^\s*\d*\s*$/.test(typed)
    ? { value: Number(typed) }
    : { problem: 'Das ist keine Nummer. Schreib nur Ziffern.' }

function price(example: string): FieldReader<string, number> {
  return (typed) => {
    const cents = parseTypedEuro(typed)
    if (cents === null) return { problem: `Das ist kein Preis. Schreib ihn so: ${example}` }
    return { value: cents }
  }
}

function typedNumber(number: number): string {
  return number === 0 ? '' : String(number)
}
