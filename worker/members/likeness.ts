import leven from 'leven'
import type { Day } from '#worker/domain/dates.ts'

/** What the door itself would have matched, had the member been there. */
export const sameNameAndBirthday = 0

/** `rank`: the likeliest is the lowest. */
export type Likeness = { rank: number; reason: string } | null

/** As they are stored: domain/names.ts. */
export type NameKeys = { firstNameKey: string; lastNameKey: string; maidenNameKey: string }

type Given = { first: string; last: string; birthday: Day | null }

/** How alike somebody is to a member; null = not at all. */
export function likenessOf(
  { first, last, birthday }: Given,
  member: NameKeys & { birthday: Day | null },
): Likeness {
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

/**
 * Whether two records may be of one person: the same name with a birthday missing, or the same birthday and
 * a similar name. Namesakes with other birthdays are two people (docs/rules.md, "Übernahme: wer ist wer").
 */
export function mayBeOne(likeness: Likeness): boolean {
  return likeness !== null && [1, 3, 4, 5].includes(likeness.rank)
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
export function isLike(a: string, b: string): boolean {
  const wordsOf = (name: string) => name.split(/[\s-]+/)
  const words = wordsOf(b)
  if (wordsOf(a).some((word) => word.length > 2 && words.includes(word))) return true
  const most = Math.min(a.length, b.length) <= 4 ? 1 : 2
  return leven(a, b, { maxDistance: most + 1 }) <= most
}
