import type { MembershipState } from './codes.ts'
import { addDays, berlinDay, berlinMidnight } from './dates.ts'
import { isOrganization } from './names.ts'
import { placeholdersBut, withWords } from './placeholders.ts'
import { isEmailAddress } from './text.ts'

/** What stands in a circular for the people it is written to. */
export const placeholders = ['{Anrede}', '{Vorname}', '{Nachname}'] as const
type Placeholder = (typeof placeholders)[number]

type Named = { firstName: string; lastName: string }

/** What looks like one and is none: `{anrede}`, `{Name}`. Nobody shall read that in their mail. */
export function unknownPlaceholders(text: string): string[] {
  return placeholdersBut(placeholders, text)
}

/** The words as these people read them. What stands in a name is no placeholder. */
export function filledIn(text: string, people: readonly Named[]): string {
  const words: Record<Placeholder, string> = {
    '{Anrede}': salutation(people),
    '{Vorname}': enumerated(people.map(({ firstName }) => firstName)),
    '{Nachname}': enumerated([...new Set(people.map(({ lastName }) => lastName.trim()))]),
  }
  return withWords(text, words)
}

/** "Hallo Anna," or "Hallo Anna, Paul und Mia,": no Herr, no Frau, the register does not know it. */
export function salutation(people: readonly Named[]): string {
  const names = enumerated(people.map(({ firstName }) => firstName))
  if (names) return `Hallo ${names},`
  return people.some(isOrganization) ? 'Sehr geehrte Damen und Herren,' : 'Hallo,'
}

/** "Anna, Paul und Mia" */
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

/** An address as it is compared: one mail, however it is written. */
export function addressKey(emailAddress: string): string {
  return emailAddress.trim().toLowerCase()
}

/** Who is written to, by address, and who is not. */
export type Distribution<Member> = {
  recipients: { emailAddress: string; members: Member[] }[]
  noAddress: Member[]
  optedOut: Member[]
  died: Member[]
}

/**
 * One letter an address, in the order of the members, as the first of them has it. Who left is written to
 * when chosen; who died never is, and who said no neither, though somebody else of the address may be.
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

/** When a provider is tried again after its daily limit: the next morning at six. */
export function nextMorning(now: Date): Date {
  const tomorrow = berlinMidnight(addDays(berlinDay(now), 1))
  return new Date(tomorrow.getTime() + 6 * 3_600_000)
}
