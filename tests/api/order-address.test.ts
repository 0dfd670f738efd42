import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { type Chosen, decide, enrol } from '#tests/support/enrolment.ts'
import { faultyDatabase } from '#tests/support/faulty-database.ts'
import { expectLogged } from '#tests/support/log.ts'
import { ordered, paidOrder, readMyOrder } from '#tests/support/my-order.ts'
import { commit } from '#worker/db/commit.ts'
import { renderMail } from '#worker/orders/mails/order-mails.ts'
import { anonymise } from '#worker/privacy/anonymise.ts'

// docs/rules.md, "Meine Anmeldung": the payer corrects the e-mail address of an order.

const start = '2027-01-16T12:00:00.000Z'
const later = (minutes: number) =>
  setClock(new Date(Date.parse(start) + minutes * 60_000).toISOString())
const before = 'joerg.strasser@example.de'
const anna = 'anna@example.de'

let ring: Chosen
let made = 0

beforeEach(async () => {
  setClock(start)
  const type = await aCostumeType()
  made = 0
  ring = { paradeId: (await aParade()).id, costumeTypeId: type.id, costumeNumber: '118' }
})

/** A new order of another payer with each call. */
const other = (): [Chosen[], Record<string, unknown>] => {
  made += 1
  return [[{ ...ring, costumeNumber: `9${made}` }], { firstName: `Narr ${made}` }]
}

function correct(token: string, emailAddress: unknown, database?: D1Database) {
  const headers = { 'Order-Token': token }
  const more = database ? { headers, database } : { headers }
  return call('PUT', '/api/enrolment/order/email-address', { emailAddress }, more)
}

/** Every mail of the order: what it is, whether it went out, and where to. */
const mailsOf = ({ id }: { id: number }) =>
  rows<{ id: number; kind: string; state: string; to: string }>(
    `SELECT m.id, m.kind, m.state, coalesce(m.email_address, o.email_address) AS "to"
      FROM mails m JOIN orders o ON o.id = m.order_id WHERE o.id = ${id} ORDER BY m.id`,
  )
const told = async (order: { id: number }) =>
  (await mailsOf(order)).map(({ kind, state, to }) => `${kind} ${state} ${to}`)
const addressOf = async ({ id }: { id: number }) =>
  (await rows<{ a: string }>(`SELECT email_address AS a FROM orders WHERE id = ${id}`))[0]?.a
const historyOf = async ({ id }: { id: number }) =>
  (
    await rows<{ kind: string; detail: string | null; user_id: number | null }>(
      `SELECT kind, detail, user_id FROM order_history WHERE order_id = ${id}`,
    )
  ).filter(({ kind }) => kind === 'addressChangedByPayer')

const corrected = [
  `enrolled sent ${before}`,
  `addressChanged sent ${before}`,
  `enrolled sent ${anna}`,
]

