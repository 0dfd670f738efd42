import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { unmatchedGroupKey } from '#worker/domain/enrolment.ts'
import { changedInBetweenError, DomainError, type FieldMessages } from '#worker/domain/errors.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import type {
  Matched,
  MatchedAct,
  MatchedTogether,
  MatchesBody,
  Unmatched,
} from './enrolment.contract.ts'
import {
  type By,
  type ForMatching,
  linkGroups,
  type MatchedGroup,
  type MatchedRow,
  markGuest,
  moveGroup,
  selectAct,
  selectForMatching,
  selectMatched,
  selectMemberIds,
  unlinkAct,
  unlinkGroup,
  unmatchedKey,
} from './match.queries.ts'
import { asPerson } from './unmatched.ts'

type Choice = {
  id: number
  memberId: number
  /** The member with whom the participation is matched now, when the match is to be moved; else null. */
  instead: number | null
}

/**
 * Matches a participation with a member, and with it the person's other participations: those of the same
 * name and birthday, or of the same order.
 * @returns `left`: the parades where the member is enrolled already and nothing changed
 */
export async function matchMember(
  db: Db,
  by: By,
  { id, memberId, instead }: Choice,
): Promise<Matched> {
  const [[found], member] = await db.batch([
    selectForMatching(db, [id]),
    selectMemberIds(db, [memberId]),
  ])
  if (!found) throw notFoundError()
  if (member.length === 0) throw unknownMemberError()
  if (found.memberId === memberId) return { linked: 0, left: [] }
  if (found.memberId !== instead) throw matchedOtherwiseError(found)
  if (found.isForgotten) throw anonymisedPersonError()
  const matching =
    found.memberId === null
      ? linkGroups(db, by, [{ ...found, memberId }])
      : moveGroup(db, by, { ...found, memberId: found.memberId }, memberId)
  const [, , linked, left] = await commit(db, [...matching], {
    foreignKey: unknownMemberError,
    matchesAsRead: async () => {
      const [now] = await selectForMatching(db, [id])
      return now ? matchedOtherwiseError(now) : notFoundError()
    },
  })
  return { linked: linked.length, left: paradeIds(left) }
}

/**
 * Undoes a wrong match of this participation and of the others given under the same name.
 * @param instead the member of the match as the caller saw it; null = any
 */
export async function undoMatch(db: Db, id: number, instead: number | null): Promise<Matched> {
  const [found] = await selectForMatching(db, [id])
  if (!found) throw notFoundError()
  const { memberId } = found
  if (memberId === null) return { linked: 0, left: [] }
  if (instead !== null && memberId !== instead) throw matchedOtherwiseError(found)
  if (found.isForgotten) throw anonymisedPersonError()
  const group: MatchedGroup = { ...found, memberId }
  const [unlinked, left] = await commit(db, [...unlinkGroup(db, group, unmatchedKey(found))])
  return { linked: unlinked.length, left: paradeIds(left) }
}

/**
 * Marks a person without member as a guest, or unmarks them, with all participations under their name.
 * @returns how many participations were marked
 */
export async function setGuest(db: Db, id: number, isGuest: boolean): Promise<{ marked: number }> {
  const [found] = await selectForMatching(db, [id])
  if (!found) throw notFoundError()
  if (found.memberId !== null) throw new DomainError('Conflict', alreadyMatched)
  const [marked] = await commit(db, [markGuest(found, isGuest)])
  return { marked: marked.length }
}

type Matches = MatchesBody['matches']

/** Matches many people at once, all or none. Matches that exist already stay. */
export async function matchTogether(db: Db, by: By, matches: Matches): Promise<MatchedTogether> {
  const groups = await readGroups(db, matches)
  const whyNot = async () => {
    // Another request has matched one of them: reading again throws the error that names the member.
    await readGroups(db, matches)
    return changedInBetweenError()
  }
  const [, [act], linked, left, emptyActs] = await commit(db, [...linkGroups(db, by, groups)], {
    matchesAsRead: whyNot,
    foreignKey: whyNot,
  })
  const hasMatched = emptyActs.length === 0
  return {
    act: hasMatched && act ? act.id : null,
    linked: linked.length,
    left: [...new Set(paradeIds(left))],
  }
}

