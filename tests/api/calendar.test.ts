import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { clearDatabase } from '#scripts/demo/clear.ts'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { helper as ofDemo } from '#scripts/demo/users.ts'
import {
  call,
  db,
  json,
  origin,
  rows,
  setClock,
  signedIn,
  today,
  tokenOf,
} from '#tests/support/api.ts'
import { aParade } from '#tests/support/builders.ts'
import { faultyDatabase } from '#tests/support/faulty-database.ts'
import { logged } from '#tests/support/log.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings, parades, users } from '#worker/db/schema.ts'

// docs/rules.md, "Kalender abonnieren". The feed is read with a parser that accepts only RFC 5545.

let helper: { id: number; token: string }

beforeEach(async () => {
  setClock()
  helper = await signedIn('helper')
})

const address = '/api/v1/auth/calendar'
const subscribe = async (token = helper.token): Promise<string> => {
  const answer = await call('POST', address, undefined, { token })
  expect(answer.status).toBe(201)
  const { url, ...more } = await json(answer)
  expect(more).toEqual({})
  return url
}
const unsubscribe = () => call('DELETE', address, undefined, { token: helper.token })
const open = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  call(method, url.replace(origin, ''), undefined, { headers })
const isSubscribed = async () =>
  (await json(call('GET', '/api/v1/auth/me', undefined, { token: helper.token }))).calendar

type Entry = Record<string, string | number>

/** Each entry as an object of its properties. */
async function entriesOf(response: Response | Promise<Response>): Promise<Entry[]> {
  const feed = new ICAL.Component(ICAL.parse(await (await response).text()))
  return feed
    .getAllSubcomponents('vevent')
    .map((entry) =>
      Object.fromEntries(
        entry.getAllProperties().map((one) => [one.name, `${one.getFirstValue()}`]),
      ),
    )
}
const entries = async (url: string) => entriesOf(open(url))
const titles = async (url: string) => (await entries(url)).map(({ summary }) => summary)

