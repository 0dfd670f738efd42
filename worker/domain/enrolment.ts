import { ageClass } from './age.ts'
import type { AgeClass, Door } from './codes.ts'
import { costumeNumberKey } from './costume-number.ts'
import type { Day } from './dates.ts'
import { DomainError, type FieldMessages } from './errors.ts'
import { normaliseName } from './names.ts'
import {
  type EnrolmentWindow,
  isOpenForEnrolment,
  isOpenInternally,
  type Prices,
  priceFor,
} from './parade.ts'
import { isBlank } from './text.ts'

export type PersonName = { firstName: string; lastName: string; birthday: Day | null }

/** The key of a person who is no member (yet), by name and birthday. */
export function nameKey(person: PersonName): string {
  const first = normaliseName(person.firstName)
  const last = normaliseName(person.lastName)
  return `p:${first}|${last}|${person.birthday ?? ''}`
}

/** Who takes part, once per parade: the member when matched, else name and birthday. */
export function personKey(person: PersonName & { memberId: number | null }): string {
  return person.memberId === null ? nameKey(person) : `m:${person.memberId}`
}

/** What tells the persons behind unmatched participations apart. */
export type UnmatchedKeys = {
  personKey: string
  birthday: Day | null
  orderId: number | null
  createdAt: string
}

/**
 * The same name with a birthday is one person; without a birthday only what was enrolled in one go
 * (docs/rules.md, "Datenkorrektur").
 */
export function unmatchedPerson({ personKey, birthday, orderId, createdAt }: UnmatchedKeys) {
  if (birthday !== null) return personKey
  return `${personKey} ${orderId ?? createdAt}`
}

export type ChosenParade = { paradeId: number; costumeTypeId: number; costumeNumber: string }

/** The same public request again while its order is pending: same person, mail, parades, costumes. */
export function requestKey(
  person: PersonName & { emailAddress: string },
  chosen: readonly ChosenParade[],
): string {
  const places = chosen
    .map((one) => [one.paradeId, one.costumeTypeId, costumeNumberKey(one.costumeNumber)].join(':'))
    .sort()
  return [nameKey(person), person.emailAddress.toLowerCase(), ...places].join(' ')
}

export type KnownParade = EnrolmentWindow &
  Prices & { id: number; title: string; cancelledAt: string | null }
export type KnownCostume = { id: number; costumeTypeId: number; numberKey: string }

/** What the database knows of a request, read in one batch. */
export type Known = {
  parades: readonly KnownParade[]
  costumeTypeIds: ReadonlySet<number>
  /** Registered costumes among the chosen numbers. */
  costumes: readonly KnownCostume[]
  /** Active or Passive members with the same normalised name and birthday, or the one picked. */
  memberIds: readonly number[]
  /** Somebody picked the member; nobody was found by name. */
  isPicked: boolean
}

/** One place in one parade, ready to be stored. */
export type Place = {
  paradeId: number
  paradeTitle: string
  memberId: number | null
  personKey: string
  /** The key under which the same person stands while not matched. */
  nameKey: string
  /** What was given at the door: the name, or the member that was picked. */
  givenKey: string
  ageClass: AgeClass
  priceInCent: number
  costumeTypeId: number
  costumeId: number | null
  costumeNumber: string
  costumeNumberKey: string
}

/** What a door asks for. */
type DoorRule = {
  /** Whether a parade is open to it; one that is called off is open to no door. */
  isOpen: (parade: EnrolmentWindow, today: Day) => boolean
  needsNumber: boolean
  /** It takes nobody, and is open in a parade that is called off as well. */
  onlyCorrects?: true
}

const always = () => true

/** The fifth door corrects the costume of a place; without a number before, it needs none now. */
const rules: Record<Door | 'correction' | 'correctionWithoutNumber', DoorRule> = {
  public: { isOpen: isOpenForEnrolment, needsNumber: true },
  internal: { isOpen: isOpenInternally, needsNumber: true },
  management: { isOpen: always, needsNumber: true },
  onSite: { isOpen: always, needsNumber: false },
  correction: { isOpen: always, needsNumber: true, onlyCorrects: true },
  correctionWithoutNumber: { isOpen: always, needsNumber: false, onlyCorrects: true },
}

const earliestBirthday = '1900-01-01'

