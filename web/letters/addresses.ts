import { counted } from '#web/lib/german-count.ts'
import { distribute } from '#worker/domain/circular.ts'
import { listName } from '#worker/domain/names.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

/** Outlook takes nothing else by default, and the others take it as well. */
const between = '; '

/** For the Bcc of one's own mail program: each once, and nobody whom a circular would not reach. */
export function addressLine(members: readonly MemberRow[]): string {
  return distribute(members)
    .recipients.map(({ emailAddress }) => emailAddress)
    .join(between)
}

/** "12 Adressen kopiert, 1 ohne E-Mail Adresse (Baisch, Wolfgang)" */
export function copiedWords(members: readonly MemberRow[]): string {
  const { recipients } = distribute(members)
  const copied = `${counted(recipients.length, 'Adresse', 'Adressen')} kopiert`
  return [copied, ...leftOutWords(members)].join(', ')
}

/** Why fewer are reached than were chosen. */
export function leftOutWords(members: readonly MemberRow[]): string[] {
  const { noAddress, optedOut, died } = distribute(members)
  return [
    told(noAddress, 'ohne E-Mail Adresse'),
    told(optedOut, 'abbestellt'),
    told(died, 'verstorben'),
  ].filter(Boolean)
}

const mostNames = 3

function told(members: readonly MemberRow[], why: string): string {
  if (members.length === 0) return ''
  const names = members.length <= mostNames ? ` (${members.map(listName).join('; ')})` : ''
  return `${members.length} ${why}${names}`
}
