import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  call,
  db,
  json,
  origin,
  rows,
  runCron,
  setClock,
  signedIn,
  tokenOf,
} from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { expectLogged } from '#tests/support/log.ts'
import { installMailProvider, type SentMail } from '#tests/support/mail-provider.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings, users } from '#worker/db/schema.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { circularFiles } from '#worker/mail/circular-mail.ts'
import { disclosureUrl } from '#worker/mail/disclosure-mail.ts'

let manager: Awaited<ReturnType<typeof signedIn>>
let sent: SentMail[]
/** The provider's answer to the next mail. */
let answer: (mail: SentMail) => Promise<void>

beforeEach(async () => {
  setClock()
  configure({ APP_ORIGIN: origin })
  manager = await signedIn('management')
  answer = async () => {}
  sent = installMailProvider((mail) => answer(mail))
})

const ask = (method: string, path: string, body?: unknown, token: string | null = manager.token) =>
  call(method, path, body, token ? { token } : {})
const post = (path: string, body?: unknown) => ask('POST', `/api/circular${path}`, body)
const read = async (id: number) => json(ask('GET', `/api/circular/${id}`))

const words = { subject: 'Häs abholen', body: '{Anrede}\n\nam Samstag ab 10 Uhr.' }

type Values = Parameters<typeof aMember>[0]
const aRecipient = (firstName: string, lastName: string, eMail: string, more: Values = {}) =>
  aMember({ firstName, lastName, eMail, ...more })

