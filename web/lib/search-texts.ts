import { germanDate } from '#worker/domain/dates.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { costumeNumberKey, listName } from '#worker/domain/names.ts'
import { searchTextOf } from './word-search.ts'

// What members and costumes are found by: in their lists, and by the search from everywhere.

type SearchedMember = Pick<
  MemberFields,
  | 'lastName'
  | 'firstName'
  | 'maidenName'
  | 'memberNumber'
  | 'birthday'
  | 'addressPlz'
  | 'addressTown'
  | 'eMail'
  | 'phone'
  | 'phoneMobile'
>

/** Names first, that of birth too; number, birthday, where they live, e-mail and telephone. */
export function memberSearchText(member: SearchedMember): string {
  const { firstName, lastName, maidenName, memberNumber, birthday } = member
  const { addressPlz, addressTown, eMail, phone, phoneMobile } = member
  const words = [lastName, firstName, maidenName, addressPlz, addressTown, eMail]
  if (memberNumber > 0) words.push(String(memberNumber))
  if (birthday) words.push(germanDate(birthday))
  return searchTextOf(words, [phone, phoneMobile])
}

type SearchedCostume = {
  number: string
  type: { name: string }
  registeredUntil: string | null
  currentOwner: { firstName: string; lastName: string } | null
}

/** Of a costume that nobody has. */
export const withTheGuild = 'bei der Zunft'

/** Type and number, and who has it: a name, or the guild. */
export function costumeSearchText(costume: SearchedCostume): string {
  const { number, type, currentOwner, registeredUntil } = costume
  const words = [type.name, number, costumeNumberKey(number)]
  if (currentOwner) words.push(listName(currentOwner))
  else if (!registeredUntil) words.push(withTheGuild)
  return searchTextOf(words)
}
