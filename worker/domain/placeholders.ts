// Words in braces that stand in a text for what is known later: `{Vorname}`.

const braced = /\{[^{}\n]*\}/g

/** What looks like a placeholder and is none of these: `{vorname}`, `{Ort}`. Nobody shall read that on paper. */
export function placeholdersBut(known: readonly string[], text: string): string[] {
  return (text.match(braced) ?? []).filter((one) => !known.includes(one))
}

/** The text with its placeholders filled. What stands in a word that is put in is no placeholder. */
export function withWords<Placeholder extends string>(
  text: string,
  words: Readonly<Record<Placeholder, string>>,
): string {
  const wordOf = new Map<string, string>(Object.entries(words))
  return text.replace(braced, (one) => wordOf.get(one) ?? one)
}
