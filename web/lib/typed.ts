import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { parseTypedEuro } from '#worker/domain/money.ts'
import { parseTypedTime, type Time } from '#worker/domain/times.ts'
import type { Failure } from './result.ts'
import { notADate, type TypedDay, unreadableDay } from './typed-day.ts'

// Readers for the staff's forms. `TypedDay` has its own file, so that the public page loads no readers.
export { type TypedDay, unreadableDay as unreadable }

export const notAnAmount = 'Das ist kein Betrag. Schreib ihn so: 10,00'

/** Parses a field into a value. `problem`: a sentence for the field; `problems`: sentences for its parts, by path. */
export type FieldReader<Typed, Value> = (
  typed: Typed,
) => { value: Value } | { problem: string } | { problems: FieldMessages }

/** The body to send, or the fields that cannot be parsed; all other checks are the server's (Spec §5). */
export type ReadResult<Body> = { body: Body } | { problems: FieldMessages }

type ValueOf<R> = R extends (typed: never) => infer Answer
  ? Extract<Answer, { value: unknown }>['value']
  : never

type Readers<Draft> = { [Name in keyof Draft]?: FieldReader<Draft[Name], unknown> }

type BodyOf<Draft, R> = {
  [Name in keyof Draft]: Name extends keyof R ? ValueOf<R[Name]> : Draft[Name]
}

/** Parses each field of the draft with its reader; a field without a reader is sent unchanged. */
export function readFields<Draft extends object, R extends Readers<Draft>>(
  draft: Draft,
  readers: R & Record<Exclude<keyof R, keyof Draft>, never>,
): ReadResult<BodyOf<Draft, R>> {
  const body: Record<string, unknown> = Object.fromEntries(Object.entries(draft))
  const problems: FieldMessages = {}
  for (const [name, reader] of Object.entries<FieldReader<never, unknown> | undefined>(readers)) {
    const answer = reader?.(body[name] as never)
    if (!answer) continue
    if ('value' in answer) body[name] = answer.value
    else if ('problem' in answer) problems[name] = answer.problem
    else Object.assign(problems, prefixPaths(name, answer.problems))
  }
  if (Object.keys(problems).length > 0) return { problems }
  return { body: body as BodyOf<Draft, R> }
}

/** Reads an optional date; an empty field is null. */
export const optionalDay: FieldReader<TypedDay, Day | null> = (typed) =>
  typed === unreadableDay ? { problem: notADate } : { value: typed }

/** Reads a required date; `missing` is the error of an empty field. */
export function requiredDay(missing: string): FieldReader<TypedDay, Day> {
  return (typed) => {
    if (typed === unreadableDay) return { problem: notADate }
    return typed === null ? { problem: missing } : { value: typed }
  }
}

/** Reads a required choice; '' means that nothing is chosen yet, and `missing` is its error. */
export function requiredChoice<Choice extends string>(
  missing: string,
): FieldReader<Choice | '', Choice> {
  return (typed) => (typed === '' ? { problem: missing } : { value: typed })
}

/** Reads an amount such as "10,00" into cents; an empty field is null. */
export const optionalEuro: FieldReader<string, number | null> = (typed) => {
  if (typed.trim() === '') return { value: null }
  const cents = parseTypedEuro(typed)
  return cents === null ? { problem: notAnAmount } : { value: cents }
}

export const notATime = 'Das ist keine Uhrzeit. Schreib sie so: 20:00'

/** Reads a time such as "20:00"; an empty field is null. */
export const optionalTime: FieldReader<string, Time | null> = (typed) => {
  if (typed.trim() === '') return { value: null }
  const value = parseTypedTime(typed)
  return value === null ? { problem: notATime } : { value }
}

/** Reads a required amount into cents; `missing` is the error of an empty field, `wrong` of any unreadable text. */
export function requiredEuro(missing: string, wrong = notAnAmount): FieldReader<string, number> {
  return (typed) => {
    if (typed.trim() === '') return { problem: missing }
    const cents = parseTypedEuro(typed)
    return cents === null ? { problem: wrong } : { value: cents }
  }
}

/** Reads a whole number; any other text becomes `unlessNumber`. */
export function numberOr<Else>(unlessNumber: Else): FieldReader<string, number | Else> {
  return (typed) => ({ value: parseWholeNumber(typed) ?? unlessNumber })
}

/** Reads a whole number from 0; for any other text the error is `sentence`. */
export function requiredNumber(sentence: string): FieldReader<string, number> {
  return (typed) => {
    const value = parseWholeNumber(typed)
    return value === null || value < 0 ? { problem: sentence } : { value }
  }
}

/** Reads a whole number from 0; an empty field becomes `empty`, for other text the error is `sentence`. */
export function optionalNumber<Empty>(
  empty: Empty,
  sentence: string,
): FieldReader<string, number | Empty> {
  return (typed) => (typed.trim() === '' ? { value: empty } : requiredNumber(sentence)(typed))
}

/** "12" → 12; null when it is not a whole number. */
export function parseWholeNumber(typed: string): number | null {
  return /^\s*-?\d+\s*$/.test(typed) ? Number(typed) : null
}

/** Parses each row: `eachRow((row: Row) => readFields(row, …))`; problems are keyed by row: `0.from`. */
export function eachRow<Row, Body>(
  readRow: (row: Row) => ReadResult<Body>,
): FieldReader<readonly Row[], Body[]> {
  return (typed) => {
    const bodies: Body[] = []
    const problems: FieldMessages = {}
    typed.forEach((row, index) => {
      const answer = readRow(row)
      if ('body' in answer) bodies.push(answer.body)
      else Object.assign(problems, prefixPaths(index, answer.problems))
    })
    return Object.keys(problems).length > 0 ? { problems } : { value: bodies }
  }
}

/** Puts the row's place before its fields: `from` of the third row is `2.from`. */
function prefixPaths(place: string | number, problems: FieldMessages): FieldMessages {
  const entries = Object.entries(problems)
  return Object.fromEntries(entries.map(([path, sentence]) => [`${place}.${path}`, sentence]))
}

/** Makes unreadable fields a failure like the server's, so that forms show both in the same way. */
export function unreadableFieldsFailure(fields: FieldMessages): Failure {
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  return { type: 'ApiError', error: { code: 'Unreadable', message, fields } }
}
