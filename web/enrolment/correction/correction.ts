import { createMatchedMember, markGuest, matchMember, undoMatch } from '#web/data/enrolment.ts'
import type { Failure } from '#web/lib/result.ts'
import { fullName, listName } from '#worker/domain/names.ts'
import type { Matched, Suggestion, UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'

export type NamedMember = { id: number; firstName: string; lastName: string }

/** The actions on an unmatched person. */
export type CorrectionAction =
  | { kind: 'assign'; member: NamedMember }
  | { kind: 'create'; allowDuplicate: boolean }
  | { kind: 'guest'; isGuest: boolean }
  | Undo

type Undo = { kind: 'undo'; match: PersonMatch }

export type PersonMatch = {
  member: NamedMember
  isNew: boolean
  /** The act of a match that was made together with others. */
  act?: number
}

/** A row's state after an action: matched, marked as guest, or open, with a remark. */
export type RowState = { match: PersonMatch | null; isGuest?: true; note: string }

/** Sends the action. Each kind has a sentence of its own for a failure. */
export async function performAction(
  person: UnmatchedPerson,
  action: CorrectionAction,
): Promise<RowState> {
  switch (action.kind) {
    case 'assign': {
      const { member } = action
      return stateAfterMatch(person, member, await matchMember(person.id).mutationFn(member.id))
    }
    case 'create': {
      const consent = action.allowDuplicate ? ({ allowDuplicate: 'true' } as const) : {}
      const member = await createMatchedMember(person.id).mutationFn(consent)
      return { match: { member, isNew: true }, note: '' }
    }
    case 'guest': {
      await markGuest(person.id).mutationFn(action.isGuest)
      return { match: null, note: '', ...(action.isGuest && { isGuest: true }) }
    }
    case 'undo':
      return undone(person, action, await undoMatch(person.id, action.match.member.id).mutationFn())
  }
}

/** The parades in `left` are not matched, because the member already takes part there. */
export function stateAfterMatch(
  person: UnmatchedPerson,
  member: NamedMember,
  { linked, left }: Matched,
): RowState {
  const titles = quoted(person, left)
  const name = fullName(member)
  const note = titles && `${name} ist schon angemeldet für ${titles}: Das bleibt offen.`
  return { match: linked > 0 ? { member, isNew: false } : null, note }
}

/** Nothing was undone when `linked` is 0. The parades in `left` stay matched to the member. */
function undone(person: UnmatchedPerson, { match }: Undo, { linked, left }: Matched): RowState {
  if (linked === 0) return { match, note: 'Diese Zuordnung lässt sich hier nicht mehr aufheben.' }
  const titles = quoted(person, left)
  const sentences = [
    'Die Zuordnung ist aufgehoben.',
    titles && `Für ${titles} bleibt sie bestehen.`,
    match.isNew && `Das Mitglied ${listName(match.member)} gibt es weiterhin.`,
  ]
  return { match: null, note: sentences.filter(Boolean).join(' ') }
}

function quoted({ parades }: UnmatchedPerson, ids: readonly number[]): string {
  const titles = parades.filter(({ id }) => ids.includes(id)).map(({ title }) => `„${title}“`)
  return titles.join(', ')
}

export type Candidate = Omit<Suggestion, 'reason'>

/** Existing members who may be the new member; null when creating failed for another reason. */
export function candidatesOf({ error }: Failure): Candidate[] | null {
  return error?.code === 'MemberExists' ? error.candidates : null
}
