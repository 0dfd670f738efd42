import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import {
  anEnrolment,
  type Chosen,
  comeBack,
  decide,
  enrol,
  enrolled,
  states,
} from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { sendMails } from '#worker/mail/send-mails.ts'
import { renderMail } from '#worker/orders/mails/order-mails.ts'
import type { OrderDetails, ParadeRefunds } from '#worker/orders/orders.contract.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'

// docs/rules.md, "Umzug abgesagt".

const start = '2027-01-16T12:00:00Z'
const later = (minutes: number) =>
  setClock(new Date(Date.parse(start) + minutes * 60_000).toISOString())
const jörg = 'joerg.strasser@example.de'
const lena = {
  firstName: 'Lena',
  lastName: 'Abele',
  birthday: '1995-02-03',
  emailAddress: 'lena@example.de',
}

let type: { id: number }
let ring: Chosen
let night: Chosen
let manager: { id: number; token: string }

beforeEach(async () => {
  setClock(start)
  type = await aCostumeType()
  const chosen = ({ id }: { id: number }) => ({
    paradeId: id,
    costumeTypeId: type.id,
    costumeNumber: '118',
  })
  ring = chosen(await aParade())
  night = chosen(await aParade({ title: 'Nachtumzug', date: '2027-01-30' }))
  manager = await signedIn('management')
})

/** Sets the clock and signs the user in again, since a session lasts twelve hours. */
async function continueAt(instant: string) {
  setClock(instant)
  manager = { ...manager, token: await tokenOf(manager.id) }
}

const post = (path: string, body: unknown = {}, as = manager) => call('POST', path, body, as)
const get = (path: string, as = manager) => call('GET', path, undefined, as)
const cancel = (id = ring.paradeId, reason?: string) =>
  post(`/api/parade/${id}/cancel`, reason === undefined ? {} : { reason })
const reinstate = (id = ring.paradeId) => post(`/api/parade/${id}/reinstate`)
const refundsOf = (id = ring.paradeId): Promise<ParadeRefunds> =>
  json(get(`/api/parade/${id}/refunds`))
const details = (id = 1): Promise<OrderDetails> => json(get(`/api/orders/${id}`))

async function paid(chosen: Chosen[], change: Record<string, unknown> = {}) {
  const { token } = await enrolled(chosen, change)
  await decide(token, 'paid')
  return token
}

/** Creates a member, enrols the member as staff do, and returns the participation. */
async function enteredByStaff(firstName: string, eMail: string, paradeId = ring.paradeId) {
  const member = await aMember({ firstName, lastName: 'Buck', birthday: '1970-01-01', eMail })
  const costume = await aCostume(type.id, `M ${member.id}`)
  const body = { memberId: member.id, costumeId: costume.id }
  return json(post(`/api/parade/${paradeId}/participation`, body))
}

function onSite(lastName: string, costumeNumber = '') {
  const body = { firstName: 'Ute', lastName, costumeNumber, selectedCostumeTypeId: type.id }
  return post(`/api/parade/${ring.paradeId}/participation/atParade`, body)
}

const pay = (id: number, isPaid = true) => post(`/api/participation/${id}/paid`, { paid: isPaid })
const giveBack = (id: number, returned: unknown = true, as = manager) =>
  post(`/api/participation/${id}/cashReturned`, { returned }, as)

async function refusal(response: Response | Promise<Response>) {
  const answer = await response
  const { error, ...rest } = await json(answer)
  const { code, parades } = error
  return { status: answer.status, code, ...(parades && { parades }), ...rest }
}

/** Moves the parades to today, since a helper may act only on that day. */
async function helperOnTheDay() {
  await rows(
    `UPDATE parades SET date = '2027-01-16', date_enrolment_end = '2027-01-16' RETURNING id`,
  )
  return signedIn('helper')
}

