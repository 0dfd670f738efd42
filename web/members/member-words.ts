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
import type { NamedPerson } from '#worker/domain/errors.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import {
  type MemberFieldName,
  type MemberFields,
  memberField,
  memberFields,
  memberParts,
  namesOfPart,
} from '#worker/domain/member.ts'
import { fullName } from '#worker/domain/names.ts'

/** Fields whose kind does not determine their text. */
const own: { [N in MemberFieldName]?: NonNullable<FieldWords<MemberFields>[N]['show']> } = {
  memberNumber: asNumber,
  membershipState: asCode(membershipStateLabels),
  membershipActiveTimespan: asSpans,
  bankingIban: groupedIban,
  payerId: (id) => (id === null ? 'zahlt selbst' : `Mitglied ${id}`),
}

/** Labels and values for the conflict dialog of a member, in the order of the form. */
export const memberWords: ConflictWords = Object.fromEntries(
  memberParts
    .flatMap(({ id }) => namesOfPart(id))
    .map((name) => {
      const { label, kind } = memberField(name)
      const byKind =
        kind === 'day' || kind === 'birthday' ? asDay : kind === 'euro' ? asEuro : undefined
      const show = own[name] ?? byKind
      return [name, { label, ...(show && { show }) }]
    }),
)

/** The words in which a payer is shown by name; until `members` are loaded, by the id. */
export function withPayerName(
  words: ConflictWords,
  members: readonly Omit<NamedPerson, 'birthday'>[] | undefined,
): ConflictWords {
  const nameOf = (id: number | null) => {
    const person = members?.find((one) => one.id === id)
    return person ? fullName(person) : (own.payerId?.(id, null) ?? '')
  }
  return { ...words, payerId: { label: memberFields.payerId.label, show: nameOf } }
}
