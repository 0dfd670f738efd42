import { ageClass } from '#worker/domain/age.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { priceFor, totalPrice } from '#worker/domain/parade.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { EnrolmentForm } from './enrolment-form.ts'

export type CostumeType = { id: number; name: string }

export type Offer = { parades: readonly EnrolmentParade[]; costumeTypes: readonly CostumeType[] }

/** A chosen parade with the costume that was given for it so far. */
export type ChosenParade = {
  parade: EnrolmentParade
  costumeNumber: string
  costumeType: CostumeType | null
}

/** In the order of the offer. What is no longer offered, parade or type, counts as not chosen. */
export function chosenParades(form: EnrolmentForm, offer: Offer): ChosenParade[] {
  return offer.parades
    .filter((parade) => form.chosen.includes(parade.id))
    .map((parade) => {
      const costume = form.costumes[parade.id]
      const type = offer.costumeTypes.find((one) => one.id === costume?.costumeTypeId)
      return { parade, costumeNumber: costume?.costumeNumber ?? '', costumeType: type ?? null }
    })
}

export const pricesFor: Record<AgeClass, string> = {
  Adult: 'Preise für Erwachsene',
  Child: 'Preise für Kinder',
}

export type ParadeLine = { id: number; title: string; about: string; priceInCent: number }

export type Sum = { lines: ParadeLine[]; totalInCent: number }

/** What the person is about to book, at the prices of their age (Spec §9). */
export function sumUp(chosen: readonly ChosenParade[], birthday: Day | null, today: Day): Sum {
  const age = ageClass(birthday, today)
  const lines = chosen.map((one) => ({
    id: one.parade.id,
    title: one.parade.title,
    about: `${germanDateWithWeekday(one.parade.date)} · ${costumeText(one)}`,
    priceInCent: priceFor(age, one.parade),
  }))
  const parades = chosen.map((one) => one.parade)
  return { lines, totalInCent: totalPrice(age, parades) }
}

function costumeText({ costumeNumber, costumeType }: ChosenParade): string {
  if (isBlank(costumeNumber) || !costumeType) return 'Kleid fehlt noch'
  return `${costumeType.name} ${costumeNumber.trim()}`
}
