import { z } from 'zod'
import { maxLength } from '#worker/domain/limits.ts'
import type { RetentionRule } from '#worker/domain/retention.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import { filledLine } from '#worker/http/fields.ts'
import type { FormerMember } from './former-members.queries.ts'

/** "Vorname Nachname", typed by hand. */
export const anonymiseBody = z.object({
  name: filledLine('Gib den Namen des Mitglieds ein.', 2 * maxLength.name + 1),
})

export const disclosureBody = z.object({
  emailAddress: filledLine('Gib die E-Mail Adresse an.', maxLength.eMail).refine(
    isEmailAddress,
    'Das ist keine gültige E-Mail Adresse.',
  ),
})

/** Whether a mail with the link is sent; the link itself only on a local machine. */
export type DisclosureSent = { sent: boolean; link?: string }

/** When a rule last ran, and how many rows it deleted that night; null = never. */
export type RuleRun = { rule: RetentionRule; last: { at: string; rowCount: number } | null }

export type Retention = {
  rules: RuleRun[]
  /** Former members who could be anonymised: only proposed. */
  members: FormerMember[]
}

export type { FormerMember }
