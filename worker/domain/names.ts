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

/** "Gruber, Annegret" as lists show it. */
export function listName(person: { firstName: string; lastName: string }): string {
  return [person.lastName, person.firstName].filter(Boolean).join(', ')
}

/** Matches "Nachname, Vorname" as well as "Vorname Nachname". */
export function nameMatches(person: { firstName: string; lastName: string }, typed: string) {
  const query = normaliseName(typed)
  return (
    normaliseName(listName(person)).includes(query) ||
    normaliseName(`${person.firstName} ${person.lastName}`).includes(query) ||
    normaliseName(`${person.lastName} ${person.firstName}`).includes(query)
  )
}
