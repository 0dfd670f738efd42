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

/** The house number may be part of the street, so the other three fields are required. */
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

/** Whether both live at the same address, however it is written; never without a street. */
export function sharesAddress(one: Address, other: Address): boolean {
  return one.addressStreet.trim() !== '' && addressOf(one) === addressOf(other)
}

function addressOf({ addressStreet, addressNumber, addressPlz, addressTown }: Address): string {
  const parts = [`${addressStreet} ${addressNumber}`, addressPlz, addressTown]
  return JSON.stringify(parts.map(addressKey))
}

/** Members without a last name and organizations are not grouped. */
function householdKey(member: Addressee): unknown {
  if (!member.lastName.trim() || isOrganization(member)) return member
  return JSON.stringify([normaliseName(member.lastName), addressOf(member)])
}

/**
 * Makes "Klosterstraße 3 a" equal "KLOSTERSTR. 3a" and "Kloster Str. 3a"; a blank between two digits is kept, since
 * it separates two numbers.
 */
function addressKey(text: string): string {
  return normaliseName(text)
    .replace(/str(?:asse|\.)(?![a-z])/g, 'str')
    .replace(/(?<!\d) | (?!\d)/g, '')
}
