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
let payerCount = 0

beforeEach(async () => {
  setClock(start)
  const type = await aCostumeType()
  payerCount = 0
  ring = { paradeId: (await aParade()).id, costumeTypeId: type.id, costumeNumber: '118' }
})

/** A new order of another payer with each call. */
const other = (): [Chosen[], Record<string, unknown>] => {
  payerCount += 1
  return [[{ ...ring, costumeNumber: `9${payerCount}` }], { firstName: `Narr ${payerCount}` }]
}

function correct(token: string, emailAddress: unknown, database?: D1Database) {
  const headers = { 'Order-Token': token }
  const more = database ? { headers, database } : { headers }
  return call('PUT', '/api/enrolment/order/email-address', { emailAddress }, more)
}

/** Every mail of the order with its kind, state and recipient. */
const mailsOf = ({ id }: { id: number }) =>
  rows<{ id: number; kind: string; state: string; to: string }>(
    `SELECT m.id, m.kind, m.state, coalesce(m.email_address, o.email_address) AS "to"
      FROM mails m JOIN orders o ON o.id = m.order_id WHERE o.id = ${id} ORDER BY m.id`,
  )
const mailLines = async (order: { id: number }) =>
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
  test('After the payer corrects the address, the confirmation goes to the new one; the old one gets a mail without the new address or a link', async () => {
    const order = await paidOrder([ring])
    const response = await correct(order.token, ` ${anna}\u200b `)
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      emailAddress: 'a…@example.de',
      mayChangeAddress: true,
    })
    expect(await addressOf(order)).toBe(anna)
    expect(await mailLines(order)).toEqual(corrected)
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

  test('The confirmation of an order whose address was corrected before the payment goes only to the corrected address', async () => {
    const order = await ordered([ring])
    expect((await correct(order.token, anna)).status).toBe(200)
    expect(await mailLines(order)).toEqual([`addressChanged sent ${before}`])
    await decide(order.payment, 'paid')
    expect(await mailLines(order)).toEqual([
      `addressChanged sent ${before}`,
      `enrolled sent ${anna}`,
    ])
  })

  test('If the address is corrected before the confirmation is sent, the confirmation is sent once, to the corrected address', async () => {
    const order = await paidOrder([ring])
    await env.DB.prepare(
      `UPDATE mails SET state = 'waiting', sent_at = NULL, not_before = created_at`,
    ).run()
    await correct(order.token, anna)
    expect(await mailLines(order)).toEqual([
      `enrolled sent ${anna}`,
      `addressChanged sent ${before}`,
    ])
  })

  test('If the confirmation could not be sent to the old address, it is sent to the corrected one', async () => {
    const order = await paidOrder([ring])
    await env.DB.prepare(`UPDATE mails SET state = 'failed', sent_at = NULL`).run()
    expect((await readMyOrder(order.token)).mail).toBe('failed')
    expect(await json(correct(order.token, anna))).toMatchObject({ state: 'paid' })
    expect(await mailLines(order)).toEqual([`enrolled failed ${before}`, ...corrected.slice(1)])
    expect((await readMyOrder(order.token)).mail).toBe('sent')
  })

  test('Correcting the address of one order does not change other orders with the old address', async () => {
    const mother = await paidOrder([ring])
    const order = await paidOrder(...other())
    await correct(order.token, anna)
    expect(await addressOf(mother)).toBe(before)
    expect(await mailLines(mother)).toEqual([`enrolled sent ${before}`])
  })

  test('A corrected address can be changed back to the old one, with mails to both addresses again', async () => {
    const order = await paidOrder([ring])
    await correct(order.token, anna)
    await correct(order.token, before)
    expect(await mailLines(order)).toEqual([
      ...corrected,
      `addressChanged sent ${anna}`,
      `enrolled sent ${before}`,
    ])
  })
})

