import type { FieldMessages } from '#worker/domain/errors.ts'
import { maxPeople } from '#worker/domain/limits.ts'
import { type Guardian, noGuardian } from '#worker/domain/minors.ts'
import {
  emptyPerson,
  hasContent,
  noCostume,
  type PersonAction,
  type PersonForm,
  type Problems,
  personReducer,
} from './person-form.ts'

/** The input on the public page: one address, one or several people. */
export type EnrolmentForm = {
  emailAddress: string
  /** The server's error at the address. */
  emailProblem?: string | undefined
  people: readonly [PersonForm, ...PersonForm[]]
  /** Who accompanies the minors among them, with the problems by field name. */
  guardian?: Guardian | undefined
  guardianProblems?: FieldMessages | undefined
  /** The index of the open card; null with a single person, who has no card. */
  open: number | null
}

export type FormProblems = {
  emailAddress?: string | undefined
  people: readonly Problems[]
  guardian?: FieldMessages | undefined
}

export const emptyForm: EnrolmentForm = { emailAddress: '', people: [emptyPerson], open: 0 }

export type FormAction =
  | { type: 'emailTyped'; value: string }
  | { type: 'guardianTyped'; change: Partial<Guardian> }
  | { type: 'personChanged'; index: number; action: PersonAction }
  /** Unticks parades for all people; each keeps the costumes. */
  | { type: 'paradesDropped'; ids: readonly number[] }
  | { type: 'personAdded' }
  | { type: 'personRemoved'; index: number }
  | { type: 'opened'; index: number | null }
  | { type: 'refused'; problems: FormProblems }
  /** Another form replaces this one. */
  | ((form: EnrolmentForm) => EnrolmentForm)

export function enrolmentFormReducer(form: EnrolmentForm, action: FormAction): EnrolmentForm {
  if (typeof action === 'function') return action(form)
  switch (action.type) {
    case 'emailTyped':
      return { ...form, emailAddress: action.value, emailProblem: undefined }
    case 'guardianTyped': {
      const guardian = { ...noGuardian, ...form.guardian, ...action.change }
      return { ...form, guardian, guardianProblems: undefined }
    }
    case 'personChanged':
      return changePerson(form, action.index, (person) => personReducer(person, action.action))
    case 'paradesDropped':
      return dropParades(form, action.ids)
    case 'personAdded':
      return addPerson(form)
    case 'personRemoved':
      return removePerson(form, action.index)
    case 'opened':
      return { ...form, open: action.index }
    case 'refused':
      return withProblems(form, action.problems)
  }
}

function changePerson(
  form: EnrolmentForm,
  index: number,
  change: (person: PersonForm) => PersonForm,
): EnrolmentForm {
  return {
    ...form,
    people: peopleOrEmpty(form.people.map((one, at) => (at === index ? change(one) : one))),
  }
}

function dropParades(form: EnrolmentForm, ids: readonly number[]): EnrolmentForm {
  const people = form.people.map((person) =>
    person.chosen
      .filter((id) => ids.includes(id))
      .reduce((one, paradeId) => personReducer(one, { type: 'toggled', paradeId }), person),
  )
  return { ...form, people: peopleOrEmpty(people) }
}

/** An empty list becomes one empty person. */
export function peopleOrEmpty(people: readonly PersonForm[]): EnrolmentForm['people'] {
  const [first, ...others] = people
  return [first ?? emptyPerson, ...others]
}

/** A new person gets the last name and parades of the one before, but not the costume. */
function addPerson(form: EnrolmentForm): EnrolmentForm {
  if (form.people.length >= maxPeople) return form
  const before = form.people.at(-1) ?? form.people[0]
  const next: PersonForm = {
    ...emptyPerson,
    lastName: before.lastName,
    chosen: before.chosen,
    costumes: Object.fromEntries(before.chosen.map((id) => [id, noCostume])),
  }
  return { ...form, people: [...form.people, next], open: form.people.length }
}

function removePerson(form: EnrolmentForm, index: number): EnrolmentForm {
  const people = peopleOrEmpty(form.people.filter((_, at) => at !== index))
  const { open } = form
  if (people.length === 1) return { ...form, people, open: 0 }
  if (open === null || open === index) return { ...form, people, open: null }
  return { ...form, people, open: open > index ? open - 1 : open }
}

/** The form with the server's errors; the card of the first person with an error is open. */
function withProblems(form: EnrolmentForm, problems: FormProblems): EnrolmentForm {
  const { emailAddress, people, guardian } = problems
  const concerned = form.people.findIndex(
    (_, at) => hasProblems(people[at]) || (at === 0 && !!emailAddress),
  )
  return {
    ...form,
    emailProblem: emailAddress,
    ...(guardian && { guardianProblems: guardian }),
    people: peopleOrEmpty(form.people.map((one, at) => ({ ...one, problems: people[at] ?? {} }))),
    open: concerned < 0 ? form.open : concerned,
  }
}

const hasProblems = (problems: Problems | undefined) => Object.keys(problems ?? {}).length > 0

/** Whether there is input for this person that the form itself did not prefill. */
export function hasNewInput(person: PersonForm, before: PersonForm | undefined): boolean {
  const { firstName, lastName, birthday, chosen, costumes } = person
  return (
    firstName !== '' ||
    lastName !== (before?.lastName ?? '') ||
    birthday !== null ||
    chosen.join() !== (before?.chosen.join() ?? '') ||
    Object.values(costumes).some(hasContent)
  )
}

export function isEmptyForm({ emailAddress, people }: EnrolmentForm): boolean {
  return emailAddress === '' && people.length === 1 && !hasNewInput(people[0], undefined)
}
