import { env } from 'cloudflare:workers'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { aBooking, aClaim, aFeeLetter, aRun } from '#tests/support/ledger-rows.ts'
import * as schema from '#worker/db/schema.ts'
import { renderDisclosureMail } from '#worker/mail/disclosure-mail.ts'

let token: string
let manager: number

beforeEach(async () => {
  setClock()
  const signed = await signedIn('management')
  token = signed.token
  manager = signed.id
  await rows(
    `UPDATE guild_settings SET legal_name = 'Narrenzunft Schellental e.V.', town = 'Schellental'`,
  )
})

/** For each table with personal data, texts that only its rows contain. */
const textsOfTable: Record<string, string[]> = {
  members: [
    'Xaverine',
    'Yppsilanti',
    '05.03.1971',
    'DE89370400440532013000',
    'mag keine Äxte',
    'M-7',
  ],
  member_timespans: ['11.11.1991'],
  honors: ['Sonderurkunde', 'für Quitten'],
  duty_entries: ['Kassier', 'kann rechnen'],
  member_exits: ['16.11.2025'],
  costume_ownerships: ['02.02.2002'],
  costumes: ['Q118'],
  costume_types: ['Schellenhansel'],
  parades: ['Nachtumzug Qualbach'],
  participations: ['Q119'],
  match_acts: ['zugeordnet 04.01.2027'],
  orders: ['eingegangen 16,00'],
  order_refunds: ['Erstattung 7,77'],
  order_history: ['Platz gestrichen'],
  mails: ['06.01.2027'],
  circulars: ['Rundmail „Kuttelnessen“'],
  circular_recipients: ['08.01.2027'],
  audit_entries: ['07.01.2027'],
  disclosures: ['23.01.2027'],
  imports: ['mitglieder 1999.xlsx'],
  guild_settings: ['Narrenzunft Schellental e.V.'],
  honor_rules: ['Sonderurkunde'],
  offices: ['Kassier'],
  fee_claims: ['17,31', 'Aktiv ab 18', 'zahlt ein anderes Mitglied'],
  fee_bookings: ['02.03.2026: 17,31\u00a0€ bezahlt', 'überwiesen', 'Quittung fehlt', '3,33\u00a0€'],
  fee_letters: ['Rechnung 2026, als Brief'],
  assembly_honors: [
    'Generalversammlung',
    '09.04.2010',
    'entschuldigt',
    'bestellt am 19.03.2010',
    'Knie geprellt',
  ],
}

/** Tables that the disclosure leaves out, with the reason. */
const leftOut: Record<string, string> = {
  users: 'staff: they are "Verwaltung" here, and see their own under "Mein Account"',
  user_roles: 'staff',
  sessions: 'staff',
  user_links: 'staff',
  setup_links: 'no personal data: the link to the first access',
  saved_views: 'filters of staff; no data of members',
  check_in_acts: 'acts of staff; their results are in the participations',
  passkeys: 'staff',
  passkey_challenges: 'staff, for minutes',
  known_browsers: 'staff',
  login_failures: 'keyed hashes',
  network_load: 'keyed hashes',
  hourly_counts: 'keyed hashes',
  extra_counts: 'counts without persons',
  audit_context: 'empty except during a write',
  payment_events: 'ids of the provider; their results are in the history of the order',
  sandbox_payments: 'the local test provider',
  sandbox_refunds: 'the local test provider',
  refusals: 'counts by the keyed hash of a network, without personal data',
  member_merges: 'ids; the merge itself is in the history',
  member_no_duplicates: 'ids of two members',
  job_runs: 'no personal data',
  guild_identity: 'no personal data',
  retention_runs: 'no personal data',
  parade_drafts: 'no personal data',
  fee_rules: 'no personal data',
  honor_rule_duties: 'no personal data',
  letter_texts: 'no personal data',
  circular_templates: 'no personal data',
  circular_attachments: 'the files of a circular, which is disclosed itself',
  circular_attachment_parts: 'the files of a circular, which is disclosed itself',
  sepa_runs: 'sums; the single debits are in the bookings',
  sepa_run_parts: 'the file for the bank; the single debits are in the bookings',
  fee_letter_claims: 'the fees of a letter, which are disclosed themselves',
  prepared_statistics: 'a copy of disclosed data, for a day',
  data_version: 'no personal data',
  import_parts: 'an uploaded file, for a day; imported rows are disclosed',
  import_rows: 'checks of its rows, for a day',
  journal: 'disclosed data and its earlier versions, for the 30 days of an undo',
  import_mappings: 'names of columns',
  guards: 'always empty',
  row_changes: 'always empty',
}

