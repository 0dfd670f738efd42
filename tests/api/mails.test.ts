import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db, rows } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { aFamilyOrder } from '#tests/support/my-order.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings, orderRefunds, orders, participations } from '#worker/db/schema.ts'
import type { RefundReason, RefundState } from '#worker/domain/codes.ts'
import { type Mailer, type MailMessage, mailerOf } from '#worker/mail/mailer.ts'
import { enrolledMail, refundedMail } from '#worker/mail/outbox.queries.ts'
import { sendMails } from '#worker/mail/send-mails.ts'
import { renderMail } from '#worker/orders/mails/order-mails.ts'

const at = '2027-01-16T12:00:00.000Z'
const minutesLater = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000)

let placeOfOrder: { paradeId: number; costumeTypeId: number }

beforeEach(async () => {
  const type = await aCostumeType()
  const parade = await aParade({ title: 'Nachtumzug' })
  placeOfOrder = { paradeId: parade.id, costumeTypeId: type.id }
  await commit(db(), [write.update(guildSettings).set({ name: 'Narrenzunft Hagelfingen' })])
})

async function anOrder(n = 1, state: 'pending' | 'paid' = 'paid') {
  const place = { ...placeOfOrder, costumeNumber: `11${n}`, priceInCent: 800 }
  const order = await aFamilyOrder([{ firstName: `Jörg ${n}`, places: [place] }], `token-${n}`)
  const change = { state, emailAddress: `joerg.${n}@example.de` }
  await commit(db(), [write.update(orders).set(change).where(eq(orders.id, order.id))])
  return order
}

/** A paid order with a mail that waits. */
async function aWaitingMail(n = 1) {
  const order = await anOrder(n)
  await commit(db(), [enrolledMail(order.id, at)])
  return order
}

async function aRefund(orderId: number, state: RefundState, reason: RefundReason) {
  const key = `order-${orderId}`
  const refund = { key, orderId, state, reason, paymentRef: 'payment-1', amountInCent: 800 }
  await commit(db(), [write.insert(orderRefunds).values({ ...refund, requestedAt: at })])
  return key
}

type MailRow = { key: string; state: string; attempts: number; not_before: string }
const outbox = () => rows<MailRow>('SELECT key, state, attempts, not_before FROM mails ORDER BY id')
const states = async () => (await outbox()).map((mail) => mail.state)

/** A fake mail service: accepts every mail, or does what the test says. */
function aMailer(onSend: (message: MailMessage) => Promise<void> = async () => {}) {
  const sent: MailMessage[] = []
  const mailer: Mailer = {
    from: 'umzug@zunft.example',
    send: async (message) => {
      await onSend(message)
      sent.push(message)
    },
  }
  return { mailer, sent }
}

function send(mailer: Mailer | null, now = minutesLater(0), orderId?: number) {
  const render = ({ id }: { id: number }) => renderMail(db(), id, 'https://umzug.example.de')
  const only = orderId === undefined ? { limit: 20 } : { orderId, limit: 20 }
  return sendMails({ db: db(), now, mailer, render }, only)
}

describe('The outbox', () => {
  test('If an order is settled several times, only one confirmation mail is stored', async () => {
    const { id } = await anOrder()
    await commit(db(), [enrolledMail(id, at), enrolledMail(id, at)])
    await commit(db(), [enrolledMail(id, minutesLater(60).toISOString())])
    expect(await outbox()).toEqual([
      { key: `enrolled-${id}`, state: 'waiting', attempts: 0, not_before: at },
    ])
  })

  test('A confirmation mail is stored for a paid order, even one paid in the same batch, but not for an unpaid one', async () => {
    const { id } = await anOrder(1, 'pending')
    await commit(db(), [enrolledMail(id, at)])
    expect(await outbox()).toEqual([])
    await commit(db(), [write.update(orders).set({ state: 'paid' }), enrolledMail(id, at)])
    expect(await outbox()).toHaveLength(1)
  })

  test.each<[RefundState, RefundReason, number]>([
    ['done', 'late', 1],
    ['done', 'staff', 1],
    ['done', 'outside', 0],
    ['pending', 'late', 0],
    ['failed', 'late', 0],
    ['byHand', 'staff', 0],
  ])(
    'For a refund in the state "%s" with the reason "%s" the number of stored mails is %i',
    async (state, reason, count) => {
      const key = await aRefund((await anOrder()).id, state, reason)
      await commit(db(), [refundedMail(key, at), refundedMail(key, at)])
      expect((await outbox()).map((mail) => mail.key)).toEqual(
        Array.from({ length: count }, () => `refunded-${key}`),
      )
    },
  )
})

