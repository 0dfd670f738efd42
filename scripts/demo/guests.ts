import { addDays, type Day } from '#worker/domain/dates.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { addYears } from './days.ts'
import type { Member } from './members.ts'
import { firstNamesOf, lastNames } from './names.ts'
import type { Random } from './random.ts'

/** A person at a parade. `memberId` null = not matched. */
export type Participant = {
  memberId: number | null
  firstName: string
  lastName: string
  birthday: Day | null
  eMail: string
  /** Where a member lives: families enrol together. */
  home?: string
}

export type Guest = Participant & {
  /** Id of the member whose name was typed differently; null = a real guest. */
  looksLike: number | null
}

/** People enrolled online without a match, for the data correction page. */
export function makeGuests(random: Random, members: readonly Member[], today: Day): Guest[] {
  const count = Math.max(14, Math.round(members.length / 80))
  const known = random.shuffled(members.filter(isPresent)).slice(0, Math.round(count * 0.4))
  const misspelt = known.map((member) => misspell(random, member))
  const strangers = Array.from({ length: count - misspelt.length }, () => stranger(random, today))
  const names = new Set(members.map(({ row }) => `${row.firstNameKey}|${row.lastNameKey}`))
  const unknown = strangers.filter((guest) => !names.has(nameOf(guest)))
  return [...misspelt, ...unknown]
}

function nameOf(person: { firstName: string; lastName: string }): string {
  return `${normaliseName(person.firstName)}|${normaliseName(person.lastName)}`
}

function isPresent({ state, row, born }: Member): boolean {
  return (state === 'Active' || state === 'Passive') && row.birthday !== null && born < '2000'
}

function misspell(random: Random, { id, born, row }: Member): Guest {
  const { firstName, lastName } = row
  const typed = random.pick([
    { firstName, lastName, birthday: null },
    { firstName, lastName, birthday: addDays(born, random.pick([-30, -1, 1, 9])) },
    { firstName, lastName: misspelled(lastName), birthday: born },
  ])
  return { ...typed, memberId: null, eMail: mailOf(typed), looksLike: id }
}

// Spelling variants that sound alike.
const soundAlikes = [
  ['mm', 'm'],
  ['ll', 'l'],
  ['tt', 't'],
  ['th', 't'],
  ['ei', 'ai'],
  ['ai', 'ei'],
  ['ck', 'k'],
  ['ä', 'e'],
  ['d', 't'],
  ['s', 'ss'],
  ['b', 'p'],
] as const

/** The name as written by a person who has only heard it. */
function misspelled(lastName: string): string {
  const last = lastName.slice(-1)
  const doubled = [last, last + last] as const
  const [written, heard] = soundAlikes.find(([sound]) => lastName.includes(sound)) ?? doubled
  return lastName.replace(written, heard)
}

function stranger(random: Random, today: Day): Guest {
  const birthday = random.day(addYears(today, -60), addYears(today, -9))
  const firstName = random.pick(firstNamesOf(random.pick(['f', 'm']), Number(birthday.slice(0, 4))))
  const person = { firstName, lastName: random.pick(lastNames), birthday }
  return { ...person, memberId: null, eMail: mailOf(person), looksLike: null }
}

export function mailOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${normaliseName(`${firstName}.${lastName}`).replaceAll(' ', '')}@example.de`
}
