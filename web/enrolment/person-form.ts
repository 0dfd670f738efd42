import { type TypedDay, unreadableDay } from '#web/lib/typed-day.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { ChosenExtra } from '#worker/domain/extras.ts'

export type Costume = { costumeNumber: string; costumeTypeId: number | null }

type TypedName = 'firstName' | 'lastName'

/** The input for one person. Whether a parade is still offered is checked on display and on sending. */
export type PersonForm = Record<TypedName, string> & {
  birthday: TypedDay
  /** The text typed before hydration; the date field continues with it. */
  birthdayText?: string | undefined
  chosen: number[]
  /** By parade id. A deselected parade keeps its costume. */
  costumes: Record<number, Costume>
  /** By parade id, for costumes that were not typed: the id of the parade whose costume is copied. */
  follows: Record<number, number>
  /** By parade id, in the order of choosing. A deselected parade keeps its extras. */
  extras: Record<number, readonly ChosenExtra[]>
  problems: Problems
}

/** The server's errors by field. */
export type Problems = { [Key in ProblemKey]?: string }
export type ProblemKey =
  | TypedName
  | 'birthday'
  | `${'parade' | 'costumeNumber' | 'costumeType'}:${number}`

export const emptyPerson: PersonForm = {
  firstName: '',
  lastName: '',
  birthday: null,
  chosen: [],
  costumes: {},
  follows: {},
  extras: {},
  problems: {},
}

/** The birthday so far; an unreadable text counts as none but prevents sending. */
export function birthdayOf({ birthday }: Pick<PersonForm, 'birthday'>): Day | null {
  return birthday === unreadableDay ? null : birthday
}

export type PersonAction =
  | { type: 'typed'; field: TypedName; value: string }
  | { type: 'birthdayChanged'; birthday: TypedDay }
  | { type: 'toggled'; paradeId: number }
  | { type: 'costumeChanged'; paradeId: number; change: Partial<Costume> }
  /** A quantity of 0: not chosen. */
  | { type: 'extraChanged'; paradeId: number; extraId: number; quantity: number }
  | { type: 'refused'; problems: Problems }

export function personReducer(person: PersonForm, action: PersonAction): PersonForm {
  switch (action.type) {
    case 'typed':
      return personChanged({ ...person, [action.field]: action.value }, action.field)
    case 'birthdayChanged':
      return personChanged(
        { ...person, birthday: action.birthday, birthdayText: undefined },
        'birthday',
      )
    case 'toggled':
      return toggled(person, action.paradeId)
    case 'costumeChanged':
      return costumeChanged(person, action.paradeId, action.change, person.chosen)
    case 'extraChanged':
      return extraChanged(person, action.paradeId, action.extraId, action.quantity)
    case 'refused':
      return { ...person, problems: action.problems }
  }
}

/** Clears the server's error at the changed field, and those about the person in a parade. */
function personChanged(person: PersonForm, key: TypedName | 'birthday'): PersonForm {
  return without(person, (other) => other === key || other.startsWith('parade:'))
}

function toggled(person: PersonForm, id: number): PersonForm {
  const rest = without(person, (key) => key.endsWith(`:${id}`))
  if (person.chosen.includes(id)) {
    return { ...rest, chosen: person.chosen.filter((other) => other !== id) }
  }
  const { costumes, follows, chosen } = person
  const source = [id, ...chosen].find((one) => hasContent(costumes[one]))
  const costume = source === undefined ? noCostume : (costumes[source] ?? noCostume)
  return {
    ...rest,
    chosen: [...chosen, id],
    costumes: { ...costumes, [id]: costume },
    ...(source !== undefined &&
      source !== id && { follows: { ...follows, [id]: follows[source] ?? source } }),
  }
}

function extraChanged(
  person: PersonForm,
  id: number,
  extraId: number,
  quantity: number,
): PersonForm {
  const before = person.extras[id] ?? []
  const isChosen = before.some((one) => one.id === extraId)
  const chosen = { id: extraId, quantity }
  const extras =
    quantity === 0
      ? before.filter((one) => one.id !== extraId)
      : isChosen
        ? before.map((one) => (one.id === extraId ? chosen : one))
        : [...before, chosen]
  const rest = without(person, (key) => key === `parade:${id}`)
  return { ...rest, extras: { ...person.extras, [id]: extras } }
}

export const noCostume: Costume = { costumeNumber: '', costumeTypeId: null }

export function hasContent(costume: Costume | undefined): costume is Costume {
  return !!costume && (costume.costumeNumber !== '' || costume.costumeTypeId !== null)
}

/**
 * Number and type together name a costume, so changing either clears the error. The first costume
 * given is copied to the parades in `others` as long as these have none of their own.
 */
export function costumeChanged(
  person: PersonForm,
  id: number,
  change: Partial<Costume>,
  others: readonly number[],
): PersonForm {
  const costume = { ...noCostume, ...person.costumes[id], ...change }
  const { [id]: _, ...follows } = person.follows
  const costumes = { ...person.costumes, [id]: costume }
  const changed = [id]
  for (const other of others) {
    const isFollowing = follows[other] === id
    if (other === id || !(isFollowing || !hasContent(person.costumes[other]))) continue
    costumes[other] = costume
    follows[other] = id
    changed.push(other)
  }
  const rest = without(person, (key) =>
    changed.some((one) => key === `costumeNumber:${one}` || key === `costumeType:${one}`),
  )
  return { ...rest, costumes, follows }
}

function without(person: PersonForm, isAnswered: (key: string) => boolean): PersonForm {
  const left = Object.entries(person.problems).filter(([key]) => !isAnswered(key))
  return { ...person, problems: Object.fromEntries(left) }
}
