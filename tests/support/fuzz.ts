import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { findTargetHandler } from 'hono/utils/handler'
import { expect } from 'vitest'
import { z } from 'zod'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { install } from '#tests/fakes/install.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { call, rows, runCron, setClock, signedIn, today } from '#tests/support/api.ts'
import type { World } from '#tests/support/costs/visit.ts'
import { visits } from '#tests/support/costs/visits.ts'
import { forgetLog, logged } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { app } from '#worker/app.ts'
import { isViolationOf } from '#worker/db/causes.ts'
import { type Role, roles } from '#worker/domain/codes.ts'
import type { ErrorCode } from '#worker/domain/errors.ts'
import { statusOf } from '#worker/http/errors.ts'
import { inputShapeOf } from '#worker/http/validate.ts'

// Random requests from the contracts: valid ones, and ones with one value changed. New routes are included,
// because the routes are read from the router.

type Route = { method: string; path: string; body: z.ZodType | null; query: z.ZodType | null }

const routes: Route[] = [
  ...new Set(
    app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`),
  ),
].map((key) => {
  const [method = '', path = ''] = key.split(' ')
  const shapes = app.routes
    .filter((route) => route.method === method && route.path === path)
    .map(({ handler }) => inputShapeOf(findTargetHandler(handler)))
  const shape = (of: 'body' | 'query') => shapes.find((one) => one?.of === of)?.schema ?? null
  return { method, path, body: shape('body'), query: shape('query') }
})

// ── Values ─────────────────────────────────────────────────────────────────────────────────

const ordinary = [
  'Martina',
  'Straßer',
  'Bär',
  '9118',
  'Hauptstraße',
  '07575 1234',
  'verwaltung@demo.example',
]
const hostile = [
  '',
  ' ',
  '\u0000',
  'a\nb',
  'a\\nb',
  'a\r\nb',
  '\ud83d',
  '\u202eabc',
  '\u200b',
  "Robert'); DROP TABLE members;--",
  '<script>alert(1)</script>',
  '=HYPERLINK("x")',
  '%00',
  '../../etc',
  '{"a":1}',
  'null',
  '__proto__',
  'ﬁﬀ ǆ İ',
  'e\u0301',
  '🙂'.repeat(40),
  'x'.repeat(300),
  'x'.repeat(70_000),
]
const days = [today, '2027-01-24', '2026-11-11', '1990-02-01', '2010-06-30', '2099-12-31']
const oddDays = ['2027-02-30', '1899-12-31', '2100-01-01', '9999-12-31', '16.01.2027', '']
const numbers = [0, 1, 2, 3, 5, 25, 800, 2027]
const oddNumbers = [-1, 1.5, -0, 1e21, 2 ** 31, 2 ** 53, Number.MIN_VALUE]

const mostly = <T>(usual: readonly T[], odd: readonly T[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  )

/** Chooses texts by the field's name, because the schema only says "string". */
function textFor(name: string): fc.Arbitrary<string> {
  if (/date|birthday|from$|to$|day/i.test(name)) return mostly(days, oddDays)
  if (/mail/i.test(name)) return mostly(['a@b.de', 'wer@example.test'], hostile)
  if (/url/i.test(name)) return mostly(['http://zunft.test/x', '/parade-enrolment/result'], hostile)
  if (/iban/i.test(name)) return mostly(['DE02120300000000202051', ''], hostile)
  return fc.oneof(
    { weight: 4, arbitrary: mostly(ordinary, hostile) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  )
}

type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
}

/** Random values that match the schema; further rules are met only by chance. */
function fitting(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map((one) => fitting(one, name)))
  if (schema.allOf) return fitting(Object.assign({}, ...schema.allOf), name)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, name)))
  }
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      const model = Object.fromEntries(fields.map(([key, one]) => [key, fitting(one, key)]))
      return fc.record(model, { requiredKeys: schema.required ?? [] })
    }
    case 'array': {
      const { minItems: minLength = 0, maxItems = 4 } = schema
      const maxLength = Math.max(minLength, Math.min(maxItems, 4))
      return fc.array(fitting(schema.items ?? {}, name), { minLength, maxLength })
    }
    case 'string':
      return textFor(name)
    case 'integer':
    case 'number':
      return mostly(numbers, oddNumbers)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return strange()
  }
}

function strange(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown[]>(...hostile, ...oddDays, ...oddNumbers, null, true, [], {}, [[]]),
  )
}

function schemaOf(shape: z.ZodType): JsonSchema {
  const options = { unrepresentable: 'any' } as const
  const input = z.toJSONSchema(shape, { ...options, io: 'input' }) as JsonSchema
  // The input of a transformation has no schema, so that of its output is used.
  return input.type || input.anyOf
    ? input
    : (z.toJSONSchema(shape, { ...options, io: 'output' }) as JsonSchema)
}

/** A change of one value of a body, at any depth. */
type Bend = { at: number; how: 'replaced' | 'left out' | 'added'; other: unknown; key: string }

const bend: fc.Arbitrary<Bend> = fc.record({
  at: fc.nat({ max: 1000 }),
  how: fc.constantFrom('replaced', 'replaced', 'left out', 'added'),
  other: strange(),
  key: fc.constantFrom('__proto__', 'constructor', 'id', 'version', 'x'),
})

function bent(value: unknown, { at, how, other, key }: Bend): unknown {
  const places = placesOf(value)
  const place = places[at % places.length] ?? []
  if (place.length === 0) return how === 'replaced' ? other : value
  const copy = structuredClone(value)
  let inner = copy as Record<string, unknown>
  for (const one of place.slice(0, -1)) inner = inner[one] as Record<string, unknown>
  const last = place.at(-1) ?? ''
  if (how === 'left out') delete inner[last]
  else if (how === 'added') Object.defineProperty(inner, key, { value: other, enumerable: true })
  else inner[last] = other
  return copy
}

function placesOf(value: unknown, prefix: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [prefix]
  return [
    prefix,
    ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...prefix, key])),
  ]
}

const usualParameters: Record<string, string[]> = {
  year: ['2027', '2026'],
  window: ['quarter', 'month', 'halfyear', 'year'],
  honor: ['Parades_25', 'Extra_Certificate'],
  duty: ['Kassier', '_1_Praesident'],
  provider: ['mollie', 'stripe', 'sandbox'],
  key: ['order-1', 'place-1'],
}
const ids = ['1', '2', '3', '4', '7', '12', '40', '999999']
const oddParameters = [
  '0',
  '-1',
  'abc',
  '1e3',
  '%00',
  '%F0%9F%98%80',
  '1%27--',
  '9'.repeat(20),
  'x'.repeat(3000),
]

function addressOf(path: string, tokens: readonly string[]): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const name = part.slice(1).replace(/\{.*/, '')
    const usual = /token|request/i.test(name) ? tokens : (usualParameters[name] ?? ids)
    return mostly(usual, oddParameters)
  })
  return fc.tuple(...parts).map((all) => all.join('/'))
}

// ── Requests ───────────────────────────────────────────────────────────────────────────────

type Request = {
  method: string
  address: string
  body: string | undefined
  headers: Record<string, string>
  who: Role | null
}

function requestTo(route: Route, tokens: readonly string[]): fc.Arbitrary<Request> {
  const body = route.body
    ? fitting(schemaOf(route.body)).chain((fits) =>
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(fits) },
          { weight: 2, arbitrary: bend.map((one) => bent(fits, one)) },
        ),
      )
    : strange()
  const query = route.query ? fitting(schemaOf(route.query)) : fc.constantFrom({}, { x: '1' })
  const isForm = route.method === 'POST' && !route.path.startsWith('/api/')
  return fc
    .record({
      address: addressOf(route.path, tokens),
      body,
      query,
      who: fc.constantFrom<(Role | null)[]>(...usualCallers, 'readonly', 'helper', null),
      type: fc.constantFrom(...usualTypes, 'text/plain', ''),
    })
    .map(({ address, body: value, query: asked, who, type }) => {
      const hasBody = !['GET', 'DELETE'].includes(route.method)
      return {
        method: route.method,
        address: address + searchOf(asked),
        body: hasBody ? (isForm ? formOf(value) : JSON.stringify(value)) : undefined,
        headers: { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : type },
        who,
      }
    })
}

const usualCallers: Role[] = Array.from({ length: 9 }, () => 'management')
const usualTypes = Array.from({ length: 20 }, () => 'application/json')

function searchOf(asked: unknown): string {
  const search = formOf(asked)
  return search ? `?${search}` : ''
}

function formOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const fields = new URLSearchParams()
  for (const [key, one] of Object.entries(value)) fields.set(key, String(one).toWellFormed())
  return fields.toString()
}

/** New tokens, whatever the previous requests have done to the users. */
async function freshTokens(): Promise<Record<Role, string>> {
  await freeAddresses()
  const [manager] = await rows<{ id: number }>(
    'SELECT min(user_id) AS id FROM user_roles WHERE user_id = 1 HAVING count(*) > 0',
  )
  if (!manager) await rows(`INSERT INTO user_roles (user_id, role) VALUES (1, 'management')`)
  const tokens: Partial<Record<Role, string>> = {}
  for (const role of roles) tokens[role] = (await signedIn(role)).token
  await freeAddresses()
  return tokens as Record<Role, string>
}

/** `signedIn` always uses the same addresses, which must be unique. */
async function freeAddresses(): Promise<void> {
  await rows(`UPDATE users SET email_address = 'caller-' || id || '@example.de'
    WHERE email_address LIKE '%@example.test'`)
}

/** A request from the contract, or a visit of tests/support/costs with one value changed. */
type Sent = { route: string; request: Request } | { route: string; bend: Bend | null }

/** @param runs the number of requests */
async function sendWhatever(world: World, { runs, seed }: { runs: number; seed: number }) {
  const orders = await rows<{ token: string; returnToken: string }>(
    'SELECT token, return_token AS returnToken FROM orders ORDER BY id DESC LIMIT 20',
  )
  const tokens = [...orders.flatMap((one) => [one.token, one.returnToken]), 'f'.repeat(32)]
  const ofContracts = fc.constantFrom(...routes).chain((route) =>
    requestTo(route, tokens).map((request) => ({
      route: `${route.method} ${route.path}`,
      request,
    })),
  )
  const ofVisits = fc.record({
    route: fc.constantFrom(...Object.keys(visits)),
    bend: fc.option(bend, { freq: 4 }),
  })
  let callers = await freshTokens()
  let sent = 0
  const answered = { well: 0, refused: 0 }

  /** null: the visit's preparation cannot be repeated, because its rows exist already. */
  async function answerTo(given: Sent): Promise<Response | null> {
    if ('request' in given) {
      const { method, address, body, headers, who } = given.request
      const token = who ? callers[who] : undefined
      return call(method, address, body, { headers, ...(token && { token }) })
    }
    callers = await freshTokens()
    const visit = await Promise.resolve(visits[given.route]?.(world)).catch((error: unknown) => {
      if (isViolationOf(error, 'unique')) return null
      throw error
    })
    if (!visit) return null
    const body = given.bend && visit.body ? bent(visit.body, given.bend) : visit.body
    const [method = ''] = given.route.split(' ')
    const token = visit.token ?? callers.management
    return call(method, visit.path, body, {
      token,
      ...(visit.headers && { headers: visit.headers }),
    })
  }

  await fc.assert(
    fc.asyncProperty(fc.oneof<fc.Arbitrary<Sent>[]>(ofContracts, ofVisits), async (given) => {
      if (sent++ % 40 === 0) callers = await freshTokens()
      const response = await answerTo(given)
      if (!response) return
      answered[response.status < 400 ? 'well' : 'refused'] += 1
      await expectAnAnswer(given.route, response)
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  // Neither successes nor rejections may be rare.
  expect(answered.well).toBeGreaterThan(runs / 4)
  expect(answered.refused).toBeGreaterThan(runs / 4)
}

/** Errors of an unreachable payment provider have a 5xx code of their own. */
const codedTroubles = ['PaymentFailed', 'PaymentUnavailable']

async function expectAnAnswer(route: string, response: Response): Promise<void> {
  const text = await response.text()
  if (response.status < 400) return
  if (!response.headers.get('Content-Type')?.includes('json')) {
    expect(response.status, text.slice(0, 300)).toBeLessThan(500)
    return
  }
  const { error } = JSON.parse(text) as { error?: { code: ErrorCode; message: string } }
  // /ready answers 503 with its own body.
  if (!error) return expect(route).toBe('GET /api/v1/ready')
  expect(statusOf[error.code], text.slice(0, 300)).toBe(response.status)
  expect(error.message).not.toBe('')
  if (!codedTroubles.includes(error.code)) expect(response.status, text).toBeLessThan(500)
}

// ── Stored values ──────────────────────────────────────────────────────────────────────────

/** Columns that may hold several lines. */
const manyLines = /comment|reason|_text$|address$|^sql$|detail|^body$|signature/
const isText = /char|text/i

/** Stored values that no valid input can produce; empty = right. */
async function storedNonsense(): Promise<string[]> {
  const columns = await rows<{ t: string; c: string; type: string }>(
    `SELECT m.name AS t, c.name AS c, c.type AS type FROM sqlite_master m, pragma_table_info(m.name) c
     WHERE m.type = 'table' AND m.name NOT LIKE '\\_cf%' ESCAPE '\\' AND m.name NOT LIKE 'sqlite%'
       AND m.name <> 'd1_migrations'`,
  )
  const problems: string[] = []
  for (const { t, c } of columns.filter(({ type }) => isText.test(type))) {
    const values = await rows<{ value: string }>(
      `SELECT DISTINCT "${c}" AS value FROM ${t} WHERE "${c}" IS NOT NULL`,
    )
    for (const { value } of values) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      const odd = manyLines.test(c) ? /[\u0000-\u0008\u000b-\u001f\u007f]/ : /[\u0000-\u001f\u007f]/
      const where = `${t}.${c}: ${JSON.stringify(value).slice(0, 80)}`
      if (odd.test(value) || !value.isWellFormed()) problems.push(`not printable: ${where}`)
      if (value.length > 60_000 && t !== 'prepared_statistics') problems.push(`too long: ${where}`)
      if (isDayColumn.test(c) && !isRealDay(value)) problems.push(`no day: ${where}`)
      if (/_at$/.test(c) && Number.isNaN(Date.parse(value))) problems.push(`no instant: ${where}`)
    }
  }
  const backwards = ['member_timespans', 'duty_entries'].map(
    (table) => `SELECT '${table}' AS t, id FROM ${table} WHERE to_date < from_date`,
  )
  for (const sql of [...backwards, 'PRAGMA foreign_key_check']) {
    for (const row of await rows<object>(sql)) problems.push(JSON.stringify(row))
  }
  return problems
}

const isDayColumn =
  /^(birthday|date|from_date|to_date|date_joined|date_left|owned_from|owned_to|registered_since|registered_until|assembly_date|invited_on|ordered_on|handed_over_on|date_enrolment_start|date_enrolment_end)$/

function isRealDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`)
  return /^(19|20)\d\d-\d\d-\d\d$/.test(value) && date.toISOString().slice(0, 10) === value
}

/** Runs the cron of the following night, then reads all pages as management. */
async function expectALivingGuild(): Promise<void> {
  setClock(`${today}T23:30:00Z`)
  await runCron()
  const { management } = await freshTokens()
  for (const { method, path } of routes) {
    if (method !== 'GET' || path.includes(':') || path.startsWith('/api/payments')) continue
    const response = await call(method, path, undefined, { token: management })
    expect(`${path} ${response.status < 500}`).toBe(`${path} true`)
    await response.text()
  }
}

/** A timeout for some thousand requests. */
export const patience = { timeout: 1_800_000 }

/** Sends random requests to a demo guild, then checks the stored values, the cron and all pages. */
export async function fuzzed(given: { runs: number; seed: number }): Promise<void> {
  setClock()
  configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' })
  const provider = fakeMollie({ key: 'test_1' })
  install(provider)
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(40, 2), today), today)
  await sendWhatever({ provider }, given)
  expect(await storedNonsense()).toEqual([])
  await expectALivingGuild()
  // Payment problems may be logged; defects may not.
  expect(logged()).not.toMatch(/InternalError|SQLITE|"error":"(Type|Range|Reference|Syntax)?Error"/)
  forgetLog()
}