describe('cancelling and reinstating a parade', () => {
  test('Cancelling a parade stores time and reason; cancelling it again does not change them', async () => {
    const first: Parade = await json(cancel(ring.paradeId, '  Sturmwarnung '))
    expect(first).toMatchObject({
      id: ring.paradeId,
      title: 'Ringtreffen Moosried',
      cancelledAt: '2027-01-16T12:00:00.000Z',
      cancelReason: 'Sturmwarnung',
      registrationCount: 0,
    })
    later(5)
    const other = await signedIn('management', 'helper')
    const path = `/api/parade/${ring.paradeId}/cancel`
    const again = await post(path, { reason: 'Regen' }, other)
    expect(again.status).toBe(200)
    expect(await json(again)).toEqual(first)
    expect(await rows('SELECT cancelled_by FROM parades WHERE id = 1')).toEqual([
      { cancelled_by: manager.id },
    ])
  })

  test('Reinstating a parade restores its stored values as before the cancellation; reinstating it again changes nothing and succeeds', async () => {
    const before = await rows('SELECT * FROM parades ORDER BY id')
    await cancel(ring.paradeId, 'Sturmwarnung')
    expect(await json(reinstate())).toMatchObject({ cancelledAt: null, cancelReason: '' })
    expect((await reinstate()).status).toBe(200)
    expect(await rows('SELECT * FROM parades ORDER BY id')).toEqual(before)
  })

  test('The reason for cancelling a parade is optional; one with more than 200 characters or a control character is rejected (422)', async () => {
    expect(await json(cancel())).toMatchObject({ cancelReason: '' })
    await reinstate()
    expect(await json(cancel(ring.paradeId, 'x'.repeat(200)))).toMatchObject({
      cancelReason: 'x'.repeat(200),
    })
    const long = await cancel(night.paradeId, 'x'.repeat(201))
    expect(long.status).toBe(422)
    expect((await json(long)).error.fields).toEqual({ reason: 'Höchstens 200 Zeichen.' })
    expect((await cancel(night.paradeId, 'a\u0000b')).status).toBe(422)
    expect((await post(`/api/parade/${night.paradeId}/cancel`, { reason: 7 })).status).toBe(400)
    expect(await json(get(`/api/parade/${night.paradeId}`))).toMatchObject({ cancelledAt: null })
  })

  test('An unknown parade is neither cancelled nor reinstated (404)', async () => {
    expect((await cancel(99)).status).toBe(404)
    expect((await reinstate(99)).status).toBe(404)
  })

  test('Rejects cancelling a parade whose day is over (409), and no mail is sent', async () => {
    await paid([ring])
    await continueAt('2027-01-25T12:00:00Z')
    const before = await rows('SELECT * FROM mails')
    const response = await cancel()
    expect([response.status, (await json(response)).error.code]).toEqual([409, 'ParadeOver'])
    expect(await json(get(`/api/parade/${ring.paradeId}`))).toMatchObject({ cancelledAt: null })
    expect(await rows('SELECT * FROM mails')).toEqual(before)
  })

  test('A parade can be cancelled on the day on which it takes place', async () => {
    await continueAt('2027-01-24T20:00:00Z')
    expect(await json(cancel())).toMatchObject({ cancelledAt: expect.any(String) })
  })

  test('Reinstating a parade whose day is over sends no mail', async () => {
    await paid([ring])
    await cancel()
    await rows("UPDATE mails SET state = 'sent' WHERE kind = 'paradeCancelled'")
    await continueAt('2027-01-25T12:00:00Z')
    const before = await rows('SELECT * FROM mails')
    expect(await json(reinstate())).toMatchObject({ cancelledAt: null })
    expect(await rows('SELECT * FROM mails')).toEqual(before)
  })

  test('Every list that contains a cancelled parade shows it as cancelled', async () => {
    await paid([ring])
    const { memberId } = await enteredByStaff('Max', '')
    await cancel(ring.paradeId, 'Sturm')
    const expectedFields = { cancelledAt: '2027-01-16T12:00:00.000Z', cancelReason: 'Sturm' }
    const [ofYear] = await json(get('/api/parade/year/2027'))
    const ofHost: { id: number }[] = await json(get('/api/parades/hosts?search=moosried'))
    const found = ofHost.find(({ id }) => id === ring.paradeId)
    const [ofMember] = await json(get(`/api/member/${memberId}/parades`))
    const [counted] = await json(get('/api/statistics/parades/enrolments'))
    for (const one of [ofYear, found, ofMember, counted.parade, (await refundsOf()).parade]) {
      expect(one).toMatchObject(expectedFields)
    }
    expect(counted.total).toBe(2)
    expect((await details()).places).toMatchObject([
      { paradeCancelledAt: expectedFields.cancelledAt, paradeCancelReason: 'Sturm' },
    ])
  })

  test('After a parade is cancelled, it can be edited and its places released, but a confirmation can no longer be revoked (409)', async () => {
    await paid([ring])
    const { id } = await json(onSite('Abele'))
    const before = await rows('SELECT * FROM participations ORDER BY id')
    await cancel()
    expect(await rows('SELECT * FROM participations ORDER BY id')).toEqual(before)
    const path = `/api/parade/${ring.paradeId}`
    const saved = await json(call('PUT', path, { title: 'Neu' }, manager))
    expect(saved).toMatchObject({ title: 'Neu', cancelledAt: expect.any(String) })
    // Ticks are final once a parade is cancelled.
    expect((await post(`${path}/participation/${id}/unconfirm`)).status).toBe(409)
    expect(
      (await call('DELETE', `/api/paradeParticipation/${id}`, undefined, manager)).status,
    ).toBe(204)
  })
})

