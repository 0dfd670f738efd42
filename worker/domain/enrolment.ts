import { ageClass } from './birthdays.ts'
import type { AgeClass, EnrolmentChannel } from './codes.ts'
import type { Day } from './dates.ts'
import { DomainError, type FieldMessages } from './errors.ts'
import { type BookedExtra, bookExtras, type ChosenExtra, type Extra } from './extras.ts'
import {
  type Accompaniment,
  type AgeRule,
  ageProblem,
  type Guardian,
  guardianProblems,
  needsGuardian,
} from './minors.ts'
import { costumeNumberKey, normaliseName } from './names.ts'
import {
  type EnrolmentWindow,
  isEnrolmentOver,
  isOpenForEnrolment,
  isOpenInternally,
  opens,
  opensAt,
  type Prices,
  priceFor,
} from './parade.ts'
import { isBlank } from './text.ts'
import { type ClockMinute, dayOfMinute, type Time } from './times.ts'

export type PersonName = { firstName: string; lastName: string; birthday: Day | null }

/** The key of a person who is not matched with a member, made of name and birthday. */
export function nameKey(person: PersonName): string {
  const first = normaliseName(person.firstName)
  const last = normaliseName(person.lastName)
  return `p:${first}|${last}|${person.birthday ?? ''}`
}

/** Identifies a participant within a parade: the member when matched, else name and birthday. */
export function personKey(person: PersonName & { memberId: number | null }): string {
  return person.memberId === null ? nameKey(person) : `m:${person.memberId}`
}

/** The columns of an unmatched participation by which `unmatchedGroupKey` tells persons apart. */
export type UnmatchedKeys = {
  personKey: string
  birthday: Day | null
  orderId: number | null
  createdAt: string
}

/** Whether the person's name or birthday was anonymised: the key is `x:` and the id of their first participation. */
export const isAnonymisedKey = (key: string): boolean => key.startsWith('x:')

/**
 * The key that groups unmatched participations of one person: the same name and birthday, also
 * after the birthday was anonymised. Without a birthday only participations entered together are
 * one person (docs/rules.md, "Datenkorrektur").
 */
export function unmatchedGroupKey({ personKey, birthday, orderId, createdAt }: UnmatchedKeys) {
  if (birthday !== null || isAnonymisedKey(personKey)) return personKey
  return `${personKey} ${orderId ?? createdAt}`
}

export type ChosenParade = {
  paradeId: number
  costumeTypeId: number
  costumeNumber: string
  extras?: readonly ChosenExtra[] | undefined
}

/** A person to be enrolled, and the parades chosen for them. */
export type Applicant = PersonName & { parades: readonly ChosenParade[] }

/**
 * Identifies a repeated public request while its order is pending: the same e-mail address, people,
 * parades, costumes and extras, in any order, and the same guardian.
 */
export function requestKey(
  emailAddress: string,
  people: readonly Applicant[],
  guardian: Guardian | null,
): string {
  const applications = people.map((person) => {
    const places = person.parades.map(({ paradeId, costumeTypeId, costumeNumber, extras = [] }) =>
      [
        paradeId,
        costumeTypeId,
        costumeNumberKey(costumeNumber),
        ...extras.map(({ id, quantity }) => `${id}×${quantity}`).sort(),
      ].join(':'),
    )
    return JSON.stringify([nameKey(person), ...places.sort()])
  })
  const accompanied = guardian ? [[guardian.name, guardian.phone, guardian.consent]] : []
  return JSON.stringify([emailAddress.toLowerCase(), ...applications.sort(), ...accompanied])
}

type KnownParade = EnrolmentWindow &
  AgeRule &
  Prices & {
    id: number
    title: string
    timeStart: Time | null
    cancelledAt: string | null
    extras: readonly Extra[]
  }
type KnownCostume = { id: number; costumeTypeId: number; numberKey: string }

/** The stored data that a request refers to, read in one batch. */
export type Known = {
  parades: readonly KnownParade[]
  costumeTypeIds: ReadonlySet<number>
  /** The registered costumes among those that were chosen. */
  costumes: readonly KnownCostume[]
  /**
   * For each person, in order: the ids of active or passive members with the same normalised name
   * and birthday, or of the member that was picked.
   */
  memberIds: readonly (readonly number[])[]
  /** Whether a user picked the member; else the members were found by name and birthday. */
  isPicked: boolean
}

