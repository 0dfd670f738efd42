// Placeholders in braces within a text, like `{Vorname}`.

const braced = /\{[^{}\n]*\}/g

/**
 * The words in braces that are not among the known placeholders, like `{vorname}` or `{Ort}`; a reader would see them
 * unreplaced.
 */
export function findUnknownPlaceholders(known: readonly string[], text: string): string[] {
  return (text.match(braced) ?? []).filter((one) => !known.includes(one))
}

/**
 * The text with its placeholders replaced; braces within a replacement stay. An empty replacement also removes the
 * blank beside it: "Hallo {Vorname}," becomes "Hallo," for an organization.
 */
export function replacePlaceholders<Placeholder extends string>(
  text: string,
  words: Readonly<Record<Placeholder, string>>,
): string {
  const wordOf = new Map<string, string>(Object.entries(words))
  const withoutEmpty = (found: string, one: string) => (wordOf.get(one) === '' ? '' : found)
  return text
    .replace(/^(\{[^{}\n]*\})[,;:!]? ?/gm, withoutEmpty)
    .replace(/ ?(\{[^{}\n]*\})/g, withoutEmpty)
    .replace(braced, (one) => wordOf.get(one) ?? one)
}