describe('where a cancelled parade is offered or counted', () => {
  test('A cancelled parade is offered neither to the public nor for internal enrolment, and is not the parade of today', async () => {
    const now = await aParade({ title: 'Heute', date: '2027-01-16', paradeNumber: 1 })
    const second = await aParade({ title: 'Auch heute', date: '2027-01-16', paradeNumber: 2 })
    const offered = async () => {
      const titles = async (query: string) =>
        (await json(get(`/api/enrolment/parades${query}`))).map(
          ({ title }: { title: string }) => title,
        )
      return { open: await titles(''), stall: await titles('?door=internal') }
    }
    const all = ['Heute', 'Auch heute', 'Ringtreffen Moosried', 'Nachtumzug']
    expect(await offered()).toEqual({ open: all, stall: all })
    await cancel(now.id)
    const rest = ['Auch heute', 'Ringtreffen Moosried', 'Nachtumzug']
    expect(await offered()).toEqual({ open: rest, stall: rest })
    expect(await json(get('/api/parade/today'))).toEqual({ paradeId: second.id, others: [] })
    await cancel(second.id)
    expect(await json(get('/api/parade/today'))).toEqual({ paradeId: null, others: [] })
    await reinstate(now.id)
    expect(await json(get('/api/parade/today'))).toEqual({ paradeId: now.id, others: [] })
  })

  test('The statistics do not count a cancelled parade as achievable, neither for members nor for guests', async () => {
    const { memberId } = await enteredByStaff('Max', '')
    await paid([ring, night], lena)
    const most = async () => {
      const list: { memberId: number | null; numberMaxAchievableParades: number }[] = await json(
        get('/api/statistics/parades-per-member'),
      )
      const of = (id: number | null) =>
        list.find((row) => row.memberId === id)?.numberMaxAchievableParades
      return [of(memberId), of(null)]
    }
    // The cancellation invalidates what the cron has prepared.
    await runCron()
    expect(await most()).toEqual([1, 2])
    await cancel()
    expect(await most()).toEqual([0, 1])
    await reinstate()
    expect(await most()).toEqual([1, 2])
  })
})

const cancelledError = (...parades: number[]) => ({ status: 409, code: 'ParadeCancelled', parades })

describe('enrolling in a cancelled parade', () => {
  const stall = (parades: Chosen[], database?: D1) =>
    call(
      'POST',
      '/api/parades/internal-enrol',
      { ...lena, memberId: null, parades },
      { ...manager, ...(database && { database }) },
    )
  type D1 = ReturnType<typeof overtakenBefore>

  /** A request for each way of enrolling. */
  const requests = {
    public: (database?: D1) =>
      call('POST', '/api/parades/enrol', anEnrolment([ring]), database ? { database } : {}),
    internal: (database?: D1) => stall([ring], database),
    management: async (database?: D1) => {
      const member = await aMember()
      const costume = await aCostume(type.id, `M ${member.id}`)
      const body = { memberId: member.id, costumeId: costume.id }
      const path = `/api/parade/${ring.paradeId}/participation`
      return call('POST', path, body, { ...manager, ...(database && { database }) })
    },
    onSite: (database?: D1) =>
      call(
        'POST',
        `/api/parade/${ring.paradeId}/participation/atParade`,
        { ...lena, selectedCostumeTypeId: type.id },
        { ...manager, ...(database && { database }) },
      ),
  }
  const names = ['public', 'internal', 'management', 'onSite'] as const

  test.each(names)(
    'Rejects an enrolment in a cancelled parade by the %s route (409 ParadeCancelled) until the parade is reinstated',
    async (door) => {
      await cancel()
      expect(await refusal(requests[door]())).toMatchObject(cancelledError(ring.paradeId))
      expect(await rows('SELECT * FROM participations')).toEqual([])
      expect(await rows('SELECT * FROM orders')).toEqual([])
      await reinstate()
      expect((await requests[door]()).ok).toBe(true)
    },
  )

  test.each(names)(
    'Rejects an enrolment by the %s route when the parade is cancelled at the same moment (409 ParadeCancelled)',
    async (door) => {
      const table = door === 'public' ? 'orders' : 'participations'
      const database = overtakenBefore(`insert into "${table}"`, () => cancel())
      expect(await refusal(requests[door](database))).toMatchObject(cancelledError(ring.paradeId))
      expect(await rows('SELECT * FROM participations')).toEqual([])
      expect(await rows('SELECT * FROM orders')).toEqual([])
    },
  )

  test('An enrolment in two parades of which one is cancelled is rejected as a whole, and the answer names the cancelled parade (409)', async () => {
    await cancel(night.paradeId)
    const expected = { ...cancelledError(night.paradeId), enrolSuccessful: false }
    expect(await refusal(enrol([ring, night]))).toEqual(expected)
    expect(await refusal(stall([ring, night]))).toEqual(expected)
    expect(await rows('SELECT * FROM participations')).toEqual([])
  })

  test('An enrolment in a cancelled parade is rejected with ParadeCancelled even after the enrolment period', async () => {
    const over = await aParade({ date: '2027-01-17', dateEnrolmentEnd: '2027-01-10' })
    await cancel(over.id)
    const chosen = { ...ring, paradeId: over.id }
    expect(await refusal(enrol([chosen]))).toMatchObject(cancelledError(over.id))
    expect(await refusal(stall([chosen]))).toMatchObject(cancelledError(over.id))
  })

  test('An enrolment in a cancelled parade is rejected with ParadeCancelled even if the person is already enrolled', async () => {
    await paid([ring], lena)
    await cancel()
    expect(await refusal(enrol([ring], lena))).toMatchObject(cancelledError(ring.paradeId))
    expect(await refusal(stall([ring]))).toMatchObject(cancelledError(ring.paradeId))
  })

  test('Rejects a check-in tick for a cancelled parade (409), also when it is cancelled at the same moment', async () => {
    const participation = await enteredByStaff('Max', '')
    const path = `/api/parade/${ring.paradeId}/participation/${participation.id}/confirm`
    const helper = await helperOnTheDay()
    const database = overtakenBefore('update "participations"', () => cancel())
    const expected = cancelledError(ring.paradeId)
    expect(await refusal(call('POST', path, {}, { ...helper, database }))).toEqual(expected)
    expect(await refusal(post(path, {}, helper))).toEqual(expected)
    expect((await post(path.replace(/\d+\/confirm/, '99/confirm'), {}, helper)).status).toBe(404)
    expect(await rows('SELECT participation_confirmed AS c FROM participations')).toEqual([
      { c: 0 },
    ])
    await reinstate()
    expect((await post(path, {}, helper)).status).toBe(200)
  })

  test('The costume of a participation can still be corrected after the parade is cancelled', async () => {
    const { id } = await json(onSite('Abele', '3'))
    await onSite('Buck', '4')
    await cancel()
    const correct = (newCostumeNumber: string) =>
      post(`/api/participation/${id}/costumeType`, { newCostumeTypeId: type.id, newCostumeNumber })
    expect((await correct('5')).status).toBe(200)
    expect(await refusal(correct('4'))).toMatchObject({ code: 'CostumeAlreadyEnrolled' })
  })
})

