import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { readGif, readSvg } from '#tests/support/code-pictures.ts'
import { aFamily, type Chosen, decide, enrolFamily } from '#tests/support/enrolment.ts'
import { giveBack, paidOrder, pathOf, readMyOrder } from '#tests/support/my-order.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { renderMail } from '#worker/orders/mails/order-mails.ts'

// docs/rules.md, "Code für den Umzugstag": each person has one code on all their places of an order.

const publicAddress = 'https://umzug.example.de'
const aCode = /^[0-9A-F]{16}$/

let type: { id: number }
let ring: { id: number }
let night: { id: number }
let manager: { id: number; token: string }

beforeEach(async () => {
  setClock()
  type = await aCostumeType()
  ring = await aParade()
  night = await aParade({ title: 'Nachtumzug', date: '2027-01-30', paradeNumber: 2 })
  manager = await signedIn('management')
})

const at = (parade: { id: number }, costumeNumber: string): Chosen => ({
  paradeId: parade.id,
  costumeTypeId: type.id,
  costumeNumber,
})

const staff = (method: string, path: string, body: unknown = {}) =>
  call(method, path, body, manager)

type Row = { name: string; parade: number; code: string; state: string; order: number | null }
const places = () =>
  rows<Row>(`SELECT first_name AS name, parade_id AS parade, check_in_code AS code, state,
    order_id AS "order" FROM participations ORDER BY id`)
const codes = async () => (await places()).map(({ code }) => code)

async function aPaidFamily() {
  const people = [
    { firstName: 'Jörg', parades: [at(ring, '1'), at(night, '1')] },
    { firstName: 'Mia', birthday: '2018-05-01', age: 'Child', parades: [at(ring, '2')] },
  ]
  const answer = await json(enrolFamily(people))
  await decide(String(answer.redirectUrl).split('/').at(-1) ?? '', 'paid')
  return String(answer.orderToken)
}

