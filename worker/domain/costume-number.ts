/** The form in which costume numbers are compared: trimmed, case folded, blanks out. */
export function costumeNumberKey(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/[\s\p{Z}\p{C}]+/gu, '')
    .toLocaleLowerCase('de')
}
