import { type UnmatchedKeys, unmatchedPerson } from '#worker/domain/enrolment.ts'
import { listName, normaliseName } from '#worker/domain/names.ts'
import { type LikenessKeys, type LikenessKind, likenessOf } from '#worker/members/likeness.ts'
import type { Suggestion, UnmatchedPerson } from './enrolment.contract.ts'

type Candidate = Omit<Suggestion, 'reason'> & Omit<LikenessKeys, 'birthday'>

type Row = UnmatchedKeys & {
  id: number
  firstName: string
  lastName: string
  paradeId: number
  title: string
  date: string
}

/** More than these nobody reads. */
const mostSuggestions = 5

/**
 * One row a person: the same name with a birthday is one person; without a birthday only what was
 * enrolled in one go.
 * @param rows newest first; the newest gives the person its id and the name as it was written
 */
export function groupUnmatched(
  rows: readonly Row[],
  candidates: readonly Candidate[],
): UnmatchedPerson[] {
  const groups = Map.groupBy(rows, unmatchedPerson)
  const byBirthday = Map.groupBy(candidates, ({ birthday }) => birthday)
  const byFirstName = Map.groupBy(candidates, ({ firstNameKey }) => firstNameKey)
  return [...groups.values()].flatMap((group) => {
    const [newest] = group
    if (!newest) return []
    const born = newest.birthday ? (byBirthday.get(newest.birthday) ?? []) : []
    const named = byFirstName.get(normaliseName(newest.firstName)) ?? []
    return {
      id: newest.id,
      memberName: listName(newest),
      birthday: newest.birthday,
      parades: group
        .map(({ paradeId, title, date }) => ({ id: paradeId, title, date }))
        .sort((a, b) => (a.date < b.date ? -1 : 1)),
      ...suggest(newest, [...new Set([...born, ...named])]),
    }
  })
}

type Given = Pick<Row, 'firstName' | 'lastName' | 'birthday'>

/** The likeliest first (docs/rules.md, "Zuordnung"). */
function suggest(
  person: Given,
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