describe('the address of a calendar subscription', () => {
  test('A subscription is answered with a calendar address that serves the feed; the database stores only a hash of its token', async () => {
    expect(await isSubscribed()).toBe(false)
    const url = await subscribe()
    expect(url).toMatch(/^http:\/\/zunft\.test\/api\/calendar\/[\w-]{43}\.ics$/)
    expect((await open(url)).status).toBe(200)
    expect(await isSubscribed()).toBe(true)
    const token = url.slice(-47, -4)
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
    const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0'))
    expect(await rows(`SELECT calendar_hash FROM users WHERE id = ${helper.id}`)).toEqual([
      { calendar_hash: hex.join('') },
    ])
  })

  test('The calendar address begins with the public origin of the guild when one is configured', async () => {
    const before = env.APP_ORIGIN
    Object.assign(env, { APP_ORIGIN: 'https://umzug.zunft-moosried.de/' })
    onTestFinished(() => void Object.assign(env, { APP_ORIGIN: before }))
    expect(await subscribe()).toMatch(/^https:\/\/umzug\.zunft-moosried\.de\/api\/calendar\//)
  })

  test("When a user gets a new calendar address, the user's old one is rejected (404); those of other users are still valid", async () => {
    const ofAnother = await subscribe((await signedIn('readonly')).token)
    const old = await subscribe()
    const now = await subscribe()
    expect(now).not.toBe(old)
    expect((await open(old)).status).toBe(404)
    expect((await open(now)).status).toBe(200)
    expect((await open(ofAnother)).status).toBe(200)
  })

  test('After unsubscribing, the calendar address is not found (404); unsubscribing again succeeds (204)', async () => {
    const url = await subscribe()
    expect((await unsubscribe()).status).toBe(204)
    expect((await open(url)).status).toBe(404)
    expect(await isSubscribed()).toBe(false)
    expect((await unsubscribe()).status).toBe(204)
  })

  test('A calendar address is valid after sign-outs and a new password, but not while its user is locked or has no role (404)', async () => {
    const url = await subscribe()
    await rows(
      `UPDATE users SET token_version = 1, password_hash = 'other' WHERE id = ${helper.id}`,
    )
    await rows(`UPDATE sessions SET ended_at = '2027-01-16T11:00:00.000Z'`)
    expect((await open(url)).status).toBe(200)
    await commit(db(), [write.update(users).set({ locked: true }).where(eq(users.id, helper.id))])
    expect((await open(url)).status).toBe(404)
    await commit(db(), [write.update(users).set({ locked: false }).where(eq(users.id, helper.id))])
    expect((await open(url)).status).toBe(200)
    await rows(`DELETE FROM user_roles WHERE user_id = ${helper.id}`)
    expect((await open(url)).status).toBe(404)
  })

  test('A calendar address that is unknown, malformed or of a locked user gets the same answer (404)', async () => {
    const url = await subscribe()
    const other = url.replace(/[\w-]{43}/, 'A'.repeat(43))
    await commit(db(), [write.update(users).set({ locked: true }).where(eq(users.id, helper.id))])
    const answers = await Promise.all(
      [
        url,
        other,
        url.slice(0, -5),
        url.slice(0, -4),
        `${url}.ics`,
        `${origin}/api/calendar/.ics`,
      ].map(async (one) => open(one)),
    )
    const [first, ...others] = await Promise.all(
      answers.map(async (one) => {
        const { 'x-request-id': _, ...headers } = Object.fromEntries(one.headers)
        return { status: one.status, headers, body: await one.json() }
      }),
    )
    expect(first).toMatchObject({ status: 404, body: { error: { code: 'NotFound' } } })
    expect(first?.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(first?.headers).not.toHaveProperty('etag')
    for (const one of others) expect(one).toEqual(first)
  })

  test('Other routes reject the token of a calendar address (401), and the feed rejects the hash stored in the database (404)', async () => {
    const url = await subscribe()
    const token = url.slice(-47, -4)
    expect((await call('GET', '/api/member', undefined, { token })).status).toBe(401)
    const [user] = await rows<{ calendar_hash: string }>('SELECT calendar_hash FROM users')
    const hash = user?.calendar_hash ?? ''
    expect((await open(url.replace(token, hash))).status).toBe(404)
    expect((await open(url.replace(token, hash.slice(0, 43)))).status).toBe(404)
  })

  test('No log line and no history entry contains the token of a calendar address', async () => {
    const url = await subscribe()
    await open(url)
    await open(url.replace(/..\.ics$/, 'xx.ics'))
    const history = JSON.stringify(await rows('SELECT * FROM audit_entries'))
    const [user] = await rows<{ calendar_hash: string }>('SELECT calendar_hash FROM users')
    expect(history).toContain('POST /api/v1/auth/calendar')
    expect(history).toContain('calendarHash')
    expect(history).not.toContain(url.slice(-47, -7))
    expect(history).not.toContain(user?.calendar_hash)
    expect(logged()).not.toContain(url.slice(-47, -7))
  })

  test('Too many calendar requests from one network are rejected (429) before any calendar data is read', async () => {
    const url = await subscribe()
    const before = env.ENROL_LIMIT
    Object.assign(env, { ENROL_LIMIT: { limit: async () => ({ success: false }) } })
    onTestFinished(() => void Object.assign(env, { ENROL_LIMIT: before }))
    const { database, calls } = faultyDatabase(() => null)
    const answer = await call('GET', url.replace(origin, ''), undefined, { database })
    expect(answer.status).toBe(429)
    // Only the rejection is counted; no query reads calendar data.
    expect(calls.flatMap(({ queries }) => queries).join()).not.toMatch(/users|parades|settings/)
    Object.assign(env, { ENROL_LIMIT: before })
    const { length } = calls
    await call('GET', url.replace(origin, ''), undefined, { database })
    expect(calls).toHaveLength(length + 1)
  })
})

describe('the feed of a calendar', () => {
  test('The calendar feed contains each parade as a whole-day entry with its location and the end of the enrolment', async () => {
    const { id } = await aParade({
      title: 'Nachtumzug',
      host: 'Narrenzunft Moosried',
      hostPlz: '88299',
      hostTown: 'Moosried',
      date: '2027-01-24',
      dateEnrolmentEnd: '2027-01-10',
    })
    const response = await open(await subscribe())
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    const [entry] = await entriesOf(response)
    expect(entry).toMatchObject({
      uid: `parade-${id}@zunft`,
      dtstart: '2027-01-24',
      dtend: '2027-01-25',
      summary: 'Nachtumzug',
      location: '88299 Moosried',
      description: 'Anmeldung bis So 10.01.2027',
      status: 'CONFIRMED',
      transp: 'OPAQUE',
    })
  })

  test('If a parade has no town, its calendar entry in the feed has the host as location', async () => {
    await aParade({ host: 'Narrenzunft Moosried', hostTown: '', hostPlz: '88299' })
    expect((await entries(await subscribe()))[0]?.location).toBe('Narrenzunft Moosried')
  })

  test('The calendar feed contains the parades from twelve months ago to twelve months ahead, both days included', async () => {
    for (const date of ['2026-01-15', '2026-01-16', '2027-01-16', '2028-01-16', '2028-01-17']) {
      await aParade({ title: date, date, dateEnrolmentStart: date, dateEnrolmentEnd: date })
    }
    expect(await titles(await subscribe())).toEqual([
      '2026-01-16',
      '2027-01-16',
      '2028-01-16',
      'Generalversammlung',
    ])
  })

  test.each([
    ['on the next 11 November if no day is set', null, '2027-11-11'],
    ['on the day that is set', '2027-03-20', '2027-03-20'],
    ['of today', today, today],
    ['on the next 11 November if the set day is over', '2027-01-15', '2027-11-11'],
  ])('The calendar feed contains the assembly %s', async (_, assemblyDate, day) => {
    await commit(db(), [write.update(guildSettings).set({ assemblyDate })])
    expect(await entries(await subscribe())).toMatchObject([
      { uid: `assembly-${day}@zunft`, dtstart: day, summary: 'Generalversammlung' },
    ])
  })

  test('A cancelled parade is still in the calendar feed, marked as cancelled and with a higher sequence', async () => {
    const { id } = await aParade({ title: 'Nachtumzug' })
    const url = await subscribe()
    const [before] = await entries(url)
    setClock('2027-01-17T09:30:00Z')
    const { token } = await signedIn('management')
    const reason = 'Sturm, meldet Euch bei Fritz'
    expect((await call('POST', `/api/parade/${id}/cancel`, { reason }, { token })).status).toBe(200)
    const [after] = await entries(url)
    expect(after).toMatchObject({
      uid: before?.uid,
      summary: 'Abgesagt: Nachtumzug',
      description: 'Der Umzug ist abgesagt.',
      status: 'CANCELLED',
      transp: 'TRANSPARENT',
      dtstamp: '2027-01-17T09:30:00Z',
      'last-modified': '2027-01-17T09:30:00Z',
    })
    expect(Number(after?.sequence)).toBeGreaterThan(Number(before?.sequence))
  })

  test('A changed parade has the same UID in the calendar feed and a higher sequence; a deleted parade is no longer in the feed', async () => {
    const changed = await aParade({ title: 'Nachtumzug', date: '2027-01-24' })
    const deleted = await aParade({ title: 'Umzug', date: '2027-02-01' })
    const url = await subscribe()
    const [first, second] = await entries(url)
    setClock('2027-01-16T12:00:05Z')
    const { token } = await signedIn('management')
    const save = { date: '2027-01-23' }
    expect((await call('PUT', `/api/parade/${changed.id}`, save, { token })).status).toBe(200)
    const [moved, still] = await entries(url)
    expect(moved).toMatchObject({
      uid: first?.uid,
      dtstart: '2027-01-23',
      dtstamp: '2027-01-16T12:00:05Z',
    })
    expect(Number(moved?.sequence)).toBeGreaterThan(Number(first?.sequence))
    setClock('2027-01-16T12:00:07Z')
    expect(
      (await call('PUT', `/api/parade/${changed.id}`, { date: '2027-01-22' }, { token })).status,
    ).toBe(200)
    const [again] = await entries(url)
    expect(Number(again?.sequence)).toBe(Number(moved?.sequence) + 2)
    expect(still).toEqual(second)
    expect((await call('DELETE', `/api/parade/${deleted.id}`, undefined, { token })).status).toBe(
      204,
    )
    expect(await titles(url)).toEqual(['Nachtumzug', 'Generalversammlung'])
  })

  test("The calendar feed contains the guild's name and a refresh interval of twelve hours", async () => {
    await commit(db(), [
      write.update(guildSettings).set({ name: 'Narrenzunft Schellental; Süd, e. V.' }),
    ])
    const feed = new ICAL.Component(ICAL.parse(await (await open(await subscribe())).text()))
    expect(`${feed.getFirstPropertyValue('refresh-interval')}`).toBe('PT12H')
    expect(feed.getFirstPropertyValue('x-published-ttl')).toBe('PT12H')
    expect(feed.getFirstPropertyValue('x-wr-calname')).toContain('Narrenzunft Schellental')
    expect(feed.getFirstPropertyValue('method')).toBeNull()
  })

  // An old parade may have no line in the history, which gives the stamp otherwise.
  test('A parade without history entries has the same DTSTAMP whenever the feed is read', async () => {
    await aParade()
    await rows('DELETE FROM audit_entries')
    const url = await subscribe()
    await rows('DELETE FROM audit_entries')
    const [entry] = await entries(url)
    expect(entry).toMatchObject({ dtstamp: '2020-01-01T00:00:00Z' })
    setClock('2027-01-18T12:00:00Z')
    expect((await entries(url))[0]).toEqual(entry)
  })

  test.each([
    'Großes Narrentreffen; Süd, Nord: "Ärger" \\n ist keiner',
    'Zeile eins\nZeile zwei\r\nEND:VEVENT',
    `${'Jubiläumsnarrentreffen der Gögginger Hexenzünfte '.repeat(4)}🎭`,
    'BEGIN:VALARM',
  ])(
    'A strict parser reads the parade title %j unchanged from the feed, whose lines have at most 75 bytes',
    async (title) => {
      const { id } = await aParade({ date: '2027-01-24' })
      // Written directly into the database, since the forms would not accept every one of these titles.
      await commit(db(), [
        write
          .update(parades)
          .set({ title, hostTown: title, hostPlz: '' })
          .where(eq(parades.id, id)),
      ])
      const text = await (await open(await subscribe())).text()
      const [entry] = await entriesOf(new Response(text))
      const meant = title.replaceAll('\r\n', '\n').trim()
      expect(entry?.summary).toBe(meant)
      expect(entry?.location).toBe(meant)
      expect(text).toMatch(/END:VCALENDAR(\r\n)?$/)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      for (const line of text.split('\r\n')) {
        expect(new TextEncoder().encode(line).length, line).toBeLessThanOrEqual(75)
      }
    },
  )
})

describe('conditional requests of a calendar', () => {
  test('A request with the ETag of the feed is answered 304 without a body, or with the whole feed if it has changed', async () => {
    const { id } = await aParade({ title: 'Nachtumzug', date: '2027-01-24' })
    const url = await subscribe()
    const first = await open(url)
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('Cache-Control')).toBe('private, max-age=3600')
    setClock('2027-01-17T02:00:00Z')
    for (const known of [tag, `W/${tag}`, `"other", W/${tag}`]) {
      const again = await open(url, { 'If-None-Match': known })
      expect(again.status, known).toBe(304)
      expect(await again.text()).toBe('')
      expect(again.headers.get('ETag')).toBe(tag)
      expect(again.headers.get('Cache-Control')).toBe('private, max-age=3600')
      expect(again.headers.has('Content-Type')).toBe(false)
    }
    await commit(db(), [
      write.update(parades).set({ hostTown: 'Weißnau' }).where(eq(parades.id, id)),
    ])
    const changed = await open(url, { 'If-None-Match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).not.toBe(tag)
  })

  test('A HEAD request for the calendar feed is answered with the headers of GET and no body', async () => {
    const url = await subscribe()
    const [got, head] = [await open(url), await open(url, {}, 'HEAD')]
    const headersOf = ({ headers }: Response) => {
      const { 'x-request-id': _, ...all } = Object.fromEntries(headers)
      return all
    }
    expect(head.status).toBe(200)
    expect(headersOf(head)).toEqual(headersOf(got))
    expect(await head.text()).toBe('')
  })

  test('After unsubscribing, a request for the calendar address is rejected (404) even with the matching ETag', async () => {
    const url = await subscribe()
    const tag = (await open(url)).headers.get('ETag') ?? ''
    await unsubscribe()
    for (const known of [tag, '*']) {
      expect((await open(url, { 'If-None-Match': known })).status).toBe(404)
    }
  })
})

test('The calendar feed of the demo guild contains no names of people, e-mail addresses, links or amounts', async () => {
  await clearDatabase(env.DB)
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(300, 3), today), today)
  // Names that differ from every place, guild and parade.
  await rows(
    `UPDATE members SET first_name = 'Vor' || id || 'name', last_name = 'Nach' || id || 'name'`,
  )
  await rows(
    `UPDATE participations SET first_name = 'Vor' || id || 'name', last_name = 'Nach' || id || 'name'`,
  )
  await rows(`UPDATE parades SET comment = 'Treffpunkt bei Nach7name', cancel_reason = 'Nach7name'
    WHERE cancelled_at IS NOT NULL OR id % 2 = 0`)
  const url = await subscribe(await tokenOf(ofDemo.id))
  const text = (await (await open(url)).text()).replaceAll('\r\n ', '')
  expect(text.split('BEGIN:VEVENT').length).toBeGreaterThan(20)
  expect(text).not.toMatch(/Vor\d+name|Nach\d+name/)
  expect(text).not.toMatch(/€|EUR|\d,\d\d/)
  expect(text.replaceAll(/^UID:.*$/gm, '')).not.toContain('@')
  expect(text).not.toMatch(/https?:/)
  const staff = await rows<{ first_name: string; last_name: string }>('SELECT * FROM users')
  for (const { first_name, last_name } of staff) {
    expect(text).not.toContain(`${first_name} ${last_name}`)
  }
  // A new property in the feed has to be added here deliberately.
  const known = 'dtend dtstamp dtstart description last-modified location sequence status summary'
  const named = (await entries(url)).flatMap((entry) => Object.keys(entry))
  const expected = `${known} transp uid x-microsoft-cdo-alldayevent x-microsoft-msncalendar-alldayevent`
  expect([...new Set(named)].sort()).toEqual(expected.split(' ').sort())
})