describe('an open payment of a cancelled parade', () => {
  test('Cancelling a parade cancels an unpaid order with all its places, and the return page gives the reason', async () => {
    const { token } = await enrolled([ring, night])
    await cancel()
    expect(await states()).toEqual({ orders: ['cancelled'], places: ['released', 'released'] })
    await decide(token, 'paid')
    const { location } = await comeBack(token)
    expect(new URL(location ?? '').searchParams.get('state')).toBe('error')
    expect(new URL(location ?? '').searchParams.get('reason')).toBe('paradeCancelled')
    expect((await enrol([{ ...night, costumeNumber: '7' }])).status).toBe(200)
  })

  test('An unpaid order for one parade stays open when another is cancelled; if it is not paid then, the return page shows no cancelled parade as the reason', async () => {
    const { token } = await enrolled([night])
    await cancel()
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
    await decide(token, 'cancelled')
    expect((await comeBack(token)).location).not.toContain('reason')
  })

  test('When a parade is cancelled, the time to pay of all its pending orders ends at once; the cron closes those that the request did not close', async () => {
    for (let n = 1; n <= 12; n += 1) {
      await enrolled([{ ...ring, costumeNumber: `${n}` }], { firstName: `Narr ${n}` })
    }
    await cancel()
    const open = () => rows(`SELECT hold_until FROM orders WHERE state = 'pending'`)
    expect(await open()).toEqual(Array(2).fill({ hold_until: '2027-01-16T12:00:00.000Z' }))
    await runCron()
    expect(await open()).toEqual([])
  })

  test('An order paid before a parade is cancelled has all places booked; its mail marks the parade as cancelled and mentions the refund', async () => {
    const { token } = await enrolled([ring, night])
    await rows(`UPDATE sandbox_payments SET state = 'paid'`)
    later(1)
    await cancel()
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked', 'booked'] })
    expect((await comeBack(token)).location).toContain('state=success')
    expect((await refundsOf()).places).toMatchObject([{ paid: 'online', orderId: 1 }])
    const mails = (await details()).mails
    expect(mails.map(({ kind }) => kind)).toEqual(['enrolled'])
    const mail = await json(get(`/api/orders/1/mails/${mails[0]?.id}`))
    expect(mail.text).toContain('Ringtreffen Moosried (abgesagt)')
    expect(mail.text).not.toContain('Nachtumzug (abgesagt)')
    expect(mail.text).toContain('Die Zunft erstattet')
    const [{ content }] = mail.attachments
    expect(content).toContain('SUMMARY:Nachtumzug')
    expect(content).not.toContain('Ringtreffen')
  })

  test('A payment that arrives after the cancellation is refunded in full, also the share of another parade', async () => {
    const { token } = await enrolled([ring, night])
    await cancel()
    await rows(`UPDATE sandbox_payments SET state = 'paid'`)
    expect((await comeBack(token)).location).toContain('reason=paradeCancelled')
    expect(await states()).toEqual({ orders: ['refunded'], places: ['released', 'released'] })
    expect(await rows('SELECT amount_in_cent FROM sandbox_refunds')).toEqual([
      { amount_in_cent: 1600 },
    ])
  })

  test('A payment that arrives after a parade was cancelled and reinstated books all places of its order', async () => {
    const { token } = await enrolled([ring, night])
    await cancel()
    await reinstate()
    await rows(`UPDATE sandbox_payments SET state = 'paid'`)
    await comeBack(token)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked', 'booked'] })
  })

  test('If an order was paid with a wrong amount, staff can refund it after the parade is cancelled but no longer accept it (Conflict)', async () => {
    await enrolled([ring])
    await rows(`UPDATE sandbox_payments SET state = 'paid', amount_in_cent = 700`)
    await cancel()
    expect(await states()).toEqual({ orders: ['review'], places: ['reserved'] })
    expect(await refusal(post('/api/orders/1/accept'))).toMatchObject({ code: 'Conflict' })
    await post('/api/orders/1/refund', { participationId: null, cancelPlaces: true })
    expect(await states()).toEqual({ orders: ['refunded'], places: ['released'] })
  })

  test('An enrolment is rejected (409) and its payment cancelled when the parade is cancelled after its places were reserved', async () => {
    const database = overtakenBefore('update "orders" set "provider_ref"', async () => {
      await cancel()
      // As if the cancellation had found the order before it was open.
      await rows(`UPDATE orders SET state = 'pending', closed_at = NULL`)
      await rows(`UPDATE participations SET state = 'reserved'`)
    })
    const answer = call('POST', '/api/parades/enrol', anEnrolment([ring, night]), { database })
    expect(await refusal(answer)).toEqual({
      ...cancelledError(ring.paradeId),
      enrolSuccessful: false,
    })
    expect(await states()).toEqual({ orders: ['cancelled'], places: ['released', 'released'] })
    expect(await rows('SELECT state FROM sandbox_payments')).toEqual([{ state: 'cancelled' }])
    // The expired hold lets the cron close the order if the worker stops here.
    expect(await rows('SELECT hold_until FROM orders')).toEqual([
      { hold_until: '2027-01-16T12:00:00.000Z' },
    ])
  })

  test('An enrolment is rejected (409) and its place released when the parade is cancelled while the payment is being opened', async () => {
    const database = overtakenBefore('update "orders" set "provider_ref"', () => cancel())
    const answer = call('POST', '/api/parades/enrol', anEnrolment([ring]), { database })
    expect(await refusal(answer)).toMatchObject(cancelledError(ring.paradeId))
    expect(await states()).toEqual({ orders: ['cancelled'], places: ['released'] })
  })
})