/** One place in one parade, ready to be inserted. */
export type Place = {
  person: PersonName
  paradeId: number
  paradeTitle: string
  memberId: number | null
  personKey: string
  /** The key that the person has while no member is matched. */
  nameKey: string
  /** The key of what was entered: the name, or the picked member. */
  givenKey: string
  ageClass: AgeClass
  /** The price of the place, including its extras. */
  priceInCent: number
  extras: BookedExtra[]
  costumeTypeId: number
  costumeId: number | null
  costumeNumber: string
  costumeNumberKey: string
  /** Who accompanies the person, where the parade requires a guardian; else null. */
  guardianName: string | null
  guardianPhone: string | null
  /** The version of the text that they consented to; null: the present one. */
  guardianConsent: number | null
}

/** The sum to be paid for these places, in cents. */
export function totalOfPlaces(places: readonly Place[]): number {
  return places.reduce((sum, { priceInCent }) => sum + priceInCent, 0)
}

/** The rules for one way to enrol, or for a correction. */
type EnrolmentRule = {
  /** Whether a parade accepts enrolments this way; cancelled parades accept none. */
  isOpen: (parade: EnrolmentWindow, minute: ClockMinute) => boolean
  needsNumber: boolean
  /** The rule only changes a place that exists, so it also applies to cancelled parades. */
  onlyCorrects?: true
}

const always = () => true

/**
 * The rules by the way to enrol. The two corrections change the costume of an existing place; the second one is for
 * a place that has no costume number and may stay without one.
 */
const rules: Record<EnrolmentChannel | 'correction' | 'correctionWithoutNumber', EnrolmentRule> = {
  public: { isOpen: isOpenForEnrolment, needsNumber: true },
  internal: {
    isOpen: (parade, minute) => isOpenInternally(parade, dayOfMinute(minute)),
    needsNumber: true,
  },
  management: { isOpen: always, needsNumber: true },
  onSite: { isOpen: always, needsNumber: false },
  correction: { isOpen: always, needsNumber: true, onlyCorrects: true },
  correctionWithoutNumber: { isOpen: always, needsNumber: false, onlyCorrects: true },
}

const earliestBirthday = '1900-01-01'

/** The places of one person: `decidePlacesOfPeople` for a request with one person. */
export function decidePlaces(
  channel: keyof typeof rules,
  person: PersonName,
  chosen: readonly ChosenParade[],
  known: Known,
  minute: ClockMinute,
  accompaniment?: Accompaniment,
): Place[] {
  const people = [{ ...person, parades: chosen }]
  return decidePlacesOfPeople(channel, people, known, minute, () => '', accompaniment)
}

/** The path of a person's fields in the request body: `people.1.`, or '' when there is one person. */
export type PathOfPerson = (person: number) => string

/**
 * The one set of rules for every way to enrol (docs/rules.md, "Anmeldung"): decides whether these
 * people may take these places, and at which price. Whether a place is still free is decided by the
 * unique indexes of the database.
 * @returns the places of the first person in the order chosen, then the next person's
 * @throws DomainError ValidationFailed (422), ParadeCancelled or EnrolmentClosed (409)
 */
export function decidePlacesOfPeople(
  channel: keyof typeof rules,
  people: readonly Applicant[],
  known: Known,
  minute: ClockMinute,
  pathOf: PathOfPerson,
  accompaniment: Accompaniment = { guardian: null },
): Place[] {
  const today = dayOfMinute(minute)
  const chosen = people.flatMap(({ parades }, person) =>
    parades.map((one, index) => ({ ...one, path: `${pathOf(person)}parades.${index}.` })),
  )
  assertBirthdays(people, today, pathOf)
  const parades = resolveParades(chosen, known)
  if (rules[channel].needsNumber) assertCostumeNumbers(chosen)
  if (!rules[channel].onlyCorrects) assertAges(people, parades, pathOf, accompaniment)
  const { guardian } = accompaniment
  const problems: FieldMessages = {}
  const places = people.flatMap((person, index) => {
    const context = { parades, known, today, guardian, path: pathOf(index), problems }
    return placesOf(person, known.memberIds[index] ?? [], context)
  })
  throwProblems(problems)
  assertNoneTwice(people, places, pathOf)
  const wanted = [...new Set(places.map(({ paradeId }) => paradeId))].flatMap(
    (id) => parades.get(id) ?? [],
  )
  if (!rules[channel].onlyCorrects) assertNotCancelled(wanted)
  assertOpen(rules[channel], wanted, minute)
  return places
}