/** Inserts that many members with an address each, in one statement. */
async function manyRecipients(count: number, domain = 'example.de'): Promise<number[]> {
  const name = normaliseName('Narr')
  const made = await rows<{ id: number }>(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1
    FROM n WHERE i < ${count}) INSERT INTO members (first_name, last_name, first_name_key,
      last_name_key, maiden_name_key, e_mail, created_at, updated_at)
    SELECT 'Vor' || i, 'Narr', 'vor' || i, '${name}', '', 'narr' || i || '@${domain}', '2026', '2026'
    FROM n RETURNING id`)
  return made.map(({ id }) => id)
}

const tokenIn = (mail: SentMail) => /\/abbestellen#(\S+)/.exec(mail.text)?.[1] ?? ''
const optedOut = async () =>
  (await rows<{ id: number }>('SELECT id FROM members WHERE mail_opt_out = 1 ORDER BY id')).map(
    ({ id }) => id,
  )

describe('a circular to 137 members with nine families', () => {
  test('A circular that is stopped and continued reaches each address once and greets families with all their names', async () => {
    const singles = await manyRecipients(119)
    const families: number[] = []
    const greetings = new Map(
      singles.map((_, n) => [`narr${n + 1}@example.de`, `Hallo Vor${n + 1},`]),
    )
    for (let n = 1; n <= 9; n += 1) {
      const anna = await aRecipient(`Anna${n}`, 'Häußler', `familie${n}@example.de`)
      const paul = await aRecipient(`Paul${n}`, 'Häußler', ` Familie${n}@EXAMPLE.de`)
      families.push(anna.id, paul.id)
      greetings.set(`familie${n}@example.de`, `Hallo Anna${n} und Paul${n},`)
    }
    const memberIds = [...families, ...singles]
    expect([memberIds.length, greetings.size]).toEqual([137, 128])

    const created = await post('', { ...words, memberIds })
    expect([created.status, await json(created)]).toEqual([201, { id: 1, count: 128 }])
    const stoppedAfter = sent.length
    expect(stoppedAfter).toBeGreaterThan(0)
    expect(stoppedAfter).toBeLessThan(128)

    const stopped = await json(post('/1/stop'))
    expect(stopped).toMatchObject({
      stoppedAt: '2027-01-16T12:00:00.000Z',
      counts: { sent: stoppedAfter, waiting: 128 - stoppedAfter, failed: 0 },
    })
    await runCron()
    expect((await json(post('/1/stop'))).counts).toEqual(stopped.counts)
    expect(sent).toHaveLength(stoppedAfter)

    expect(await json(post('/1/continue'))).toMatchObject({ stoppedAt: null })
    await post('/1/continue')
    for (let round = 0; round < 5; round += 1) await runCron()
    expect((await read(1)).counts).toEqual({
      waiting: 0,
      sending: 0,
      sent: 128,
      skipped: 0,
      failed: 0,
    })
    const byAddress = sent.map(({ to, text }) => [to.toLowerCase(), text.split('\n')[0]] as const)
    expect(byAddress.toSorted()).toEqual([...greetings].toSorted())

    // A circular that is sent completely can be neither stopped nor sent again.
    expect(await json(post('/1/stop'))).toMatchObject({ stoppedAt: null })
    await post('/1/continue')
    await runCron()
    expect(sent).toHaveLength(128)
    expect(
      await rows(
        `SELECT via, act, changes FROM audit_entries WHERE entity = 'circular' ORDER BY id`,
      ),
    ).toEqual([
      {
        via: 'staff',
        act: 'POST /api/circular',
        changes: '{"subject":[null,"Häs abholen"],"count":[null,128]}',
      },
      { via: 'staff', act: 'POST /api/circular/:id/stop', changes: '{}' },
      { via: 'staff', act: 'POST /api/circular/:id/continue', changes: '{}' },
    ])
  })

  test('Simultaneous rounds of sending a circular send each address one mail', async () => {
    const memberIds = await manyRecipients(60)
    await post('', { ...words, memberIds })
    await Promise.all([runCron(), runCron(), post('/1/continue')])
    await runCron()
    expect(new Set(sent.map(({ to }) => to)).size).toBe(60)
    expect(sent).toHaveLength(60)
  })

  test('A circular to more addresses than fit into one statement stores one mail for each address', async () => {
    const memberIds = await manyRecipients(2001)
    expect(await json(post('', { ...words, memberIds }))).toEqual({ id: 1, count: 2001 })
    expect(
      await rows(`SELECT count(*) AS n, count(DISTINCT m.id) AS mails, count(DISTINCT r.email_address) AS addresses
        FROM circular_recipients r JOIN mails m ON m.id = r.mail_id AND m.circular_id = 1`),
    ).toEqual([{ n: 2001, mails: 2001, addresses: 2001 }])
  })
})

describe('repeated requests to send', () => {
  test('A circular that the same user sends again within ten minutes is sent once, also in simultaneous requests', async () => {
    const memberIds = await manyRecipients(3)
    const same = { ...words, memberIds }
    const answers = await Promise.all([post('', same), post('', same), post('', same)])
    expect(await Promise.all(answers.map(json))).toEqual(Array(3).fill({ id: 1, count: 3 }))
    expect(await json(post('', { ...words, memberIds: memberIds.toReversed() }))).toMatchObject({
      id: 1,
    })
    expect(await json(post('', { ...same, subject: 'Anderes' }))).toMatchObject({ id: 2 })
    const { token } = await signedIn('management', 'helper')
    expect(await json(ask('POST', '/api/circular', same, token))).toMatchObject({ id: 3 })
    setClock('2027-01-16T12:10:01Z')
    expect(await json(post('', same))).toMatchObject({ id: 4 })
    expect(sent).toHaveLength(12)
  })
})

describe('answers of the mail provider', () => {
  const refuse = (code: string) => Promise.reject(Object.assign(new Error('no'), { code }))

  test('When the mail provider reports its daily limit, the remaining mails are sent the next morning, and no failed attempt is counted for them', async () => {
    const memberIds = await manyRecipients(9)
    answer = () => (sent.length === 4 ? refuse('E_DAILY_LIMIT_EXCEEDED') : Promise.resolve())
    await post('', { ...words, memberIds })
    expectLogged('E_DAILY_LIMIT_EXCEEDED')
    const paused = { counts: { sent: 4, waiting: 5 }, pausedUntil: '2027-01-17T05:00:00.000Z' }
    expect(await read(1)).toMatchObject(paused)
    expect(await rows(`SELECT DISTINCT attempts FROM mails WHERE state = 'waiting'`)).toEqual([
      { attempts: 0 },
    ])
    answer = async () => {}
    setClock('2027-01-17T04:59:00Z')
    await runCron()
    expect(sent).toHaveLength(4)
    setClock('2027-01-17T05:00:00Z')
    await runCron()
    manager.token = await tokenOf(manager.id)
    expect(await read(1)).toMatchObject({ counts: { sent: 9, waiting: 0 }, pausedUntil: null })
    expect(new Set(sent.map(({ to }) => to)).size).toBe(9)
  })

  test('When the mail provider reports its rate limit, the next round sends the remaining mails of the circular', async () => {
    const memberIds = await manyRecipients(5)
    answer = () => (sent.length === 2 ? refuse('E_RATE_LIMIT_EXCEEDED') : Promise.resolve())
    await post('', { ...words, memberIds })
    expectLogged('E_RATE_LIMIT_EXCEEDED')
    expect(await read(1)).toMatchObject({ counts: { sent: 2, waiting: 3 }, pausedUntil: null })
    answer = async () => {}
    await runCron()
    expect((await read(1)).counts.sent).toBe(5)
  })

  test('An address that the provider rejects permanently is listed as failed, with the members who have it', async () => {
    const anna = await aRecipient('Anna', 'Häußler', 'zu@example.de')
    const paul = await aRecipient('Paul', 'Beck', 'zu@example.de')
    const mia = await aRecipient('Mia', 'Narr', 'gut@example.de')
    answer = ({ to }) =>
      to === 'zu@example.de' ? refuse('E_RECIPIENT_SUPPRESSED') : Promise.resolve()
    await post('', { ...words, memberIds: [anna.id, paul.id, mia.id] })
    expectLogged('E_RECIPIENT_SUPPRESSED')
    expect(await read(1)).toMatchObject({
      counts: { sent: 1, failed: 1 },
      failures: [
        {
          emailAddress: 'zu@example.de',
          members: [
            { id: anna.id, firstName: 'Anna', lastName: 'Häußler' },
            { id: paul.id, firstName: 'Paul', lastName: 'Beck' },
          ],
        },
      ],
    })
  })

  test('If the sending of a mail of a circular was interrupted, the mail counts as failed and is not sent again', async () => {
    const memberIds = await manyRecipients(25)
    await post('', { ...words, memberIds })
    const [open] = await rows<{ id: number }>(
      `SELECT id FROM mails WHERE state = 'waiting' LIMIT 1`,
    )
    await rows(`UPDATE mails SET state = 'sending', attempts = 1, not_before = '2027-01-16T12:15:00.000Z'
      WHERE id = ${open?.id}`)
    await runCron()
    expect((await read(1)).counts).toMatchObject({ sent: 24, sending: 1 })
    setClock('2027-01-16T12:15:00Z')
    await runCron()
    expectLogged('interrupted')
    expect((await read(1)).counts).toMatchObject({ sent: 24, sending: 0, failed: 1 })
    await post('/1/continue')
    await runCron()
    expect(sent).toHaveLength(24)
  })
})

describe('the order in which mails are sent', () => {
  test('A disclosure mail is sent before the waiting mails of a circular', async () => {
    await post('', { ...words, memberIds: await manyRecipients(90) })
    const before = sent.length
    expect(before).toBeLessThan(40)
    await rows(`INSERT INTO disclosures (email_address, created_at, created_by, expires_at)
      VALUES ('auskunft@example.de', '2027-01-16T12:00:00.000Z', ${manager.id}, '2027-01-23T12:00:00.000Z')`)
    await rows(`INSERT INTO mails (key, kind, state, not_before, created_at, disclosure_id, email_address)
      VALUES ('disclosure-1', 'disclosure', 'waiting', '2027-01-16T12:01:00.000Z', '2027-01-16T12:01:00.000Z', 1, 'auskunft@example.de')`)
    setClock('2027-01-16T12:05:00Z')
    await runCron()
    expect(sent[before]?.to).toBe('auskunft@example.de')
    expect(sent.filter(({ to }) => to === 'auskunft@example.de')).toHaveLength(1)
  })

  test('A stopped circular does not delay another circular', async () => {
    await post('', { ...words, memberIds: await manyRecipients(30) })
    await post('/1/stop')
    const first = sent.length
    await post('', { ...words, memberIds: await manyRecipients(10, 'anders.de') })
    expect(sent.slice(first).map(({ to }) => to.split('@')[1])).toEqual(Array(10).fill('anders.de'))
  })
})

describe('opting out of circulars', () => {
  const optOut = (token: string) => ask('POST', '/api/circular/opt-out', { token }, null)

  test('The opt-out link of a circular opts out all members at its address, and no others', async () => {
    const anna = await aRecipient('Anna', 'Häußler', 'Familie@example.de')
    const paul = await aRecipient('Paul', 'Häußler', 'familie@example.de ')
    const mia = await aRecipient('Mia', 'Narr', 'mia@example.de')
    await post('', { ...words, memberIds: [anna.id, mia.id] })
    const mail = sent.find(({ to }) => to === 'Familie@example.de')
    if (!mail) throw new Error('no mail')
    expect(mail.headers?.['List-Unsubscribe']).toBe(`<${origin}/abbestellen#${tokenIn(mail)}>`)
    expect(mail.html).toContain(`${origin}/abbestellen#${tokenIn(mail)}`)
    const answers = [
      await optOut(tokenIn(mail)),
      await optOut(tokenIn(mail)),
      await optOut('falsch'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await Promise.all(answers.map(json))).toEqual([{}, {}, {}])
    expect(await optedOut()).toEqual([anna.id, paul.id])
    expect(
      await rows(`SELECT via, member_id, changes FROM audit_entries
        WHERE act = 'POST /api/circular/opt-out' ORDER BY member_id`),
    ).toEqual(
      [anna.id, paul.id].map((id) => ({
        via: 'public',
        member_id: id,
        changes: '{"mailOptOut":[false,true]}',
      })),
    )
    expect(
      (await json(post('/preview', { ...words, memberIds: [anna.id, mia.id] }))).without.optedOut,
    ).toEqual([{ id: anna.id, firstName: 'Anna', lastName: 'Häußler' }])
  })

  test('If a member changed the address since a circular, its opt-out link opts out this member, but not others with the new address', async () => {
    const son = await aRecipient('Tim', 'Häußler', 'familie@example.de')
    await post('', { ...words, memberIds: [son.id] })
    await rows(`UPDATE members SET e_mail = 'tim@example.de' WHERE id = ${son.id}`)
    await aRecipient('Lea', 'Beck', 'tim@example.de')
    await optOut(tokenIn(sent[0] as SentMail))
    expect(await optedOut()).toEqual([son.id])
  })

  test('A request with a forged opt-out link, a link for another purpose or that of a test mail is answered 200 and opts out no member', async () => {
    const anna = await aRecipient('Anna', 'Häußler', 'management@example.test')
    const mia = await aRecipient('Mia', 'Narr', 'mia@example.de')
    await post('', { ...words, memberIds: [anna.id] })
    const good = tokenIn(sent[0] as SentMail)
    await post('/test', words)
    const ofTest = tokenIn(sent[1] as SentMail)
    const [ids = '', address = '', seal = ''] = good.split('.')
    const of = { id: anna.id, emailAddress: 'a@b.de', createdAt: '2027' }
    const disclosure = disclosureUrl(origin, of, env.JWT_SECRET).split('#')[1] ?? ''
    const forged = [
      `${mia.id}.${address}.${seal}`,
      `${ids}-${mia.id}.${address}.${seal}`,
      `${ids}.${'A'.repeat(16)}.${seal}`,
      `${ids}.${address}.${'A'.repeat(43)}`,
      `${ids}.${address}`,
      disclosure,
      ofTest,
      '',
    ]
    for (const token of forged) expect((await optOut(token)).status, token).toBe(200)
    expect(
      (await ask('GET', `/api/circular/opt-out?token=${good}`, undefined, null)).status,
    ).not.toBe(200)
    expect(await optedOut()).toEqual([])
    expect((await optOut('x'.repeat(2001))).status).toBe(422)
    await optOut(` ${good}\n`)
    expect(await optedOut()).toEqual([anna.id])
  })

  test("A waiting mail of a circular is skipped if its only member has opted out or died; a family's mail still goes to its other members", async () => {
    const filler = await manyRecipients(30)
    const anna = await aRecipient('Anna', 'Häußler', 'familie@example.de')
    const paul = await aRecipient('Paul', 'Beck', 'familie@example.de')
    const mia = await aRecipient('Mia', 'Narr', 'mia@example.de')
    const tot = await aRecipient('Otto', 'Tot', 'otto@example.de')
    await post('', { ...words, memberIds: [...filler, anna.id, paul.id, mia.id, tot.id] })
    await rows(`UPDATE members SET mail_opt_out = 1 WHERE id IN (${anna.id}, ${mia.id})`)
    await rows(`UPDATE members SET membership_state = 'Died' WHERE id = ${tot.id}`)
    await runCron()
    expect((await read(1)).counts).toMatchObject({ sent: 31, skipped: 2, waiting: 0, failed: 0 })
    expect(sent.find(({ to }) => to === 'familie@example.de')?.text).toMatch(/^Hallo Paul,\n/)
    expect(sent.map(({ to }) => to)).not.toContain('mia@example.de')
  })
})