describe('mails about a cancelled parade', () => {
  type Mail = {
    key: string
    to: string
    kind: string
    state: string
    order_id: number | null
    participation_id: number | null
  }
  const mails = (kind: string) =>
    rows<Mail>(`SELECT m.key, m.kind, m.state, m.order_id, m.participation_id,
        coalesce(m.email_address, o.email_address) AS "to"
      FROM mails m LEFT JOIN orders o ON o.id = m.order_id WHERE m.kind = '${kind}' ORDER BY m.id`)
  const cancelled = () => mails('paradeCancelled')
  const key = `paradeCancelled-1-2027-01-16T12:00:00.000Z`
  const text = (id: number) => renderMail(db(), id, 'https://zunft.example')
  const idOf = async (like: string) => {
    const [row] = await rows<{ id: number }>(`SELECT id FROM mails WHERE key LIKE '${like}'`)
    return row?.id ?? 0
  }

  test('The mail about a cancelled parade goes once to the payer of the order or, without an order, to the member', async () => {
    await paid([ring, night])
    const max = await enteredByStaff('Max', 'max@example.de')
    await enteredByStaff('Moritz', '')
    await onSite('Ohne Mitglied')
    await enrolled([{ ...ring, costumeNumber: '77' }], lena)
    expect(await refundsOf()).toMatchObject({ mailCount: 2, withoutAddressCount: 2 })
    await cancel()
    expect(await cancelled()).toEqual([
      {
        key: `${key}-1`,
        to: jörg,
        kind: 'paradeCancelled',
        state: 'sent',
        order_id: 1,
        participation_id: null,
      },
      {
        key: `${key}-p${max.id}`,
        to: 'max@example.de',
        kind: 'paradeCancelled',
        state: 'sent',
        order_id: null,
        participation_id: max.id,
      },
    ])
    expect(await rows('SELECT DISTINCT parade_id FROM mails WHERE parade_id IS NOT NULL')).toEqual([
      { parade_id: ring.paradeId },
    ])
    later(3)
    await cancel()
    expect(await cancelled()).toHaveLength(2)
    expect((await details()).mails.map(({ kind }) => kind)).toEqual(['enrolled', 'paradeCancelled'])
  })

  test('An address with several enrolled people gets one mail about the cancelled parade, with all names and the whole refund', async () => {
    await paid([ring])
    await paid([{ ...ring, costumeNumber: '2' }], {
      firstName: 'Uli',
      emailAddress: jörg.toUpperCase(),
    })
    await enteredByStaff('Max', ` ${jörg} `)
    await enteredByStaff('Eva', 'eva@example.de')
    await enteredByStaff('Ida', 'EVA@example.de')
    expect((await refundsOf()).mailCount).toBe(2)
    await cancel()
    expect((await cancelled()).map((mail) => mail.key)).toEqual([`${key}-p4`, `${key}-1`])
    const message = await text(await idOf(`${key}-1`))
    expect(message?.text).toContain('Das gilt für Jörg, Uli, Max.')
    expect(message?.text.replaceAll('\u00a0', ' ')).toContain('Die Zunft erstattet Dir 16,00 €')
  })

  test('People whose place was released or not paid get no mail about the cancelled parade', async () => {
    await paid([ring])
    await call('DELETE', '/api/paradeParticipation/1', undefined, manager)
    const { token } = await enrolled([{ ...ring, costumeNumber: '3' }], lena)
    await decide(token, 'cancelled')
    expect(await refundsOf()).toMatchObject({ mailCount: 0, withoutAddressCount: 0 })
    await cancel()
    expect(await cancelled()).toEqual([])
  })

  test('The mail about a cancelled parade states the refund as of the cancellation; later changes of the order do not alter its text', async () => {
    const free = await aParade({
      title: 'Kinderumzug',
      priceForAdultsInCent: 0,
      priceForChildrenInCent: 0,
    })
    await paid([ring, { ...ring, paradeId: free.id }])
    const cash = await enteredByStaff('Max', 'max@example.de')
    const eva = await enteredByStaff('Eva', 'eva@example.de')
    await pay(cash.id)
    later(1)
    await cancel(ring.paradeId, 'Sturmwarnung')
    await cancel(free.id)
    const textOf = async (like: string) =>
      (await text(await idOf(like)))?.text.replaceAll('\u00a0', ' ') ?? ''
    const online = await textOf('paradeCancelled-1-%-1')
    expect(online).toContain('Ringtreffen Moosried')
    expect(online).toContain('Sonntag, 24. Januar 2027')
    expect(online).toContain('Grund: Sturmwarnung')
    expect(online).toContain('Die Zunft erstattet Dir 8,00 €')
    expect(online).not.toContain('bekommst Du zurück')
    const inCash = await textOf(`paradeCancelled-1-%-p${cash.id}`)
    expect(inCash).toContain('Hallo Max,')
    expect(inCash).toContain('bekommst Du zurück: 8,00 €')
    expect(inCash).not.toContain('Die Zunft erstattet')
    const unpaid = await text(await idOf(`paradeCancelled-1-%-p${eva.id}`))
    const noMoney = [unpaid?.text, await textOf(`paradeCancelled-${free.id}-%-1`)]
    for (const words of noMoney) {
      expect(words).toContain('ist abgesagt')
      expect(words).not.toContain('erstattet')
      expect(words).not.toContain('bekommst Du zurück')
    }
    expect(unpaid?.to).toBe('eva@example.de')
    expect(noMoney[1]).not.toContain('Grund:')
    // A refund, returned cash and a changed address leave the mails unchanged.
    later(2)
    await rows(`UPDATE members SET e_mail = 'neu@example.de' WHERE e_mail = 'max@example.de'`)
    await post(`/api/parade/${ring.paradeId}/refunds`)
    await giveBack(cash.id)
    expect(await textOf('paradeCancelled-1-%-1')).toBe(online)
    expect(await textOf(`paradeCancelled-1-%-p${cash.id}`)).toBe(inCash)
    // Reinstating and cancelling again for another reason leave it unchanged too.
    const [key] = (await mails('paradeCancelled')).map((mail) => mail.key)
    await reinstate()
    later(3)
    await cancel(ring.paradeId, 'Glatteis')
    expect(await textOf(key ?? '')).toContain('Grund: Sturmwarnung')
  })

  test('If a fee was refunded before the parade is reinstated, the mail about it states what has to be paid on site', async () => {
    await paid([ring])
    const cash = await enteredByStaff('Max', 'max@example.de')
    await pay(cash.id)
    await cancel()
    later(1)
    await post(`/api/parade/${ring.paradeId}/refunds`)
    later(2)
    await reinstate()
    expect((await mails('paradeReinstated')).map((mail) => [mail.key, mail.to])).toEqual([
      [`${key.replace('Cancelled', 'Reinstated')}-1`, jörg],
      [`${key.replace('Cancelled', 'Reinstated')}-p2`, 'max@example.de'],
    ])
    const textOf = async (like: string) =>
      (await text(await idOf(like)))?.text.replaceAll('\u00a0', ' ')
    expect(await textOf('paradeReinstated-%-1')).toContain('findet doch statt')
    expect(await textOf('paradeReinstated-%-1')).toContain('Vor Ort zu bezahlen: 8,00 €')
    expect(await textOf('paradeReinstated-%-p2')).not.toContain('bezahlen')
    await reinstate()
    expect(await mails('paradeReinstated')).toHaveLength(2)
  })

  test('A mail about a cancelled parade that is still waiting is skipped when the parade is reinstated, and the other way round', async () => {
    await paid([ring])
    await cancel()
    await rows(`UPDATE mails SET state = 'waiting', not_before = '2030-01-01'`)
    later(1)
    await reinstate()
    expect((await cancelled()).map(({ state }) => state)).toEqual(['skipped'])
    expect(await mails('paradeReinstated')).toEqual([])
    later(2)
    await cancel()
    await rows(`UPDATE mails SET state = 'sent' WHERE key LIKE '%12:02%'`)
    later(3)
    await reinstate()
    await rows(`UPDATE mails SET state = 'waiting', not_before = '2030-01-01'
      WHERE kind = 'paradeReinstated'`)
    later(4)
    await cancel()
    expect((await mails('paradeReinstated')).map(({ state }) => state)).toEqual(['skipped'])
    expect(await cancelled()).toHaveLength(3)
  })

  test('A mail about a cancellation whose sending failed is not retried after the parade was reinstated', async () => {
    await paid([ring])
    await cancel()
    await rows(`UPDATE mails SET state = 'waiting', not_before = created_at, sent_at = NULL
      WHERE kind = 'paradeCancelled'`)
    const mailer = {
      from: 'umzug@zunft.example',
      send: async () => {
        await reinstate()
        throw new Error('the line broke')
      },
    }
    const render = ({ id }: { id: number }) => renderMail(db(), id, '')
    await sendMails({ db: db(), now: new Date(), mailer, render }, { limit: 1 })
    expectLogged('"event":"mail"')
    expect((await cancelled()).map(({ state }) => state)).toEqual(['skipped'])
  })

  test('The mail about a refund lists only the other parades as still enrolled, not the cancelled one', async () => {
    await paid([ring, night])
    await cancel()
    later(1)
    await post(`/api/parade/${ring.paradeId}/refunds`)
    const message = await text(await idOf('refunded-%'))
    expect(message?.text).toContain('Angemeldet bleibst Du für:')
    expect(message?.text).toContain('Nachtumzug')
    expect(message?.text.split('Angemeldet bleibst')[1]).not.toContain('Ringtreffen')
  })

  test('The mail about a cancelled parade can still be read after the parade was deleted', async () => {
    await paid([ring])
    await cancel()
    later(1)
    await post(`/api/parade/${ring.paradeId}/refunds`)
    await call('DELETE', '/api/paradeParticipation/1', undefined, manager)
    const gone = await call('DELETE', `/api/parade/${ring.paradeId}`, undefined, manager)
    expect(gone.status).toBe(204)
    const message = await text(await idOf('paradeCancelled-%'))
    expect(message).toMatchObject({ to: jörg, subject: 'Ein Umzug ist abgesagt' })
  })
})

