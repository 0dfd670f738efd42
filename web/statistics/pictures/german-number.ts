const german = new Intl.NumberFormat('de-DE')

/** "1.234" */
export function germanNumber(number: number): string {
  return german.format(number)
}