test('Every table of the database is either part of the disclosure or listed with a reason for being left out', () => {
  const tables = Object.values(schema).flatMap((one) =>
    is(one, SQLiteTable) ? getTableName(one) : [],
  )
  expect([...Object.keys(textsOfTable), ...Object.keys(leftOut)].sort()).toEqual(tables.sort())
})

/** A member with rows in every table, and a husband who paid for her once. */
async function aMemberWithHistory() {
  const { id } = await aMember({
    firstName: 'Xaverine',
    lastName: 'Zwölfender',
    maidenName: 'Yppsilanti',
    birthday: '1971-03-05',
    eMail: ' Xaverine@quitte.example',
    comment: 'mag keine Äxte </script><b>&',
    bankingIban: 'DE89370400440532013000',
    mandateReference: 'M-7',
    membershipState: 'Left',
  })
  await aCostumeType()
  const costume = await aCostume(1, 'Q118')
  const parade = await aParade({ title: 'Nachtumzug Qualbach' })
  await rows(`INSERT INTO member_timespans (member_id, from_date) VALUES (${id}, '1991-11-11')`)
  await rows(`INSERT INTO imports (id, kind, state, file_name, file_sha256, head, created_at, created_by, done_at)
    SELECT 1, 'members', 'done', 'mitglieder 1999.xlsx', '', '{}', '', min(id), '2026-11-21T10:00:00.000Z' FROM users`)
  await rows(`UPDATE members SET import_id = 1 WHERE id = ${id}`)
  await rows(
    `INSERT INTO honors (member_id, type, date, comment) VALUES (${id}, 'Extra_Certificate', '2010-01-01', 'für Quitten')`,
  )
  await rows(`INSERT INTO assembly_honors (date, member_id, type, attendance, ordered_on, note)
    VALUES ('2010-04-09', ${id}, 'Extra_Certificate', 'excused', '2010-03-19', 'Knie geprellt')`)
  await rows(
    `INSERT INTO duty_entries (member_id, duty, from_date, comment) VALUES (${id}, 'Kassier', '2000-01-01', 'kann rechnen')`,
  )
  await rows(`INSERT INTO member_exits (member_id, state, date, state_before, ended, recorded_at, recorded_by, effective_at)
    VALUES (${id}, 'Left', '2025-11-16', 'Active', '[]', '2025-11-01T10:00:00.000Z', ${manager}, '2025-11-17T01:00:00.000Z')`)
  await rows(
    `INSERT INTO costume_ownerships (costume_id, member_id, owned_from) VALUES (${costume.id}, ${id}, '2002-02-02')`,
  )
  await rows(
    `INSERT INTO match_acts (id, at, "by") VALUES (1, '2027-01-04T10:00:00.000Z', ${manager})`,
  )
  const order = async (email: string, first: string) => {
    await rows(`INSERT INTO orders (token, return_token, request_key, state, amount_in_cent, provider, place_count,
        hold_until, email_address, first_name, last_name, success_url, error_url, created_at, paid_at, received_in_cent, network_key)
      VALUES ('token-${first}', 'r${first}', 'k', 'paid', 1600, 'sandbox', 2, '2027', '${email}', '${first}', 'Zwölfender', '', '',
        '2027-01-03T10:00:00.000Z', '2027-01-03T10:05:00.000Z', 1600, 'netz')`)
    return (await rows<{ id: number }>('SELECT max(id) AS id FROM orders'))[0]?.id ?? 0
  }
  const place = (
    orderId: number,
    memberId: number | null,
    first: string,
    number: string,
    paradeId = parade.id,
  ) =>
    rows(`INSERT INTO participations (parade_id, member_id, order_id, door, state, first_name, last_name, birthday,
        person_key, given_key, costume_type_id, costume_number, age_class, price_in_cent, participation_fee_payed,
        fee_payed_at, created_at, match_act_id)
      VALUES (${paradeId}, ${memberId}, ${orderId}, 'public', 'booked', '${first}', 'Zwölfender', '19${number.slice(-2)}-01-01',
        '${number}', '${number}', 1, '${number}', 'Adult', 800, 1, '2027-01-03T10:05:00.000Z', '2027-01-03T10:00:00.000Z',
        ${memberId === null ? 'NULL' : 1})`)
  const own = await order('xaverine@QUITTE.example', 'Xaverine')
  await place(own, id, 'Xaverine', 'Q119')
  await place(own, null, 'Kindla', 'Q133')
  const ottos = await order('otto@gast.example', 'Otto')
  const second = await aParade({ title: 'Butzenumzug', date: '2027-01-31' })
  await place(ottos, id, 'Xaverine', 'Q155', second.id)
  await place(ottos, null, 'Otto', 'Q177', second.id)
  await rows(`INSERT INTO order_refunds (key, order_id, payment_ref, amount_in_cent, reason, state, requested_at, requested_by)
    VALUES ('place-1', ${own}, 'tr', 777, 'staff', 'pending', '2027-01-05T10:00:00.000Z', ${manager})`)
  await rows(
    `INSERT INTO order_history (order_id, at, kind, user_id) VALUES (${own}, '2027-01-05T10:00:00.000Z', 'placeCancelled', ${manager})`,
  )
  await rows(`INSERT INTO mails (key, order_id, kind, state, not_before, created_at, sent_at)
    VALUES ('enrolled-1', ${own}, 'enrolled', 'sent', '2027', '2027-01-06T10:00:00.000Z', '2027-01-06T10:00:00.000Z')`)
  await rows(`INSERT INTO circulars (subject, body, created_by, created_at, mail_count, request_key)
    VALUES ('Kuttelnessen', '{Anrede}', ${manager}, '2027-01-08T09:00:00.000Z', 1, 'k')`)
  await rows(`INSERT INTO mails (key, kind, circular_id, state, not_before, created_at, sent_at)
    VALUES ('circular-1-0', 'circular', 1, 'sent', '2027', '2027-01-08T09:00:00.000Z', '2027-01-08T10:00:00.000Z')`)
  await rows(`INSERT INTO circular_recipients (circular_id, email_address, member_ids, mail_id)
    VALUES (1, 'XAVERINE@quitte.example', '[${id}]', (SELECT max(id) FROM mails))`)
  await rows(`INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, op, changes)
    VALUES ('2027-01-07T10:00:00.000Z', 'staff', ${manager}, 'r', 'PUT', 'member', ${id}, ${id}, 'update', '{"phone":["geheim","0"]}')`)
  await rows(`INSERT INTO disclosures (email_address, created_at, created_by, expires_at)
    VALUES ('xaverine@quitte.example', '2027-01-16T10:00:00.000Z', ${manager}, '2027-01-23T10:00:00.000Z')`)
  const otto = await aMember({ firstName: 'Otto', lastName: 'Gast', memberNumber: 88 })
  const by = { createdBy: manager }
  const own17 = await aClaim({ memberId: id, amountInCent: 1731, reason: 'Aktiv ab 18', ...by })
  const paid = { kind: 'paid', method: 'transfer', day: '2026-03-02', ...by } as const
  await aBooking({ claimId: own17, amountInCent: -1731, note: 'Quittung fehlt', ...paid })
  // Otto paid for her once, and she for him.
  const by88 = await aClaim({ memberId: id, year: 2025, payerId: otto.id, ...by })
  const run = { runId: await aRun(by), mandateId: 'OTTOS-MANDAT' }
  const back = { kind: 'returned', amountInCent: 2000, reasonCode: 'AC04', ...run, ...by } as const
  const debit = await aBooking({
    claimId: by88,
    kind: 'collected',
    amountInCent: -2000,
    ...run,
    ...by,
  })
  await aBooking({ claimId: by88, reversesId: debit, ...back })
  const ofOtto = { memberId: otto.id, payerId: id, amountInCent: 333, reason: 'Grund von Otto' }
  const his = await aClaim({ ...ofOtto, ...by })
  await aBooking({ claimId: his, amountInCent: -333, note: 'Bemerkung zu Otto', ...paid })
  await aFeeLetter({ payerId: id, ...by })
  await aFeeLetter({ payerId: otto.id, kind: 'reminder', step: 3, ...by })
  return { id, own, ottos }
}

