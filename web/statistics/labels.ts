/** "1 Jahr", "12 Jahre" */
export function yearsWords(years: number): string {
  return years === 1 ? '1 Jahr' : `${years} Jahre`
}

/** Spec §2: the footnote to the star in "Maximal erreichbar*". */
export const maximumNote = '* Wenn alle angemeldeten Umzüge besucht werden.'