describe('content of a circular', () => {
  test('A circular greets members by their current names, but is sent to the address that they had when it was created', async () => {
    const filler = await manyRecipients(25)
    const anna = await aRecipient('Anna', 'Häußler', 'anna@example.de')
    await post('', { ...words, memberIds: [...filler, anna.id] })
    await rows(
      `UPDATE members SET first_name = 'Annika', e_mail = 'neu@example.de' WHERE id = ${anna.id}`,
    )
    await runCron()
    expect(sent.at(-1)).toMatchObject({ to: 'anna@example.de' })
    expect(sent.at(-1)?.text).toMatch(/^Hallo Annika,\n/)
  })

  test("A circular, like its preview, has the lines as typed, the author's signature at the end and the guild as reply address", async () => {
    await commit(db(), [
      write.update(users).set({ mailSignature: 'Sabine Kächele\nSchriftführerin' }),
    ])
    await commit(db(), [
      write
        .update(guildSettings)
        .set({ name: 'Narrenzunft Hagelfingen', contactEmail: 'post@zunft.example' }),
    ])
    const { id } = await aRecipient('Anna', 'Häußler', 'anna@example.de')
    const body =
      '{Anrede}\r\n\r\nerste Zeile\r\nzweite <b>Zeile</b>\n\n\n\nEnde, {Vorname} {Nachname}.'
    await post('', { subject: 'Häs für {Vorname}', body, memberIds: [id] })
    const [mail] = sent
    expect(mail).toMatchObject({ subject: 'Häs für Anna', replyTo: 'post@zunft.example' })
    const [text = '', foot = ''] = mail?.text.split('\n\nKeine Rundmails mehr: ') ?? []
    expect(text).toBe(
      'Hallo Anna,\n\nerste Zeile\nzweite <b>Zeile</b>\n\nEnde, Anna Häußler.\n\nSabine Kächele\nSchriftführerin',
    )
    expect(foot).toContain(`${origin}/impressum`)
    expect(mail?.html).toContain('erste Zeile<br>zweite &lt;b&gt;Zeile&lt;/b&gt;')
    const preview = await json(
      post('/preview', { subject: 'Häs für {Vorname}', body, memberIds: [id] }),
    )
    expect(preview.mail).toMatchObject({
      subject: mail?.subject,
      text: mail?.text,
      html: mail?.html,
    })
  })

  test('A test mail of a circular goes to its author and stores nothing; a failing provider is answered 502 MailFailed', async () => {
    expect(await json(post('/test', words))).toEqual({ emailAddress: 'management@example.test' })
    expect(sent).toMatchObject([{ to: 'management@example.test', subject: 'Häs abholen' }])
    expect(sent[0]?.text).toMatch(/^Hallo Sabine,\n/)
    expect(await rows('SELECT 1 FROM mails UNION SELECT 1 FROM circulars')).toEqual([])
    answer = () => Promise.reject(new Error('down'))
    const failed = await post('/test', words)
    expectLogged('circular_test')
    expect([failed.status, (await json(failed)).error.code]).toEqual([502, 'MailFailed'])
  })
})

