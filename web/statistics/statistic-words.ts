export function yearsWords(years: number): string {
  return years === 1 ? '1 Jahr' : `${years} Jahre`
}

/** Spec §2: the footnote to the star in "Maximal erreichbar*". */
export const maximumNote = '* Wenn alle angemeldeten Umzüge besucht werden.'

type Total = { honors: number; people: number }

/** "36 Ehrungen für 31 Personen" */
export function honorTotalText({ honors, people }: Total): string {
  return `${honors === 1 ? '1 Ehrung' : `${honors} Ehrungen`} für ${people === 1 ? '1 Person' : `${people} Personen`}`
}

export function dueTotalText(due: readonly { memberId: number }[]): string {
  const people = new Set(due.map(({ memberId }) => memberId)).size
  return honorTotalText({ honors: due.length, people })
}
