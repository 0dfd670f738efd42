import { normaliseName } from '#worker/domain/names.ts'

/** Found as "Nachname, Vorname" and as "Vorname Nachname". */
export function personSearchKey(person: { firstName: string; lastName: string }): string {
  const first = normaliseName(person.firstName)
  const last = normaliseName(person.lastName)
  return [`${last}, ${first}`, `${last} ${first}`, `${first} ${last}`].join('\n')
}

/** "Gruber, Annegret" taken apart again. */
export function namesOf(memberName: string): { firstName: string; lastName: string } {
  const [lastName = '', ...rest] = memberName.split(', ')
  return { firstName: rest.join(', '), lastName }
}