describe('preview of a circular', () => {
  test('The preview of a circular lists the recipients, the members left out with the reason, and one mail', async () => {
    const anna = await aRecipient('Anna', 'Häußler', 'familie@example.de')
    const paul = await aRecipient('Paul', 'Beck', 'familie@example.de')
    const left = await aRecipient('Lea', 'Left', 'lea@example.de', { membershipState: 'Left' })
    const died = await aRecipient('Otto', 'Tot', 'otto@example.de', { membershipState: 'Died' })
    const none = await aRecipient('Nora', 'Ohne', '')
    const no = await aRecipient('Nils', 'Nein', 'nils@example.de', { mailOptOut: true })
    const gone = await aRecipient('', 'Anonymisiert', '', {
      anonymisedAt: '2026-01-01T00:00:00.000Z',
    })
    const person = ({ id, firstName, lastName }: typeof anna) => ({ id, firstName, lastName })
    const memberIds = [left, anna, died, none, no, gone, paul, anna].map(({ id }) => id).concat(999)
    const preview = await json(post('/preview', { ...words, memberIds, memberId: paul.id }))
    expect(preview).toMatchObject({
      canSend: true,
      count: 2,
      families: 1,
      recipients: [
        { emailAddress: 'lea@example.de', members: [person(left)] },
        { emailAddress: 'familie@example.de', members: [person(anna), person(paul)] },
      ],
      without: { noAddress: [person(none)], optedOut: [person(no)], died: [person(died)], gone: 2 },
      mail: { emailAddress: 'familie@example.de', subject: 'Häs abholen' },
    })
    expect(preview.mail.text).toMatch(/^Hallo Anna und Paul,\n/)
    const first = await json(post('/preview', { subject: '', body: '', memberIds, memberId: 999 }))
    expect(first.mail).toMatchObject({ emailAddress: 'lea@example.de', subject: '' })
    expect(await json(post('', { ...words, memberIds }))).toMatchObject({ count: 2 })
  })

  test('When no member has an address, the preview of a circular has no mail and sending is rejected (422)', async () => {
    const { id } = await aRecipient('Nora', 'Ohne', '')
    const body = { ...words, memberIds: [id] }
    expect(await json(post('/preview', body))).toMatchObject({
      count: 0,
      recipients: [],
      mail: null,
    })
    const refused = await post('', body)
    expect([refused.status, Object.keys((await json(refused)).error.fields)]).toEqual([
      422,
      ['memberIds'],
    ])
    expect(await rows('SELECT 1 FROM circulars')).toEqual([])
  })
})

