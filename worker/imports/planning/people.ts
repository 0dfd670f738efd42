import type { MembershipState } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { PersonRef, Sheet, SheetKind, ValuesOf } from '#worker/domain/import/types.ts'
import { fullName, listName, normaliseName } from '#worker/domain/names.ts'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import type { Staged } from '#worker/imports/plan.ts'
import { isSimilarName, type LikenessKind, likelySamePerson } from '#worker/members/likeness.ts'
import { addRowErrors, cellField, type InputRow, type Judged, judged } from './judged-row.ts'

/** The fields by which a member is recognised. */
export type Known = {
  id: number
  memberNumber: number
  firstName: string
  lastName: string
  firstNameKey: string
  lastNameKey: string
  maidenNameKey: string
  birthday: Day | null
  membershipState: MembershipState
  dateLeft: Day | null
}

export type Names = { first: string; lasts: readonly string[]; birthday: Day | null }

type Named = Pick<PersonRef, 'firstName' | 'lastName' | 'maidenName'>

export function namesOf(person: Named & { birthday?: Day | null }): Names {
  return {
    first: normaliseName(person.firstName ?? ''),
    lasts: [person.lastName ?? '', person.maidenName ?? ''].map(normaliseName).filter(Boolean),
    birthday: person.birthday ?? null,
  }
}

const lastNamesOf = (one: Known) => [one.lastNameKey, one.maidenNameKey].filter(Boolean)

function hasSameLastName(one: Known, { lasts }: Names): boolean {
  return lastNamesOf(one).some((name) => lasts.includes(name))
}

export function hasSameNames(one: Known, names: Names): boolean {
  return one.firstNameKey === names.first && hasSameLastName(one, names)
}

/** How a differently spelled row resembles a member, by last or maiden name; null when it does not or is equal. */
export function likenessOfSpelling(
  one: Known,
  { first, lasts, birthday }: Names,
): LikenessKind | null {
  for (const last of lasts) {
    const given = { firstNameKey: first, lastNameKey: last, maidenNameKey: '', birthday }
    const kind = likelySamePerson(given, one)
    if (kind !== null && kind !== 'sameNameAndBirthday') return kind
  }
  return null
}

/** An index of members by id, number, names and birthday. */
export class Register<Member extends Known = Known> {
  readonly #byId = new Map<number, Member>()
  readonly #byNumber = new Map<number, Member>()
  readonly #byNames = new Map<string, Member[]>()
  readonly #byBirthday = new Map<Day, Member[]>()

  constructor(members: readonly Member[]) {
    for (const member of members) this.add(member)
  }

