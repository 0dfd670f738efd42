import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { parseTypedEuro } from '#worker/domain/money.ts'
import type { Failure } from './result.ts'
import { notADate, type TypedDay, unreadable } from './typed-day.ts'

// For the staff's forms; the public page uses a date field, but none of the readers below.
export { type TypedDay, unreadable }

export const notAnAmount = 'Das ist kein Betrag. Schreib ihn so: 10,00'

/** Parses a field's text into a value, or into a problem: one sentence, or one for each part. */
export type Reader<Typed, Value> = (
  typed: Typed,
) => { value: Value } | { problem: string } | { problems: FieldMessages }

/** A body, or its problems. Only unreadable input is rejected here; the rest is the server's (Spec §5). */
export type Read<Body> = { body: Body } | { problems: FieldMessages }

type ValueOf<R> = R extends (typed: never) => infer Answer
  ? Extract<Answer, { value: unknown }>['value']
  : never

type Readers<Draft> = { [Name in keyof Draft]?: Reader<Draft[Name], unknown> }

type BodyOf<Draft, R> = {
  [Name in keyof Draft]: Name extends keyof R ? ValueOf<R[Name]> : Draft[Name]
}

/** Parses each field with its reader; fields without one are sent unchanged. */
export function read<Draft extends object, R extends Readers<Draft>>(
  draft: Draft,
  readers: R & Record<Exclude<keyof R, keyof Draft>, never>,
): Read<BodyOf<Draft, R>> {
  const body: Record<string, unknown> = Object.fromEntries(Object.entries(draft))
  const problems: FieldMessages = {}
  for (const [name, reader] of Object.entries<Reader<never, unknown> | undefined>(readers)) {
    const answer = reader?.(body[name] as never)
    if (!answer) continue
    if ('value' in answer) body[name] = answer.value
    else if ('problem' in answer) problems[name] = answer.problem
    else Object.assign(problems, under(name, answer.problems))
  }
  if (Object.keys(problems).length > 0) return { problems }
  return { body: body as BodyOf<Draft, R> }
}

/** An optional date. */
export const day: Reader<TypedDay, Day | null> = (typed) =>
  typed === unreadable ? { problem: notADate } : { value: typed }

/** A required date; `missing` is the error. */
export function requiredDay(missing: string): Reader<TypedDay, Day> {
  return (typed) => {
    if (typed === unreadable) return { problem: notADate }
    return typed === null ? { problem: missing } : { value: typed }
  }
}

/** A required choice; '' means none yet, `missing` is the error. */
export function chosen<Choice extends string>(missing: string): Reader<Choice | '', Choice> {
  return (typed) => (typed === '' ? { problem: missing } : { value: typed })
}

/** "10,00" in cents; null when the field is empty. */
export const euro: Reader<string, number | null> = (typed) => {
  if (typed.trim() === '') return { value: null }
  const cents = parseTypedEuro(typed)
  return cents === null ? { problem: notAnAmount } : { value: cents }
}

/** A required amount, with sentences for a missing and an invalid one. */
export function requiredEuro(missing: string, wrong = notAnAmount): Reader<string, number> {
  return (typed) => {
    if (typed.trim() === '') return { problem: missing }
    const cents = parseTypedEuro(typed)
    return cents === null ? { problem: wrong } : { value: cents }
  }
}

/** A whole number, else `unlessNumber`. */
export function number<Else>(unlessNumber: Else): Reader<string, number | Else> {
  return (typed) => ({ value: wholeNumber(typed) ?? unlessNumber })
}

/** A whole number from 0, else the sentence is the error. */
export function requiredNumber(sentence: string): Reader<string, number> {
  return (typed) => {
    const value = wholeNumber(typed)
    return value === null || value < 0 ? { problem: sentence } : { value }
  }
}

/** An optional whole number from 0. */
export function optionalNumber<Empty>(
  empty: Empty,
  sentence: string,
): Reader<string, number | Empty> {
  return (typed) => (typed.trim() === '' ? { value: empty } : requiredNumber(sentence)(typed))
}

/** "12" → 12; null when it is not a whole number. */
export function wholeNumber(typed: string): number | null {
  return /^\s*-?\d+\s*$/.test(typed) ? Number(typed) : null
}

/** Parses each row: `rows((row: Row) => read(row, …))`; problems are keyed by row: `0.from`. */
export function rows<Row, Body>(readRow: (row: Row) => Read<Body>): Reader<readonly Row[], Body[]> {
  return (typed) => {
    const bodies: Body[] = []
    const problems: FieldMessages = {}
    typed.forEach((row, index) => {
      const answer = readRow(row)
      if ('body' in answer) bodies.push(answer.body)
      else Object.assign(problems, under(index, answer.problems))
    })
    return Object.keys(problems).length > 0 ? { problems } : { value: bodies }
  }
}

/** `from` of the third row is `2.from`. */
function under(place: string | number, problems: FieldMessages): FieldMessages {
  const entries = Object.entries(problems)
  return Object.fromEntries(entries.map(([path, sentence]) => [`${place}.${path}`, sentence]))
}

/** In the shape of a server error, so that both are shown in the same way. */
export function unreadableFields(fields: FieldMessages): Failure {
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  return { type: 'ApiError', error: { code: 'Unreadable', message, fields } }
}
