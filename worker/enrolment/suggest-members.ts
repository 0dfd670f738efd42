import leven from 'leven'
import { type UnmatchedKeys, unmatchedPerson } from '#worker/domain/enrolment.ts'
import { listName, normaliseName } from '#worker/domain/names.ts'
import type { Suggestion, UnmatchedPerson } from './enrolment.contract.ts'

type Candidate = Omit<Suggestion, 'reason'> & {
  firstNameKey: string
  lastNameKey: string
  maidenNameKey: string
}

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
    first: normaliseName(person.firstName),
    last: normaliseName(person.lastName),
    birthday: person.birthday,
  }
  const ranked = candidates.flatMap((candidate) => {
    const likeness = likenessOf(given, candidate)
    return likeness ? [{ candidate, ...likeness }] : []
  })
  ranked.sort((a, b) => a.rank - b.rank || a.candidate.id - b.candidate.id)
  const suggestions = ranked.slice(0, mostSuggestions).map(({ candidate, reason }) => {
    const { id, firstName, lastName, birthday, membershipState } = candidate
    return { id, firstName, lastName, birthday, membershipState, reason }
  })
  return {
    suggestions,
    isSure: ranked.filter(({ rank }) => rank === sameNameAndBirthday).length === 1,
  }
}

/** What the door itself would have matched, had the member been there. */
const sameNameAndBirthday = 0

type Likeness = { rank: number; reason: string } | null

type GivenKeys = { first: string; last: string; birthday: string | null }

function likenessOf({ first, last, birthday }: GivenKeys, member: Candidate): Likeness {
  const lastNames = [member.lastNameKey, member.maidenNameKey].filter(Boolean)
  const hasSameName = first === member.firstNameKey && lastNames.includes(last)
  const hasSameBirthday = birthday !== null && birthday === member.birthday
  if (hasSameName) return sameName(hasSameBirthday, birthday, member.birthday)
  if (!hasSameBirthday) return null

  const firstIsLike = isLike(first, member.firstNameKey)
  const lastIsLike = lastNames.some((name) => isLike(last, name))
  if (firstIsLike && lastIsLike) return { rank: 3, reason: 'gleicher Geburtstag, ähnlicher Name' }
  if (firstIsLike) return { rank: 4, reason: 'gleicher Geburtstag, anderer Nachname' }
  if (lastIsLike) return { rank: 5, reason: 'gleicher Geburtstag, anderer Vorname' }
  // First and last name in each other's field.
  const isSwapped =
    isLike(last, member.firstNameKey) && lastNames.some((name) => isLike(first, name))
  return isSwapped ? { rank: 3, reason: 'gleicher Geburtstag, Namen vertauscht' } : null
}

function sameName(bornAlike: boolean, given: string | null, stored: string | null): Likeness {
  if (bornAlike) return { rank: sameNameAndBirthday, reason: 'gleicher Name, gleicher Geburtstag' }
  if (stored === null) return { rank: 1, reason: 'gleicher Name, Mitglied ohne Geburtstag' }
  if (given === null) return { rank: 1, reason: 'gleicher Name, ohne Geburtstag angemeldet' }
  // A typing error in the date is likelier than a namesake.
  return leven(given, stored) <= 2
    ? { rank: 2, reason: 'gleicher Name, ähnlicher Geburtstag' }
    : { rank: 6, reason: 'gleicher Name, anderer Geburtstag' }
}

/** A typing error or two, or one name of a double name: "Hans-Peter" and "Hans". */
function isLike(a: string, b: string): boolean {
  const wordsOf = (name: string) => name.split(/[\s-]+/)
  const words = wordsOf(b)
  if (wordsOf(a).some((word) => word.length > 2 && words.includes(word))) return true
  const most = Math.min(a.length, b.length) <= 4 ? 1 : 2
  return leven(a, b, { maxDistance: most + 1 }) <= most
}
