import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { call, rows, setClock, today } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { forgetLog, logged } from '#tests/support/log.ts'
import { gatedDatabase } from '#tests/support/machine/gate.ts'
import { allow, ordered, paidOrder, pathOf } from '#tests/support/my-order.ts'
import { refusingDatabase } from '#tests/support/refusing-database.ts'

// The calls about one order: our own pages send its token in the header Order-Token, other addresses hold it.

const ours = '/api/enrolment/order'

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

/** Each call: its order, what follows the order's address, and what is sent. */
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

/** What differs from order to order, and from request to request, is left out. */
const own = ['id', 'requestId', 'checkInCode', 'checkInSvg']

function alike(text: string): unknown {
  if (!text.startsWith('{')) return text.replaceAll(/^UID:.*$/gm, '')
  return JSON.parse(text, (name, value) => (own.includes(name) ? undefined : value))
}

async function told(response: Response) {
  const { status, headers } = response
  const kept = headers.get('Cache-Control')
  const named = [headers.get('Content-Type'), headers.get('Content-Disposition')]
  return { status, kept, named, body: alike(await response.text()) }
}

let minute = 10

describe.each(calls)('%s %#', (method, makeOrder, rest) => {
  const made = async () => {
    const order = await makeOrder(await chosen())
    return { order, path: rest(await placeOf(order)) }
  }

  test('The header opens the order as the address does, and no cache may keep the answer.', async () => {
    const first = await made()
    const path = `${pathOf(first.order.token)}${first.path}`
    const byAddress = await told(await call(method, path, bodyOf(path)))
    const second = await made()
    const headers = { 'Order-Token': second.order.token }
    const byHeader = await call(method, ours + second.path, bodyOf(path), { headers })
    expect(byAddress).toMatchObject({ status: 200, kept: 'no-store' })
    expect(await told(byHeader)).toEqual(byAddress)
  })

  test.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['an unknown token', 'f'.repeat(32)],
    ['no token at all', `' OR 1=1 --`],
    ['too much of it', 'x'.repeat(3000)],
  ])('With %s it answers and asks the database as for an unknown address.', async (_, sent) => {
    const { path } = await made()
    const queries: string[][] = []
    const database = () => {
      queries.push([])
      return gatedDatabase(env.DB, async (some) => void queries.at(-1)?.push(...some))
    }
    const address = `${pathOf('e'.repeat(32))}${path}`
    const unknown = await call(method, address, bodyOf(path), { database: database() })
    const headers: Record<string, string> = sent === undefined ? {} : { 'Order-Token': sent }
    const answer = await call(method, ours + path, bodyOf(path), { headers, database: database() })
    expect(await told(unknown)).toMatchObject({ status: 404, kept: 'no-store' })
    expect(await told(answer)).toEqual(await told(await call(method, address, bodyOf(path))))
    expect(queries[0]?.length).toBeGreaterThan(0)
    expect(queries[1]).toEqual(queries[0])
  })

  test('A token in the address is in no log, no count of refusals and no history.', async () => {
    const { order, path } = await made()
    const address = `${pathOf(order.token)}${path}`
    const refused = await call(method, address, bodyOf(path), {
      database: refusingDatabase({ at: 0, refused: null }),
    })
    expect(refused.status).toBe(500)
    expect(logged()).toContain('/api/enrolment/orders/:token')
    expect(logged()).not.toContain(order.token)
    forgetLog()
    // A minute of its own: within one, the first twenty refusals of a worker are counted at once.
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
    // Refusals of an earlier test that this worker had not written yet come along, under their own minute.
    const counted = await rows<{ route: string }>(
      `SELECT route FROM refusals WHERE minute LIKE '${today}T12:${minute}%'`,
    )
    expect(counted).toHaveLength(method === 'GET' ? 0 : 1)
    const acts = await rows<{ act: string }>('SELECT DISTINCT act FROM audit_entries')
    expect(JSON.stringify([counted, acts])).not.toContain(order.token)
    expect(logged()).toBe('')
  })
})
