import { type TypedDay, unreadable } from '#web/lib/typed-day.ts'
import type { Day } from '#worker/domain/dates.ts'

export type Costume = { costumeNumber: string; costumeTypeId: number | null }

export type TypedField = 'firstName' | 'lastName' | 'emailAddress'

/** What was typed. Whether a parade is still offered is asked only when it is shown or sent. */
export type EnrolmentForm = Record<TypedField, string> & {
  birthday: TypedDay
  /** Ids of the chosen parades, in the order in which they were chosen. */
  chosen: number[]
  /** By parade. A parade that is no longer chosen keeps what was typed for it. */
  costumes: Record<number, Costume>
  problems: Problems
}

/** The server's sentences, each at its place. */
export type Problems = { [Key in ProblemKey]?: string }
export type ProblemKey =
  | TypedField
  | 'birthday'
  | `${'parade' | 'costumeNumber' | 'costumeType'}:${number}`

export const emptyForm: EnrolmentForm = {
  firstName: '',
  lastName: '',
  emailAddress: '',
  birthday: null,
  chosen: [],
  costumes: {},
  problems: {},
}

/** As it counts so far; a text that is no date counts as none, and cannot be sent. */
export function birthdayOf({ birthday }: Pick<EnrolmentForm, 'birthday'>): Day | null {
  return birthday === unreadable ? null : birthday
}

export type FormAction =
  | { type: 'typed'; field: TypedField; value: string }
  | { type: 'birthdayChanged'; birthday: TypedDay }
  | { type: 'toggled'; paradeId: number }
  | { type: 'costumeChanged'; paradeId: number; change: Partial<Costume> }
  | { type: 'refused'; problems: Problems }
  | { type: 'cleared' }

export function enrolmentFormReducer(form: EnrolmentForm, action: FormAction): EnrolmentForm {
  switch (action.type) {
    case 'typed':
      return personChanged({ ...form, [action.field]: action.value }, action.field)
    case 'birthdayChanged':
      return personChanged({ ...form, birthday: action.birthday }, 'birthday')
    case 'toggled':
      return toggled(form, action.paradeId)
    case 'costumeChanged':
      return costumeChanged(form, action.paradeId, action.change)
    case 'refused':
      return { ...form, problems: action.problems }
    case 'cleared':
      return emptyForm
  }
}

/** What the server said of a field, or of this person in a parade, is about what stood there. */
function personChanged(form: EnrolmentForm, key: TypedField | 'birthday'): EnrolmentForm {
  return without(form, (other) => other === key || other.startsWith('parade:'))
}

function toggled(form: EnrolmentForm, id: number): EnrolmentForm {
  const rest = without(form, (key) => key.endsWith(`:${id}`))
  if (form.chosen.includes(id)) {
    return { ...rest, chosen: form.chosen.filter((other) => other !== id) }
  }
  const costume = [id, ...form.chosen].map((one) => form.costumes[one]).find(hasContent)
  return {
    ...rest,
    chosen: [...form.chosen, id],
    costumes: { ...form.costumes, [id]: costume ?? noCostume },
  }
}

export const noCostume: Costume = { costumeNumber: '', costumeTypeId: null }

export function hasContent(costume: Costume | undefined): costume is Costume {
  return !!costume && (costume.costumeNumber !== '' || costume.costumeTypeId !== null)
}

// Number and type together name one costume: changing either answers what was said of it.
function costumeChanged(form: EnrolmentForm, id: number, change: Partial<Costume>): EnrolmentForm {
  const costume = { ...noCostume, ...form.costumes[id], ...change }
  const rest = without(form, (key) => key === `costumeNumber:${id}` || key === `costumeType:${id}`)
  return { ...rest, costumes: { ...form.costumes, [id]: costume } }
}

function without(form: EnrolmentForm, isAnswered: (key: string) => boolean): EnrolmentForm {
  const left = Object.entries(form.problems).filter(([key]) => !isAnswered(key))
  return { ...form, problems: Object.fromEntries(left) }
}
