import { createMatchedMember, markGuest, matchMember, undoMatch } from '#web/data/enrolment.ts'
import type { Failure } from '#web/lib/result.ts'
import { fullName, listName } from '#worker/domain/names.ts'
import type { Matched, Suggestion, UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'

export type Named = { id: number; firstName: string; lastName: string }

/** What can be done about a person nobody is matched to. */
export type Action =
  | { kind: 'assign'; member: Named }
  | { kind: 'create'; allowDuplicate: boolean }
  | { kind: 'guest'; isGuest: boolean }
  | Undo

type Undo = { kind: 'undo'; match: Match }

export type Match = {
  member: Named
  isNew: boolean
  /** It was made together with others. */
  act?: number
}

/** How a row stands after an action: matched, nobody's, or open, and what else there is to say. */
export type Standing = { match: Match | null; isGuest?: true; note: string }

/** Each brings the sentence of its own when it fails. */
export async function perform(person: UnmatchedPerson, action: Action): Promise<Standing> {
  switch (action.kind) {
    case 'assign': {
      const { member } = action
      return assigned(person, member, await matchMember(person.id).mutationFn(member.id))
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

/** Where the member stands already nothing was matched. */
export function assigned(
  person: UnmatchedPerson,
  member: Named,
  { linked, left }: Matched,
): Standing {
  const titles = quoted(person, left)
  const name = fullName(member)
  const note = titles && `${name} ist schon angemeldet für ${titles}: Das bleibt offen.`
  return { match: linked > 0 ? { member, isNew: false } : null, note }
}

/** Where the given name is taken by now, or the newest enrolment was not matched, it stays. */
function undone(person: UnmatchedPerson, { match }: Undo, { linked, left }: Matched): Standing {
  if (linked === 0) return { match, note: 'Diese Zuordnung lässt sich hier nicht mehr aufheben.' }
  const titles = quoted(person, left)
  const said = [
    'Die Zuordnung ist aufgehoben.',
    titles && `Für ${titles} bleibt sie bestehen.`,
    match.isNew && `Das Mitglied ${listName(match.member)} gibt es weiterhin.`,
  ]
  return { match: null, note: said.filter(Boolean).join(' ') }
}

/** „Ringtreffen Moosried“, „Nachtumzug Weilenstetten“ */
function quoted({ parades }: UnmatchedPerson, ids: readonly number[]): string {
  const titles = parades.filter(({ id }) => ids.includes(id)).map(({ title }) => `„${title}“`)
  return titles.join(', ')
}

export type Candidate = Omit<Suggestion, 'reason'>

/** Members who may be meant by the new one; null when it failed for another reason. */
export function candidatesOf({ error }: Failure): Candidate[] | null {
  return error?.code === 'MemberExists' ? error.candidates : null
}
