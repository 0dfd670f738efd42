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

/** A session lasts twelve hours: the same user signs in again then. */
async function onTheDay(instant: string) {
  setClock(instant)
  manager = { ...manager, token: await tokenOf(manager.id) }
}

const post = (path: string, body: unknown = {}, as = manager) => call('POST', path, body, as)
const get = (path: string, as = manager) => call('GET', path, undefined, as)
const callOff = (id = ring.paradeId, reason?: string) =>
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

/** A member entered by staff; answers the participation. */
async function entered(firstName: string, eMail: string, paradeId = ring.paradeId) {
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

/** The parades are today's: a helper acts then alone. */
async function helperOnTheDay() {
  await rows(
    `UPDATE parades SET date = '2027-01-16', date_enrolment_end = '2027-01-16' RETURNING id`,
  )
  return signedIn('helper')
}

describe('calling off', () => {
  test('says when and why; a second time keeps both of the first', async () => {
    const first: Parade = await json(callOff(ring.paradeId, '  Sturmwarnung '))
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

  test('and reinstating leave nothing behind, twice', async () => {
    const before = await rows('SELECT * FROM parades ORDER BY id')
    await callOff(ring.paradeId, 'Sturmwarnung')
    expect(await json(reinstate())).toMatchObject({ cancelledAt: null, cancelReason: '' })
    expect((await reinstate()).status).toBe(200)
    expect(await rows('SELECT * FROM parades ORDER BY id')).toEqual(before)
  })

  test('needs no reason, and one of at most 200 characters', async () => {
    expect(await json(callOff())).toMatchObject({ cancelReason: '' })
    await reinstate()
    expect(await json(callOff(ring.paradeId, 'x'.repeat(200)))).toMatchObject({
      cancelReason: 'x'.repeat(200),
    })
    const long = await callOff(night.paradeId, 'x'.repeat(201))
    expect(long.status).toBe(422)
    expect((await json(long)).error.fields).toEqual({ reason: 'Höchstens 200 Zeichen.' })
    expect((await callOff(night.paradeId, 'a\u0000b')).status).toBe(422)
    expect((await post(`/api/parade/${night.paradeId}/cancel`, { reason: 7 })).status).toBe(400)
    expect(await json(get(`/api/parade/${night.paradeId}`))).toMatchObject({ cancelledAt: null })
  })

  test('of what does not exist is a 404', async () => {
    expect((await callOff(99)).status).toBe(404)
    expect((await reinstate(99)).status).toBe(404)
  })

  test('Calling off a parade whose day is over is refused, and no mail is sent', async () => {
    await paid([ring])
    await onTheDay('2027-01-25T12:00:00Z')
    const before = await rows('SELECT * FROM mails')
    const response = await callOff()
    expect([response.status, (await json(response)).error.code]).toEqual([409, 'ParadeOver'])
    expect(await json(get(`/api/parade/${ring.paradeId}`))).toMatchObject({ cancelledAt: null })
    expect(await rows('SELECT * FROM mails')).toEqual(before)
  })

  test('A parade can be called off on its own day', async () => {
    await onTheDay('2027-01-24T20:00:00Z')
    expect(await json(callOff())).toMatchObject({ cancelledAt: expect.any(String) })
  })

  test('Reinstating a parade whose day is over sends no mail', async () => {
    await paid([ring])
    await callOff()
    await rows("UPDATE mails SET state = 'sent' WHERE kind = 'paradeCancelled'")
    await onTheDay('2027-01-25T12:00:00Z')
    const before = await rows('SELECT * FROM mails')
    expect(await json(reinstate())).toMatchObject({ cancelledAt: null })
    expect(await rows('SELECT * FROM mails')).toEqual(before)
  })

  test('is seen wherever the parade is', async () => {
    await paid([ring])
    const { memberId } = await entered('Max', '')
    await callOff(ring.paradeId, 'Sturm')
    const called = { cancelledAt: '2027-01-16T12:00:00.000Z', cancelReason: 'Sturm' }
    const [ofYear] = await json(get('/api/parade/year/2027'))
    const ofHost: { id: number }[] = await json(get('/api/parades/hosts?search=moosried'))
    const found = ofHost.find(({ id }) => id === ring.paradeId)
    const [ofMember] = await json(get(`/api/member/${memberId}/parades`))
    const [counted] = await json(get('/api/statistics/parades/enrolments'))
    for (const one of [ofYear, found, ofMember, counted.parade, (await refundsOf()).parade]) {
      expect(one).toMatchObject(called)
    }
    expect(counted.total).toBe(2)
    expect((await details()).places).toMatchObject([
      { paradeCancelledAt: called.cancelledAt, paradeCancelReason: 'Sturm' },
    ])
  })

  test('changes no place, nobody who was there, and what a form changes later', async () => {
    await paid([ring])
    const { id } = await json(onSite('Abele'))
    const before = await rows('SELECT * FROM participations ORDER BY id')
    await callOff()
    expect(await rows('SELECT * FROM participations ORDER BY id')).toEqual(before)
    const path = `/api/parade/${ring.paradeId}`
    const saved = await json(call('PUT', path, { title: 'Neu' }, manager))
    expect(saved).toMatchObject({ title: 'Neu', cancelledAt: expect.any(String) })
    // Neither a tick nor its undoing: what stood when it was called off stands.
    expect((await post(`${path}/participation/${id}/unconfirm`)).status).toBe(409)
    expect(
      (await call('DELETE', `/api/paradeParticipation/${id}`, undefined, manager)).status,
    ).toBe(204)
  })
})

describe('a parade that is called off is not offered', () => {
  test('to the public, in the stall, or as the one of today', async () => {
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
    await callOff(now.id)
    const rest = ['Auch heute', 'Ringtreffen Moosried', 'Nachtumzug']
    expect(await offered()).toEqual({ open: rest, stall: rest })
    expect(await json(get('/api/parade/today'))).toEqual({ paradeId: second.id, others: [] })
    await callOff(second.id)
    expect(await json(get('/api/parade/today'))).toEqual({ paradeId: null, others: [] })
    await reinstate(now.id)
    expect(await json(get('/api/parade/today'))).toEqual({ paradeId: now.id, others: [] })
  })

  test('and is not reachable any more, for members and for who is none', async () => {
    const { memberId } = await entered('Max', '')
    await paid([ring, night], lena)
    const most = async () => {
      const list: { memberId: number | null; numberMaxAchievableParades: number }[] = await json(
        get('/api/statistics/parades-per-member'),
      )
      const of = (id: number | null) =>
        list.find((row) => row.memberId === id)?.numberMaxAchievableParades
      return [of(memberId), of(null)]
    }
    // What the cron has prepared is out of date at once.
    await runCron()
    expect(await most()).toEqual([1, 2])
    await callOff()
    expect(await most()).toEqual([0, 1])
    await reinstate()
    expect(await most()).toEqual([1, 2])
  })
})

const refused = (...parades: number[]) => ({ status: 409, code: 'ParadeCancelled', parades })

describe('no door takes anybody there:', () => {
  const stall = (parades: Chosen[], database?: D1) =>
    call(
      'POST',
      '/api/parades/internal-enrol',
      { ...lena, memberId: null, parades },
      { ...manager, ...(database && { database }) },
    )
  type D1 = ReturnType<typeof overtakenBefore>

  /** Each door in its own words. */
  const doors = {
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

  test.each(names)('%s', async (door) => {
    await callOff()
    expect(await refusal(doors[door]())).toMatchObject(refused(ring.paradeId))
    expect(await rows('SELECT * FROM participations')).toEqual([])
    expect(await rows('SELECT * FROM orders')).toEqual([])
    await reinstate()
    expect((await doors[door]()).ok).toBe(true)
  })

  test.each(names)('%s, when it is called off at this moment', async (door) => {
    const table = door === 'public' ? 'orders' : 'participations'
    const database = overtakenBefore(`insert into "${table}"`, () => callOff())
    expect(await refusal(doors[door](database))).toMatchObject(refused(ring.paradeId))
    expect(await rows('SELECT * FROM participations')).toEqual([])
    expect(await rows('SELECT * FROM orders')).toEqual([])
  })

  test('an enrolment says so in its own words, names only what is called off, and is whole', async () => {
    await callOff(night.paradeId)
    const expected = { ...refused(night.paradeId), enrolSuccessful: false }
    expect(await refusal(enrol([ring, night]))).toEqual(expected)
    expect(await refusal(stall([ring, night]))).toEqual(expected)
    expect(await rows('SELECT * FROM participations')).toEqual([])
  })

  test('also where the enrolment is over', async () => {
    const over = await aParade({ date: '2027-01-17', dateEnrolmentEnd: '2027-01-10' })
    await callOff(over.id)
    const chosen = { ...ring, paradeId: over.id }
    expect(await refusal(enrol([chosen]))).toMatchObject(refused(over.id))
    expect(await refusal(stall([chosen]))).toMatchObject(refused(over.id))
  })

  test('also whoever is enrolled already', async () => {
    await paid([ring], lena)
    await callOff()
    expect(await refusal(enrol([ring], lena))).toMatchObject(refused(ring.paradeId))
    expect(await refusal(stall([ring]))).toMatchObject(refused(ring.paradeId))
  })

  test('and nobody is ticked off, at the same moment either', async () => {
    const participation = await entered('Max', '')
    const path = `/api/parade/${ring.paradeId}/participation/${participation.id}/confirm`
    const helper = await helperOnTheDay()
    const database = overtakenBefore('update "participations"', () => callOff())
    const expected = refused(ring.paradeId)
    expect(await refusal(call('POST', path, {}, { ...helper, database }))).toEqual(expected)
    expect(await refusal(post(path, {}, helper))).toEqual(expected)
    expect((await post(path.replace(/\d+\/confirm/, '99/confirm'), {}, helper)).status).toBe(404)
    expect(await rows('SELECT participation_confirmed AS c FROM participations')).toEqual([
      { c: 0 },
    ])
    await reinstate()
    expect((await post(path, {}, helper)).status).toBe(200)
  })

  test('a costume is corrected all the same: that takes nobody', async () => {
    const { id } = await json(onSite('Abele', '3'))
    await onSite('Buck', '4')
    await callOff()
    const correct = (newCostumeNumber: string) =>
      post(`/api/participation/${id}/costumeType`, { newCostumeTypeId: type.id, newCostumeNumber })
    expect((await correct('5')).status).toBe(200)
    expect(await refusal(correct('4'))).toMatchObject({ code: 'CostumeAlreadyEnrolled' })
  })
})

describe('a payment that is open', () => {
  test('is ended, the whole order with it, and the page that comes back says why', async () => {
    const { token } = await enrolled([ring, night])
    await callOff()
    expect(await states()).toEqual({ orders: ['cancelled'], places: ['released', 'released'] })
    await decide(token, 'paid')
    const { location } = await comeBack(token)
    expect(new URL(location ?? '').searchParams.get('state')).toBe('error')
    expect(new URL(location ?? '').searchParams.get('reason')).toBe('paradeCancelled')
    expect((await enrol([{ ...night, costumeNumber: '7' }])).status).toBe(200)
  })

  test('of another parade stays; its failure is nobody’s but the payer’s', async () => {
    const { token } = await enrolled([night])
    await callOff()
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
    await decide(token, 'cancelled')
    expect((await comeBack(token)).location).not.toContain('reason')
  })

  test('is over at once, for as many as there are: the cron closes what the request did not', async () => {
    for (let n = 1; n <= 12; n += 1) {
      await enrolled([{ ...ring, costumeNumber: `${n}` }], { firstName: `Narr ${n}` })
    }
    await callOff()
    const open = () => rows(`SELECT hold_until FROM orders WHERE state = 'pending'`)
    expect(await open()).toEqual(Array(2).fill({ hold_until: '2027-01-16T12:00:00.000Z' }))
    await runCron()
    expect(await open()).toEqual([])
  })

  test('that was made before we heard of it books all its places, and is told of', async () => {
    const { token } = await enrolled([ring, night])
    await rows(`UPDATE sandbox_payments SET state = 'paid'`)
    later(1)
    await callOff()
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

  test('that comes late goes back whole, though one parade takes place', async () => {
    const { token } = await enrolled([ring, night])
    await callOff()
    await rows(`UPDATE sandbox_payments SET state = 'paid'`)
    expect((await comeBack(token)).location).toContain('reason=paradeCancelled')
    expect(await states()).toEqual({ orders: ['refunded'], places: ['released', 'released'] })
    expect(await rows('SELECT amount_in_cent FROM sandbox_refunds')).toEqual([
      { amount_in_cent: 1600 },
    ])
  })

  test('that comes late finds its places again, once the parade is reinstated', async () => {
    const { token } = await enrolled([ring, night])
    await callOff()
    await reinstate()
    await rows(`UPDATE sandbox_payments SET state = 'paid'`)
    await comeBack(token)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked', 'booked'] })
  })

  test('of another sum is not accepted any more, but given back', async () => {
    await enrolled([ring])
    await rows(`UPDATE sandbox_payments SET state = 'paid', amount_in_cent = 700`)
    await callOff()
    expect(await states()).toEqual({ orders: ['review'], places: ['reserved'] })
    expect(await refusal(post('/api/orders/1/accept'))).toMatchObject({ code: 'Conflict' })
    await post('/api/orders/1/refund', { participationId: null, cancelPlaces: true })
    expect(await states()).toEqual({ orders: ['refunded'], places: ['released'] })
  })

  test('is never opened when the parade is called off between place and payment', async () => {
    const database = overtakenBefore('update "orders" set "provider_ref"', async () => {
      await callOff()
      // The request that called off found nothing to close yet, and held nothing open either.
      await rows(`UPDATE orders SET state = 'pending', closed_at = NULL`)
      await rows(`UPDATE participations SET state = 'reserved'`)
    })
    const answer = call('POST', '/api/parades/enrol', anEnrolment([ring, night]), { database })
    expect(await refusal(answer)).toEqual({ ...refused(ring.paradeId), enrolSuccessful: false })
    expect(await states()).toEqual({ orders: ['cancelled'], places: ['released', 'released'] })
    expect(await rows('SELECT state FROM sandbox_payments')).toEqual([{ state: 'cancelled' }])
    // Had its worker died, the cron would have found it over.
    expect(await rows('SELECT hold_until FROM orders')).toEqual([
      { hold_until: '2027-01-16T12:00:00.000Z' },
    ])
  })

  test('that takes longer to be opened holds its places no longer than the parade stands', async () => {
    const database = overtakenBefore('update "orders" set "provider_ref"', () => callOff())
    const answer = call('POST', '/api/parades/enrol', anEnrolment([ring]), { database })
    expect(await refusal(answer)).toMatchObject(refused(ring.paradeId))
    expect(await states()).toEqual({ orders: ['cancelled'], places: ['released'] })
  })
})

describe('everybody who is booked is told once', () => {
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

  test('by the order, else as the member they are', async () => {
    await paid([ring, night])
    const max = await entered('Max', 'max@example.de')
    await entered('Moritz', '')
    await onSite('Ohne Mitglied')
    await enrolled([{ ...ring, costumeNumber: '77' }], lena)
    expect(await refundsOf()).toMatchObject({ mailCount: 2, withoutAddressCount: 2 })
    await callOff()
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
    await callOff()
    expect(await cancelled()).toHaveLength(2)
    expect((await details()).mails.map(({ kind }) => kind)).toEqual(['enrolled', 'paradeCancelled'])
  })

  test('an address hears of it once, whatever stands under it', async () => {
    await paid([ring])
    await paid([{ ...ring, costumeNumber: '2' }], {
      firstName: 'Uli',
      emailAddress: jörg.toUpperCase(),
    })
    await entered('Max', ` ${jörg} `)
    await entered('Eva', 'eva@example.de')
    await entered('Ida', 'EVA@example.de')
    expect((await refundsOf()).mailCount).toBe(2)
    await callOff()
    expect((await cancelled()).map((mail) => mail.key)).toEqual([`${key}-p4`, `${key}-1`])
    const message = await text(await idOf(`${key}-1`))
    expect(message?.text).toContain('Das gilt für Jörg, Uli, Max.')
    expect(message?.text.replaceAll('\u00a0', ' ')).toContain('Die Zunft erstattet Dir 16,00 €')
  })

  test('those who were taken off are not, nor who broke off', async () => {
    await paid([ring])
    await call('DELETE', '/api/paradeParticipation/1', undefined, manager)
    const { token } = await enrolled([{ ...ring, costumeNumber: '3' }], lena)
    await decide(token, 'cancelled')
    expect(await refundsOf()).toMatchObject({ mailCount: 0, withoutAddressCount: 0 })
    await callOff()
    expect(await cancelled()).toEqual([])
  })

  test('with what happens to the money', async () => {
    const free = await aParade({
      title: 'Kinderumzug',
      priceForAdultsInCent: 0,
      priceForChildrenInCent: 0,
    })
    await paid([ring, { ...ring, paradeId: free.id }])
    const cash = await entered('Max', 'max@example.de')
    const eva = await entered('Eva', 'eva@example.de')
    await pay(cash.id)
    later(1)
    await callOff(ring.paradeId, 'Sturmwarnung')
    await callOff(free.id)
    const said = async (like: string) =>
      (await text(await idOf(like)))?.text.replaceAll('\u00a0', ' ') ?? ''
    const online = await said('paradeCancelled-1-%-1')
    expect(online).toContain('Ringtreffen Moosried')
    expect(online).toContain('Sonntag, 24. Januar 2027')
    expect(online).toContain('Grund: Sturmwarnung')
    expect(online).toContain('Die Zunft erstattet Dir 8,00 €')
    expect(online).not.toContain('bekommst Du zurück')
    const inCash = await said(`paradeCancelled-1-%-p${cash.id}`)
    expect(inCash).toContain('Hallo Max,')
    expect(inCash).toContain('bekommst Du zurück: 8,00 €')
    expect(inCash).not.toContain('Die Zunft erstattet')
    const unpaid = await text(await idOf(`paradeCancelled-1-%-p${eva.id}`))
    const noMoney = [unpaid?.text, await said(`paradeCancelled-${free.id}-%-1`)]
    for (const words of noMoney) {
      expect(words).toContain('ist abgesagt')
      expect(words).not.toContain('erstattet')
      expect(words).not.toContain('bekommst Du zurück')
    }
    expect(unpaid?.to).toBe('eva@example.de')
    expect(noMoney[1]).not.toContain('Grund:')
    // What was given back since, and an address that changed, change none of its words.
    later(2)
    await rows(`UPDATE members SET e_mail = 'neu@example.de' WHERE e_mail = 'max@example.de'`)
    await post(`/api/parade/${ring.paradeId}/refunds`)
    await giveBack(cash.id)
    expect(await said('paradeCancelled-1-%-1')).toBe(online)
    expect(await said(`paradeCancelled-1-%-p${cash.id}`)).toBe(inCash)
    // Nor does it that the parade takes place after all, or is called off for another reason.
    const [key] = (await mails('paradeCancelled')).map((mail) => mail.key)
    await reinstate()
    later(3)
    await callOff(ring.paradeId, 'Glatteis')
    expect(await said(key ?? '')).toContain('Grund: Sturmwarnung')
  })

  test('and hears that it takes place after all, with what is to be paid on site', async () => {
    await paid([ring])
    const cash = await entered('Max', 'max@example.de')
    await pay(cash.id)
    await callOff()
    later(1)
    await post(`/api/parade/${ring.paradeId}/refunds`)
    later(2)
    await reinstate()
    expect((await mails('paradeReinstated')).map((mail) => [mail.key, mail.to])).toEqual([
      [`${key.replace('Cancelled', 'Reinstated')}-1`, jörg],
      [`${key.replace('Cancelled', 'Reinstated')}-p2`, 'max@example.de'],
    ])
    const said = async (like: string) =>
      (await text(await idOf(like)))?.text.replaceAll('\u00a0', ' ')
    expect(await said('paradeReinstated-%-1')).toContain('findet doch statt')
    expect(await said('paradeReinstated-%-1')).toContain('Vor Ort zu bezahlen: 8,00 €')
    expect(await said('paradeReinstated-%-p2')).not.toContain('bezahlen')
    await reinstate()
    expect(await mails('paradeReinstated')).toHaveLength(2)
  })

  test('what waits still when it is no longer true is not sent, and its opposite is not needed', async () => {
    await paid([ring])
    await callOff()
    await rows(`UPDATE mails SET state = 'waiting', not_before = '2030-01-01'`)
    later(1)
    await reinstate()
    expect((await cancelled()).map(({ state }) => state)).toEqual(['skipped'])
    expect(await mails('paradeReinstated')).toEqual([])
    later(2)
    await callOff()
    await rows(`UPDATE mails SET state = 'sent' WHERE key LIKE '%12:02%'`)
    later(3)
    await reinstate()
    await rows(`UPDATE mails SET state = 'waiting', not_before = '2030-01-01'
      WHERE kind = 'paradeReinstated'`)
    later(4)
    await callOff()
    expect((await mails('paradeReinstated')).map(({ state }) => state)).toEqual(['skipped'])
    expect(await cancelled()).toHaveLength(3)
  })

  test('what failed while it was taken back is not tried again', async () => {
    await paid([ring])
    await callOff()
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

  test('the refund’s mail does not say that somebody stays enrolled there', async () => {
    await paid([ring, night])
    await callOff()
    later(1)
    await post(`/api/parade/${ring.paradeId}/refunds`)
    const message = await text(await idOf('refunded-%'))
    expect(message?.text).toContain('Angemeldet bleibst Du für:')
    expect(message?.text).toContain('Nachtumzug')
    expect(message?.text.split('Angemeldet bleibst')[1]).not.toContain('Ringtreffen')
  })

  test('a mail whose parade was deleted since can still be read', async () => {
    await paid([ring])
    await callOff()
    later(1)
    await post(`/api/parade/${ring.paradeId}/refunds`)
    await call('DELETE', '/api/paradeParticipation/1', undefined, manager)
    const gone = await call('DELETE', `/api/parade/${ring.paradeId}`, undefined, manager)
    expect(gone.status).toBe(204)
    const message = await text(await idOf('paradeCancelled-%'))
    expect(message).toMatchObject({ to: jörg, subject: 'Ein Umzug ist abgesagt' })
  })
})

describe('cash given back', () => {
  async function inCash() {
    const { id } = await json(onSite('Abele'))
    await pay(id)
    return id as number
  }

  test('is kept with who and when, the fee is no longer paid, twice as well', async () => {
    const id = await inCash()
    await callOff()
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

  test('taken back is paid again by whom it was', async () => {
    const id = await inCash()
    await callOff()
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

  test('needs a parade that is called off and a fee that was paid by hand', async () => {
    const id = await inCash()
    expect(await refusal(giveBack(id))).toMatchObject({ status: 409, code: 'Conflict' })
    expect(await refusal(giveBack(id, false))).toMatchObject({ code: 'Conflict' })
    const unpaid = (await json(onSite('Buck'))).id
    await paid([ring])
    await callOff()
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

  test('stays so when the parade is reinstated: the fee is owed, and can be paid once more', async () => {
    const id = await inCash()
    await callOff()
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
    await callOff()
    expect((await refundsOf()).places).toMatchObject([{ paid: 'cash', cashReturnedAt: null }])
    expect(await json(giveBack(id))).toMatchObject({ cashReturnedAt: expect.any(String) })
  })

  test('while the parade is reinstated at this moment changes nothing', async () => {
    const id = await inCash()
    await callOff()
    const database = overtakenBefore('update "participations"', () => reinstate())
    const path = `/api/participation/${id}/cashReturned`
    const answer = call('POST', path, { returned: true }, { ...manager, database })
    expect(await refusal(answer)).toMatchObject({ code: 'Conflict' })
    expect(await rows('SELECT participation_fee_payed AS paid FROM participations')).toEqual([
      { paid: 1 },
    ])
  })
})

test('refunds that are on their way are made though the parade is reinstated', async () => {
  for (let n = 1; n <= 11; n += 1) {
    await paid([{ ...ring, costumeNumber: `${n}` }], { firstName: `Narr ${n}` })
  }
  await callOff()
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

test('only what staff took by hand is theirs to take back', async () => {
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