describe('a guild without a mail provider', () => {
  test('Without a mail provider, sending a circular or a test is rejected (409 MailUnavailable); the preview lists the addresses', async () => {
    configure({ MAIL_FROM: '' })
    const { id } = await aRecipient('Anna', 'Häußler', 'anna@example.de')
    for (const path of ['', '/test']) {
      const refused = await post(path, { ...words, memberIds: [id] })
      expect([refused.status, (await json(refused)).error.code]).toEqual([409, 'MailUnavailable'])
    }
    expect(await rows('SELECT 1 FROM mails UNION SELECT 1 FROM circulars')).toEqual([])
    expect(await json(post('/preview', { ...words, memberIds: [id] }))).toMatchObject({
      canSend: false,
      recipients: [{ emailAddress: 'anna@example.de' }],
    })
  })

  test('While no mail provider is configured, mails of a circular are not sent; they are sent once one is configured again', async () => {
    await post('', { ...words, memberIds: await manyRecipients(30) })
    const before = sent.length
    configure({ MAIL_FROM: '' })
    await runCron()
    expect((await read(1)).counts).toMatchObject({ sent: before, waiting: 30 - before, skipped: 0 })
    configure({ MAIL_FROM: 'umzug@zunft.example' })
    await runCron()
    expect((await read(1)).counts).toMatchObject({ sent: 30, waiting: 0 })
  })
})