type Context = {
  parades: ReadonlyMap<number, KnownParade>
  known: Known
  today: Day
  guardian: Guardian | null
  /** The path of the person's fields in the request body: `people.1.`, or ''. */
  path: string
  problems: FieldMessages
}

function placesOf(
  { firstName, lastName, birthday, parades: chosen }: Applicant,
  memberIds: readonly number[],
  { parades, known, today, guardian, path, problems }: Context,
): Place[] {
  const person = { firstName, lastName, birthday }
  const age = ageClass(birthday, today)
  const memberId = matchingMember(memberIds)
  return chosen.map((one, index) => {
    const parade = parades.get(one.paradeId) as KnownParade
    const extrasPath = `${path}parades.${index}.extras`
    const extras = bookExtras(age, one.extras ?? [], parade.extras, extrasPath, problems)
    const numberKey = costumeNumberKey(one.costumeNumber)
    const isAccompanied = guardian?.consent && needsGuardian(birthday, parade)
    return {
      person,
      paradeId: parade.id,
      paradeTitle: parade.title,
      memberId,
      personKey: personKey({ ...person, memberId }),
      nameKey: nameKey(person),
      givenKey: known.isPicked ? personKey({ ...person, memberId }) : nameKey(person),
      ageClass: age,
      priceInCent: extras.reduce((sum, extra) => sum + extra.priceInCent, priceFor(age, parade)),
      extras,
      costumeTypeId: one.costumeTypeId,
      costumeId: registeredCostume(one.costumeTypeId, numberKey, known.costumes),
      costumeNumber: one.costumeNumber.trim(),
      costumeNumberKey: numberKey,
      guardianName: isAccompanied ? guardian.name : null,
      guardianPhone: isAccompanied ? guardian.phone : null,
      guardianConsent: (isAccompanied && guardian.version) || null,
    }
  })
}

/** The member if exactly one fits; else null, and staff decide later in the data correction. */
function matchingMember(memberIds: readonly number[]): number | null {
  return memberIds.length === 1 ? (memberIds[0] ?? null) : null
}

function registeredCostume(
  typeId: number,
  numberKey: string,
  costumes: readonly KnownCostume[],
): number | null {
  const found = costumes.find(
    (costume) => costume.costumeTypeId === typeId && costume.numberKey === numberKey,
  )
  return found?.id ?? null
}

function assertBirthdays(people: readonly PersonName[], today: Day, pathOf: PathOfPerson): void {
  const problems: FieldMessages = {}
  people.forEach(({ birthday }, person) => {
    if (birthday === null || (birthday >= earliestBirthday && birthday <= today)) return
    problems[`${pathOf(person)}birthday`] =
      'Der Geburtstag muss zwischen dem 01.01.1900 und heute liegen.'
  })
  throwProblems(problems)
}

/**
 * Rejects people whom an age rule of a chosen parade excludes, or who need a guardian and have none. One guardian
 * accompanies all people of a request.
 */
function assertAges(
  people: readonly Applicant[],
  parades: ReadonlyMap<number, KnownParade>,
  pathOf: PathOfPerson,
  { guardian, withoutGuardian = false }: Accompaniment,
): void {
  const problems: FieldMessages = {}
  let below: number | null = null
  people.forEach(({ birthday, parades: chosen }, person) => {
    const field = `${pathOf(person)}birthday`
    for (const { paradeId } of chosen) {
      const parade = parades.get(paradeId) as KnownParade
      const problem = ageProblem(birthday, parade)
      if (problem !== null) problems[field] ??= problem
      else if (needsGuardian(birthday, parade)) below ??= parade.guardianBelow
    }
  })
  const isMissing = below !== null && !(withoutGuardian && !guardian)
  throwProblems({ ...problems, ...(isMissing && guardianProblems(guardian, below)) })
}

/** A chosen parade, and the path of its fields in the request body: `parades.0.`. */
type ChosenAt = ChosenParade & { path: string }

function resolveParades(chosen: readonly ChosenAt[], known: Known): Map<number, KnownParade> {
  const byId = new Map(known.parades.map((parade) => [parade.id, parade]))
  const problems: FieldMessages = {}
  for (const { paradeId, costumeTypeId, path } of chosen) {
    if (!byId.has(paradeId)) problems[`${path}paradeId`] = 'Diesen Umzug gibt es nicht mehr.'
    if (!known.costumeTypeIds.has(costumeTypeId)) {
      problems[`${path}costumeTypeId`] = 'Diesen Kleidertyp gibt es nicht mehr.'
    }
  }
  throwProblems(problems)
  return byId
}

