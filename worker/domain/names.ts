import {
  apostrophes,
  basicLatin,
  cleanLine,
  dashes,
  withoutBlanks,
  withoutInvisible,
} from './text.ts'

/**
 * The form in which names are compared and searched: cleaned, lower case, in basic Latin (ä = ae, ß =
 * ss, ø = o, accents dropped), typographic apostrophes and dashes folded, no blanks around a hyphen.
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

/** The order of lists: by last name, then by first name, as names are compared. */
export function compareNames(a: FullName, b: FullName): number {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  return (
    compare(normaliseName(a.lastName), normaliseName(b.lastName)) ||
    compare(normaliseName(a.firstName), normaliseName(b.firstName))
  )
}

/** Whoever has a last name alone: "Gasthaus Krone GmbH". */
export function isOrganization({ firstName, lastName }: FullName): boolean {
  return firstName.trim() === '' && lastName.trim() !== ''
}

/** "Annegret Gruber"; an organization has a last name alone: "Gasthaus Krone GmbH". */
export function fullName({ firstName, lastName }: FullName): string {
  return [firstName.trim(), lastName.trim()].filter(Boolean).join(' ')
}

/** "Gruber, Annegret" as lists show it; "Gasthaus Krone GmbH" where there is no first name. */
export function listName({ firstName, lastName }: FullName): string {
  return [lastName.trim(), firstName.trim()].filter(Boolean).join(', ')
}

/** "Jonas K.": somebody of the staff, as others on the street know them. */
export function shortName({ firstName, lastName }: FullName): string {
  const [initial] = lastName.trim()
  if (initial === undefined || !firstName.trim()) return fullName({ firstName, lastName })
  return `${firstName.trim()} ${initial}.`
}

/** "Gruber, Annegret" taken apart again. */
export function namesOf(listed: string): FullName {
  const [lastName = '', ...firstName] = listed.split(', ')
  return { firstName: firstName.join(', '), lastName }
}

/** Contains what was typed, in "Nachname, Vorname", "Nachname Vorname" or "Vorname Nachname". */
export function nameMatches(person: FullName, typed: string) {
  const { firstName, lastName } = person
  const wanted = normaliseName(typed)
  return [listName(person), `${lastName} ${firstName}`, fullName(person)].some((name) =>
    normaliseName(name).includes(wanted),
  )
}

/** The form in which costume numbers are compared: only what is seen, without blanks, case folded. */
export function costumeNumberKey(number: string): string {
  return withoutBlanks(number.normalize('NFKC')).replace(/\p{C}/gu, '').toLocaleLowerCase('de')
}
