import { z } from 'zod'
import { day } from '#worker/http/fields.ts'

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

/** A file that was made. */
export type SepaRun = {
  id: number
  createdAt: string
  /** "Sabine Kächele" */
  createdBy: string
  year: number
  dueDate: string
  count: number
  sumInCent: number
  messageId: string
}

/** Left out: the guild's lead days from today. */
export const dueDateQuery = z.object({ dueDate: day().optional() })
