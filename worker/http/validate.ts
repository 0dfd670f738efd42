import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError, type FieldMessages } from '#worker/domain/errors.ts'
import { mostBytesOfBody, readText } from './body.ts'
import type { AppEnv } from './factory.ts'
import { day } from './fields.ts'

/** The request cannot be parsed: malformed JSON, a wrong type, 31 February. */
function invalidRequestError(fields?: FieldMessages): DomainError {
  const message = 'Die Anfrage ist nicht lesbar. Prüfe, ob alle Werte korrekt eingegeben wurden.'
  return new DomainError('InvalidRequest', message, fields)
}

/** Well-formed but not acceptable: 422 with a sentence per field. */
export function validationError(fields: FieldMessages): DomainError {
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  return new DomainError('ValidationFailed', message, fields)
}

type Validated<Target extends string, Schema extends z.ZodType> = {
  in: { [K in Target]: z.input<Schema> }
  out: { [K in Target]: z.output<Schema> }
}

/** The input that a route's handler takes, by its contract. */
export type Shape = { of: 'body' | 'query'; schema: z.ZodType }

const shapes = new WeakMap<object, Shape>()

/** The shape of a handler's input, for tests that send valid and invalid values. */
export function inputShapeOf(handler: object): Shape | undefined {
  return shapes.get(handler)
}

function withInputShape<Handler extends object>(handler: Handler, shape: Shape): Handler {
  shapes.set(handler, shape)
  return handler
}

/**
 * Middleware for a JSON body, validated by the room's contract; 415 for other content types.
 * @param maxBytes a larger body is rejected with 413
 * @param tooLarge the sentence of that rejection, where the body is more than text
 */
export function jsonBody<Schema extends z.ZodType>(
  schema: Schema,
  maxBytes = mostBytesOfBody,
  tooLarge?: string,
): MiddlewareHandler<AppEnv, string, Validated<'json', Schema>> {
  const handler: MiddlewareHandler<AppEnv, string, Validated<'json', Schema>> = async (c, next) => {
    if (!/^application\/([\w.+-]+\+)?json\b/i.test(c.req.header('Content-Type') ?? '')) {
      throw new DomainError('UnsupportedMediaType', 'Die Anfrage muss JSON enthalten.')
    }
    c.req.addValidatedData('json', parse(schema, await readJson(c.req.raw, maxBytes, tooLarge)))
    await next()
  }
  return withInputShape(handler, { of: 'body', schema })
}

/** Validates `:id` and the like: 404 for anything but a number. */
export function idParams<Name extends string>(
  ...names: Name[]
): MiddlewareHandler<
  AppEnv,
  string,
  { in: { param: Record<Name, string> }; out: { param: Record<Name, number> } }
> {
  return async (c, next) => {
    const params: Record<string, unknown> = {}
    for (const name of names) {
      const text = c.req.param(name) ?? ''
      if (!/^[1-9]\d{0,14}$/.test(text)) throw notFoundError()
      params[name] = Number(text)
    }
    c.req.addValidatedData('param', params)
    await next()
  }
}

/** Validates a code in the path; 404 for an unknown code. */
export function codeParam<Name extends string, Code extends string>(
  name: Name,
  codes: readonly Code[] | ((code: string) => code is Code),
): MiddlewareHandler<
  AppEnv,
  string,
  { in: { param: Record<Name, string> }; out: { param: Record<Name, Code> } }
> {
  return async (c, next) => {
    const code = c.req.param(name) ?? ''
    const isKnown =
      typeof codes === 'function'
        ? codes
        : (one: string): one is Code => codes.some((known) => known === one)
    if (!isKnown(code)) throw notFoundError()
    c.req.addValidatedData('param', { [name]: code })
    await next()
  }
}

const dayOfPath = z.object({ date: day() })

/** Validates the day in the path; 400 for an invalid day. */
export const dateParam: MiddlewareHandler<
  AppEnv,
  string,
  { in: { param: { date: string } }; out: { param: { date: Day } } }
> = async (c, next) => {
  const result = dayOfPath.safeParse({ date: c.req.param('date') })
  if (!result.success) throw invalidRequestError(fieldMessages(result.error.issues))
  c.req.addValidatedData('param', result.data)
  await next()
}

/** Validates the query parameters by the contract; 400 for invalid parameters. */
export function query<Schema extends z.ZodType>(
  schema: Schema,
): MiddlewareHandler<AppEnv, string, Validated<'query', Schema>> {
  const handler: MiddlewareHandler<AppEnv, string, Validated<'query', Schema>> = async (
    c,
    next,
  ) => {
    const result = schema.safeParse(c.req.query())
    if (!result.success) throw invalidRequestError(fieldMessages(result.error.issues))
    c.req.addValidatedData('query', result.data as object)
    await next()
  }
  return withInputShape(handler, { of: 'query', schema })
}

/** Returns the row. @throws DomainError NotFound when it is missing */
export function orNotFound<Row extends object>(row: Row | null | undefined): Row {
  if (!row) throw notFoundError()
  return row
}

export function notFoundError(message = 'Das gibt es nicht (mehr).'): DomainError {
  return new DomainError('NotFound', message)
}

async function readJson(request: Request, maxBytes: number, tooLarge?: string): Promise<unknown> {
  const text = await readText(request, maxBytes, tooLarge)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequestError()
  }
}

/** The input as validated by the schema. @throws DomainError InvalidRequest, ValidationFailed */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> & object {
  const result = schema.safeParse(input)
  if (result.success) return result.data as z.output<Schema> & object
  const { issues } = result.error
  const fields = fieldMessages(issues)
  throw issues.some((issue) => isMalformed(issue, input))
    ? invalidRequestError(fields)
    : validationError(fields)
}

const malformedCodes = new Set(['invalid_type', 'invalid_union', 'invalid_key', 'invalid_element'])

// An unknown word for an enum is not acceptable (422); another type is malformed (400).
function isMalformed(issue: z.core.$ZodIssue, input: unknown): boolean {
  if (issue.code === 'custom') return issue.params?.malformed === true
  if (issue.code === 'invalid_value') return typeof valueAt(input, issue.path) !== 'string'
  return malformedCodes.has(issue.code)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  )
}

function fieldMessages(issues: readonly z.core.$ZodIssue[]): FieldMessages {
  const fields: FieldMessages = {}
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    if (path && !(path in fields)) fields[path] = germanMessage(issue)
  }
  return fields
}

// Rules of the contracts have German messages; only zod's own checks need a translation.
function germanMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union')
    return 'Dieser Wert fehlt oder hat die falsche Form.'
  if (issue.code === 'invalid_value') return 'Dieser Wert ist nicht vorgesehen.'
  if (issue.message.startsWith('Too ')) return 'Dieser Wert liegt außerhalb der Grenzen.'
  return issue.message
}