/**
 * The one rule set behind every door (docs/rules.md, "Anmeldung"): decides whether the person may
 * take these places, and at which price. Whether a place is still free only the database can say.
 * @throws DomainError ValidationFailed (422), ParadeCancelled or EnrolmentClosed (409)
 */
export function decidePlaces(
  door: keyof typeof rules,
  person: PersonName,
  chosen: readonly ChosenParade[],
  known: Known,
  today: Day,
): Place[] {
  refuseImpossibleBirthday(person.birthday, today)
  const parades = resolveParades(chosen, known)
  if (rules[door].needsNumber) refuseMissingNumbers(chosen)
  if (!rules[door].onlyCorrects) refuseCancelled(parades)
  refuseClosed(rules[door], parades, today)

  const age = ageClass(person.birthday, today)
  const memberId = matchingMember(known.memberIds)
  return chosen.map((one, index) => {
    const parade = parades[index] as KnownParade
    const numberKey = costumeNumberKey(one.costumeNumber)
    return {
      paradeId: parade.id,
      paradeTitle: parade.title,
      memberId,
      personKey: personKey({ ...person, memberId }),
      nameKey: nameKey(person),
      givenKey: known.isPicked ? personKey({ ...person, memberId }) : nameKey(person),
      ageClass: age,
      priceInCent: priceFor(age, parade),
      costumeTypeId: one.costumeTypeId,
      costumeId: registeredCostume(one.costumeTypeId, numberKey, known.costumes),
      costumeNumber: one.costumeNumber.trim(),
      costumeNumberKey: numberKey,
    }
  })
}

/** Exactly one member fits → linked. With none or several, people decide (data correction). */
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

function refuseImpossibleBirthday(birthday: Day | null, today: Day): void {
  if (birthday === null || (birthday >= earliestBirthday && birthday <= today)) return
  refuse({ birthday: 'Der Geburtstag muss zwischen dem 01.01.1900 und heute liegen.' })
}

function resolveParades(chosen: readonly ChosenParade[], known: Known): KnownParade[] {
  const byId = new Map(known.parades.map((parade) => [parade.id, parade]))
  const problems: FieldMessages = {}
  chosen.forEach((one, index) => {
    if (!byId.has(one.paradeId)) {
      problems[`parades.${index}.paradeId`] = 'Diesen Umzug gibt es nicht mehr.'
    }
    if (!known.costumeTypeIds.has(one.costumeTypeId)) {
      problems[`parades.${index}.costumeTypeId`] = 'Diesen Kleidertyp gibt es nicht mehr.'
    }
  })
  refuse(problems)
  return chosen.map((one) => byId.get(one.paradeId) as KnownParade)
}

function refuseMissingNumbers(chosen: readonly ChosenParade[]): void {
  const problems: FieldMessages = {}
  chosen.forEach((one, index) => {
    if (!isBlank(one.costumeNumber)) return
    problems[`parades.${index}.costumeNumber`] = 'Gib die Kleidernummer an.'
  })
  refuse(problems)
}

function refuseCancelled(parades: readonly KnownParade[]): void {
  const cancelled = parades.filter(({ cancelledAt }) => cancelledAt !== null)
  if (cancelled.length > 0) throw paradeCancelled(cancelled)
}

/** These do not take place: no door takes anybody there, and nobody is ticked off. */
export function paradeCancelled(parades: readonly { id: number; title: string }[]): DomainError {
  const message = `${parades.length === 1 ? 'Abgesagt ist' : 'Abgesagt sind'}: ${quotedTitles(parades)}.`
  const ids = parades.map(({ id }) => id)
  return new DomainError('ParadeCancelled', message, undefined, { parades: ids })
}

function refuseClosed({ isOpen }: DoorRule, parades: readonly KnownParade[], today: Day): void {
  const closed = parades.filter((parade) => !isOpen(parade, today))
  if (closed.length === 0) return
  const message = `Die Anmeldung ist nicht offen für: ${quotedTitles(closed)}.`
  throw new DomainError('EnrolmentClosed', message, undefined, {
    parades: closed.map((parade) => parade.id),
  })
}

/** „Ringtreffen Moosried“, „Nachtumzug Weilenstetten“ */
export function quotedTitles(parades: readonly { title: string }[]): string {
  return parades.map((parade) => `„${parade.title}“`).join(', ')
}

function refuse(problems: FieldMessages): void {
  if (Object.keys(problems).length === 0) return
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  throw new DomainError('ValidationFailed', message, problems)
}
