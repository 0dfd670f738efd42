import { isDay } from '#worker/domain/dates.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { isEmailAddress, plainIban } from '#worker/domain/text.ts'
import { monthOf } from './days.ts'
import { importFields } from './fields.ts'
import { knownHeadings, type Program, programs } from './known-headings.ts'
import type { Cell, ImportField, SheetKind } from './types.ts'
import { builtInHonors, type Honors, honorsMeantBy, isMobile } from './words.ts'

/** The form in which headings are compared: lower case, umlauts spelled out, only a-z and 0-9. */
export function headingKey(heading: string): string {
  return normaliseName(heading).replace(/[^a-z0-9]/g, '')
}

/** The key under which a mapping is remembered: files with the same headings in the same order share it. */
export function headingsKey(headings: readonly string[]): string {
  return headings.map(headingKey).join('|')
}

export const sheetKinds = Object.keys(knownHeadings) as SheetKind[]

const personFields = [
  'memberNumber',
  'fullName',
  'lastName',
  'nameOrLastName',
  'firstName',
  'birthday',
]

type Lookup = ReadonlyMap<string, readonly string[]>

const lookups = new Map<SheetKind, Lookup>(sheetKinds.map((kind) => [kind, lookupOf(kind)]))

/** The fields that a heading may mean for a kind, the kind's own first. */
function lookupOf(kind: SheetKind): Lookup {
  const found = new Map<string, string[]>()
  const add = (heading: string, field: string) => {
    const key = headingKey(heading)
    const fields = found.get(key) ?? []
    if (!fields.includes(field)) found.set(key, [...fields, field])
  }
  for (const [field, headings] of Object.entries(knownHeadings[kind])) {
    for (const heading of headings) add(heading, field)
  }
  for (const { field, label } of importFields[kind]) add(label, field)
  // "Häs" means the costume type where another column has the number.
  if (kind === 'costumes') add('Häs', 'costumeType')
  if (kind !== 'members' && kind !== 'parades') {
    for (const field of personFields) {
      for (const heading of knownHeadings.members[field] ?? []) add(heading, field)
    }
  }
  return found
}

