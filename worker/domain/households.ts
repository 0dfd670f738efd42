import { fullName, isOrganization, normaliseName } from './names.ts'

/** Whom a letter can be sent to. */
export type Addressee = {
  firstName: string
  lastName: string
  addressStreet: string
  addressNumber: string
  addressPlz: string
  addressTown: string
}

/** One label: "Anna Häußler" or "Familie Häußler", and who is meant. */
export type Household<Member extends Addressee> = { name: string; members: Member[] }

/** A house number may stand in the street's field: nothing is sent without the other three. */
export function hasFullAddress(member: Addressee): boolean {
  return [member.addressStreet, member.addressPlz, member.addressTown].every((part) => part.trim())
}

/**
 * One per household: who has the same last name and address. They come where the first of them stands,
 * and the name is written as theirs is.
 */
export function householdsOf<Member extends Addressee>(
  members: readonly Member[],
): Household<Member>[] {
  const households = Map.groupBy(members, householdKey)
  return [...households.values()].map((household) => ({
    name: nameOf(household),
    members: household,
  }))
}

function nameOf([first, ...others]: readonly Addressee[]): string {
  if (!first) return ''
  return others.length > 0 ? `Familie ${first.lastName.trim()}` : fullName(first)
}

/** Members without a last name and organizations form no household. */
function householdKey(member: Addressee): unknown {
  const { lastName, addressStreet, addressNumber, addressPlz, addressTown } = member
  if (!lastName.trim() || isOrganization(member)) return member
  return JSON.stringify([
    normaliseName(lastName),
    addressKey(`${addressStreet} ${addressNumber}`),
    addressKey(addressPlz),
    addressKey(addressTown),
  ])
}

/** "Klosterweg 3 a" = "KLOSTERWEG 3a"; between two digits a blank tells one number from two. */
function addressKey(text: string): string {
  return normaliseName(text).replace(/(?<!\d) | (?!\d)/g, '')
}