/** Each match with the keys of its group. Errors name a match by its index. */
async function readGroups(db: Db, matches: Matches) {
  const [found, known] = await db.batch([
    selectForMatching(
      db,
      matches.map(({ id }) => id),
    ),
    selectMemberIds(
      db,
      matches.map(({ memberId }) => memberId),
    ),
  ])
  const byId = new Map(found.map((one) => [one.id, one]))
  const memberIds = new Set(known.map(({ id }) => id))
  const unknown: FieldMessages = {}
  const taken: FieldMessages = {}
  const memberOf = new Map<string, number>()
  const groups = matches.flatMap(({ id, memberId }, index) => {
    const at = `matches.${index}`
    const one = byId.get(id)
    if (!one) unknown[`${at}.id`] = 'Diese Anmeldung gibt es nicht mehr.'
    if (!memberIds.has(memberId)) unknown[`${at}.memberId`] = noSuchMember
    if (!one) return []
    if (one.memberId !== null && one.memberId !== memberId) taken[`${at}.id`] = alreadyMatched
    const person = unmatchedGroupKey(one)
    if ((memberOf.get(person) ?? memberId) !== memberId) {
      unknown[`${at}.memberId`] = 'Für dieselbe Person steht weiter oben ein anderes Mitglied.'
    }
    memberOf.set(person, memberId)
    return { ...one, memberId }
  })
  if (Object.keys(unknown).length > 0) throw validationError(unknown)
  if (Object.keys(taken).length > 0) throw new DomainError('Conflict', alreadyMatched, taken)
  return groups
}

const paradeIds = (rows: readonly { paradeId: number }[]) => rows.map(({ paradeId }) => paradeId)

const noSuchMember = 'Dieses Mitglied gibt es nicht mehr.'
const alreadyMatched = 'Diese Teilnahme ist schon einem Mitglied zugeordnet.'

function unknownMemberError(): DomainError {
  return validationError({ memberId: noSuchMember })
}

function anonymisedPersonError(): DomainError {
  const message = 'Das Mitglied ist anonymisiert. Die Zuordnung bleibt, wie sie ist.'
  return new DomainError('Conflict', message)
}

/** The participation's match has changed since the caller read it. */
export function matchedOtherwiseError({ memberId }: Pick<ForMatching, 'memberId'>): DomainError {
  const message =
    memberId === null ? 'Diese Teilnahme ist keinem Mitglied mehr zugeordnet.' : alreadyMatched
  return new DomainError('Conflict', message)
}

/** The last acts, newest first, with an entry for each member of each act. */
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

/** One entry for each person before the match, named by the newest participation. */
function peopleOf(rows: readonly MatchedRow[]): MatchedAct['people'] {
  const people = Map.groupBy(rows, (row) =>
    unmatchedGroupKey({ ...row, personKey: unmatchedKey(row) }),
  )
  return [...people.values()].flatMap(([newest, ...others]) =>
    newest ? [asPerson(newest, [newest, ...others])] : [],
  )
}

/**
 * Undoes all matches of one act. Participations that were matched with another member since stay.
 * @returns `left`: the parades where the given name has another place by now
 */
export async function undoAct(db: Db, act: number): Promise<Unmatched> {
  const [[known], matched] = await db.batch([...selectAct(db, act)])
  if (!known) throw notFoundError()
  const names = matched.map((row) => ({ id: row.id, nameKey: unmatchedKey(row) }))
  const [unlinked, left] = await commit(db, [...unlinkAct(db, act, names)])
  return {
    unlinked: unlinked.length,
    left: [...new Set(left.map(({ paradeId }) => paradeId))],
  }
}
