import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { call, rows, setClock, today } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { forgetLog, logged } from '#tests/support/log.ts'
import { gatedDatabase } from '#tests/support/machine/gate.ts'
import { allow, ordered, paidOrder, pathOf } from '#tests/support/my-order.ts'
import { refusingDatabase } from '#tests/support/refusing-database.ts'

// Calls about one order: our own pages send the token in the header Order-Token, older addresses
// contain it.

const headerPath = '/api/enrolment/order'

let typeId: number

beforeEach(async () => {
  setClock()
  typeId = (await aCostumeType()).id
  await allow({ selfCancel: 'withoutRefund' })
})

async function chosen() {
  const { id: paradeId } = await aParade()
  return [{ paradeId, costumeTypeId: typeId, costumeNumber: '118' }]
}

async function placeOf(order: { id: number }): Promise<number> {
  const found = await rows<{ id: number }>(
    `SELECT id FROM participations WHERE order_id = ${order.id}`,
  )
  return found[0]?.id ?? 0
}

/** Each call: how its order is made, the path after the order's address, and the body. */
const calls = [
  ['GET', paidOrder, () => ''],
  ['GET', paidOrder, () => '/calendar'],
  ['POST', ordered, () => '/cancel'],
  ['PUT', paidOrder, () => '/email-address'],
  ['POST', paidOrder, (place: number) => `/places/${place}/costume`],
  ['POST', paidOrder, (place: number) => `/places/${place}/cancel`],
] as const

function bodyOf(path: string) {
  if (path.endsWith('/costume')) return { newCostumeTypeId: typeId, newCostumeNumber: '900' }
  return path.endsWith('/email-address') ? { emailAddress: 'anna@example.de' } : undefined
}

/** Fields that differ between orders and requests. */
const varyingFields = ['id', 'requestId', 'checkInCode', 'checkInSvg']

function withoutVaryingFields(text: string): unknown {
  if (!text.startsWith('{')) return text.replaceAll(/^UID:.*$/gm, '')
  return JSON.parse(text, (name, value) => (varyingFields.includes(name) ? undefined : value))
}

async function comparable(response: Response) {
  const { status, headers } = response
  const kept = headers.get('Cache-Control')
  const named = [headers.get('Content-Type'), headers.get('Content-Disposition')]
  return { status, kept, named, body: withoutVaryingFields(await response.text()) }
}

let minute = 10

describe.each(calls)('A %s request about an order (no. %#)', (method, makeOrder, rest) => {
  const made = async () => {
    const order = await makeOrder(await chosen())
    return { order, path: rest(await placeOf(order)) }
  }

  test('A request with the token in the header Order-Token gets the same answer as with the token in the address, and is never cached', async () => {
    const first = await made()
    const path = `${pathOf(first.order.token)}${first.path}`
    const byAddress = await comparable(await call(method, path, bodyOf(path)))
    const second = await made()
    const headers = { 'Order-Token': second.order.token }
    const byHeader = await call(method, headerPath + second.path, bodyOf(path), { headers })
    expect(byAddress).toMatchObject({ status: 200, kept: 'no-store' })
    expect(await comparable(byHeader)).toEqual(byAddress)
  })

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['an unknown token in the header', 'f'.repeat(32)],
    ['an injection attempt in the header', `' OR 1=1 --`],
    ['a very long token in the header', 'x'.repeat(3000)],
  ])(
    'A request with %s gets the same answer (404) and causes the same queries as one with an unknown token in the address',
    async (_, sent) => {
      const { path } = await made()
      const queries: string[][] = []
      const database = () => {
        queries.push([])
        return gatedDatabase(env.DB, async (some) => void queries.at(-1)?.push(...some))
      }
      const address = `${pathOf('e'.repeat(32))}${path}`
      const unknown = await call(method, address, bodyOf(path), { database: database() })
      const headers: Record<string, string> = sent === undefined ? {} : { 'Order-Token': sent }
      const answer = await call(method, headerPath + path, bodyOf(path), {
        headers,
        database: database(),
      })
      expect(await comparable(unknown)).toMatchObject({ status: 404, kept: 'no-store' })
      expect(await comparable(answer)).toEqual(
        await comparable(await call(method, address, bodyOf(path))),
      )
      expect(queries[0]?.length).toBeGreaterThan(0)
      expect(queries[1]).toEqual(queries[0])
    },
  )

  test('No log line, count of rejections or history entry contains the token in the address of a request', async () => {
    const { order, path } = await made()
    const address = `${pathOf(order.token)}${path}`
    const refused = await call(method, address, bodyOf(path), {
      database: refusingDatabase({ at: 0, refused: null }),
    })
    expect(refused.status).toBe(500)
    expect(logged()).toContain('/api/enrolment/orders/:token')
    expect(logged()).not.toContain(order.token)
    forgetLog()
    // A minute of its own, since a worker counts its first twenty rejections per minute at once.
    minute += 1
    setClock(`${today}T12:${minute}:00Z`)
    const before = env.ENROL_LIMIT
    Object.assign(env, { ENROL_LIMIT: { limit: async () => ({ success: false }) } })
    onTestFinished(() => void Object.assign(env, { ENROL_LIMIT: before }))
    const limited = await call(method, address, bodyOf(path))
    expect(limited.status).toBe(method === 'GET' ? 200 : 429)
    Object.assign(env, { ENROL_LIMIT: before })
    await call(method, address, bodyOf(path))
    await call(method, `${address}/nothing`)
    // Rejections of earlier tests may be written now, but under their own minute.
    const counted = await rows<{ route: string }>(
      `SELECT route FROM refusals WHERE minute LIKE '${today}T12:${minute}%'`,
    )
    expect(counted).toHaveLength(method === 'GET' ? 0 : 1)
    const acts = await rows<{ act: string }>('SELECT DISTINCT act FROM audit_entries')
    expect(JSON.stringify([counted, acts])).not.toContain(order.token)
    expect(logged()).toBe('')
  })
})
