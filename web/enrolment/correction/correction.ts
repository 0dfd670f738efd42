import type { Failure, Result } from '#web/lib/result.ts'
import { listName } from '#worker/domain/names.ts'
import type { Matched, Suggestion, UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import {
  createMember,
  matchMember,
  memberNotCreated,
  notMatched,
  notUndone,
} from './correction.api.ts'

export type Named = { id: number; firstName: string; lastName: string }

/** What can be done about a person nobody is matched to. */
export type Act =
  | { kind: 'assign'; member: Named }
  | { kind: 'create'; allowDuplicate: boolean }
  | Undo

type Undo = { kind: 'undo'; match: Match }

export type Match = { member: Named; isNew: boolean }

/** How a row stands after an act: matched or not, and what else there is to say. */
export type Standing = { match: Match | null; note: string }

export async function perform(person: UnmatchedPerson, act: Act): Promise<Result<Standing>> {
  if (act.kind === 'create') {
    const result = await createMember(
      person.id,
      act.allowDuplicate ? { allowDuplicate: 'true' } : {},
    )
    return mapped(result, (member) => ({ match: { member, isNew: true }, note: '' }))
  }
  const member = act.kind === 'assign' ? act.member : null
  const result = await matchMember(person.id, member?.id ?? null)
  return mapped(result, (matched) => {
    if (act.kind === 'assign') return assigned(person, act.member, matched)
    return undone(person, act, matched)
  })
}

function mapped<T, U>(result: Result<T>, change: (data: T) => U): Result<U> {
  return result.ok ? { ...result, data: change(result.data) } : result
}

/** Where the member stands already nothing was matched. */
function assigned(person: UnmatchedPerson, member: Named, { linked, left }: Matched): Standing {
  const titles = quoted(person, left)
  const name = `${member.firstName} ${member.lastName}`
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

/** Spec §8: the sentence for the act that failed. */
export function notDone(act: Act): string {
  if (act.kind === 'create') return memberNotCreated
  return act.kind === 'assign' ? notMatched : notUndone
}

export type Candidate = Omit<Suggestion, 'reason'>

/** Members who may be meant by the new one; null when it failed for another reason. */
export function candidatesOf({ error }: Failure): Candidate[] | null {
  return error?.code === 'MemberExists' ? error.candidates : null
}
