import { z } from 'zod'
import { ageClasses } from '#worker/domain/codes.ts'
import { isEmailAddress } from '#worker/domain/email.ts'
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

export type EnrolResult = { enrolSuccessful: boolean; redirectUrl: string }

/** What stands in a refusal beside `code`, `message` and `fields`. */
export type EnrolRefusalDetails = {
  /** PersonAlreadyEnrolled, CostumeAlreadyEnrolled, EnrolmentClosed: the parades meant. */
  parades?: number[]
  /** The open payment of the same e-mail address that holds the place. */
  openPaymentUrl?: string
  /** PriceChanged: the sum as it is now. */
  totalInCent?: number
}
