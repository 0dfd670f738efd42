import leven from 'leven'

// Whether two records with different spelling may be one person: docs/rules.md, "Datenkorrektur". Names are
// normalised (domain/names.ts).

export type LikenessKeys = {
  firstNameKey: string
  lastNameKey: string
  /** '' = none. */
  maidenNameKey: string
  birthday: string | null
}

export type Likeness = {
  /** The place in the list of proposals; 0 is the likeliest. */
  rank: number
  kind: LikenessKind
}

export type LikenessKind =
  | 'sameNameAndBirthday'
  | 'withoutBirthday'
  | 'likeBirthday'
  | 'likeName'
  | 'swappedNames'
  | 'otherLastName'
  | 'otherFirstName'
  | 'otherBirthday'

const ranks: Record<LikenessKind, number> = {
  // The likeliest: with these an enrolment is matched automatically.
  sameNameAndBirthday: 0,
  withoutBirthday: 1,
  likeBirthday: 2,
  likeName: 3,
  swappedNames: 3,
  otherLastName: 4,
  otherFirstName: 5,
  otherBirthday: 6,
}

/** How the two resemble each other; null when nothing suggests that they are one person. */
export function likenessOf(one: LikenessKeys, other: LikenessKeys): Likeness | null {
  const kind = likenessKindOf(one, other)
  return kind && { rank: ranks[kind], kind }
}

const ofTwoPeople: readonly LikenessKind[] = ['likeBirthday', 'otherBirthday', 'otherFirstName']

/**
 * How the two resemble each other, if a user has to check whether they are one person; else null: same names with a birthday missing, or the same birthday and a similar
 * name. Namesakes with different birthdays and twins are two people.
 */
export function likelySamePerson(one: LikenessKeys, other: LikenessKeys): LikenessKind | null {
  const kind = likenessKindOf(one, other)
  return kind === null || ofTwoPeople.includes(kind) ? null : kind
}

function likenessKindOf(one: LikenessKeys, other: LikenessKeys): LikenessKind | null {
  const lastNames = lastNamesOf(one)
  const otherLastNames = lastNamesOf(other)
  const hasSameName =
    one.firstNameKey === other.firstNameKey &&
    lastNames.some((name) => otherLastNames.includes(name))
  const hasSameBirthday = one.birthday !== null && one.birthday === other.birthday
  if (hasSameName) {
    if (hasSameBirthday) return 'sameNameAndBirthday'
    if (one.birthday === null || other.birthday === null) return 'withoutBirthday'
    // A typing error in the date is likelier than a namesake.
    return leven(one.birthday, other.birthday) <= 2 ? 'likeBirthday' : 'otherBirthday'
  }
  if (!hasSameBirthday) return null

  const isAmong = (name: string, names: readonly string[]) =>
    names.some((candidate) => isSimilarName(name, candidate))
  const firstIsLike = isSimilarName(one.firstNameKey, other.firstNameKey)
  const haveNoFirst = one.firstNameKey === '' && other.firstNameKey === ''
  const lastIsLike = lastNames.some((name) => isAmong(name, otherLastNames))
  if ((firstIsLike || haveNoFirst) && lastIsLike) return 'likeName'
  if (firstIsLike) return 'otherLastName'
  if (lastIsLike) return 'otherFirstName'
  // The first name stands in the field of the last name, and the last name in that of the first.
  const isSwapped =
    isAmong(other.firstNameKey, lastNames) && isAmong(one.firstNameKey, otherLastNames)
  return isSwapped ? 'swappedNames' : null
}

function lastNamesOf({ lastNameKey, maidenNameKey }: LikenessKeys): string[] {
  return [lastNameKey, maidenNameKey].filter(Boolean)
}

/**
 * Similar by typing errors, more of them in a longer name, or by one part of a double name: "Hans-Peter" and
 * "Hans". Different digits are no typing error: "Person10" and "Person17". An empty name, as an organization's
 * first name, is similar to none.
 */
export function isSimilarName(a: string, b: string): boolean {
  if (a === '' || b === '' || digitsOf(a) !== digitsOf(b)) return false
  const wordsOf = (name: string) => name.split(/[\s-]+/)
  const words = wordsOf(b)
  if (wordsOf(a).some((word) => word.length > 2 && words.includes(word))) return true
  const most = allowedTypos(Math.min(a.length, b.length))
  return leven(a, b, { maxDistance: most + 1 }) <= most
}

const digitsOf = (name: string) => (name.match(/\d+/g) ?? []).join(' ')

/** 3 to 5 letters may contain one typing error, 6 to 9 two, longer names three. */
function allowedTypos(length: number): number {
  if (length < 3) return 0
  return length < 6 ? 1 : length < 10 ? 2 : 3
}
