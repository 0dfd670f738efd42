import { normaliseName } from '#worker/domain/names.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

/** A row of the member list as the server sends it. */
export function aMemberRow(changes: Partial<MemberRow> = {}): MemberRow {
  const { firstName = 'Annegret', lastName = 'Gruber' } = changes
  return {
    id: 41,
    memberNumber: 118,
    lastName,
    firstName,
    maidenName: '',
    birthday: '1968-03-14',
    membershipState: 'Active',
    dateJoined: '1985-11-11',
    dateLeft: null,
    phone: '07523 1234',
    phoneMobile: '',
    eMail: mailOf(firstName, lastName),
    addressStreet: 'Klosterweg',
    addressNumber: '3',
    addressPlz: '88999',
    addressTown: 'Moosried',
    exitDate: null,
    mailOptOut: false,
    hasMandate: false,
    timespans: [],
    ...changes,
  }
}

/** Addresses differ by person, because the search includes them. */
export function mailOf(firstName: string, lastName: string): string {
  return `${normaliseName(`${firstName}.${lastName}`).replaceAll(' ', '')}@example.de`
}

export const gruber = aMemberRow({ maidenName: 'Häußler' })
export const baisch = aMemberRow({
  id: 42,
  lastName: 'Baisch',
  firstName: 'Wolfgang',
  birthday: '1959-08-22',
  membershipState: 'Passive',
})
export const oettinger = aMemberRow({
  id: 43,
  lastName: 'Öttinger',
  firstName: 'Leonie',
  memberNumber: 219,
  birthday: null,
  phone: '',
})
export const zoller = aMemberRow({
  id: 44,
  lastName: 'Zoller',
  firstName: 'Ottmar',
  phoneMobile: '07523 98',
  birthday: '1938-06-17',
  membershipState: 'Died',
})

/** Enough for several pages: "Nr001", "Nr002" … */
export function manyMembers(count: number): MemberRow[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0')
    return aMemberRow({ id: index + 1, lastName: `Nr${number}`, firstName: 'Pia' })
  })
}