  add(member: Member): void {
    this.#byId.set(member.id, member)
    if (member.memberNumber > 0) this.#byNumber.set(member.memberNumber, member)
    for (const last of new Set(lastNamesOf(member))) {
      addToGroup(this.#byNames, `${member.firstNameKey}|${last}`, member)
    }
    if (member.birthday) addToGroup(this.#byBirthday, member.birthday, member)
  }

  /** Indexes a member again after a change of number, name or birthday. */
  replace(before: Member, after: Member): void {
    if (this.#byNumber.get(before.memberNumber)?.id === before.id) {
      this.#byNumber.delete(before.memberNumber)
    }
    for (const last of new Set(lastNamesOf(before))) {
      removeFromGroup(this.#byNames, `${before.firstNameKey}|${last}`, before.id)
    }
    if (before.birthday) removeFromGroup(this.#byBirthday, before.birthday, before.id)
    this.add(after)
  }

  get(id: number): Member | undefined {
    return this.#byId.get(id)
  }

  withNumber(number: number): Member | undefined {
    return this.#byNumber.get(number)
  }

  /** The members with the same first name and the same last or maiden name. */
  withNames({ first, lasts }: Names): Member[] {
    return distinct(lasts.flatMap((last) => this.#byNames.get(`${first}|${last}`) ?? []))
  }

  /** Possible matches: equal names with a birthday missing, or equal birthday with a similar name. */
  maybe(names: Names): Member[] {
    const born = names.birthday ? (this.#byBirthday.get(names.birthday) ?? []) : []
    return distinct([...this.withNames(names), ...born]).filter(
      (one) => likenessOfSpelling(one, names) !== null,
    )
  }
}

function addToGroup<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function removeFromGroup<Key>(map: Map<Key, { id: number }[]>, key: Key, id: number): void {
  const list = map.get(key)
  const index = list?.findIndex((one) => one.id === id) ?? -1
  if (list && index >= 0) list.splice(index, 1)
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}

export function candidateOf(one: Known): PreviewRow['candidates'][number] {
  const { id, birthday, memberNumber } = one
  return { memberId: id, name: listName(one), birthday, memberNumber }
}

/** "Bantle, Beate" or, with only a number, "Nr. 7". */
function titleOf({ firstName = '', lastName = '', memberNumber }: PersonRef): string {
  const name = listName({ firstName, lastName })
  return name || (memberNumber ? `Nr. ${memberNumber}` : '')
}

export const memberGoneText = 'Dieses Mitglied gibt es nicht mehr.'

/**
 * Checks a member found by number against the row's name. Equal names are sure; one equal name suffices
 * unless another member has exactly these names or the birthdays differ.
 */
export function judgeNumber<Member extends Known>(
  found: Member,
  names: Names,
  register: Register<Member>,
): 'same' | 'stranger' | { candidates: Member[] } {
  if (hasSameNames(found, names)) return 'same'
  const others = register
    .withNames(names)
    .filter(({ birthday }) => !names.birthday || !birthday || birthday === names.birthday)
  const hasSameFirst = names.first !== '' && found.firstNameKey === names.first
  const isOne = hasSameFirst || hasSameLastName(found, names)
  if (!isOne) return 'stranger'
  const isBornOtherwise =
    names.birthday !== null && found.birthday !== null && names.birthday !== found.birthday
  const isAlike =
    isSimilarName(found.firstNameKey, names.first) &&
    lastNamesOf(found).some((last) => names.lasts.some((name) => isSimilarName(last, name)))
  const isDoubtful = others.length > 0 || (isBornOtherwise && !isAlike)
  return isDoubtful ? { candidates: distinct([...others, found]) } : 'same'
}

type Asked<Member> = {
  choice: { memberId: number | null }
  columns: Sheet['columns']
  /** Only for a file that was imported before: whether the member already has the values of the row. */
  hasIt?: ((member: Member) => boolean) | undefined
}

/**
 * Finds the member that a row names: by number, by name and birthday, or by a unique name. Otherwise the row
 * gets an error or a question, and null is returned.
 */
export function findPerson<Member extends Known>(
  register: Register<Member>,
  person: PersonRef,
  { choice, columns, hasIt }: Asked<Member>,
  row: Judged,
): Member | null {
  const nameField = cellField(columns, 'lastName')
  const numberField = cellField(columns, 'memberNumber')
  const addFault = (field: string, text: string) => {
    if (!row.errors.some((one) => one.text === text)) row.errors.push({ field, text })
    return null
  }
  const ask = (text: string, candidates: readonly Member[]) => {
    const [only] = candidates
    if (row.decision === 'same' && only && candidates.length === 1) return only
    const known = hasIt && candidates.find(hasIt)
    if (known) return known
    if (row.doubts.includes(text)) return null
    row.doubts.push(text)
    row.candidates.push(...candidates.map(candidateOf))
    return null
  }
  if (row.decision === 'same' && choice.memberId !== null) {
    return register.get(choice.memberId) ?? addFault(nameField, memberGoneText)
  }
  const names = namesOf(person)
  const isNamed = names.first !== '' || names.lasts.length > 0
  const name = plainName(person)
  const number = person.memberNumber ?? 0
  if (number > 0) {
    const found = register.withNumber(number)
    if (found) {
      const judgement = isNamed ? judgeNumber(found, names, register) : 'same'
      if (judgement === 'same') return found
      const text = `Die Mitgliedsnummer ${number} hat ${plainName(found)}.`
      return judgement === 'stranger'
        ? addFault(numberField, text)
        : ask(`${text} Wer ist gemeint?`, judgement.candidates)
    }
    // An unknown number may be a typo: members with a fitting name are offered, not assumed.
    const text = `Die Mitgliedsnummer ${number} hat niemand.`
    const candidates = distinct([...register.withNames(names), ...register.maybe(names)])
    return candidates.length > 0
      ? ask(`${text} Wer ist gemeint?`, candidates)
      : addFault(numberField, text)
  }
  if (!isNamed) return addFault(nameField, 'Gib an, um welches Mitglied es geht.')
  const namesakes = register.withNames(names)
  const exact = names.birthday
    ? namesakes.filter(({ birthday }) => birthday === names.birthday)
    : namesakes
  const [only] = exact
  if (only && exact.length === 1) return only
  if (exact.length > 0) return ask(`Mehrere Mitglieder heißen ${name}. Wer ist gemeint?`, exact)
  const maybe = register.maybe(names)
  if (maybe.length > 0) return ask(`Wer ist mit ${name} gemeint?`, maybe)
  const [namesake] = namesakes
  return namesake?.birthday
    ? addFault(
        cellField(columns, 'birthday'),
        `${name} ist am ${germanDate(namesake.birthday)} geboren.`,
      )
    : addFault(nameField, `Ein Mitglied „${name}“ gibt es nicht.`)
}

function plainName({ firstName = '', lastName = '' }: Named): string {
  return fullName({ firstName, lastName })
}

/**
 * Begins the judgement of a row about a member: returns the judged row and the member, null if none was
 * found.
 */
export function judgeRowOfMember<
  Kind extends Exclude<SheetKind, 'members' | 'parades' | 'costumes'>,
  Member extends Known,
>(
  inputRow: InputRow<Kind>,
  register: Register<Member>,
  { mapping: { columns }, isAgain }: Staged,
  hasItem: (member: Member, item: ValuesOf[Kind]) => boolean,
): { row: Judged; member: Member | null } {
  const [first] = inputRow.items
  const row = judged(inputRow, first ? titleOf(first.person) : '')
  if (row.decision === 'skip') return { row, member: null }
  addRowErrors(row, inputRow)
  if (!first) return { row, member: null }
  const hasIt = isAgain
    ? (member: Member) => inputRow.items.every((item) => hasItem(member, item))
    : undefined
  const member = findPerson(register, first.person, { ...inputRow, columns, hasIt }, row)
  if (member) {
    row.title = listName(member)
    row.targets.push(`${member.id}`)
  }
  return { row, member }
}
