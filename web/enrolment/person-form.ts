import { type TypedDay, unreadable } from '#web/lib/typed-day.ts'
import type { Day } from '#worker/domain/dates.ts'

export type Costume = { costumeNumber: string; costumeTypeId: number | null }

type TypedName = 'firstName' | 'lastName'

/** What was typed of one person. Whether a parade is still offered is asked when it is shown or sent. */
export type PersonForm = Record<TypedName, string> & {
  birthday: TypedDay
  /** As it stood in the field when somebody else read it there; the field goes on with this text. */
  birthdayText?: string | undefined
  /** Ids of the chosen parades, in the order in which they were chosen. */
  chosen: number[]
  /** By parade. A parade that is no longer chosen keeps what was typed for it. */
  costumes: Record<number, Costume>
  /** Costumes nobody gave by hand: each follows the one of this parade. */
  follows: Record<number, number>
  problems: Problems
}

/** The server's sentences, each at its place. */
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
  problems: {},
}

/** As it counts so far; a text that is no date counts as none, and cannot be sent. */
export function birthdayOf({ birthday }: Pick<PersonForm, 'birthday'>): Day | null {
  return birthday === unreadable ? null : birthday
}

export type PersonAction =
  | { type: 'typed'; field: TypedName; value: string }
  | { type: 'birthdayChanged'; birthday: TypedDay }
  | { type: 'toggled'; paradeId: number }
  | { type: 'costumeChanged'; paradeId: number; change: Partial<Costume> }
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
    case 'refused':
      return { ...person, problems: action.problems }
  }
}

/** What the server said of a field, or of this person in a parade, is about what stood there. */
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

export const noCostume: Costume = { costumeNumber: '', costumeTypeId: null }

export function hasContent(costume: Costume | undefined): costume is Costume {
  return !!costume && (costume.costumeNumber !== '' || costume.costumeTypeId !== null)
}

/**
 * Number and type together name one costume: changing either answers what was said of it. The first
 * one that is given goes to every one of these parades that has none, and they follow it from then.
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