describe('A corrected address', () => {
  test('gets the confirmation once more, and the old one is told without the new one or a link.', async () => {
    const order = await paidOrder([ring])
    const response = await correct(order.token, ` ${anna}\u200b `)
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      emailAddress: 'a…@example.de',
      mayChangeAddress: true,
    })
    expect(await addressOf(order)).toBe(anna)
    expect(await told(order)).toEqual(corrected)
    const [first, notice, again] = await mailsOf(order)
    const render = (id = 0) => renderMail(db(), id, 'https://umzug.example.de')
    expect(await render(notice?.id)).toMatchObject({
      to: before,
      subject: 'Die E-Mail Adresse Deiner Anmeldung wurde geändert',
      text: `Hallo,

Die E-Mail Adresse Deiner Anmeldung wurde geändert. Warst Du das nicht, melde Dich bei der Zunft.

Viele Grüße
Deine Narrenzunft

Impressum: https://umzug.example.de/impressum
Datenschutz: https://umzug.example.de/datenschutz
`,
    })
    expect((await render(notice?.id))?.html).not.toMatch(/anna|order=|Jörg/)
    const [sent, repeated] = [await render(first?.id), await render(again?.id)]
    expect(repeated).toMatchObject({ to: anna, subject: sent?.subject, text: sent?.text })
    expect(repeated?.text).toContain(`#order=${order.token}`)
    expect(await historyOf(order)).toEqual([
      { kind: 'addressChangedByPayer', detail: null, user_id: null },
    ])
  })

  test('of an order that is not paid yet gets the confirmation that is to come, and only that.', async () => {
    const order = await ordered([ring])
    expect((await correct(order.token, anna)).status).toBe(200)
    expect(await told(order)).toEqual([`addressChanged sent ${before}`])
    await decide(order.payment, 'paid')
    expect(await told(order)).toEqual([`addressChanged sent ${before}`, `enrolled sent ${anna}`])
  })

  test('is where a confirmation goes that still waits, once.', async () => {
    const order = await paidOrder([ring])
    await env.DB.prepare(
      `UPDATE mails SET state = 'waiting', sent_at = NULL, not_before = created_at`,
    ).run()
    await correct(order.token, anna)
    expect(await told(order)).toEqual([`enrolled sent ${anna}`, `addressChanged sent ${before}`])
  })

  test('gets the confirmation that could not be delivered to the old one.', async () => {
    const order = await paidOrder([ring])
    await env.DB.prepare(`UPDATE mails SET state = 'failed', sent_at = NULL`).run()
    expect((await readMyOrder(order.token)).mail).toBe('failed')
    expect(await json(correct(order.token, anna))).toMatchObject({ state: 'paid' })
    expect(await told(order)).toEqual([`enrolled failed ${before}`, ...corrected.slice(1)])
    expect((await readMyOrder(order.token)).mail).toBe('sent')
  })

  test('leaves the other orders of the old address as they are.', async () => {
    const mother = await paidOrder([ring])
    const order = await paidOrder(...other())
    await correct(order.token, anna)
    expect(await addressOf(mother)).toBe(before)
    expect(await told(mother)).toEqual([`enrolled sent ${before}`])
  })

  test('is changed back in the same way, and both addresses hear of it.', async () => {
    const order = await paidOrder([ring])
    await correct(order.token, anna)
    await correct(order.token, before)
    expect(await told(order)).toEqual([
      ...corrected,
      `addressChanged sent ${anna}`,
      `enrolled sent ${before}`,
    ])
  })
})

describe('Nothing is written and no mail is sent', () => {
  const untouched = async (order: { id: number }) => {
    expect(await addressOf(order)).toBe(before)
    expect(await told(order)).toEqual([`enrolled sent ${before}`])
    expect(await historyOf(order)).toEqual([])
    expect(await rows(`SELECT 1 FROM hourly_counts WHERE key LIKE 'orderAddress%'`)).toEqual([])
  }

  test.each([before, ` ${before}`, before.toUpperCase()])(
    'for the address that it has: "%s".',
    async (same) => {
      const order = await paidOrder([ring])
      expect((await correct(order.token, same)).status).toBe(200)
      await untouched(order)
    },
  )

  test.each(['', 'anna', 'anna@', 'anna@example', `${'a'.repeat(300)}@example.de`, `a\nb@c.de`])(
    'for what is no address, with a sentence at the field: "%s".',
    async (wrong) => {
      const order = await paidOrder([ring])
      const response = await correct(order.token, wrong)
      const { status } = response
      const { error } = await json(response)
      expect(status).toBe(422)
      expect(Object.keys(error.fields)).toEqual(['emailAddress'])
      await untouched(order)
    },
  )

  test('by a token that opens no order, which answers as for every other.', async () => {
    const order = await paidOrder([ring])
    const response = await correct('0'.repeat(32), anna)
    expect([response.status, (await json(response)).error.code]).toEqual([404, 'NotFound'])
    await untouched(order)
  })

  test.each([
    ['its money is back', `UPDATE orders SET state = 'refunded'`],
    ['it came to nothing', `UPDATE orders SET state = 'expired'`],
    ['its places are given back', `UPDATE participations SET state = 'cancelled'`],
    [
      'its parades are over',
      `UPDATE parades SET date_enrolment_end = '2027-01-15', date = '2027-01-15'`,
    ],
  ])('when %s.', async (_, statement) => {
    const order = await paidOrder([ring])
    await env.DB.prepare(statement).run()
    expect((await readMyOrder(order.token)).mayChangeAddress).toBe(false)
    const response = await correct(order.token, anna)
    expect([response.status, (await json(response)).error.code]).toEqual([409, 'Conflict'])
    await untouched(order)
  })

  test('when the address is forgotten already.', async () => {
    const order = await paidOrder([ring])
    await env.DB.prepare(`UPDATE orders SET email_address = ''`).run()
    expect((await correct(order.token, anna)).status).toBe(409)
    expect(await addressOf(order)).toBe('')
  })
})