describe('Sending mails', () => {
  test("A waiting mail is sent through the platform's mail service", async () => {
    await aWaitingMail()
    await send(mailerOf(env))
    expect(await rows('SELECT state, attempts, sent_at FROM mails')).toEqual([
      { state: 'sent', attempts: 1, sent_at: at },
    ])
  })

  test('Three concurrent rounds of sending deliver each waiting mail once', async () => {
    for (let n = 1; n <= 5; n += 1) await aWaitingMail(n)
    const { mailer, sent } = aMailer()
    await Promise.all([send(mailer), send(mailer), send(mailer)])
    expect(sent.map((message) => message.to).sort()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `joerg.${n}@example.de`),
    )
    await send(mailer, minutesLater(600))
    expect(sent).toHaveLength(5)
  })

  test('Sending the mails of one order does not send those of other orders', async () => {
    await aWaitingMail(1)
    const { id } = await aWaitingMail(2)
    const { mailer, sent } = aMailer()
    await send(mailer, minutesLater(0), id)
    expect(sent.map((message) => message.to)).toEqual(['joerg.2@example.de'])
    expect(await states()).toEqual(['waiting', 'sent'])
  })

  test('A round with a limit of two sends only the two oldest mails', async () => {
    for (let n = 1; n <= 3; n += 1) await aWaitingMail(n)
    const { mailer, sent } = aMailer()
    const render = ({ id }: { id: number }) => renderMail(db(), id, '')
    await sendMails({ db: db(), now: minutesLater(0), mailer, render }, { limit: 2 })
    expect(sent.map((message) => message.to)).toEqual(['joerg.1@example.de', 'joerg.2@example.de'])
  })
})

