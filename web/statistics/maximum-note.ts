/** Spec §2: the footnote to the star in "Maximal erreichbar*". */
export const maximumNote = '* Wenn alle angemeldeten Umzüge besucht werden.'
