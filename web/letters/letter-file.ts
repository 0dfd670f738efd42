import { salutation } from '#worker/domain/circular.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

const columns: readonly [head: string, cell: (member: MemberRow) => string][] = [
  ['Briefanrede', (member) => salutation([member])],
  ['Vorname', ({ firstName }) => firstName],
  ['Nachname', ({ lastName }) => lastName],
  ['Straße', ({ addressStreet }) => addressStreet],
  ['Hausnummer', ({ addressNumber }) => addressNumber],
  ['PLZ', ({ addressPlz }) => addressPlz],
  ['Ort', ({ addressTown }) => addressTown],
  ['Mitgliedsnummer', ({ memberNumber }) => (memberNumber ? String(memberNumber) : '')],
  ['Mitgliedsstatus', ({ membershipState }) => membershipStateLabels[membershipState]],
]

/** What a word processor makes letters of: a line for each person, in the order of the list. */
export function letterFile(members: readonly MemberRow[]): string {
  return csvFile(
    columns.map(([head]) => head),
    members.map((member) => columns.map(([, cell]) => cell(member))),
  )
}