describe('returned cash', () => {
  async function inCash() {
    const { id } = await json(onSite('Abele'))
    await pay(id)
    return id as number
  }

  test('Returning cash stores user and time and marks the fee as unpaid; a second return does not change the stored time', async () => {
    const id = await inCash()
    await cancel()
    const helper = await helperOnTheDay()
    const row = await json(giveBack(id, true, helper))
    expect(row).toMatchObject({
      id,
      participationFeePayed: false,
      feePayedByHand: false,
      cashReturnedAt: '2027-01-16T12:00:00.000Z',
    })
    expect(row).not.toHaveProperty('birthday')
    later(1)
    expect(await json(giveBack(id))).toMatchObject({ cashReturnedAt: row.cashReturnedAt })
    expect(
      await rows('SELECT cash_returned_by AS by, fee_payed_by AS taker FROM participations'),
    ).toEqual([{ by: helper.id, taker: manager.id }])
    expect(await refundsOf()).toMatchObject({
      places: [{ paid: 'cash', cashReturnedAt: row.cashReturnedAt, orderId: null, refund: null }],
      unpaidCount: 0,
    })
  })

  test('Undoing the return of cash marks the fee as paid again, with the user and the time of the payment', async () => {
    const id = await inCash()
    await cancel()
    await giveBack(id)
    later(1)
    const back = { participationFeePayed: true, feePayedByHand: true, cashReturnedAt: null }
    expect(await json(giveBack(id, false))).toMatchObject(back)
    expect(await json(giveBack(id, false))).toMatchObject(back)
    expect(
      await rows('SELECT fee_payed_by, fee_payed_at, cash_returned_by FROM participations'),
    ).toEqual([
      {
        fee_payed_by: manager.id,
        fee_payed_at: '2027-01-16T12:00:00.000Z',
        cash_returned_by: null,
      },
    ])
  })

  test('Returning cash is rejected (409) if the parade is not cancelled or the fee was not paid in cash', async () => {
    const id = await inCash()
    expect(await refusal(giveBack(id))).toMatchObject({ status: 409, code: 'Conflict' })
    expect(await refusal(giveBack(id, false))).toMatchObject({ code: 'Conflict' })
    const unpaid = (await json(onSite('Buck'))).id
    await paid([ring])
    await cancel()
    const online = 3
    for (const one of [unpaid, online]) {
      for (const returned of [true, false]) {
        expect(await refusal(giveBack(one, returned))).toMatchObject({ code: 'Conflict' })
      }
    }
    expect((await giveBack(99)).status).toBe(404)
    expect((await giveBack(id, 'yes')).status).toBe(400)
    expect(await rows('SELECT * FROM participations WHERE cash_returned_at IS NOT NULL')).toEqual(
      [],
    )
  })

  test('After the parade is reinstated, the return of cash can no longer be undone (Conflict), but the fee can be paid again', async () => {
    const id = await inCash()
    await cancel()
    await giveBack(id)
    await reinstate()
    expect(await refusal(giveBack(id, false))).toMatchObject({ code: 'Conflict' })
    expect(await refusal(giveBack(id))).toMatchObject({ code: 'Conflict' })
    expect(await json(pay(id, false))).toMatchObject({
      participationFeePayed: false,
      cashReturnedAt: expect.any(String),
    })
    expect(await json(pay(id))).toMatchObject({ feePayedByHand: true, cashReturnedAt: null })
    later(1)
    await cancel()
    expect((await refundsOf()).places).toMatchObject([{ paid: 'cash', cashReturnedAt: null }])
    expect(await json(giveBack(id))).toMatchObject({ cashReturnedAt: expect.any(String) })
  })

  test('Rejects returning cash (Conflict) when the parade is reinstated at the same moment', async () => {
    const id = await inCash()
    await cancel()
    const database = overtakenBefore('update "participations"', () => reinstate())
    const path = `/api/participation/${id}/cashReturned`
    const answer = call('POST', path, { returned: true }, { ...manager, database })
    expect(await refusal(answer)).toMatchObject({ code: 'Conflict' })
    expect(await rows('SELECT participation_fee_payed AS paid FROM participations')).toEqual([
      { paid: 1 },
    ])
  })
})

