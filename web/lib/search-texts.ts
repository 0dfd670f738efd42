import { germanDate } from '#worker/domain/dates.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { costumeNumberKey, listName } from '#worker/domain/names.ts'
import { searchTextOf } from './word-search.ts'

// The texts that find members and costumes, in their lists and in the global search.

type SearchedMember = Pick<
  MemberFields,
  | 'lastName'
  | 'firstName'
  | 'maidenName'
  | 'memberNumber'
  | 'birthday'
  | 'addressStreet'
  | 'addressNumber'
  | 'addressPlz'
  | 'addressTown'
  | 'eMail'
  | 'phone'
  | 'phoneMobile'
>

/** The text by which a member is found: names, maiden name, number, birthday, address, e-mail and telephone. */
export function memberSearchText(member: SearchedMember): string {
  const { firstName, lastName, maidenName, memberNumber, birthday } = member
  const { addressStreet, addressNumber, addressPlz, addressTown, eMail, phone, phoneMobile } =
    member
  const street = [...streetSpellings(addressStreet), addressNumber]
  const words = [lastName, firstName, maidenName, ...street, addressPlz, addressTown, eMail]
  if (memberNumber > 0) words.push(String(memberNumber))
  if (birthday) words.push(germanDate(birthday))
  return searchTextOf(words, [phone, phoneMobile])
}

/** The spellings of a street by which it is found: "Hauptstr. 5" also as "Hauptstraße 5". */
function streetSpellings(street: string): string[] {
  const whole = street.replace(/str\.?(?=\s|\d|$)/gi, 'straße')
  return whole === street ? [street] : [street, whole]
}

type SearchedCostume = {
  number: string
  type: { name: string }
  registeredUntil: string | null
  currentOwner: { firstName: string; lastName: string } | null
}

/** Shown and found as the owner of a costume that belongs to no member. */
export const guildAsOwner = 'bei der Zunft'

/** The text by which a costume is found: its type, its number, and the name of its owner or of the guild. */
export function costumeSearchText(costume: SearchedCostume): string {
  const { number, type, currentOwner, registeredUntil } = costume
  const words = [type.name, number, costumeNumberKey(number)]
  if (currentOwner) words.push(listName(currentOwner))
  else if (!registeredUntil) words.push(guildAsOwner)
  return searchTextOf(words)
}