describe('the check-in code of a person', () => {
  test('All places of a person in one order have the same check-in code; another person of the order has a different code', async () => {
    await aPaidFamily()
    const [first, second, third, ...more] = await codes()
    expect(more).toEqual([])
    expect(first).toMatch(aCode)
    expect(third).toMatch(aCode)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('A person gets a different check-in code in each order', async () => {
    await paidOrder([at(ring, '1')])
    await paidOrder([at(night, '1')])
    const both = await codes()
    expect(new Set(both).size).toBe(2)
    expect(both.every((code) => aCode.test(code))).toBe(true)
  })

  test('An order that replaces an unpaid one gets a new check-in code', async () => {
    const { orderToken } = await json(enrolFamily([{ parades: [at(ring, '1')] }]))
    const again = aFamily([{ parades: [at(ring, '1'), at(night, '1')] }], { replaces: orderToken })
    expect((await call('POST', '/api/parades/enrol', again)).status).toBe(200)
    const [old, first, second] = await places()
    expect([old?.state, first?.state]).toEqual(['released', 'reserved'])
    expect(first?.code).toMatch(aCode)
    expect(second?.code).toBe(first?.code)
    expect(first?.code).not.toBe(old?.code)
  })

  test('Places that staff enter with one request get one common check-in code, and each request a different one, in every way of entering', async () => {
    const lena = { firstName: 'Lena', lastName: 'Abele', birthday: '1995-02-03' }
    const both = { ...lena, memberId: null, parades: [at(ring, '1'), at(night, '1')] }
    await json(staff('POST', '/api/parades/internal-enrol', both))
    const member = await aMember({ firstName: 'Otto', birthday: '1990-01-01' })
    const costume = await aCostume(type.id, '7')
    const body = { costumeId: costume.id, memberId: member.id }
    await json(staff('POST', `/api/parade/${ring.id}/participation`, body))
    const onSite = { ...lena, firstName: 'Uli', costumeNumber: '', selectedCostumeTypeId: type.id }
    await json(staff('POST', `/api/parade/${ring.id}/participation/atParade`, onSite))
    const [first, second, third, fourth, ...more] = await codes()
    expect(more).toEqual([])
    expect(second).toBe(first)
    const each = [first, third, fourth]
    expect(new Set(each).size).toBe(3)
    expect(each.every((code) => aCode.test(code ?? ''))).toBe(true)
  })

  test('The check-in code does not change when the payer changes the costume', async () => {
    const { token } = await paidOrder([at(ring, '1'), at(night, '1')])
    const before = await codes()
    const [own] = await rows<{ id: number }>('SELECT id FROM participations ORDER BY id')
    const costume = { newCostumeTypeId: type.id, newCostumeNumber: '99' }
    await json(call('POST', `${pathOf(token)}/places/${own?.id}/costume`, costume))
    expect(await codes()).toEqual(before)
  })

  test('When the deletion of a place is undone in the history, the place has its former check-in code', async () => {
    const lena = { firstName: 'Lena', lastName: 'Abele', birthday: '1995-02-03', memberId: null }
    const body = { ...lena, parades: [at(ring, '1'), at(night, '1')] }
    await json(staff('POST', '/api/parades/internal-enrol', body))
    const before = await places()
    expect(before).toHaveLength(2)
    const [own] = await rows<{ id: number }>('SELECT id FROM participations ORDER BY id')
    await staff('DELETE', `/api/paradeParticipation/${own?.id}`, undefined)
    const [newest] = await rows<{
      request: string
    }>(`SELECT request_id AS request FROM audit_entries
      WHERE entity = 'participation' ORDER BY id DESC LIMIT 1`)
    expect((await staff('POST', `/api/history/${newest?.request}/undo`)).status).toBe(200)
    expect(await places()).toEqual(before)
    // The journal contains the code as well.
    await rows(`DELETE FROM participations WHERE id = ${own?.id}`)
    const [gone] = await rows<{ code: string }>(
      `SELECT before ->> 'check_in_code' AS code FROM journal WHERE op = 'delete' ORDER BY id DESC LIMIT 1`,
    )
    expect(gone?.code).toBe(before[0]?.code)
  })
})

describe("the check-in codes in the payer's view of the order", () => {
  test("The payer's view contains for each person a QR code with the address of the guild's check-in page", async () => {
    const order = await readMyOrder(await aPaidFamily())
    const [first, , third] = await codes()
    expect(order.people.map(({ checkInCode }) => checkInCode)).toEqual([first, third])
    for (const { checkInCode, checkInSvg } of order.people) {
      const { text } = readSvg(checkInSvg ?? '')
      expect(text).toBe(`HTTPS://ZUNFT.TEST/C/${checkInCode}`)
    }
  })

  test('The payer sees no check-in code of an unpaid order', async () => {
    const { orderToken } = await json(enrolFamily([{ parades: [at(ring, '1')] }]))
    const [person] = (await readMyOrder(orderToken)).people
    expect(person).toMatchObject({ checkInCode: null, checkInSvg: null })
  })

  test("The payer sees a person's check-in code while the person has a booked place in a coming parade", async () => {
    await commit(db(), [
      write.update(guildSettings).set({ selfCancel: 'withoutRefund', selfCancelDays: 0 }),
    ])
    const token = await aPaidFamily()
    const codesOf = async () =>
      (await readMyOrder(token)).people.map(({ checkInCode, checkInSvg }) => [
        checkInCode,
        checkInSvg !== null,
      ])
    const [first, , third] = await codes()
    const [jörgs, , mias] = await rows<{ id: number }>('SELECT id FROM participations ORDER BY id')
    await json(giveBack(token, mias?.id))
    expect(await codesOf()).toEqual([
      [first, true],
      [null, false],
    ])
    await json(giveBack(token, jörgs?.id))
    expect(await codesOf()).toEqual([
      [first, true],
      [null, false],
    ])
    await json(staff('POST', `/api/parade/${night.id}/cancel`))
    expect(await codesOf()).toEqual([
      [null, false],
      [null, false],
    ])
    expect(third).toMatch(aCode)
  })

  test('The payer sees a check-in code until the end of the parade day', async () => {
    const { token } = await paidOrder([at(ring, '1')])
    const hasCode = async () => (await readMyOrder(token)).people[0]?.checkInCode !== null
    setClock('2027-01-24T22:59:59Z')
    expect(await hasCode()).toBe(true)
    setClock('2027-01-24T23:00:00Z')
    expect(await hasCode()).toBe(false)
  })

  test('The result page of an enrolment shows the QR codes without a script', async () => {
    const token = await aPaidFamily()
    const page = await call('GET', '/parade-enrolment/result', undefined, {
      headers: { Cookie: `order=${token}` },
    })
    const html = await page.text()
    const sources = [...html.matchAll(/src="data:image\/svg\+xml,([^"]+)"/g)]
    const texts = sources.map(([, svg = '']) => readSvg(decodeURIComponent(svg)).text)
    const [first, , third] = await codes()
    const links = [first, third].map((code) => `HTTPS://ZUNFT.TEST/C/${code}`)
    expect(new Set(texts)).toEqual(new Set(links))
  })
})

describe('the check-in codes in the mail', () => {
  const mailOf = async (address = publicAddress) => {
    const [mail] = await rows<{ id: number }>(`SELECT id FROM mails WHERE kind = 'enrolled'`)
    const message = await renderMail(db(), mail?.id ?? 0, address)
    if (!message) throw new Error('no mail')
    return message
  }

  test('The enrolment mail has each check-in code as a picture in the HTML and as a link in the text', async () => {
    await aPaidFamily()
    const [first, , third] = await codes()
    const { html, text, codes: pictures } = await mailOf()
    const links = [first, third].map((code) => `HTTPS://UMZUG.EXAMPLE.DE/C/${code}`)
    expect(pictures.map(({ gif }) => readGif(gif))).toEqual(
      // 29 modules and a margin of 4 on each side, 4 pixels each.
      links.map((link) => ({ text: link, size: (29 + 8) * 4 })),
    )
    expect(
      [...html.matchAll(/<img src="cid:([^"]+)"[^>]* alt="([^"]+)"/g)].map(([, ...of]) => of),
    ).toEqual([
      [pictures[0]?.contentId, 'Code von Jörg Straßer'],
      [pictures[1]?.contentId, 'Code von Mia Straßer'],
    ])
    expect(html).not.toContain('data:')
    expect(text).toContain(`Jörg Straßer: ${links[0]}\n\nMia Straßer: ${links[1]}\n`)
    expect(text).toContain('Zeigt diese Codes am Umzugstag.')
  })

  test('The mail provider gets the pictures of the codes as inline attachments beside the calendar file', async () => {
    await aPaidFamily()
    const message = await mailOf()
    const handed: unknown[] = []
    const binding = {
      send: async (one: unknown) => {
        handed.push(one)
        return { messageId: '1' }
      },
    }
    await mailerOf({ EMAIL: binding, MAIL_FROM: 'umzug@zunft.example' })?.send(message)
    const [{ attachments, ...rest }] = handed as [{ attachments: Record<string, unknown>[] }]
    expect(attachments.map(({ content: _, ...file }) => file)).toEqual([
      { filename: 'umzuege.ics', type: 'text/calendar', disposition: 'attachment' },
      { filename: 'code-1.gif', type: 'image/gif', disposition: 'inline', contentId: 'code-1' },
      { filename: 'code-2.gif', type: 'image/gif', disposition: 'inline', contentId: 'code-2' },
    ])
    expect(attachments[1]?.content).toEqual(message.codes[0]?.gif)
    expect(rest).not.toHaveProperty('codes')
  })

  test('The enrolment mail has no check-in code when no public address is configured', async () => {
    await aPaidFamily()
    const { html, text, codes: pictures } = await mailOf('')
    expect(pictures).toEqual([])
    expect(html).not.toContain('<img')
    expect(text).not.toContain('Code')
  })

  test('The enrolment mail has no check-in code of a person without a coming parade', async () => {
    await aPaidFamily()
    const [, , third] = await codes()
    await json(staff('POST', `/api/parade/${ring.id}/cancel`))
    await rows(`UPDATE mails SET sent_at = NULL, state = 'waiting' WHERE kind = 'enrolled'`)
    const { codes: pictures, text } = await mailOf()
    expect(pictures.map(({ name }) => name)).toEqual(['Jörg Straßer'])
    expect(text).not.toContain(third ?? '')
    expect(text).toContain('Zeig diesen Code am Umzugstag.')
  })

  test('The staff preview of the enrolment mail shows the codes inside the HTML and attaches no pictures', async () => {
    await aPaidFamily()
    const [mail] = await rows<{ id: number; order_id: number }>('SELECT id, order_id FROM mails')
    const { token } = await signedIn('readonly')
    const path = `/api/orders/${mail?.order_id}/mails/${mail?.id}`
    const { html, codes: shown, attachments } = await json(call('GET', path, undefined, { token }))
    expect(html).not.toContain('cid:')
    expect(shown.map(({ name }: { name: string }) => name)).toEqual(['Jörg Straßer', 'Mia Straßer'])
    const [, , ...none] = await codes()
    expect(none).toHaveLength(1)
    for (const { src } of shown) {
      expect(html).toContain(`src="${src}"`)
      const gif = Uint8Array.from(atob(src.split(',')[1]), (letter) => letter.charCodeAt(0))
      expect(readGif(gif).text).toMatch(/^HTTPS:\/\/ZUNFT\.TEST\/C\/[0-9A-F]{16}$/)
    }
    expect(attachments.map(({ filename }: { filename: string }) => filename)).toEqual([
      'umzuege.ics',
    ])
  })
})
