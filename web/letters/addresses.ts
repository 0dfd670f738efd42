import { counted } from '#web/lib/german-count.ts'
import { distribute, salutation } from '#worker/domain/circular.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { listName } from '#worker/domain/names.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

/** The separator that Outlook requires and other programs accept. */
const between = '; '

/** The distinct addresses that a circular would reach, as text for the Bcc of a mail program. */
export function addressLine(members: readonly MemberRow[]): string {
  return distribute(members)
    .recipients.map(({ emailAddress }) => emailAddress)
    .join(between)
}

/** "12 Adressen kopiert, 1 ohne E-Mail Adresse (Baisch, Wolfgang)" */
export function copiedText(members: readonly MemberRow[]): string {
  const { recipients } = distribute(members)
  const copied = `${counted(recipients.length, 'Adresse', 'Adressen')} kopiert`
  return [copied, ...withoutAddressTexts(members)].join(', ')
}

/** Why some of the chosen members are not reached. */
export function withoutAddressTexts(members: readonly MemberRow[]): string[] {
  const { noAddress, optedOut, died } = distribute(members)
  return [
    leftOutPart(noAddress, 'ohne E-Mail Adresse'),
    leftOutPart(optedOut, 'abbestellt'),
    leftOutPart(died, 'verstorben'),
  ].filter(Boolean)
}

const mostNames = 3

function leftOutPart(members: readonly MemberRow[], why: string): string {
  if (members.length === 0) return ''
  const names = members.length <= mostNames ? ` (${members.map(listName).join('; ')})` : ''
  return `${members.length} ${why}${names}`
}

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

/** A CSV file for mail merge: a line for each person, in the order of the list. */
export function letterFile(members: readonly MemberRow[]): string {
  return csvFile(
    columns.map(([head]) => head),
    members.map((member) => columns.map(([, cell]) => cell(member))),
  )
}
