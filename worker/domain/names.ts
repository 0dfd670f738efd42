/**
 * The form in which names are compared: NFC, trimmed, inner blanks collapsed, lower case, umlauts
 * spelled out, other diacritics dropped, typographic apostrophes and dashes folded.
 */
export function normaliseName(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ')
    .toLocaleLowerCase('de')
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .replace(/[‘’‚‛`´ʼ′]/gu, "'")
    .replace(/[‐‑‒–—―−]/gu, '-')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
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
