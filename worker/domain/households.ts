import { fullName, isOrganization, normaliseName } from './names.ts'

/** The recipient of a letter. */
export type Addressee = {
  firstName: string
  lastName: string
  addressStreet: string
  addressNumber: string
  addressPlz: string
  addressTown: string
}

/** One address label: "Anna Häußler" or "Familie Häußler", with its members. */
export type Household<Member extends Addressee> = { name: string; members: Member[] }

/** Whether a letter can be addressed. The house number may stand in the street, so its own field may be empty. */
export function hasFullAddress(member: Addressee): boolean {
  return [member.addressStreet, member.addressPlz, member.addressTown].every((part) => part.trim())
}

/**
 * Groups members with the same last name and address into one household. A household stands at the
 * position of its first member and takes the spelling of that member's name.
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

type Address = Pick<Addressee, 'addressStreet' | 'addressNumber' | 'addressPlz' | 'addressTown'>

/** Whether both addresses are the same apart from their spelling; false without a street. */
export function sharesAddress(one: Address, other: Address): boolean {
  return one.addressStreet.trim() !== '' && addressOf(one) === addressOf(other)
}

function addressOf({ addressStreet, addressNumber, addressPlz, addressTown }: Address): string {
  const parts = [`${addressStreet} ${addressNumber}`, addressPlz, addressTown]
  return JSON.stringify(parts.map(addressKey))
}

/** Members with the same key share a household. Without a last name, and for organizations, the key is the member. */
function householdKey(member: Addressee): unknown {
  if (!member.lastName.trim() || isOrganization(member)) return member
  return JSON.stringify([normaliseName(member.lastName), addressOf(member)])
}

/**
 * The form in which streets are compared: "Klosterstraße 3 a", "KLOSTERSTR. 3a" and "Kloster Str. 3a" are the same. A
 * blank between two digits is kept, since it separates two numbers.
 */
function addressKey(text: string): string {
  return normaliseName(text)
    .replace(/str(?:asse|\.)(?![a-z])/g, 'str')
    .replace(/(?<!\d) | (?!\d)/g, '')
}
