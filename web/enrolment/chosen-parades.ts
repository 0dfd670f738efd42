import { ageClass } from '#worker/domain/birthdays.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { type ChosenExtra, extraLine, maxSeats, priceOfExtra } from '#worker/domain/extras.ts'
import { needsGuardian } from '#worker/domain/minors.ts'
import { sumOfPrices } from '#worker/domain/money.ts'
import { priceFor } from '#worker/domain/parade.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { EnrolmentParade, OfferedExtra } from '#worker/enrolment/enrolment.contract.ts'
import { birthdayOf, type PersonForm } from './person-form.ts'

export type CostumeType = { id: number; name: string }

export type Offer = { parades: readonly EnrolmentParade[]; costumeTypes: readonly CostumeType[] }

/** A chosen parade with the costume given so far, and its chosen extras. */
export type ChosenParade = {
  parade: EnrolmentParade
  extras: { extra: OfferedExtra; quantity: number }[]
  costumeNumber: string
  costumeType: CostumeType | null
}

/** The chosen extras as requests have them. */
export const toChosenExtras = (extras: ChosenParade['extras']): ChosenExtra[] =>
  extras.map(({ extra, quantity }) => ({ id: extra.id, quantity }))

/** The person's choice in the order of the offer, without parades, types and extras no longer offered. */
export function chosenParades(person: PersonForm, offer: Offer): ChosenParade[] {
  return offer.parades
    .filter((parade) => person.chosen.includes(parade.id))
    .map((parade) => {
      const costume = person.costumes[parade.id]
      const type = offer.costumeTypes.find((one) => one.id === costume?.costumeTypeId)
      return {
        parade,
        extras: chosenExtras(person, parade),
        costumeNumber: costume?.costumeNumber ?? '',
        costumeType: type ?? null,
      }
    })
}

function chosenExtras({ extras }: PersonForm, parade: EnrolmentParade): ChosenParade['extras'] {
  return parade.extras.flatMap((extra) => {
    const chosen = extras[parade.id]?.find(({ id }) => id === extra.id)
    return chosen ? { extra, quantity: chosen.quantity } : []
  })
}

/** One person with the places to be booked. */
export type Entry = {
  firstName: string
  lastName: string
  birthday: Day | null
  age: AgeClass
  chosen: ChosenParade[]
  sum: Sum
}

export function entryOf(person: PersonForm, offer: Offer, today: Day): Entry {
  const birthday = birthdayOf(person)
  const chosen = chosenParades(person, offer)
  return {
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    birthday,
    age: ageClass(birthday, today),
    chosen,
    sum: computeSum(chosen, birthday, today),
  }
}

/** The age below which one of these places needs a guardian; null when none does. */
export function guardianBelowOf(
  entries: readonly Pick<Entry, 'birthday' | 'chosen'>[],
): number | null {
  for (const { birthday, chosen } of entries) {
    const strict = chosen.find(({ parade }) => needsGuardian(birthday, parade))
    if (strict) return strict.parade.guardianBelow
  }
  return null
}

type Choice = Pick<Entry, 'chosen'>

/** Whether these people can only wait: a chosen parade is shown as full, or has more of an extra than is free. */
export const isForWaitingList = (entries: readonly Choice[]): boolean =>
  canWait(entries) && entries.some(({ chosen }) => chosen.some(isFull))

/** Whether the waiting lists of all chosen parades are open. */
export const canWait = (entries: readonly Choice[]): boolean =>
  !entries.some(({ chosen }) => chosen.some(({ parade }) => parade.isTooLate))

const isFull = ({ parade, extras }: ChosenParade): boolean =>
  parade.freePlaces === 0 ||
  extras.some(({ extra, quantity }) => quantity > (extra.freePlaces ?? maxSeats))

export const toWaitingList = 'Auf die Warteliste'

/** The label of a sum that is paid only once places are free. */
export const paidLater = 'Später zu bezahlen'

export function totalOf(entries: readonly Entry[]): number {
  return entries.reduce((total, { sum }) => total + sum.totalInCent, 0)
}

/** "Emma Straßer", or "2. Person" until a first name is typed. */
export function personLabel(
  { firstName, lastName }: Pick<Entry, 'firstName' | 'lastName'>,
  index: number,
): string {
  // The last name is prefilled, so alone it does not identify the person.
  return isBlank(firstName) ? `${index + 1}. Person` : `${firstName.trim()} ${lastName.trim()}`
}

export const pricesFor: Record<AgeClass, string> = {
  Adult: 'Preise für Erwachsene',
  Child: 'Preise für Kinder',
}

/** A line of the summary. `priceInCent` is without the extras, which have prices of their own. */
export type ParadeLine = {
  id: number
  title: string
  about: string
  priceInCent: number
  extras: { id: number; text: string; priceInCent: number }[]
}

export type Sum = { lines: ParadeLine[]; totalInCent: number }

/** The parades and extras with the prices for the person's age (Spec §9). */
export function computeSum(chosen: readonly ChosenParade[], birthday: Day | null, today: Day): Sum {
  const age = ageClass(birthday, today)
  const lines = chosen.map((one) => ({
    id: one.parade.id,
    title: one.parade.title,
    about: `${germanDateWithWeekday(one.parade.date)} · ${costumeText(one)}`,
    priceInCent: priceFor(age, one.parade),
    extras: one.extras.map(({ extra, quantity }) => ({
      id: extra.id,
      text: extraLine(extra, quantity),
      priceInCent: priceOfExtra(age, extra, quantity),
    })),
  }))
  const totalInCent = sumOfPrices(lines.flatMap((line) => [line, ...line.extras]))
  return { lines, totalInCent }
}

function costumeText({ costumeNumber, costumeType }: ChosenParade): string {
  if (isBlank(costumeNumber) || !costumeType) return 'Kleid fehlt noch'
  return `${costumeType.name} ${costumeNumber.trim()}`
}

export function paradeCount(count: number): string {
  return count === 1 ? '1 Umzug' : `${count} Umzüge`
}

/** The button's label (Spec §2); with several people it names how many. */
export function enrolButtonText(parades: number, people = 1): string {
  if (people > 1) return `Für ${people} Personen anmelden`
  if (parades === 0) return 'Für Umzüge anmelden'
  return parades === 1 ? 'Für 1 Umzug anmelden' : `Für ${parades} Umzüge anmelden`
}