test('Refunds that were begun for a cancelled parade are completed even after it was reinstated', async () => {
  for (let n = 1; n <= 11; n += 1) {
    await paid([{ ...ring, costumeNumber: `${n}` }], { firstName: `Narr ${n}` })
  }
  await cancel()
  await post(`/api/parade/${ring.paradeId}/refunds`)
  await reinstate()
  await runCron()
  expect(await rows('SELECT state, count(*) AS n FROM order_refunds GROUP BY state')).toEqual([
    { state: 'done', n: 11 },
  ])
  const list: { participationFeePayed: boolean }[] = await json(
    get(`/api/parade/${ring.paradeId}/participation`),
  )
  expect(list.map((row) => row.participationFeePayed)).toEqual(Array(11).fill(false))
})

test('A second request for a refund that a cancelled parade has already caused changes nothing (409), also in the same millisecond', async () => {
  await paid([ring])
  await cancel()
  await post(`/api/parade/${ring.paradeId}/refunds`)
  await reinstate()
  const response = await post('/api/orders/1/refund', { participationId: 1, cancelPlaces: true })
  expect(response.status).toBe(409)
  expect((await json(response)).error.code).toBe('Conflict')
  expect(await rows('SELECT state FROM participations')).toEqual([{ state: 'booked' }])
  const requests = `SELECT count(*) AS n FROM order_history WHERE kind = 'refundRequested'`
  expect(await rows(requests)).toEqual([{ n: 1 }])
})

test('The list of participants says whether a fee was paid in cash or online; staff cannot mark one paid online as unpaid (Conflict)', async () => {
  await paid([ring])
  const { id } = await json(onSite('Abele'))
  expect(await json(pay(id))).toMatchObject({ feePayedByHand: true })
  const list = await json(get(`/api/parade/${ring.paradeId}/participation`))
  expect(list).toMatchObject([
    { memberName: 'Abele, Ute', feePayedByHand: true },
    { memberName: 'Straßer, Jörg', participationFeePayed: true, feePayedByHand: false },
  ])
  expect(await refusal(pay(1, false))).toMatchObject({ code: 'Conflict' })
})