/** The fields that a heading may mean: as written, else without its brackets, else without its `withoutEnd`. */
function meanings(kind: SheetKind, heading: string): readonly string[] {
  const lookup = lookups.get(kind)
  const ways = [heading, heading.replace(/[([{].*$/su, ''), withoutEnd(heading)]
  for (const way of ways) {
    const fields = lookup?.get(headingKey(way))
    if (fields) return fields
  }
  return []
}

/** The heading without a day or "gesamt" ("Sprünge bis 2024" becomes "Sprünge") and without "J/N". */
function withoutEnd(heading: string): string {
  return heading
    .replace(/[\s(]+(?:bis|stand|vor)\b[^\d]*\d[\d.\s]*\)?\s*$/iu, '')
    .replace(/\s+(?:gesamt|insgesamt|j\/n|ja\/nein)\s*$/iu, '')
}

/** Columns that are never imported: ages and years are computed, and sums are no field. */
const neverTaken = ['alter', 'jahrgang', 'mitgliedsjahre', 'summe', 'gesamt', 'anzahl', 'total']
const paradeOfRow = ['date', 'title']
/** Ambiguous headings; columns with a clearer heading are assigned first. */
const vague = ['haes', 'nr', 'nummer', 'am', 'ab', 'bis', 'von', 'seit', 'art', 'stand', 'anzahl']

/** The program that made the file, recognised by `marks`; null when unknown. */
export function programOf(headings: readonly string[]): Program | null {
  const keys = new Set(headings.map(headingKey))
  const made = programs.filter(({ marks }) =>
    marks.some((mark) => mark.every((heading) => keys.has(headingKey(heading)))),
  )
  return made[0] ?? null
}

/**
 * The target of each column, by its heading, or by its first values when the heading is unknown.
 * Only the comment can have several columns; null: not imported.
 * @param samples the first values of each column
 * @param honors the guild's honors, of which each can have a column
 */
export function guessMapping(
  kind: SheetKind,
  headings: readonly string[],
  samples: readonly (readonly Cell[])[] = [],
  honors: Honors = builtInHonors,
): { columns: (string | null)[] } {
  const columns: (string | null)[] = headings.map(() => null)
  const taken = new Set<string>()
  // Where each parade has a column, no other column can be the day or the title of the row's parade.
  const hasCrosses =
    kind === 'participations' &&
    headings.some((heading) => specialTarget(kind, heading, honors) !== null)
  const meant = headings.map((heading) =>
    meanings(kind, heading).filter((field) => !hasCrosses || !paradeOfRow.includes(field)),
  )
  const hasFirstName = meant.some((fields) => fields.includes('firstName'))
  const assign = (column: number, fields: readonly string[]) => {
    for (const one of fields) {
      const field = one === 'nameOrLastName' ? (hasFirstName ? 'lastName' : 'fullName') : one
      if (taken.has(field) && field !== 'comment') continue
      taken.add(field)
      columns[column] = field
      return
    }
  }
  const isVague = (heading: string) => vague.includes(headingKey(heading))
  const isHouseNumber = (column: number) =>
    kind === 'members' &&
    ['nr', 'nummer'].includes(headingKey(headings[column] ?? '')) &&
    (meant[column - 1]?.includes('streetAndNumber') ?? false)
  headings.forEach((heading, column) => {
    const fields = meant[column] ?? []
    if (isHouseNumber(column)) assign(column, ['addressNumber'])
    else if (fields.length === 1 && !isVague(heading)) assign(column, fields)
  })
  headings.forEach((_, column) => {
    if (columns[column] === null) assign(column, meant[column] ?? [])
  })
  if (taken.has('lastName') && taken.has('firstName')) {
    columns.forEach((field, column) => {
      if (field === 'fullName') columns[column] = null
    })
  }
  headings.forEach((heading, column) => {
    if (columns[column] !== null || meant[column]?.length) return
    if (neverTaken.includes(headingKey(heading))) return
    const special = specialTarget(kind, heading, honors)
    if (special?.startsWith('parade:')) columns[column] = special
    else if (special && !taken.has('honor')) assign(column, [special])
    else if (!special) assign(column, lookOf(kind, samples[column] ?? [], taken))
  })
  return { columns }
}

/** Words in the heading of a total on a day, which names no parade: "Sprünge bis 31.12.2024", "Stand 1.11.". */
const countsUp = /(?<!\p{L})(?:sprünge|gesamt|insgesamt|summe|anzahl|stand|eintritt)(?!\p{L})/iu

/** The target of a column for one parade or one honor; null when the heading names neither. */
function specialTarget(kind: SheetKind, heading: string, honors: Honors): string | null {
  if (kind === 'participations') {
    if (countsUp.test(heading)) return null
    const day = dayInHeading(heading)
    return day && `parade:${day}`
  }
  if (kind !== 'honors') return null
  const types = honorsMeantBy(heading, honors)
  return types.length === 1 ? `honor:${types[0]}` : null
}

/** What a column can be imported as: the fields of the kind, each honor, or the parade that the heading names. */
export function targetsOf(
  kind: SheetKind,
  heading: string,
  honors: Honors = builtInHonors,
): ImportField[] {
  const fields = [...importFields[kind]]
  if (kind === 'honors') {
    return [...fields, ...honors.map(honorTarget)]
  }
  const special = specialTarget(kind, heading, honors)
  return special ? [...fields, { field: special, label: 'Kreuze dieses Umzugs' }] : fields
}

const honorTarget = ({ code, label }: Honors[number]): ImportField => ({
  field: `honor:${code}`,
  label: `Tag der Ehrung: ${label}`,
})

/**
 * The day in a heading: '2025-01-19' for "Ringtreffen 19.1.25", '01-19' when the year is missing.
 * Other words in the heading are ignored.
 */
export function dayInHeading(heading: string): string | null {
  const iso = /\b(\d{4}-\d{2}-\d{2})\b/.exec(heading)?.[1]
  if (iso) return isDay(iso) ? iso : null
  const typed = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2}(?!\d))?/.exec(heading)
  const named = /(?<!\d)(\d{1,2})\.?\s?(\p{L}{3,9})\.?\s?(\d{4}|\d{2}(?!\d))?/u.exec(heading)
  const month = typed ? Number(typed[2]) : monthOf(named?.[2] ?? '')
  const parts = typed ?? (month ? named : null)
  if (!parts || !month) return null
  const rest = `${String(month).padStart(2, '0')}-${(parts[1] ?? '').padStart(2, '0')}`
  const year = parts[3]
  if (year === undefined) return isDay(`2024-${rest}`) ? rest : null
  // Two-digit years from 50 on belong to the last century.
  const full = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`
  const day = `${full}-${rest}`
  return isDay(day) && full >= '1900' && full <= '2099' ? day : null
}

const looks: readonly [field: string, test: (text: string) => boolean][] = [
  ['bankingIban', (text) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plainIban(text))],
  ['eMail', isEmailAddress],
  ['plzAndTown', (text) => /^\d{5}\s+\p{Lu}/u.test(text)],
  ['phoneMobile', (text) => isMobile(text) && isPhoneLike(text)],
  ['phone', (text) => /^(?:\+|0)/.test(text) && isPhoneLike(text)],
  ['fullName', (text) => /^\p{Lu}[\p{L} .'-]+, ?\p{Lu}[\p{L} .'-]+$/u.test(text)],
]

function isPhoneLike(text: string): boolean {
  return /^[+\d][\d ()/.-]*$/.test(text) && text.replace(/\D/g, '').length >= 7
}

/** The field whose format all first values have, for a column with an unknown heading. */
function lookOf(kind: SheetKind, samples: readonly Cell[], taken: ReadonlySet<string>): string[] {
  const texts = samples.flatMap((cell) => {
    const text = typeof cell === 'string' ? cell.trim() : ''
    return cell === null || cell === '' ? [] : [text]
  })
  if (texts.length === 0) return []
  const named = taken.has('lastName') || taken.has('fullName')
  const fields = importFields[kind].map(({ field }) => field)
  return looks
    .filter(([field]) => fields.includes(field) && !(field === 'fullName' && named))
    .filter(([, test]) => texts.every(test))
    .slice(0, 1)
    .map(([field]) => field)
}

/** The kinds that the sheet may be, likeliest first. */
export function guessKinds(
  headings: readonly string[],
  honors: Honors = builtInHonors,
): SheetKind[] {
  const has = (kind: SheetKind, ...fields: string[]) =>
    headings.some((heading) => meanings(kind, heading).some((field) => fields.includes(field)))
  const keys = new Set(headings.map(headingKey))
  const named = has('members', 'lastName', 'fullName', 'nameOrLastName', 'firstName')
  const numbered = named || has('members', 'memberNumber')
  const crosses = headings.filter(
    (heading) => specialTarget('participations', heading, honors) !== null,
  )
  const honorColumns = headings.filter(
    (heading) => specialTarget('honors', heading, honors) !== null,
  )
  const wardrobe = [...keys].some(
    (key) => /^(haes|kleid|masken)/.test(key) && key !== 'haestraeger',
  )
  const typed = has('costumes', 'costumeType')
  const details = memberDetails.filter((field) => has('members', field)).length
  const day = has('parades', 'date')
  const office = [...keys].some((key) => ['amt', 'funktion', 'posten', 'dienst'].includes(key))
  const honored = keys.has('ehrung') || keys.has('auszeichnung') || keys.has('orden')
  const found: [kind: SheetKind, weight: number][] = [
    ['participations', numbered && crosses.length > 0 ? 90 : 0],
    ['parades', day && !named && has('parades', 'host', 'priceForAdultsInCent', 'title') ? 85 : 0],
    ['honors', numbered && (honored || honorColumns.length > 0) ? 80 : 0],
    ['duties', numbered && office ? 78 : 0],
    ['members', named ? Math.min(60 + details * 10, 89) : 0],
    ['participations', numbered && day && has('participations', 'title') ? 75 : 0],
    ['costumes', wardrobe || (typed && has('costumes', 'number')) ? 72 : 0],
    ['paradesBefore', numbered && has('paradesBefore', 'paradesBefore') ? 71 : 0],
  ]
  const likely = found.filter(([, weight]) => weight > 0).toSorted((a, b) => b[1] - a[1])
  return [...new Set(likely.map(([kind]) => kind))]
}

/** Fields that only occur in member lists; names and birthdays occur in all kinds. */
const memberDetails = [
  'membershipState',
  'dateJoined',
  'streetAndNumber',
  'wholeAddress',
  'phone',
  'phoneMobile',
  'eMail',
  'bankingIban',
]