const partsOf = (page: string) => {
  const [paper = '', rest = ''] = page.split('<script type="application/json" id="auskunft">')
  return { paper, data: JSON.parse(rest.split('</script>')[0] ?? '') }
}

describe('the disclosure of a member', () => {
  const disclosureOf = (id: number, as = token) =>
    call('GET', `/api/member/${id}/disclosure`, undefined, { token: as })

  test('The disclosure of a member contains all stored data of the member, as a page and as JSON, and is not cached', async () => {
    const { id } = await aMemberWithHistory()
    const answer = await disclosureOf(id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='/,
    )
    const { paper, data } = partsOf(await answer.text())
    for (const [table, words] of Object.entries(textsOfTable)) {
      for (const word of words) expect(paper, `${table}: ${word}`).toContain(word)
    }
    expect(paper).toContain('mag keine Äxte &lt;/script&gt;&lt;b&gt;&amp;')
    expect(data.members[0]).toMatchObject({
      id,
      bankingIban: 'DE89370400440532013000',
      comment: 'mag keine Äxte </script><b>&',
      membershipActiveTimespan: [{ from: '1991-11-11', to: null }],
      honors: [{ comment: 'für Quitten' }],
      costumes: [{ number: 'Q118' }],
    })
    expect(paper).toContain('http://zunft.test/datenschutz')
  })

  test('The disclosure of a member contains no names of staff, and of other people only the names of those whom the member enrolled', async () => {
    const { id } = await aMemberWithHistory()
    const page = await (await disclosureOf(id)).text()
    expect(page).not.toMatch(/Kächele|Sabine|management@/)
    // The other payer and the people in his order are not named.
    expect(page).not.toMatch(/\botto\b|Q177/i)
    expect(page).toContain('Butzenumzug'.slice(0, 10))
    // Nor is his bank account, or the reason of his fee.
    expect(page).not.toMatch(/OTTOS-MANDAT|AC04|Konto aufgelöst|Grund von|3\. Erinnerung/)
    // Of her own child only the name.
    expect(page).toContain('Kindla')
    expect(page).not.toContain('1933-01-01')
    // Keys, tokens, hashes and old values are not disclosed.
    expect(page).not.toMatch(/token-|rXaverine|netz\b|geheim/)
    expect(page).toContain('Verwaltung')
  })

  test('The disclosure of a member is recorded in the history and requires management and a sign-in of the last ten minutes (403)', async () => {
    const { id } = await aMemberWithHistory()
    await rows('DELETE FROM audit_entries')
    await disclosureOf(id)
    expect(
      await rows('SELECT entity, entity_id, member_id, op, user_id FROM audit_entries'),
    ).toEqual([
      { entity: 'disclosure', entity_id: id, member_id: id, op: 'event', user_id: manager },
    ])
    expect((await disclosureOf(id, (await signedIn('readonly')).token)).status).toBe(403)
    setClock('2027-01-16T12:10:01Z')
    const refusal = await disclosureOf(id)
    expect(refusal.status).toBe(403)
    expect((await json(refusal)).error.code).toBe('ConfirmNeeded')
  })

  test('The disclosure of an unknown member is answered 404', async () => {
    expect((await disclosureOf(999)).status).toBe(404)
  })
})

