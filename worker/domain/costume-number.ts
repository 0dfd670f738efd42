import { withoutBlanks } from './text.ts'

/** The form in which costume numbers are compared: only what is seen, without blanks, case folded. */
export function costumeNumberKey(number: string): string {
  return withoutBlanks(number.normalize('NFKC')).replace(/\p{C}/gu, '').toLocaleLowerCase('de')
}