describe('A rejected address', () => {
  const expectUnchanged = async (order: { id: number }) => {
    expect(await addressOf(order)).toBe(before)
    expect(await mailLines(order)).toEqual([`enrolled sent ${before}`])
    expect(await historyOf(order)).toEqual([])
    expect(await rows(`SELECT 1 FROM hourly_counts WHERE key LIKE 'orderAddress%'`)).toEqual([])
  }

  test.each([before, ` ${before}`, before.toUpperCase()])(
    'Correcting an address to the same address, written as "%s", changes nothing and sends no mail',
    async (same) => {
      const order = await paidOrder([ring])
      expect((await correct(order.token, same)).status).toBe(200)
      await expectUnchanged(order)
    },
  )

  test.each(['', 'anna', 'anna@', 'anna@example', `${'a'.repeat(300)}@example.de`, `a\nb@c.de`])(
    'Correcting an address to the invalid address "%s" is rejected at its field (422)',
    async (wrong) => {
      const order = await paidOrder([ring])
      const response = await correct(order.token, wrong)
      const { status } = response
      const { error } = await json(response)
      expect(status).toBe(422)
      expect(Object.keys(error.fields)).toEqual(['emailAddress'])
      await expectUnchanged(order)
    },
  )

  test('Correcting the address with an unknown order token is rejected (404)', async () => {
    const order = await paidOrder([ring])
    const response = await correct('0'.repeat(32), anna)
    expect([response.status, (await json(response)).error.code]).toEqual([404, 'NotFound'])
    await expectUnchanged(order)
  })

  test.each([
    ['the order is refunded', `UPDATE orders SET state = 'refunded'`],
    ['the order has expired', `UPDATE orders SET state = 'expired'`],
    ['all places are cancelled', `UPDATE participations SET state = 'cancelled'`],
    [
      'all parades are over',
      `UPDATE parades SET date_enrolment_end = '2027-01-15', date = '2027-01-15'`,
    ],
  ])('The payer cannot correct the address of an order when %s (409)', async (_, statement) => {
    const order = await paidOrder([ring])
    await env.DB.prepare(statement).run()
    expect((await readMyOrder(order.token)).mayChangeAddress).toBe(false)
    const response = await correct(order.token, anna)
    expect([response.status, (await json(response)).error.code]).toEqual([409, 'Conflict'])
    await expectUnchanged(order)
  })

  test('The payer cannot correct the address of an order whose address was deleted (409)', async () => {
    const order = await paidOrder([ring])
    await env.DB.prepare(`UPDATE orders SET email_address = ''`).run()
    expect((await correct(order.token, anna)).status).toBe(409)
    expect(await addressOf(order)).toBe('')
  })
})

describe('The limits per hour', () => {
  test('The address of an order can be corrected three times an hour; a fourth correction is rejected (429)', async () => {
    const order = await paidOrder([ring])
    for (const name of ['a', 'b', 'c']) {
      expect((await correct(order.token, `${name}@example.de`)).status).toBe(200)
    }
    const all = await mailLines(order)
    later(59)
    const refused = await correct(order.token, 'd@example.de')
    expect([refused.status, (await json(refused)).error.code]).toEqual([429, 'TooManyRequests'])
    expect(refused.headers.get('Retry-After')).toBe('3600')
    expect((await correct(order.token, 'c@example.de')).status).toBe(200)
    expect(await mailLines(order)).toEqual(all)
    expect(await addressOf(order)).toBe('c@example.de')
    later(61)
    expect((await correct(order.token, 'd@example.de')).status).toBe(200)
  })

  test('At most 20 orders an hour can be corrected to the same mailbox, in whatever spelling; the 21st correction is rejected (429)', async () => {
    const answers: number[] = []
    for (let n = 0; n < 21; n += 1) {
      const { token } = await ordered(...other())
      answers.push((await correct(token, `Opfer+${n}@example.de`)).status)
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    // All orders had the same old address, which gets a notice for each.
    expect(
      await rows(`SELECT state, count(*) AS n FROM mails WHERE kind = 'addressChanged' GROUP BY 1`),
    ).toEqual([{ state: 'sent', n: 20 }])
  })
})

describe('A repeated request', () => {
  test('If the answer to a correction of the address is lost and the request sent again, each mail is stored once', async () => {
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
    // Mails that were written but not sent go out with the next round.
    expect((await mailsOf(order)).map(({ kind, to }) => `${kind} ${to}`)).toEqual([
      `enrolled ${before}`,
      `addressChanged ${before}`,
      `enrolled ${anna}`,
    ])
    expect(await historyOf(order)).toHaveLength(1)
  })

  test('Three identical corrections of the address at the same moment have the effect of one', async () => {
    const order = await paidOrder([ring])
    const answers = await Promise.all([anna, anna, anna].map((one) => correct(order.token, one)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await mailLines(order)).toEqual(corrected)
  })
})

test('After a correction of the address the mail about a reinstated parade goes to the corrected address', async () => {
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
  expect((await mailLines(order)).filter((one) => one.startsWith('parade'))).toEqual([
    `paradeCancelled sent ${before}`,
    `paradeReinstated waiting ${anna}`,
  ])
})

test('After a correction of the address, the same enrolment with the old address returns the pending order', async () => {
  const order = await ordered([ring])
  await correct(order.token, anna)
  const again = await json(enrol([ring]))
  expect(again.redirectUrl).toBe(order.redirectUrl)
  expect(await rows('SELECT id FROM orders')).toHaveLength(1)
})

test("Anonymising a member also deletes the old addresses of the member's orders from the mails", async () => {
  const order = await paidOrder([ring])
  await correct(order.token, anna)
  const { id } = await aMember()
  await env.DB.prepare(`UPDATE participations SET member_id = ${id}`).run()
  await commit(db(), [...anonymise(id, start)])
  expect((await mailsOf(order)).map(({ to }) => to)).toEqual(['', '', ''])
})
