import type { MembershipState } from '#worker/domain/codes.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { exitWords } from './membership-badge.tsx'

/** The fields that identify a member; rows of the member list have all of them. */
export type PickableMember = {
  id: number
  firstName: string
  lastName: string
  maidenName: string
  birthday: string | null
  membershipState: MembershipState
  addressStreet: string
  addressNumber: string
  addressPlz: string
  addressTown: string
  /** The last day of a member with a pending exit. */
  exitDate: string | null
}

/** The most members that a list of suggestions shows. */
export const maxMatches = 20

export type MemberMatches<M> = { members: M[]; total: number }

type Entry<M> = { member: M; names: string; words: string }

/**
 * Members where each typed word is the beginning of a word of name or address. Matches by name come
 * before matches by address.
 */
export function findMembers<M extends PickableMember>(
  members: readonly M[],
  typed: string,
): MemberMatches<M> {
  const wanted = wordsOf(typed)
  const whole = wanted.join('')
  const ranks: M[][] = [[], [], []]
  let total = 0
  for (const { member, names, words } of entriesOf(members)) {
    if (!wanted.every((word) => words.includes(word))) continue
    total += 1
    const isByName = wanted.every((word) => names.includes(word))
    ranks[names.startsWith(whole) ? 0 : isByName ? 1 : 2]?.push(member)
  }
  return { members: ranks.flat().slice(0, maxMatches), total }
}

// The prepared entries of each list, made when its first picker is opened: a page may have a picker in each row.
const known = new WeakMap<readonly PickableMember[], Entry<PickableMember>[]>()

function entriesOf<M extends PickableMember>(members: readonly M[]): Entry<M>[] {
  const entries = known.get(members) ?? members.map(entryOf).sort(byName)
  known.set(members, entries)
  return entries as Entry<M>[]
}

function entryOf<M extends PickableMember>(member: M): Entry<M> {
  const { lastName, firstName, maidenName } = member
  const { addressStreet, addressNumber, addressPlz, addressTown } = member
  const names = wordsOf(`${lastName} ${firstName} ${maidenName}`).join('')
  const address = `${addressStreet} ${addressNumber} ${addressPlz} ${addressTown}`
  return { member, names, words: names + wordsOf(address).join('') }
}

/** The words of a text, each with a blank before it, so that `includes` finds only beginnings of words. */
function wordsOf(text: string): string[] {
  return normaliseName(text)
    .split(/[\s,.'-]+/)
    .filter(Boolean)
    .map((word) => ` ${word}`)
}

function byName(a: Entry<unknown>, b: Entry<unknown>): number {
  return a.names < b.names ? -1 : a.names > b.names ? 1 : 0
}

/** "14.03.1968 · Klosterweg 3, 88999 Moosried · Passiv · tritt aus zum 31.12.2026", without empty parts */
export function memberNote(member: PickableMember): string {
  const street = [member.addressStreet, member.addressNumber].filter(Boolean).join(' ')
  const town = [member.addressPlz, member.addressTown].filter(Boolean).join(' ')
  const state = member.membershipState
  return [
    member.birthday && germanDate(member.birthday),
    [street, town].filter(Boolean).join(', '),
    state !== 'Active' && membershipStateLabels[state],
    member.exitDate && exitWords(member.exitDate),
  ]
    .filter(Boolean)
    .join(' · ')
}