describe('invalid circulars', () => {
  test.each<[object, number, string]>([
    [{ subject: ' ' }, 422, 'subject'],
    [{ subject: 'a\u0007b' }, 422, 'subject'],
    [{ subject: 'ä'.repeat(151) }, 422, 'subject'],
    [{ subject: 'Für {Name}' }, 422, 'subject'],
    [{ body: ' \n ' }, 422, 'body'],
    [{ body: 'ä'.repeat(10_001) }, 422, 'body'],
    [{ body: 'Hallo {vorname},' }, 422, 'body'],
    [{ body: 'a\u0000b' }, 422, 'body'],
    [{ body: undefined }, 400, 'body'],
    [{ memberIds: [] }, 422, 'memberIds'],
    [{ memberIds: Array.from({ length: 10_001 }, (_, n) => n + 1) }, 422, 'memberIds'],
    [{ memberIds: ['1'] }, 400, 'memberIds.0'],
    [{ memberIds: [0] }, 422, 'memberIds.0'],
  ])('A circular with %j is rejected (%i) at the field %s', async (change, status, field) => {
    const { id } = await aRecipient('Anna', 'Häußler', 'anna@example.de')
    const refused = await post('', { ...words, memberIds: [id], ...change })
    expect([refused.status, Object.keys((await json(refused)).error.fields)]).toEqual([
      status,
      [field],
    ])
    expect(await rows('SELECT 1 FROM circulars')).toEqual([])
  })

  test('A circular with the longest allowed subject and text is accepted; reading, stopping or continuing an unknown circular is rejected (404)', async () => {
    const { id } = await aRecipient('Anna', 'Häußler', 'anna@example.de')
    const longest = { subject: 'ä'.repeat(150), body: 'ä'.repeat(10_000) }
    expect((await post('', { ...longest, memberIds: [id] })).status).toBe(201)
    for (const path of ['/9/stop', '/9/continue']) expect((await post(path)).status).toBe(404)
    expect((await ask('GET', '/api/circular/9')).status).toBe(404)
  })
})

test('The list of circulars contains every circular, newest first, with counts and author', async () => {
  await post('', { ...words, memberIds: await manyRecipients(2) })
  setClock('2027-01-16T12:30:00Z')
  await post('', { ...words, subject: 'Zweite', memberIds: await manyRecipients(1, 'anders.de') })
  const list = await json(ask('GET', '/api/circular'))
  const by = { createdBy: 'Sabine Kächele', stoppedAt: null, pausedUntil: null }
  const none = { waiting: 0, sending: 0, skipped: 0, failed: 0 }
  expect(list).toEqual([
    {
      id: 2,
      subject: 'Zweite',
      createdAt: '2027-01-16T12:30:00.000Z',
      ...by,
      counts: { ...none, sent: 1 },
    },
    {
      id: 1,
      subject: 'Häs abholen',
      createdAt: '2027-01-16T12:00:00.000Z',
      ...by,
      counts: { ...none, sent: 2 },
    },
  ])
  expect(await read(1)).toEqual({ ...list[1], body: words.body, attachments: [], failures: [] })
})

describe('circulars to anonymised and merged members', () => {
  test("A waiting mail of a circular to an anonymised member is skipped; a family's mail goes to its other members", async () => {
    const filler = await manyRecipients(30)
    const left = { membershipState: 'Left', dateLeft: '2020-01-01' } as const
    const anna = await aRecipient('Anna', 'Häußler', 'anna@example.de', left)
    const paul = await aRecipient('Paul', 'Beck', 'familie@example.de', left)
    const mia = await aRecipient('Mia', 'Beck', 'familie@example.de')
    await post('', { ...words, memberIds: [...filler, anna.id, paul.id, mia.id] })
    for (const { id, firstName, lastName } of [anna, paul]) {
      const gone = await ask('POST', `/api/member/${id}/anonymise`, {
        name: `${firstName} ${lastName}`,
      })
      expect(gone.status).toBe(200)
    }
    expect(
      await rows(
        `SELECT email_address, member_ids FROM circular_recipients WHERE email_address NOT LIKE 'narr%'`,
      ),
    ).toEqual([{ email_address: 'familie@example.de', member_ids: `[${mia.id}]` }])
    await runCron()
    expect((await read(1)).counts).toMatchObject({ sent: 31, skipped: 1, waiting: 0, failed: 0 })
    expect(sent.at(-1)?.text).toMatch(/^Hallo Mia,\n/)
  })

  test('A waiting mail of a circular to a member whose record was deleted by a merge greets the member by the name of the kept record', async () => {
    const filler = await manyRecipients(25)
    const gone = await aRecipient('Ana', 'Häußler', 'anna@example.de')
    const kept = await aRecipient('Anna', 'Häußler', 'anna@example.de')
    await post('', { ...words, memberIds: [...filler, gone.id, kept.id] })
    await rows(`DELETE FROM members WHERE id = ${gone.id}`)
    await rows(`INSERT INTO member_merges (kept_id, gone_id, merged_at, merged_by)
      VALUES (${kept.id}, ${gone.id}, '2027-01-16T12:00:00.000Z', ${manager.id})`)
    await runCron()
    expect(sent.at(-1)?.text).toMatch(/^Hallo Anna,\n/)
    await ask('POST', '/api/circular/opt-out', { token: tokenIn(sent.at(-1) as SentMail) }, null)
    expect(await optedOut()).toEqual([kept.id])
  })
})

