/** An IBAN as it is stored, and what else is printed in groups: without blanks, in capitals. */
export function plainIban(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}