describe('In an hour', () => {
  test('an order changes its address three times, and the fourth is told to wait.', async () => {
    const order = await paidOrder([ring])
    for (const name of ['a', 'b', 'c']) {
      expect((await correct(order.token, `${name}@example.de`)).status).toBe(200)
    }
    const all = await told(order)
    later(59)
    const refused = await correct(order.token, 'd@example.de')
    expect([refused.status, (await json(refused)).error.code]).toEqual([429, 'TooManyRequests'])
    expect(refused.headers.get('Retry-After')).toBe('3600')
    expect((await correct(order.token, 'c@example.de')).status).toBe(200)
    expect(await told(order)).toEqual(all)
    expect(await addressOf(order)).toBe('c@example.de')
    later(61)
    expect((await correct(order.token, 'd@example.de')).status).toBe(200)
  })

  test('a mailbox is written into 20 orders, however it is spelled, and into no more.', async () => {
    const answers: number[] = []
    for (let n = 0; n < 21; n += 1) {
      const { token } = await ordered(...other())
      answers.push((await correct(token, `Opfer+${n}@example.de`)).status)
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    // All of them had the same address before: it hears of each.
    expect(
      await rows(`SELECT state, count(*) AS n FROM mails WHERE kind = 'addressChanged' GROUP BY 1`),
    ).toEqual([{ state: 'sent', n: 20 }])
  })
})

describe('Sent again', () => {
  test('sends each mail once when the answer was lost and the request is repeated', async () => {
    const order = await paidOrder([ring])
    let isLost = false
    const { database } = faultyDatabase(({ isRead }) => {
      if (isRead || isLost) return null
      isLost = true
      return 'after'
    })
    expect((await correct(order.token, anna, database)).status).toBe(503)
    expectLogged('request_failed')
    expect((await correct(order.token, anna)).status).toBe(200)
    // What was written and not sent yet goes out with the next round.
    expect((await mailsOf(order)).map(({ kind, to }) => `${kind} ${to}`)).toEqual([
      `enrolled ${before}`,
      `addressChanged ${before}`,
      `enrolled ${anna}`,
    ])
    expect(await historyOf(order)).toHaveLength(1)
  })

  test('at the same moment it is one change.', async () => {
    const order = await paidOrder([ring])
    const answers = await Promise.all([anna, anna, anna].map((one) => correct(order.token, one)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await told(order)).toEqual(corrected)
  })
})

test('A parade that takes place after all is told to the corrected address.', async () => {
  const order = await paidOrder([ring])
  const at = '2027-01-16T11:00:00.000Z'
  await env.DB.prepare(
    `INSERT INTO mails (key, order_id, kind, state, not_before, created_at, sent_at, parade_id)
      VALUES ('paradeCancelled-${ring.paradeId}-${at}-${order.id}', ${order.id}, 'paradeCancelled', 'sent',
        '${at}', '${at}', '${at}', ${ring.paradeId})`,
  ).run()
  await correct(order.token, anna)
  await env.DB.prepare(`UPDATE parades SET cancelled_at = '${at}'`).run()
  const { reinstatedMails } = await import('#worker/mail/outbox.queries.ts')
  await commit(db(), [
    reinstatedMails(ring.paradeId, { now: new Date(start), today: '2027-01-16' }),
  ])
  expect((await told(order)).filter((one) => one.startsWith('parade'))).toEqual([
    `paradeCancelled sent ${before}`,
    `paradeReinstated waiting ${anna}`,
  ])
})

test('The same enrolment once more, with the address that was wrong, is the order that is open.', async () => {
  const order = await ordered([ring])
  await correct(order.token, anna)
  const again = await json(enrol([ring]))
  expect(again.redirectUrl).toBe(order.redirectUrl)
  expect(await rows('SELECT id FROM orders')).toHaveLength(1)
})

test('The old address goes with the member whose order it was.', async () => {
  const order = await paidOrder([ring])
  await correct(order.token, anna)
  const { id } = await aMember()
  await env.DB.prepare(`UPDATE participations SET member_id = ${id}`).run()
  await commit(db(), [...anonymise(id, start)])
  expect((await mailsOf(order)).map(({ to }) => to)).toEqual(['', '', ''])
})
