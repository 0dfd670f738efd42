import { z } from 'zod'
import { feeRules } from '#worker/guild/guild.contract.ts'
import { day, id } from '#worker/http/fields.ts'
import type { Person } from '#worker/members/members.contract.ts'

export type FeeRow = {
  memberId: number
  firstName: string
  lastName: string
  /** null = no row of the fee table fits. */
  amountInCent: number | null
  /** Why the fee is what it is: "Aktiv ab 18". */
  reason: string
  bankingIban: string
  bankingBic: string
  bankingSepaAllowed: boolean
  bankingSepaAllowedDate: string | null
  /** Why it is not collected; null = it is. A fee of zero gives its reason here. */
  obstacle: string | null
}

/** The fees of a year: everybody who is Active or Passive. */
export type MembershipFees = {
  year: number
  totalInCent: number
  collectibleInCent: number
  collectibleCount: number
  fees: FeeRow[]
}

export type { SepaRun } from '#worker/domain/errors.ts'

/** Left out: the guild's lead days from today. */
const dueDate = day().optional()

/** The file of a run that was noted, or a preview of what a new one would collect. */
export const fileQuery = z
  .object({
    run: z
      .string()
      .regex(/^\d{1,15}$/, 'Das ist keine Nummer.')
      .transform(Number)
      .optional(),
    dueDate,
  })
  .refine((asked) => asked.run === undefined || asked.dueDate === undefined, {
    path: ['dueDate'],
    message: 'Wann eine erzeugte Datei fällig ist, steht schon fest.',
  })

/** `after`: the newest run of the year that is known of; null = none. Whoever names it agrees to one more. */
export const runBody = z.object({ year: z.int(), dueDate, after: id().nullable() })

/** Whose fee is another one; null = no row of the table fits. `reason` = of the fee after the change. */
type ChangedFee = {
  member: Person
  before: number | null
  after: number | null
  reason: string
}

/** What a fee table would make of the fees of a year, by today's members. Nothing is stored. */
export type FeePreview = {
  beforeInCent: number
  afterInCent: number
  changed: ChangedFee[]
  /** For whom no row would fit. */
  withoutRow: Person[]
}

/** The whole table, as it is saved. */
export const feePreviewBody = z.object({ year: z.int().min(1900).max(2099), feeRules })