describe('the PDF files attached to a circular', () => {
  /** A PDF of this many bytes; `mark` makes its content differ. */
  const aPdf = (size = 200, mark = 'a') => {
    const text = `%PDF-1.7\n${mark}`
    const end = '\n%%EOF\n'
    return text + 'x'.repeat(Math.max(0, size - text.length - end.length)) + end
  }
  const attached = (name: string, content: string) => ({ name, content: btoa(content) })
  const filesOf = (mail: SentMail | undefined) =>
    mail?.attachments?.map(({ filename, type, content }) => [
      filename,
      type,
      typeof content === 'string' ? content : new TextDecoder('latin1').decode(content),
    ])
  const fieldsOf = async (response: Response) => {
    expect(response.status).toBe(422)
    return (await json(response)).error.fields
  }
  const stored = () =>
    rows(`SELECT a.name, a.byte_count, count(p.part) AS parts, sum(length(p.bytes)) AS bytes,
      max(length(p.bytes)) AS longest FROM circular_attachments a JOIN circular_attachment_parts p
      ON p.circular_id = a.circular_id AND p.number = a.number GROUP BY a.circular_id, a.number`)

  test('Every mail of a circular contains the attached files completely and in order; each file is stored once, in parts', async () => {
    configure({ MAIL_FROM: 'zunft@zunft.example', APP_ORIGIN: origin })
    const memberIds = await manyRecipients(3)
    const [long, short] = [aPdf(100_001), aPdf(300, 'ü')]
    const attachments = [attached('C:\\Plan\\Einladung.pdf', long), attached('Fahrplan', short)]
    const created = await post('', { ...words, memberIds, attachments })
    expect(created.status).toBe(201)
    expect(sent).toHaveLength(3)
    for (const mail of sent) {
      expect(filesOf(mail)).toEqual([
        ['Einladung.pdf', 'application/pdf', long],
        ['Fahrplan.pdf', 'application/pdf', short],
      ])
    }
    expect(await stored()).toEqual([
      { name: 'Einladung.pdf', byte_count: 100_001, parts: 3, bytes: 100_001, longest: 40_000 },
      { name: 'Fahrplan.pdf', byte_count: 300, parts: 1, bytes: 300, longest: 300 },
    ])
    const { id } = await json(created)
    expect((await read(id)).attachments).toEqual([
      { name: 'Einladung.pdf', byteCount: 100_001 },
      { name: 'Fahrplan.pdf', byteCount: 300 },
    ])
    const [event] = await rows(
      `SELECT changes ->> '$.files[1]' AS files FROM audit_entries WHERE entity = 'circular'`,
    )
    expect(event).toEqual({ files: 'Einladung.pdf, Fahrplan.pdf' })
  })

  test('An attached file is rejected if its content is not a complete PDF, whatever its name', async () => {
    configure({ MAIL_FROM: 'zunft@zunft.example' })
    const memberIds = await manyRecipients(1)
    for (const content of ['<html>', '', `x${aPdf()}`, aPdf().replace('%%EOF', '')]) {
      const attachments = [attached('gut.pdf', aPdf()), attached('Plan.pdf', content)]
      const fields = await fieldsOf(await post('', { ...words, memberIds, attachments }))
      expect(fields).toEqual({ attachments: '„Plan.pdf“ ist kein vollständiges PDF.' })
    }
    const noBase64 = [{ name: 'Plan.pdf', content: '§' }]
    await fieldsOf(await post('/test', { ...words, attachments: noBase64 }))
    expect([await stored(), sent]).toEqual([[], []])
  })

  test('Attached files of two megabytes in total are accepted; with one byte more the circular is rejected', async () => {
    configure({ MAIL_FROM: 'zunft@zunft.example' })
    const memberIds = await manyRecipients(1)
    const half = 1024 * 1024
    const files = (more: number) => [
      attached('a.pdf', aPdf(half)),
      attached('b.pdf', aPdf(half + more)),
    ]
    const fields = await fieldsOf(await post('', { ...words, memberIds, attachments: files(1) }))
    expect(fields).toEqual({ attachments: 'Zusammen höchstens 2 MB. Das sind 2,1 MB.' })
    expect(await rows('SELECT id FROM circulars')).toEqual([])
    const created = await post('', { ...words, memberIds, attachments: files(0) })
    expect(created.status).toBe(201)
    expect(sent.map((mail) => mail.attachments?.length)).toEqual([2])
  })

  test('Attached files of five megabytes are rejected (413) with a sentence about the files', async () => {
    configure({ MAIL_FROM: 'zunft@zunft.example' })
    const attachments = [attached('a.pdf', aPdf(5 * 1024 * 1024))]
    for (const [path, body] of [
      ['', { ...words, memberIds: [1], attachments }],
      ['/test', { ...words, attachments }],
    ] as const) {
      const answer = await post(path, body)
      expect([answer.status, (await json(answer)).error.message]).toEqual([
        413,
        'Die Anhänge sind zu groß: zusammen höchstens 2 MB.',
      ])
    }
  })

  test.each([
    ['../../a.exe', 'a.exe.pdf'],
    ['/etc/..', 'Anhang.pdf'],
    ['Plan .PDF', 'Plan .PDF'],
  ])('A file named %j is attached as %j', async (name, expected) => {
    configure({ MAIL_FROM: 'zunft@zunft.example' })
    const attachments = [attached(name, aPdf())]
    expect((await post('/test', { ...words, attachments })).status).toBe(200)
    expect(sent[0]?.attachments?.map(({ filename }) => filename)).toEqual([expected])
  })

  test('The same text sent again with another file of the same name is a second circular; with the same file it is sent only once', async () => {
    configure({ MAIL_FROM: 'zunft@zunft.example' })
    const memberIds = await manyRecipients(1)
    const send = async (mark: string) =>
      (await json(post('', { ...words, memberIds, attachments: [attached('a', aPdf(200, mark))] })))
        .id
    expect([await send('a'), await send('a'), await send('b')]).toEqual([1, 1, 2])
  })

  test('A test mail of a circular to its author contains the attached files, and nothing is stored', async () => {
    configure({ MAIL_FROM: 'zunft@zunft.example' })
    const attachments = [attached('Einladung.pdf', aPdf())]
    expect((await post('/test', { ...words, attachments })).status).toBe(200)
    expect(filesOf(sent[0])).toEqual([['Einladung.pdf', 'application/pdf', aPdf()]])
    expect(await stored()).toEqual([])
  })

  test('The attached files are read from the database once for all mails that one round sends', async () => {
    configure({ MAIL_FROM: 'zunft@zunft.example', APP_ORIGIN: origin })
    const memberIds = await manyRecipients(5)
    await post('', { ...words, memberIds, attachments: [attached('a.pdf', aPdf())] })
    const filesOf = circularFiles(db())
    const first = await filesOf(1)
    // The parts are gone, so that a second read would give an empty file.
    await rows('DELETE FROM circular_attachment_parts')
    expect(await filesOf(1)).toBe(first)
    expect(first.map(({ bytes }) => bytes.length)).toEqual([200])
    expect((await circularFiles(db())(1)).map(({ bytes }) => bytes.length)).toEqual([0])
  })

  test('When the cron deletes an old circular, its attached files are deleted as well', async () => {
    configure({ MAIL_FROM: 'zunft@zunft.example' })
    const memberIds = await manyRecipients(1)
    await post('', { ...words, memberIds, attachments: [attached('a.pdf', aPdf())] })
    setClock('2029-01-16T03:00:00Z')
    await runCron()
    await runCron()
    expect(await rows('SELECT id FROM circulars')).toEqual([])
    expect(await rows('SELECT name FROM circular_attachments')).toEqual([])
    expect(await rows('SELECT part FROM circular_attachment_parts')).toEqual([])
  })
})

