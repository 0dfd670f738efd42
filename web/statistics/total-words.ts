/** "36 Ehrungen für 31 Personen": the same words wherever the assembly's honors are counted. */
export function totalWords(due: readonly { memberId: number }[]): string {
  const people = new Set(due.map(({ memberId }) => memberId)).size
  const honors = due.length === 1 ? '1 Ehrung' : `${due.length} Ehrungen`
  return `${honors} für ${people === 1 ? '1 Person' : `${people} Personen`}`
}