describe('the disclosure of an e-mail address', () => {
  const ask = (emailAddress: unknown) =>
    call('POST', '/api/privacy/disclosure', { emailAddress }, { token })
  const open = (code: string) =>
    call('POST', '/auskunft', `token=${encodeURIComponent(code)}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  /** The code after the "#" of the link. */
  const codeFor = async (emailAddress: string) => {
    const { link } = await json(ask(emailAddress))
    expect(link).toMatch(/^http:\/\/zunft\.test\/auskunft#/)
    return String(link).split('#')[1] ?? ''
  }

  test('The link of a disclosure shows all members and orders with the requested address, ignoring upper and lower case', async () => {
    await aMemberWithHistory()
    const answer = await open(await codeFor('XAVERINE@quitte.EXAMPLE'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const { paper, data } = partsOf(await answer.text())
    expect(paper).toContain('Zur E-Mail Adresse XAVERINE@quitte.EXAMPLE')
    expect(data.members).toHaveLength(1)
    expect(data.orders).toHaveLength(1)
    expect(paper).not.toMatch(/\botto\b|Q177/i)
  })

  test('The disclosure of an address without a member shows its orders only, with the names but no other data of the people in them', async () => {
    await aMemberWithHistory()
    const { paper, data } = partsOf(await (await open(await codeFor('otto@gast.example'))).text())
    expect(data.members).toEqual([])
    expect(data.orders).toHaveLength(1)
    // He entered her name in his order; her other data is not shown to him.
    expect(paper).toContain('Xaverine Zwölfender')
    expect(paper).not.toMatch(/Yppsilanti|DE89|Äxte|1955-01-01/)
  })

  test('Requesting a disclosure gives the same answer for known and unknown addresses', async () => {
    await aMemberWithHistory()
    const shape = async (address: string) => {
      const answer = await ask(address)
      const body = await json(answer)
      return { status: answer.status, sent: body.sent, keys: Object.keys(body).sort() }
    }
    const known = await shape('xaverine@quitte.example')
    expect(known.status).toBe(202)
    expect(await shape('niemand@nirgends.example')).toEqual(known)
    const page = await (await open(await codeFor('niemand@nirgends.example'))).text()
    // The page of an unknown address has only the request itself.
    expect(partsOf(page).data).toMatchObject({ members: [], orders: [], places: [] })
  })

  test.each([
    ['', 422],
    ['keine', 422],
    ['a@b', 422],
    [`${'x'.repeat(250)}@a.de`, 422],
    [7, 400],
    [null, 400],
  ])('A request for a disclosure with the address %o is rejected (%d)', async (address, status) => {
    const answer = await ask(address)
    expect(answer.status).toBe(status)
    expect((await json(answer)).error.fields).toHaveProperty('emailAddress')
    expect(await rows('SELECT * FROM disclosures')).toEqual([])
    expect(await rows('SELECT * FROM mails')).toEqual([])
  })

  test('The link to a disclosure is valid for seven days (422 afterwards), and then request and mail are deleted', async () => {
    const code = await codeFor('otto@gast.example')
    setClock('2027-01-23T11:59:59Z')
    expect((await open(code)).status).toBe(200)
    setClock('2027-01-23T12:00:00Z')
    const over = await open(code)
    expect(over.status).toBe(422)
    expect(await over.text()).toContain('Dieser Link gilt nicht mehr.')
    await runCron()
    expect(await rows('SELECT * FROM disclosures')).toEqual([])
    expect(await rows(`SELECT * FROM mails WHERE kind = 'disclosure'`)).toEqual([])
  })

  test('The code of a disclosure link that is cut, extended or mixed with the code of another disclosure is rejected (422)', async () => {
    const first = await codeFor('otto@gast.example')
    const second = await codeFor('anna@gast.example')
    const [, seal = ''] = first.split('.')
    const [number = '', other = ''] = second.split('.')
    for (const wrong of [
      `${number}.${seal}`,
      `${number}.${other.slice(0, -1)}`,
      `${number}.${other}A`,
      `99.${other}`,
      number,
      '',
      `${number}.`,
      `0${second}`,
      `${'9'.repeat(40)}.${other}`,
      '\0',
    ]) {
      expect((await open(wrong)).status, wrong).toBe(422)
    }
    expect((await open(` ${second} `)).status).toBe(200)
  })

  test('The code of a disclosure link is rejected (422) if address or time of the stored request is changed in the database', async () => {
    const code = await codeFor('otto@gast.example')
    await rows(`UPDATE disclosures SET email_address = 'xaverine@quitte.example'`)
    expect((await open(code)).status).toBe(422)
    await rows(
      `UPDATE disclosures SET email_address = 'otto@gast.example', created_at = '2027-01-16T12:00:00.001Z'`,
    )
    expect((await open(code)).status).toBe(422)
  })

  test("The content security policy of the disclosure page allows only the page's own script and style, and its form has a field for the code", async () => {
    const answer = await call('GET', '/auskunft')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const page = await answer.text()
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    expect(policy).not.toContain('unsafe')
    for (const element of ['script', 'style']) {
      const [, content = ''] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page) ?? []
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
      const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)))
      expect(policy, element).toContain(`${element}-src 'sha256-${base64}'`)
    }
    expect(page).toContain('<form method="post" action="/auskunft">')
    expect(page).toContain('<label for="token">Code</label>')
    expect((await call('DELETE', '/auskunft')).status).toBe(405)
    expect((await call('POST', '/auskunft', { token: 'x' })).status).toBe(415)
  })

  test('Too many attempts from one network to open a disclosure are rejected (429)', async () => {
    await aMemberWithHistory()
    const code = await codeFor('otto@gast.example')
    const before = env.LOGIN_LIMIT
    Object.assign(env, { LOGIN_LIMIT: { limit: async () => ({ success: false }) } })
    onTestFinished(() => void Object.assign(env, { LOGIN_LIMIT: before }))
    const refused = await open(code)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect(await refused.text()).not.toContain('otto@')
    expect((await call('GET', '/auskunft')).status).toBe(200)
    Object.assign(env, { LOGIN_LIMIT: before })
    expect((await open(code)).status).toBe(200)
  })

  test('The mail with a disclosure link goes only to the requested address and contains no stored data, and is not sent after the link has expired', async () => {
    await aMemberWithHistory()
    await ask('otto@gast.example')
    const [mail] = await rows(
      `SELECT kind, email_address, order_id, user_id FROM mails WHERE kind = 'disclosure'`,
    )
    expect(mail).toEqual({
      kind: 'disclosure',
      email_address: 'otto@gast.example',
      order_id: null,
      user_id: null,
    })
    expect(
      await rows(`SELECT entity, op FROM audit_entries WHERE entity = 'disclosure'`),
    ).toHaveLength(1)
    const context = { db: db(), secret: env.JWT_SECRET, origin: 'https://umzug.zunft.example' }
    const render = async (instant: string) => {
      const [one] = await rows<{ id: number }>(`SELECT id FROM mails WHERE kind = 'disclosure'`)
      return renderDisclosureMail({ ...context, now: new Date(instant) }, one?.id ?? 0)
    }
    const message = await render('2027-01-17T12:00:00Z')
    expect(message).toMatchObject({ to: 'otto@gast.example', attachments: [] })
    expect(message?.text).toMatch(/https:\/\/umzug\.zunft\.example\/auskunft#\d+\.[\w-]{43}\n/)
    expect(message?.text).toContain('Der Link gilt bis 23.01.2027.')
    expect(`${message?.text}${message?.html}`).not.toMatch(/Xaverine|Q155|16,00/)
    // A mail with an expired link is not sent.
    expect(await render('2027-01-23T12:00:00Z')).toBeNull()
  })
})

test('Among a thousand members, the disclosure of an address finds the one who has it', async () => {
  await aCostumeType()
  const values = Array.from(
    { length: 1000 },
    (_, n) => `('A', 'B', 'a', 'b', 'x${n}@y.example', '2020', '2020')`,
  )
  await rows(
    `INSERT INTO members (first_name, last_name, first_name_key, last_name_key, e_mail, created_at, updated_at) VALUES ${values.join()}`,
  )
  const { link } = await json(
    call('POST', '/api/privacy/disclosure', { emailAddress: 'x7@y.example' }, { token }),
  )
  const code = String(link).split('#')[1]
  const answer = await call('POST', '/auskunft', `token=${code}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect(partsOf(await answer.text()).data.members).toHaveLength(1)
  expect(env.ENVIRONMENT).toBe('local')
})
