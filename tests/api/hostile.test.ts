import { exports } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, origin, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { anEnrolment, enrol } from '#tests/support/enrolment.ts'

// Invalid public input: always an answer below 500, and no partially stored rows.

let typeId: number
let paradeId: number

beforeEach(async () => {
  setClock()
  typeId = (await aCostumeType()).id
  paradeId = (await aParade({ date: today, dateEnrolmentEnd: today })).id
})

/** The body with one field at any depth replaced by an unexpected value. */
function mangled(body: object) {
  const paths = pathsOf(body)
  return fc.tuple(fc.constantFrom(...paths), strange()).map(([path, value]) => {
    const copy = structuredClone(body) as Record<string, unknown>
    let place: Record<string, unknown> = copy
    for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>
    place[path.at(-1) ?? ''] = value
    return copy
  })
}

function pathsOf(value: object, prefix: string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, inner]) => [
    [...prefix, key],
    ...(inner && typeof inner === 'object' ? pathsOf(inner, [...prefix, key]) : []),
  ])
}

function strange() {
  return fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(-1, 0, 1.5, 1e21, Number.MAX_SAFE_INTEGER, '', ' ', '2026-02-31', '9999-12-31'),
    fc.constantFrom('\u0000', '\ud800', '\u202e', "';--", '__proto__', '{}', 'null', [], {}),
  )
}

describe.each(['POST /api/parades/enrol', 'POST /api/parade', 'POST /api/v1/auth/login'])(
  'invalid bodies of %s',
  (endpoint) => {
    test('A request with a random invalid field gets a response with a status below 500 and a message', async () => {
      const [method = '', path = ''] = endpoint.split(' ')
      const { token } = await signedIn('management')
      const body = {
        '/api/parades/enrol': anEnrolment([
          { paradeId, costumeTypeId: typeId, costumeNumber: '1' },
        ]),
        '/api/parade': {
          title: 'Umzug',
          host: 'Zunft',
          date: today,
          dateEnrolmentStart: today,
          dateEnrolmentEnd: today,
          paradeNumber: 1,
          comment: '',
        },
        '/api/v1/auth/login': { emailAddress: 'a@b.de', password: 'x' },
      }[path] as object
      await fc.assert(
        fc.asyncProperty(mangled(body), async (sent) => {
          const response = await call(method, path, sent, { token })
          const answer = await json(response)
          expect(response.status, JSON.stringify(sent)).toBeLessThan(500)
          if (!response.ok) expect(answer.error.message).toMatch(/\S/)
        }),
        { numRuns: path.includes('login') ? 25 : 150, seed: 1848 },
      )
    }, 60_000)
  },
)

test('After random enrolments the amount of every order equals that of its places, and every place has an order', async () => {
  await fc.assert(
    fc.asyncProperty(
      mangled(anEnrolment([{ paradeId, costumeTypeId: typeId, costumeNumber: '1' }])),
      async (sent) => void (await call('POST', '/api/parades/enrol', sent)),
    ),
    { numRuns: 100, seed: 1848 },
  )
  const orphans = await rows(
    `SELECT o.id FROM orders o LEFT JOIN participations p ON p.order_id = o.id
     GROUP BY o.id HAVING coalesce(sum(p.price_in_cent), -1) <> o.amount_in_cent`,
  )
  expect(orphans).toEqual([])
  expect(await rows('SELECT * FROM participations WHERE order_id IS NULL')).toEqual([])
}, 60_000)

test('An enrolment in thirty parades is accepted; one that conflicts with it in all thirty is rejected, and the answer lists all thirty', async () => {
  const many = []
  for (let n = 0; n < 30; n += 1) {
    many.push({ paradeId: (await aParade()).id, costumeTypeId: typeId, costumeNumber: `${n}` })
  }
  expect((await enrol(many)).status).toBe(200)
  const person = await json(enrol(many, { emailAddress: 'anders@example.de' }))
  expect(person.error.parades).toHaveLength(30)
  const costume = await json(enrol(many, { firstName: 'Lena' }))
  expect(costume.error.code).toBe('CostumeAlreadyEnrolled')
  expect(costume.error.parades).toHaveLength(30)
})

test('Rejects an enrolment whose body is not valid UTF-8 (400)', async () => {
  const body = anEnrolment([{ paradeId, costumeTypeId: typeId, costumeNumber: '1' }])
  const bytes = new TextEncoder().encode(JSON.stringify(body).replace('Jörg', 'J?rg'))
  bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xf6
  const raw = await exports.default.fetch(`${origin}/api/parades/enrol`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: bytes,
  })
  expect(raw.status).toBe(400)
})
