// Words in braces that stand in a text for what is known later: `{Vorname}`.

const braced = /\{[^{}\n]*\}/g

/** What looks like a placeholder and is none of these: `{vorname}`, `{Ort}`. Nobody shall read that on paper. */
export function placeholdersBut(known: readonly string[], text: string): string[] {
  return (text.match(braced) ?? []).filter((one) => !known.includes(one))
}

/**
 * The text with its placeholders filled. What stands in a word that is put in is no placeholder. An empty
 * word takes its blank along: "Hallo {Vorname}," to an organization is "Hallo,".
 */
export function withWords<Placeholder extends string>(
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
