import {
  apostrophes,
  basicLatin,
  cleanLine,
  dashes,
  withoutBlanks,
  withoutInvisible,
} from './text.ts'

/**
 * The form in which names are compared and searched: cleaned, lower case, in basic Latin (ä = ae, ß
 * = ss, ø = o, accents dropped), with plain apostrophes and dashes and no blanks around a hyphen.
 */
export function normaliseName(name: string): string {
  const plain = /^[a-z]+$/.test(name) ? name : withoutInvisible(cleanLine(name))
  return basicLatin(plain.replace(apostrophes, "'").replace(dashes, '-'))
    .toLocaleLowerCase('de')
    .replace(/ ?- ?/g, '-')
    .replace(/ +/g, ' ')
    .trim()
}

type FullName = { firstName: string; lastName: string }

/** Compares names for the order of lists: by last name, then by first name, both in normalised form. */
export function compareNames(a: FullName, b: FullName): number {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  return (
    compare(normaliseName(a.lastName), normaliseName(b.lastName)) ||
    compare(normaliseName(a.firstName), normaliseName(b.firstName))
  )
}

/** Whether the name is that of an organization, which has only a last name: "Gasthaus Krone GmbH". */
export function isOrganization({ firstName, lastName }: FullName): boolean {
  return firstName.trim() === '' && lastName.trim() !== ''
}

/** First and last name, "Annegret Gruber"; the last name alone for an organization. */
export function fullName({ firstName, lastName }: FullName): string {
  return [firstName.trim(), lastName.trim()].filter(Boolean).join(' ')
}

/** The name as in lists, "Gruber, Annegret"; the last name alone when there is no first name. */
export function listName({ firstName, lastName }: FullName): string {
  return [lastName.trim(), firstName.trim()].filter(Boolean).join(', ')
}

/** The first name with the initial of the last: "Jonas K.", as helpers see each other's names. */
export function shortName({ firstName, lastName }: FullName): string {
  const [initial] = lastName.trim()
  if (initial === undefined || !firstName.trim()) return fullName({ firstName, lastName })
  return `${firstName.trim()} ${initial}.`
}

/** The names in a text that `listName` made, "Gruber, Annegret". */
export function parseListName(listed: string): FullName {
  const [lastName = '', ...firstName] = listed.split(', ')
  return { firstName: firstName.join(', '), lastName }
}

/** Whether the typed text is a part of the name, written as "Gruber, Annegret", "Gruber Annegret" or reversed. */
export function nameMatches(person: FullName, typed: string) {
  const { firstName, lastName } = person
  const wanted = normaliseName(typed)
  return [listName(person), `${lastName} ${firstName}`, fullName(person)].some((name) =>
    normaliseName(name).includes(wanted),
  )
}

/** The form in which costume numbers are compared: visible characters only, without blanks, lower case. */
export function costumeNumberKey(number: string): string {
  return withoutBlanks(number.normalize('NFKC')).replace(/\p{C}/gu, '').toLocaleLowerCase('de')
}
