type Missing = {
  word: string
  withArticle: string
}

/** "Es fehlt der Vorname", "Es fehlen Vorname, Nachname und Kleidertyp"; '' when nothing is missing. */
export function missingWords(missing: readonly Missing[]): string {
  const [only] = missing
  if (!only) return ''
  if (missing.length === 1) return `Es fehlt ${only.withArticle}`
  const words = missing.map((one) => one.word)
  return `Es fehlen ${words.slice(0, -1).join(', ')} und ${words.at(-1)}`
}

export const wordFor = {
  firstName: { word: 'Vorname', withArticle: 'der Vorname' },
  lastName: { word: 'Nachname', withArticle: 'der Nachname' },
  emailAddress: { word: 'E-Mail Adresse', withArticle: 'die E-Mail Adresse' },
  costumeNumber: { word: 'Kleidernummer', withArticle: 'die Kleidernummer' },
  costumeType: { word: 'Kleidertyp', withArticle: 'der Kleidertyp' },
} as const satisfies Record<string, Missing>