describe('A mail that cannot be sent', () => {
  test('A mail that the mail service rejects is retried at growing intervals and fails after six attempts', async () => {
    await aWaitingMail()
    const { mailer, sent } = aMailer(() => Promise.reject(new Error('to joerg.1@example.de')))
    let minutes = 0
    for (const wait of [5, 30, 120, 720, 1440]) {
      await send(mailer, minutesLater(minutes))
      expectLogged('"event":"mail"')
      const [mail] = await outbox()
      expect(mail).toMatchObject({
        state: 'waiting',
        not_before: minutesLater(minutes + wait).toISOString(),
      })
      await send(mailer, minutesLater(minutes + wait - 1))
      expect(await outbox()).toEqual([mail])
      minutes += wait
    }
    await send(mailer, minutesLater(minutes))
    expect(logged()).not.toContain('@')
    expectLogged('"event":"mail"')
    expect(await outbox()).toMatchObject([{ state: 'failed', attempts: 6 }])
    await send(aMailer().mailer, minutesLater(minutes + 100_000))
    expect(await states()).toEqual(['failed'])
    expect(sent).toEqual([])
  })

  test('A mail that the mail service rejects does not stop the other mails of the round', async () => {
    for (let n = 1; n <= 3; n += 1) await aWaitingMail(n)
    const { mailer } = aMailer(async ({ to }) => {
      if (to === 'joerg.2@example.de') throw new Error('busy')
    })
    await send(mailer)
    expectLogged('"event":"mail"')
    expect(await states()).toEqual(['sent', 'waiting', 'sent'])
  })

  test('A stored confirmation mail that has no order is marked as failed and does not stop the next mail', async () => {
    await rows(`INSERT INTO mails (key, kind, state, not_before, created_at)
      VALUES ('without-order', 'enrolled', 'waiting', '${at}', '${at}')`)
    await aWaitingMail()
    const { mailer, sent } = aMailer()
    await send(mailer)
    expectLogged('"orderId":null,"reason":"nothing to tell of"')
    expect(await states()).toEqual(['failed', 'sent'])
    expect(sent.map(({ to }) => to)).toEqual(['joerg.1@example.de'])
  })

  test.each([
    ['E_VALIDATION_ERROR', 'failed'],
    ['E_RECIPIENT_SUPPRESSED', 'failed'],
    ['E_RATE_LIMIT_EXCEEDED', 'waiting'],
    ['E_DAILY_LIMIT_EXCEEDED', 'waiting'],
    ['E_SENDER_NOT_VERIFIED', 'waiting'],
    ['E_INTERNAL_SERVER_ERROR', 'waiting'],
  ])(
    'After the mail service has rejected a mail with %s, the state of the mail is "%s"',
    async (code, state) => {
      await aWaitingMail()
      const refuse = () => Promise.reject(Object.assign(new Error('joerg.1@example.de'), { code }))
      await send(mailerOf({ EMAIL: { send: refuse }, MAIL_FROM: 'umzug@zunft.example' }))
      expect(await states()).toEqual([state])
      expect(logged()).not.toContain('@')
      expectLogged(`"reason":"${code}"`)
    },
  )

  test('If the worker dies while sending a mail, the mail is marked as failed after 15 minutes and never sent again', async () => {
    const { id } = await aWaitingMail()
    let reached = () => {}
    const isOut = new Promise<void>((resolve) => {
      reached = resolve
    })
    // This promise stays pending: the mail may have been sent or not.
    void send(
      aMailer(() => {
        reached()
        return new Promise(() => {})
      }).mailer,
    )
    await isOut
    const { mailer, sent } = aMailer()
    await send(mailer, minutesLater(14))
    expect(await states()).toEqual(['sending'])
    await send(mailer, minutesLater(15), id)
    expect(await states()).toEqual(['sending'])
    await send(mailer, minutesLater(15))
    expectLogged('"reason":"interrupted"')
    expect(await states()).toEqual(['failed'])
    await send(mailer, minutesLater(10_000))
    expect(sent).toEqual([])
  })

  test('A mail whose state could not be stored after sending is marked as failed and not sent again', async () => {
    await aWaitingMail()
    const { mailer, sent } = aMailer(async () => {
      await env.DB.exec('ALTER TABLE mails RENAME TO away')
    })
    await expect(send(mailer)).rejects.toThrow()
    await env.DB.exec('ALTER TABLE away RENAME TO mails')
    await send(mailer, minutesLater(1))
    await send(mailer, minutesLater(15))
    expectLogged('"reason":"interrupted"')
    expect(sent).toHaveLength(1)
    expect(await states()).toEqual(['failed'])
  })
})

describe('A guild without a sender', () => {
  test.each([
    ['an empty MAIL_FROM', { MAIL_FROM: '' }],
    ['an invalid MAIL_FROM', { MAIL_FROM: 'Umzug' }],
    ['no MAIL_FROM', {}],
  ])(
    'With %s, mails are skipped without an error, and are not sent later when a sender is configured',
    async (_, change) => {
      await aWaitingMail()
      const mailer = mailerOf({ ...(env.EMAIL && { EMAIL: env.EMAIL }), ...change })
      expect(mailer).toBeNull()
      await send(mailer)
      expect(await states()).toEqual(['skipped'])
      await send(mailerOf(env), minutesLater(10_000))
      expect(await states()).toEqual(['skipped'])
    },
  )

  test('Without the binding EMAIL no mail is sent, even with a valid MAIL_FROM', () => {
    expect(mailerOf({ MAIL_FROM: 'umzug@zunft.example' })).toBeNull()
  })
})

