import { z } from 'zod'
import { ageClasses, type MembershipState } from '#worker/domain/codes.ts'
import { isBlank, isEmailAddress } from '#worker/domain/text.ts'
import { maxLength, maxParades } from '#worker/domain/text-limits.ts'
import { day, filledLine, id, line, name } from '#worker/http/fields.ts'

const chosenParade = z.object({
  paradeId: id(),
  costumeTypeId: id(),
  costumeNumber: filledLine('Gib die Kleidernummer an.', maxLength.costumeNumber).prefault(''),
})

const chosenParades = z
  .array(chosenParade)
  .min(1, 'Wähle mindestens einen Umzug.')
  .max(maxParades, `Höchstens ${maxParades} Umzüge auf einmal.`)
  .superRefine((parades, context) => {
    const seen = new Set<number>()
    parades.forEach(({ paradeId }, index) => {
      if (seen.has(paradeId)) {
        context.addIssue({
          code: 'custom',
          path: [index, 'paradeId'],
          message: 'Dieser Umzug ist zweimal gewählt.',
        })
      }
      seen.add(paradeId)
    })
  })

export const enrolBody = z.object({
  firstName: name('Gib Deinen Vornamen an.').prefault(''),
  lastName: name('Gib Deinen Nachnamen an.').prefault(''),
  emailAddress: line(maxLength.eMail)
    .refine(isEmailAddress, 'Gib eine gültige E-Mail Adresse an.')
    .prefault(''),
  birthday: day().nullable().default(null),
  age: z.enum(ageClasses),
  successRedirectUrl: z.string().max(2000),
  errorRedirectUrl: z.string().max(2000),
  parades: chosenParades.prefault([]),
  /** The sum the page showed; another one is refused with `PriceChanged`. */
  expectedTotalInCent: z.int().min(0).optional(),
})
export type EnrolBody = z.infer<typeof enrolBody>

export type { CostumeType } from '#worker/costumes/costumes.contract.ts'

/** A parade open for public enrolment today. */
export type EnrolmentParade = {
  id: number
  title: string
  host: string
  hostTown: string
  date: string
  priceForAdultsInCent: number
  priceForChildrenInCent: number
  dateEnrolmentEnd: string
  isChildParade: boolean
}

/** The stall tablet: with a member the stored name and birthday win over what was typed. */
export const internalEnrolBody = z
  .object({
    memberId: id().nullable().default(null),
    firstName: line(maxLength.name).default(''),
    lastName: line(maxLength.name).default(''),
    birthday: day().nullable().default(null),
    parades: chosenParades.prefault([]),
  })
  .superRefine(({ memberId, firstName, lastName }, context) => {
    if (memberId !== null) return
    const missing = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (isBlank(firstName)) missing('firstName', 'Gib den Vornamen an.')
    if (isBlank(lastName)) missing('lastName', 'Gib den Nachnamen an.')
  })
export type InternalEnrolBody = z.infer<typeof internalEnrolBody>

export const participationBody = z.object({ costumeId: id(), memberId: id() })

/** The correction of a costume; the number may stay empty where it is empty. */
export const newCostumeBody = z.object({
  newCostumeTypeId: id(),
  newCostumeNumber: line(maxLength.costumeNumber).default(''),
})

export const paidBody = z.object({ paid: z.boolean() })

export const cashReturnedBody = z.object({ returned: z.boolean() })

/** `null` undoes a wrong match. */
export const matchBody = z.object({ memberId: id().nullable() })

/** Somebody who enrolled and is not matched to a member; `id` is the newest participation's. */
export type UnmatchedPerson = {
  id: number
  /** "Nachname, Vorname", as it was given. */
  memberName: string
  birthday: string | null
  parades: { id: number; title: string; date: string }[]
  /** The likeliest first. */
  suggestions: Suggestion[]
}

export type Suggestion = {
  id: number
  firstName: string
  lastName: string
  birthday: string | null
  membershipState: MembershipState
  /** One German line: "gleicher Name, ohne Geburtstag". */
  reason: string
}

/** `left`: the parades in which the member stands already; those participations stay unmatched. */
export type Matched = { linked: number; left: number[] }
