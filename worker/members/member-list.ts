import { germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import type { MemberFields, Timespan } from '#worker/domain/member.ts'

type ListField<Value> = {
  /** The column's head in the file. */
  head: string
  inFile: (value: Value) => string
}

const asItIs = (text: string) => text
const dayOrNothing = (day: string | null) => (day ? germanDate(day) : '')

/** What the member list shows of each, on the wire and in the file, in the file's order; never bank data. */
export const memberListFields = {
  memberNumber: { head: 'Mitgliedsnummer', inFile: (number) => (number ? String(number) : '') },
  lastName: { head: 'Nachname', inFile: asItIs },
  firstName: { head: 'Vorname', inFile: asItIs },
  maidenName: { head: 'Mädchenname', inFile: asItIs },
  birthday: { head: 'Geburtstag', inFile: dayOrNothing },
  membershipState: { head: 'Mitgliedsstatus', inFile: (state) => membershipStateLabels[state] },
  dateJoined: { head: 'Eintrittsdatum', inFile: dayOrNothing },
  dateLeft: { head: 'Austrittsdatum', inFile: dayOrNothing },
  addressStreet: { head: 'Straße', inFile: asItIs },
  addressNumber: { head: 'Hausnummer', inFile: asItIs },
  addressPlz: { head: 'PLZ', inFile: asItIs },
  addressTown: { head: 'Ort', inFile: asItIs },
  phone: { head: 'Telefon', inFile: asItIs },
  phoneMobile: { head: 'Mobil', inFile: asItIs },
  eMail: { head: 'E-Mail', inFile: asItIs },
} satisfies { [N in keyof MemberFields]?: ListField<MemberFields[N]> }

type ListedName = keyof typeof memberListFields

/**
 * A row of the member list; `exitDate`: the last day of somebody who is leaving, `timespans`: what the years of
 * membership are counted from, `hasMandate`: whether their fee may be collected, and nothing else of their
 * account. None of these is for the file.
 */
export type MemberRow = {
  id: number
  exitDate: string | null
  timespans: Timespan[]
  hasMandate: boolean
} & Pick<MemberFields, ListedName | 'mailOptOut'>

export const listedNames = Object.keys(memberListFields) as ListedName[]

/** The cells of a row in the file. */
export function fileCells(row: Pick<MemberFields, ListedName>): string[] {
  return listedNames.map((name) => cellOf(row, name))
}

function cellOf<N extends ListedName>(row: Pick<MemberFields, N>, name: N): string {
  const fields: { [M in ListedName]: ListField<MemberFields[M]> } = memberListFields
  return fields[name].inFile(row[name])
}