test('The mail service gets each mail with the guild as sender and the calendar file as UTF-8 bytes', async () => {
  const handed: unknown[] = []
  const binding = {
    send: async (message: unknown) => {
      handed.push(message)
      return { messageId: '1' }
    },
  }
  await aWaitingMail()
  await send(mailerOf({ EMAIL: binding, MAIL_FROM: ' umzug@zunft.example ' }))
  expect(handed).toMatchObject([
    {
      from: { email: 'umzug@zunft.example', name: 'Narrenzunft Hagelfingen' },
      to: 'joerg.1@example.de',
      subject: 'Deine Umzugsanmeldung: Nachtumzug',
      attachments: [{ filename: 'umzuege.ics', type: 'text/calendar', disposition: 'attachment' }],
    },
  ])
  const [{ attachments }] = handed as [{ attachments: [{ content: Uint8Array }] }]
  const calendar = new TextDecoder().decode(attachments[0].content)
  expect(calendar).toContain('@umzug.example.de\r\n')
  expect(calendar).toContain('DTSTART;VALUE=DATE:20270124')
})

describe('The contents of a mail', () => {
  const textOf = async (mailId = 1) =>
    (await renderMail(db(), mailId, 'https://umzug.example.de'))?.text ?? ''
  const giveUpPlaces = (minutes: number) =>
    write
      .update(participations)
      .set({ state: 'cancelled', cancelledAt: minutesLater(minutes).toISOString() })

  test('A confirmation mail does not list a place that was cancelled before the mail is sent', async () => {
    await aWaitingMail()
    await commit(db(), [giveUpPlaces(1)])
    expect(await textOf()).toContain('für keinen Umzug mehr angemeldet')
  })

  test('A sent confirmation mail that is rendered again still lists a place that was cancelled after sending', async () => {
    await aWaitingMail()
    const { mailer, sent } = aMailer()
    await send(mailer)
    await commit(db(), [giveUpPlaces(60)])
    expect(await textOf()).toBe(sent[0]?.text)
    expect(await textOf()).toContain('- Nachtumzug')
  })

  test('A refund mail contains the reason for the refund and the places that are still booked', async () => {
    const { id } = await anOrder()
    const key = await aRefund(id, 'done', 'double')
    await commit(db(), [refundedMail(key, at)])
    const mail = await renderMail(db(), 1, '')
    expect(mail).toMatchObject({ to: 'joerg.1@example.de', attachments: [] })
    expect(mail?.text).toContain('zweimal bezahlt')
    expect(mail?.text).toContain('Angemeldet bleibst Du für:\n\n- Nachtumzug')
  })

  test('The mail about the refund of a single place mentions the parade of this place', async () => {
    const { id } = await anOrder()
    const key = await aRefund(id, 'done', 'paradeCancelled')
    await commit(db(), [
      write.update(orderRefunds).set({ participationId: 1, title: 'Nachtumzug' }),
    ])
    await commit(db(), [refundedMail(key, at)])
    expect(await textOf()).toContain('Der Umzug „Nachtumzug“ ist abgesagt.')
    expect(await textOf()).toContain('bei keinem Umzug mehr dabei')
  })

  test('With a blank guild name a mail has a default sender; line breaks of a parade title become blanks in the subject', async () => {
    await commit(db(), [write.update(guildSettings).set({ name: ' ' })])
    await aWaitingMail()
    await env.DB.exec("UPDATE parades SET title = 'Nacht' || char(13, 10) || 'Bcc: x'")
    const mail = await renderMail(db(), 1, '')
    expect(mail?.sender).toBe('Deine Narrenzunft')
    expect(mail?.subject).toBe('Deine Umzugsanmeldung: Nacht Bcc: x')
  })

  test('Rendering a mail that does not exist gives null', async () => {
    expect(await renderMail(db(), 1, '')).toBeNull()
  })
})
