import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { unmatchedPerson } from '#worker/domain/enrolment.ts'
import { listName } from '#worker/domain/names.ts'
import { notFound } from '#worker/http/validate.ts'
import type { MatchedAct, Unmatched } from './enrolment.contract.ts'
import {
  type MatchedRow,
  selectAct,
  selectMatched,
  unlinkAct,
  unmatchedKey,
} from './match.queries.ts'

/** The last acts, newest first: an entry for each member that one of them matched somebody with. */
export async function listMatched(db: Db): Promise<MatchedAct[]> {
  const rows = await selectMatched(db)
  const entries = Map.groupBy(rows, ({ act, memberId }) => `${act} ${memberId}`)
  return [...entries.values()].flatMap((entry) => {
    const [first] = entry
    if (!first) return []
    return {
      act: first.act,
      at: first.at,
      by: { id: first.userId, firstName: first.userFirstName, lastName: first.userLastName },
      member: {
        id: first.memberId,
        firstName: first.memberFirstName,
        lastName: first.memberLastName,
        birthday: first.memberBirthday,
      },
      people: peopleOf(entry),
    }
  })
}

/** As they stood before: one entry a person, named by the newest participation. */
function peopleOf(rows: readonly MatchedRow[]): MatchedAct['people'] {
  const people = Map.groupBy(rows, (row) =>
    unmatchedPerson({ ...row, personKey: unmatchedKey(row) }),
  )
  return [...people.values()].flatMap((person) => {
    const [newest] = person
    if (!newest) return []
    return {
      id: newest.id,
      memberName: listName(newest),
      birthday: newest.birthday,
      parades: person
        .map(({ paradeId, title, date }) => ({ id: paradeId, title, date }))
        .sort((a, b) => (a.date < b.date ? -1 : 1)),
    }
  })
}

/**
 * Takes back all that one act matched. What was matched otherwise since stays.
 * @returns `left`: the parades where somebody else stands under the name that was given
 */
export async function undoAct(db: Db, act: number): Promise<Unmatched> {
  const [[known], matched] = await db.batch([...selectAct(db, act)])
  if (!known) throw notFound()
  const names = matched.map((row) => ({ id: row.id, nameKey: unmatchedKey(row) }))
  const [unlinked, left] = await commit(db, [...unlinkAct(db, act, names)])
  return {
    unlinked: unlinked.length,
    left: [...new Set(left.map(({ paradeId }) => paradeId))],
  }
}
