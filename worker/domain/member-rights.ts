import type { Role } from './codes.ts'
import {
  type MemberFieldName,
  type MemberPart,
  memberField,
  memberFieldNames,
  memberParts,
  namesOfPart,
} from './member.ts'
import { can } from './rights.ts'

// Which fields of a member an office may change (docs/rules.md, "Rollen").

type User = { roles: readonly Role[] } | null

/** Bank data and the personal fee are the treasury's; who pays for whom is entered by both offices. */
export function mayChangeField(user: User, name: MemberFieldName): boolean {
  if (name === 'payerId') return can(user, 'changeMembers')
  const { group } = memberField(name)
  return can(user, group === 'bank' || group === 'fee' ? 'keepTreasury' : 'keepMembers')
}

/** The parts of the form with a field that the user may change. */
export const changeableParts = (user: User): MemberPart[] =>
  memberParts
    .map(({ id }) => id)
    .filter((part) => namesOfPart(part).some((name) => mayChangeField(user, name)))

export const changeableFields = (user: User): MemberFieldName[] =>
  memberFieldNames.filter((name) => mayChangeField(user, name))