describe('templates of circulars', () => {
  const template = { name: 'Einladung', subject: 'Umzug', body: '{Anrede}\n\nkommt alle.' }
  const list = () => json(ask('GET', '/api/circular/templates'))

  test('A template of a circular can be saved, renamed and deleted; renaming and deleting can be undone in the history', async () => {
    const undo = async (response: Response) =>
      (await ask('POST', `/api/history/${response.headers.get('X-Request-Id')}/undo`, {})).status
    const saved = await post('/templates', template)
    expect(saved.status).toBe(201)
    const { id } = await json(saved)
    const renamed = await ask('PUT', `/api/circular/templates/${id}`, { name: 'Einladung 2027' })
    expect(await json(renamed)).toEqual({ id, ...template, name: 'Einladung 2027' })
    expect(await undo(renamed)).toBe(200)
    expect(await list()).toEqual([{ id, ...template }])
    const deleted = await ask('DELETE', `/api/circular/templates/${id}`)
    expect([deleted.status, await list()]).toEqual([204, []])
    expect(await undo(deleted)).toBe(200)
    expect(await list()).toEqual([{ id, ...template }])
  })

  test('A template with the name of another, ignoring upper and lower case, is rejected (409); changing an unknown template is rejected (404)', async () => {
    await post('/templates', template)
    const { id } = await json(post('/templates', { ...template, name: 'Absage' }))
    for (const refused of [
      await post('/templates', { ...template, name: ' EINLADUNG ' }),
      await ask('PUT', `/api/circular/templates/${id}`, { name: 'einladung' }),
    ]) {
      expect(refused.status).toBe(409)
      expect((await json(refused)).error).toMatchObject({
        code: 'LabelExists',
        fields: { name: 'Eine Vorlage mit diesem Namen gibt es schon.' },
      })
    }
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual([
      'Absage',
      'Einladung',
    ])
    expect((await ask('PUT', '/api/circular/templates/99', { name: 'x' })).status).toBe(404)
    expect((await ask('DELETE', '/api/circular/templates/99')).status).toBe(404)
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ body: '{Name}' }, 'body'],
    [{ subject: '{anrede}' }, 'subject'],
  ])('A template with %j is rejected beside the field', async (wrong, field) => {
    const response = await post('/templates', { ...template, ...wrong })
    expect(response.status).toBe(422)
    expect(Object.keys((await json(response)).error.fields)).toEqual([field])
    expect(await list()).toEqual([])
  })
})
