/** "1 Jahr", "12 Jahre" */
export function yearsWords(years: number): string {
  return years === 1 ? '1 Jahr' : `${years} Jahre`
}