function assertCostumeNumbers(chosen: readonly ChosenAt[]): void {
  const problems: FieldMessages = {}
  for (const { costumeNumber, path } of chosen) {
    if (isBlank(costumeNumber)) problems[`${path}costumeNumber`] = 'Gib die Kleidernummer an.'
  }
  throwProblems(problems)
}

/** The hint for a rejected double enrolment: without birthdays, persons of the same name count as one person. */
export const birthdayHint =
  'Ist das jemand anderes mit demselben Namen? Dann gib den Geburtstag an.'

export const wornInOrderText = (wearer: string) =>
  `Dieses Kleid trägt in dieser Anmeldung schon ${wearer}.`

/** Rejects the same person or the same costume twice in one parade; the message stands at the second one. */
function assertNoneTwice(
  people: readonly Applicant[],
  places: readonly Place[],
  pathOf: PathOfPerson,
): void {
  const seen = new Set<string>()
  const isSeen = (what: string) => seen.size === seen.add(what).size
  /** For each costume at a parade, the first name of the person who wears it. */
  const wearers = new Map<string, string>()
  const problems: FieldMessages = {}
  let next = 0
  people.forEach(({ firstName, birthday, parades }, person) => {
    for (let index = 0; index < parades.length; index += 1, next += 1) {
      const place = places[next] as Place
      const { paradeId, personKey, givenKey, costumeTypeId, costumeNumberKey: number } = place
      const isPerson = isSeen(`${paradeId} is ${personKey}`)
      if (isSeen(`${paradeId} given ${givenKey}`) || isPerson) {
        problems[`${pathOf(person)}firstName`] =
          `${firstName} ist in dieser Anmeldung schon für ${quotedTitles([{ title: place.paradeTitle }])} dabei.`
        if (birthday === null) problems[`${pathOf(person)}birthday`] = birthdayHint
      }
      const costume = `${paradeId} in ${costumeTypeId} ${number}`
      const wearer = wearers.get(costume)
      if (number !== '' && wearer !== undefined) {
        problems[`${pathOf(person)}parades.${index}.costumeNumber`] = wornInOrderText(wearer)
      }
      wearers.set(costume, wearer ?? firstName)
    }
  })
  throwProblems(problems)
}

function assertNotCancelled(parades: readonly KnownParade[]): void {
  const cancelled = parades.filter(({ cancelledAt }) => cancelledAt !== null)
  if (cancelled.length > 0) throw paradeCancelledError(cancelled)
}

/** The error for cancelled parades, which accept neither enrolments nor ticks. */
export function paradeCancelledError(
  parades: readonly { id: number; title: string }[],
): DomainError {
  const message = `${parades.length === 1 ? 'Abgesagt ist' : 'Abgesagt sind'}: ${quotedTitles(parades)}.`
  const ids = parades.map(({ id }) => id)
  return new DomainError('ParadeCancelled', message, undefined, { parades: ids })
}

function assertOpen(
  { isOpen }: EnrolmentRule,
  parades: readonly KnownParade[],
  minute: ClockMinute,
): void {
  const closed = parades.filter((parade) => !isOpen(parade, minute))
  if (closed.length > 0) throw enrolmentClosedError(closed, minute, parades)
}

export function enrolmentClosedError(
  closed: readonly (EnrolmentWindow & { id: number; title: string })[],
  minute: ClockMinute,
  all: readonly EnrolmentWindow[] = closed,
): DomainError {
  const message = `Die Anmeldung ist nicht offen für: ${quotedTitles(closed)}.`
  // The parades are open together from the last opening on, unless one of them is over by then.
  const last = [minute, ...closed.map(opens)].sort().at(-1) ?? minute
  const isOver = all.some((parade) => isEnrolmentOver(parade, last))
  const openings = closed.map((parade) => opensAt(parade).toISOString())
  return new DomainError('EnrolmentClosed', message, undefined, {
    parades: closed.map((parade) => parade.id),
    opensAt: isOver ? null : (openings.sort().at(-1) ?? null),
  })
}

/** The titles in quotes: „Ringtreffen Moosried“, „Nachtumzug Weilenstetten“. */
export function quotedTitles(parades: readonly { title: string }[]): string {
  return parades.map((parade) => `„${parade.title}“`).join(', ')
}

function throwProblems(problems: FieldMessages): void {
  if (Object.keys(problems).length === 0) return
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  throw new DomainError('ValidationFailed', message, problems)
}
