import type { MembershipState } from './codes.ts'
import { addDays, berlinDay, berlinMidnight } from './dates.ts'
import { isOrganization } from './names.ts'
import { findUnknownPlaceholders, replacePlaceholders } from './placeholders.ts'
import { isEmailAddress } from './text.ts'

/** The placeholders in the text of a circular. */
export const placeholders = ['{Anrede}', '{Vorname}', '{Nachname}'] as const
type Placeholder = (typeof placeholders)[number]

type Named = { firstName: string; lastName: string }

/** The words in braces that are no placeholders, like `{anrede}`; a recipient would see them unreplaced. */
export function unknownPlaceholders(text: string): string[] {
  return findUnknownPlaceholders(placeholders, text)
}

/**
 * The text with its placeholders replaced for the people who share an address. Braces in a name are no placeholders.
 */
export function personalise(text: string, people: readonly Named[]): string {
  const words: Record<Placeholder, string> = {
    '{Anrede}': salutation(people),
    '{Vorname}': enumerated(people.map(({ firstName }) => firstName)),
    '{Nachname}': enumerated([...new Set(people.map(({ lastName }) => lastName.trim()))]),
  }
  return replacePlaceholders(text, words)
}

/**
 * The first words of a mail: "Hallo Anna," or "Hallo Anna, Paul und Mia,". Not "Herr" or "Frau", which the register
 * does not store.
 */
export function salutation(people: readonly Named[]): string {
  const names = enumerated(people.map(({ firstName }) => firstName))
  if (names) return `Hallo ${names},`
  return people.some(isOrganization) ? 'Sehr geehrte Damen und Herren,' : 'Hallo,'
}

/** The words as a list: "Anna, Paul und Mia". */
function enumerated(words: readonly string[]): string {
  const filled = words.map((word) => word.trim()).filter(Boolean)
  const last = filled.at(-1) ?? ''
  const before = filled.slice(0, -1)
  return before.length > 0 ? `${before.join(', ')} und ${last}` : last
}

export type Addressee = Named & {
  id: number
  eMail: string
  membershipState: MembershipState
  mailOptOut: boolean
}

/** An e-mail address in the form in which recipients are compared, so that one mailbox gets one mail. */
export function addressKey(emailAddress: string): string {
  return emailAddress.trim().toLowerCase()
}

/** The recipients of a circular by address, and the members left out, by reason. */
export type Distribution<Member> = {
  recipients: { emailAddress: string; members: Member[] }[]
  noAddress: Member[]
  optedOut: Member[]
  died: Member[]
}

/**
 * One recipient per address, in the order of the members; the address is spelled as its first member has it. Chosen
 * members who left get the mail; members who died or opted out do not, even when another member has the same
 * address.
 */
export function distribute<Member extends Addressee>(
  members: readonly Member[],
): Distribution<Member> {
  const byAddress = new Map<string, { emailAddress: string; members: Member[] }>()
  const without = { noAddress: [] as Member[], optedOut: [] as Member[], died: [] as Member[] }
  for (const member of members) {
    const key = addressKey(member.eMail)
    const known = byAddress.get(key)
    if (member.membershipState === 'Died') without.died.push(member)
    else if (!isEmailAddress(key)) without.noAddress.push(member)
    else if (member.mailOptOut) without.optedOut.push(member)
    else if (known) known.members.push(member)
    else byAddress.set(key, { emailAddress: member.eMail.trim(), members: [member] })
  }
  return { recipients: [...byAddress.values()], ...without }
}

/** When sending is retried after the provider's daily limit: the next morning at six, Berlin time. */
export function nextMorning(now: Date): Date {
  const tomorrow = berlinMidnight(addDays(berlinDay(now), 1))
  return new Date(tomorrow.getTime() + 6 * 3_600_000)
}
