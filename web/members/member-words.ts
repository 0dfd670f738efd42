import {
  asCode,
  asDay,
  asEuro,
  asNumber,
  asSpans,
  type ConflictWords,
  type FieldWords,
} from '#web/lib/conflict-words.ts'
import { groupedIban } from '#web/lib/iban.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { type FieldName, fieldOf, memberFields } from './member-sections.ts'

/** Fields that their kind alone does not say how to show. */
const own: { [N in FieldName]?: NonNullable<FieldWords<MemberFields>[N]['show']> } = {
  memberNumber: asNumber,
  membershipState: asCode(membershipStateLabels),
  membershipActiveTimespan: asSpans,
  bankingIban: groupedIban,
}

/** Where two people have changed the same field of a member. */
export const memberWords: ConflictWords = Object.fromEntries(
  (Object.keys(memberFields) as FieldName[]).map((name) => {
    const { label, kind } = fieldOf(name)
    const byKind =
      kind === 'day' || kind === 'birthday' ? asDay : kind === 'euro' ? asEuro : undefined
    const show = own[name] ?? byKind
    return [name, { label, ...(show && { show }) }]
  }),
)
