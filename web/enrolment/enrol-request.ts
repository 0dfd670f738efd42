import type { Failure } from '#web/lib/result.ts'
import { publicPaths } from '#web/paths.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { ChosenExtra } from '#worker/domain/extras.ts'
import type { Guardian } from '#worker/domain/minors.ts'
import { type Entry, toChosenExtras, totalOf } from './chosen-parades.ts'
import type { FormProblems } from './enrolment-form.ts'
import type { ProblemKey, Problems } from './person-form.ts'

type SentPerson = {
  firstName: string
  lastName: string
  birthday: Day | null
  age: AgeClass
  parades: {
    paradeId: number
    costumeTypeId: number
    costumeNumber: string
    extras?: ChosenExtra[]
  }[]
}

/** One person as in the specification, several as `people`. */
export type EnrolRequest = (SentPerson | { people: SentPerson[] }) & {
  emailAddress: string
  successRedirectUrl: string
  errorRedirectUrl: string
  expectedTotalInCent: number
  /** The token of the order that this one replaces. */
  replaces?: string
  /** Who accompanies the minors. */
  guardian?: Guardian
  /** The order's token, chosen here so that the browser finds the order even without an answer. */
  orderToken?: string
  /** Goes on the waiting list as a whole, unless all of it fits. */
  waitingList?: true
  /** The solution of a challenge, which the server asks for under heavy load. */
  challenge?: string
}

type EnrolContext = {
  emailAddress: string
  origin: string
  replaces?: string | undefined
  guardian?: Guardian | undefined
}

/** The request's body, complete only when nothing is missing. `origin` is where the payment returns to. */
export function enrolRequest(entries: readonly Entry[], context: EnrolContext): EnrolRequest {
  const result = `${context.origin}${publicPaths.paradeEnrolmentResult}`
  const people = entries.map(sentPerson)
  const [only, ...others] = people
  return {
    ...(only && others.length === 0 ? only : { people }),
    emailAddress: context.emailAddress,
    successRedirectUrl: `${result}?state=success`,
    errorRedirectUrl: `${result}?state=error`,
    expectedTotalInCent: totalOf(entries),
    ...(context.guardian && { guardian: context.guardian }),
    ...(context.replaces && { replaces: context.replaces }),
  }
}

function sentPerson({ chosen, sum: _, ...person }: Entry): SentPerson {
  return {
    ...person,
    parades: chosen.flatMap(({ parade, costumeNumber, costumeType, ...place }) => {
      if (!costumeType) return []
      const extras = toChosenExtras(place.extras)
      return {
        paradeId: parade.id,
        costumeTypeId: costumeType.id,
        costumeNumber,
        ...(extras.length > 0 && { extras }),
      }
    }),
  }
}

/** For each person, the ids of the parades in the order in which they were sent. */
export type SentParadeIds = readonly (readonly number[])[]

/** Assigns the server's errors to the fields of each person. */
export function formProblemsOf(failure: Failure, sent: SentParadeIds): FormProblems {
  const { emailAddress, guardian, ...fields } = failure.error?.fields ?? {}
  const ofGuardian = Object.entries(fields).filter(([path]) => path.startsWith('guardian.'))
  return {
    emailAddress,
    people: sent.map((ids, person) => problemsOf(failure, ids, person)),
    ...(guardian && {
      guardian:
        ofGuardian.length > 0 ? Object.fromEntries(ofGuardian) : { 'guardian.name': guardian },
    }),
  }
}

/** Assigns the server's errors to one person's fields; `sent` are the ids of their parades. */
export function problemsOf(failure: Failure, sent: readonly number[], person = 0): Problems {
  const problems: Problems = {}
  for (const [path, message] of Object.entries(failure.error?.fields ?? {})) {
    const key = problemKey(path, sent, person)
    if (key) problems[key] = message
  }
  const { error } = failure
  if (error?.code !== 'EnrolmentClosed' && error?.code !== 'ParadeCancelled') return problems
  const notOpen = 'opensAt' in error && error.opensAt ? notYetOpen : noLongerOpen
  const sentence = error.code === 'EnrolmentClosed' ? notOpen : isCancelled
  for (const id of error.parades) {
    if (sent.includes(id)) problems[`parade:${id}`] = sentence
  }
  return problems
}

const isCancelled = 'Dieser Umzug ist abgesagt.'
const notYetOpen = 'Die Anmeldung für diesen Umzug hat noch nicht begonnen.'
const noLongerOpen = 'Die Anmeldung für diesen Umzug ist nicht mehr offen.'

const personFields = new Map<string, ProblemKey>([
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['birthday', 'birthday'],
  ['age', 'birthday'],
])

const paradeFields = new Map<string, 'parade' | 'costumeNumber' | 'costumeType'>([
  ['paradeId', 'parade'],
  ['extras', 'parade'],
  ['costumeNumber', 'costumeNumber'],
  ['costumeTypeId', 'costumeType'],
])

/** With one person paths have no prefix, with several they begin with `people.1.`. */
function problemKey(path: string, sent: readonly number[], person: number): ProblemKey | undefined {
  const [, at = '0', own = ''] = /^(?:people\.(\d+)\.)?(.+)$/.exec(path) ?? []
  if (Number(at) !== person) return undefined
  const [, index, field = ''] = /^parades\.(\d+)\.(\w+)/.exec(own) ?? []
  if (index === undefined) return personFields.get(own)
  const id = sent[Number(index)]
  const part = paradeFields.get(field)
  return id === undefined || !part ? undefined : `${part}:${id}`
}
