import type { Failure } from '#web/lib/result.ts'
import { paths } from '#web/paths.ts'
import { ageClass } from '#worker/domain/age.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { EnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { type ChosenParade, sumUp } from './chosen-parades.ts'
import { birthdayOf, type EnrolmentForm, type ProblemKey, type Problems } from './enrolment-form.ts'

/** Complete only when nothing is missing. `origin` is where the payment comes back to. */
export function enrolRequest(
  form: EnrolmentForm,
  chosen: readonly ChosenParade[],
  { today, origin }: { today: Day; origin: string },
): EnrolBody {
  const birthday = birthdayOf(form)
  const result = `${origin}${paths.paradeEnrolmentResult}`
  return {
    firstName: form.firstName,
    lastName: form.lastName,
    emailAddress: form.emailAddress,
    birthday,
    age: ageClass(birthday, today),
    successRedirectUrl: `${result}?state=success`,
    errorRedirectUrl: `${result}?state=error`,
    parades: chosen.flatMap(({ parade, costumeNumber, costumeType }) =>
      costumeType ? [{ paradeId: parade.id, costumeTypeId: costumeType.id, costumeNumber }] : [],
    ),
    expectedTotalInCent: sumUp(chosen, birthday, today).totalInCent,
  }
}

/** Where each of the server's sentences belongs; `sent` are the ids in the order of the request. */
export function problemsOf(failure: Failure, sent: readonly number[]): Problems {
  const problems: Problems = {}
  for (const [path, message] of Object.entries(failure.error?.fields ?? {})) {
    const key = problemKey(path, sent)
    if (key) problems[key] = message
  }
  if (failure.error?.code === 'EnrolmentClosed') {
    for (const id of failure.error.parades) problems[`parade:${id}`] = noLongerOpen
  }
  if (failure.error?.code === 'ParadeCancelled') {
    for (const id of failure.error.parades) problems[`parade:${id}`] = isCancelled
  }
  return problems
}

export const isCancelled = 'Dieser Umzug ist abgesagt.'
export const noLongerOpen = 'Die Anmeldung für diesen Umzug ist nicht mehr offen.'

const personFields: Record<string, ProblemKey> = {
  firstName: 'firstName',
  lastName: 'lastName',
  emailAddress: 'emailAddress',
  birthday: 'birthday',
  age: 'birthday',
}

const paradeFields = {
  paradeId: 'parade',
  costumeNumber: 'costumeNumber',
  costumeTypeId: 'costumeType',
} as const

function problemKey(path: string, sent: readonly number[]): ProblemKey | undefined {
  const [, index, field] = /^parades\.(\d+)\.(\w+)$/.exec(path) ?? []
  if (!field) return personFields[path]
  const id = sent[Number(index)]
  if (id === undefined || !(field in paradeFields)) return undefined
  return `${paradeFields[field as keyof typeof paradeFields]}:${id}`
}
