import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { members, parades, participations } from '#worker/db/schema.ts'
import { type PersonName, unmatchedGroupKey } from '#worker/domain/enrolment.ts'
import { listName, normaliseName } from '#worker/domain/names.ts'
import { type LikenessKeys, type LikenessKind, likenessOf } from '#worker/members/likeness.ts'
import { personColumns } from '#worker/members/member-columns.ts'
import type { Suggestion, UnmatchedPerson } from './enrolment.contract.ts'

const isUnmatched = sql`${participations.memberId} IS NULL AND ${participations.state} = 'booked'
  AND ${participations.isGuest} = 0`

/**
 * All enrolled people without a member, a row each, with suggested members; one read. The same name with a
 * birthday is one person; without a birthday only the participations of one order or entry. The newest
 * participation gives the row its id and the name as written.
 */
export async function listUnmatched(db: Db): Promise<UnmatchedPerson[]> {
  const [rows, candidates] = await db.batch([
    db
      .select({
        id: participations.id,
        firstName: participations.firstName,
        lastName: participations.lastName,
        personKey: participations.personKey,
        birthday: participations.birthday,
        orderId: participations.orderId,
        createdAt: participations.createdAt,
        paradeId: participations.paradeId,
        title: parades.title,
        date: parades.date,
      })
      .from(participations)
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .where(isUnmatched)
      .orderBy(desc(participations.id)),
    db
      .select({
        ...personColumns,
        membershipState: members.membershipState,
        firstNameKey: members.firstNameKey,
        lastNameKey: members.lastNameKey,
        maidenNameKey: members.maidenNameKey,
      })
      .from(members)
      .where(
        and(
          inArray(members.membershipState, ['Active', 'Passive']),
          sql`${members.id} IN ${candidateIds}`,
        ),
      ),
  ])
  const byBirthday = Map.groupBy(candidates, ({ birthday }) => birthday)
  const byFirstName = Map.groupBy(candidates, ({ firstNameKey }) => firstNameKey)
  return [...Map.groupBy(rows, unmatchedGroupKey).values()].flatMap((group) => {
    const [newest] = group
    if (!newest) return []
    const born = newest.birthday ? (byBirthday.get(newest.birthday) ?? []) : []
    const named = byFirstName.get(normaliseName(newest.firstName)) ?? []
    return { ...asPerson(newest, group), ...suggest(newest, [...new Set([...born, ...named])]) }
  })
}

type Enrolled = { paradeId: number; title: string; date: string }

/** A person as the data correction lists them, named by the newest participation. */
export function asPerson(
  newest: PersonName & { id: number },
  participations: readonly Enrolled[],
): Omit<UnmatchedPerson, 'suggestions' | 'isSure'> {
  return {
    id: newest.id,
    memberName: listName(newest),
    birthday: newest.birthday,
    parades: participations
      .map(({ paradeId, title, date }) => ({ id: paradeId, title, date }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

// The key contains the names (`p:{first}|{last}|{birthday}`), so that each person is looked up by an index
// instead of comparing every member with every unmatched person.
const candidateIds = sql`(
  WITH keys AS (
    SELECT DISTINCT birthday, substr(person_key, 3, instr(person_key, '|') - 3) AS first,
      substr(person_key, instr(person_key, '|') + 1) AS rest
    FROM participations WHERE member_id IS NULL AND state = 'booked' AND is_guest = 0
  ), people AS (
    SELECT birthday, first, substr(rest, 1, instr(rest, '|') - 1) AS last FROM keys
  )
  SELECT m.id FROM people JOIN members m ON m.last_name_key = last AND m.first_name_key = first
  UNION SELECT m.id FROM people JOIN members m
    ON m.maiden_name_key = last AND m.first_name_key = first
  UNION SELECT m.id FROM people CROSS JOIN members m ON m.birthday = people.birthday
)`

type Candidate = Omit<Suggestion, 'reason'> & Omit<LikenessKeys, 'birthday'>

/** Most suggestions that a row shows. */
const mostSuggestions = 5

/** The members proposed for a person, the likeliest first (docs/rules.md, "Zuordnung"). */
function suggest(
  person: PersonName,
  candidates: readonly Candidate[],
): Pick<UnmatchedPerson, 'suggestions' | 'isSure'> {
  const given = {
    firstNameKey: normaliseName(person.firstName),
    lastNameKey: normaliseName(person.lastName),
    maidenNameKey: '',
    birthday: person.birthday,
  }
  const ranked = candidates.flatMap((candidate) => {
    const likeness = likenessOf(given, candidate)
    return likeness ? [{ candidate, ...likeness }] : []
  })
  ranked.sort((a, b) => a.rank - b.rank || a.candidate.id - b.candidate.id)
  const suggestions = ranked.slice(0, mostSuggestions).map(({ candidate, kind }) => {
    const { id, firstName, lastName, birthday, membershipState } = candidate
    const shown = { id, firstName, lastName, birthday, membershipState }
    return { ...shown, reason: reasonOf(kind, birthday) }
  })
  return {
    suggestions,
    isSure: ranked.filter(({ kind }) => kind === 'sameNameAndBirthday').length === 1,
  }
}

function reasonOf(kind: LikenessKind, stored: string | null): string {
  if (kind !== 'withoutBirthday') return reasons[kind]
  return stored === null
    ? 'gleicher Name, Mitglied ohne Geburtstag'
    : 'gleicher Name, ohne Geburtstag angemeldet'
}

const reasons: Record<Exclude<LikenessKind, 'withoutBirthday'>, string> = {
  sameNameAndBirthday: 'gleicher Name, gleicher Geburtstag',
  likeBirthday: 'gleicher Name, ähnlicher Geburtstag',
  likeName: 'gleicher Geburtstag, ähnlicher Name',
  swappedNames: 'gleicher Geburtstag, Namen vertauscht',
  otherLastName: 'gleicher Geburtstag, anderer Nachname',
  otherFirstName: 'gleicher Geburtstag, anderer Vorname',
  otherBirthday: 'gleicher Name, anderer Geburtstag',
}
