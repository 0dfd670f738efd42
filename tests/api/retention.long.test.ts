import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import {
  call,
  db,
  json,
  rows,
  runCron,
  setClock,
  signedIn,
  today,
  tokenOf,
} from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { aBooking, aClaim } from '#tests/support/ledger-rows.ts'
import { expectLogged } from '#tests/support/log.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'
import { nameKey } from '#worker/domain/enrolment.ts'

beforeEach(() => setClock())

/** Runs the cron every five minutes until there is nothing left to delete that day. */
async function oneNight(day: string): Promise<number> {
  for (let round = 0; round < 40; round += 1) {
    setClock(`${day}T${round < 10 ? '03:0' : '04:'}${round}:00Z`)
    const before = await runs()
    await runCron()
    if ((await runs()) === before) return round
  }
  throw new Error('retention deletes rows in every round')
}

const runs = async () => (await rows('SELECT id FROM retention_runs')).length

// ── A demo guild over ten years, compared with an independent computation ──────────────────────

type Row = Record<string, string | number | null>
const text = (value: unknown) => String(value ?? '')

const ashWednesdays = [
  '2022-03-02 2023-02-22 2024-02-14 2025-03-05 2026-02-18 2027-02-10 2028-03-01 2029-02-14',
  '2030-03-06 2031-02-26 2032-02-11 2033-03-02 2034-02-22 2035-02-07 2036-02-27 2037-02-18',
].flatMap((line) => line.split(' '))

/** Adds to a day with JavaScript's calendar; used only for days that exist in every month. */
function later(day: string, years: number, months = 0, days = 0): string {
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(y + years, m - 1 + months, d + days)).toISOString().slice(0, 10)
}

const dump = async () => ({
  members: await rows<Row>('SELECT * FROM members ORDER BY id'),
  timespans: await rows<Row>('SELECT * FROM member_timespans ORDER BY id'),
  parades: await rows<Row>('SELECT id, date FROM parades ORDER BY id'),
  participations: await rows<Row>('SELECT * FROM participations ORDER BY id'),
  orders: await rows<Row>('SELECT * FROM orders ORDER BY id'),
  order_history: await rows<Row>('SELECT * FROM order_history ORDER BY id'),
  order_refunds: await rows<Row>('SELECT * FROM order_refunds ORDER BY key'),
  mails: await rows<Row>('SELECT * FROM mails ORDER BY id'),
  sepa_runs: await rows<Row>('SELECT * FROM sepa_runs ORDER BY id'),
  fee_claims: await rows<Row>('SELECT * FROM fee_claims ORDER BY id'),
  fee_bookings: await rows<Row>('SELECT * FROM fee_bookings ORDER BY id'),
  fee_letters: await rows<Row>('SELECT * FROM fee_letters ORDER BY id'),
  fee_letter_claims: await rows<Row>('SELECT * FROM fee_letter_claims ORDER BY letter_id'),
  sessions: await rows<Row>(`SELECT * FROM sessions WHERE device = 'old' ORDER BY id`),
  user_links: await rows<Row>('SELECT * FROM user_links ORDER BY id'),
  known_browsers: await rows<Row>('SELECT * FROM known_browsers ORDER BY browser_key'),
  audit_entries: await rows<Row>(`SELECT * FROM audit_entries WHERE act = 'old' ORDER BY id`),
  disclosures: await rows<Row>('SELECT * FROM disclosures ORDER BY id'),
  check_in_acts: await rows<Row>('SELECT * FROM check_in_acts ORDER BY id'),
  refusals: await rows<Row>('SELECT * FROM refusals ORDER BY minute'),
  circulars: await rows<Row>('SELECT * FROM circulars ORDER BY id'),
  recipients: await rows<Row>('SELECT * FROM circular_recipients ORDER BY mail_id'),
})
type Dump = Awaited<ReturnType<typeof dump>>

const withoutGuardian = {
  guardian_name: null,
  guardian_phone: null,
  guardian_consent: null,
  guardian_at: null,
}

/** What has to remain of the initial rows on that day. */
function expected(start: Dump, day: string): Dump {
  const dateOf = new Map(start.parades.map(({ id, date }) => [id, text(date)]))
  const placesOf = Map.groupBy(start.participations, ({ order_id }) => order_id)
  const deletedOrderIds = new Set<unknown>()
  for (const order of start.orders) {
    const places = placesOf.get(order.id ?? 0) ?? []
    // An order on the waiting list ends unpaid before its parade.
    const isEnded =
      order.state === 'waiting'
        ? places.some(({ parade_id }) => (dateOf.get(parade_id) ?? '') <= day)
        : ['expired', 'cancelled', 'failed'].includes(text(order.state))
    const isUnpaid =
      isEnded &&
      !order.paid_at &&
      !order.received_in_cent &&
      !places.some((place) => place.state === 'booked' || place.participation_fee_payed)
    if (isUnpaid && later(text(order.created_at).slice(0, 10), 0, 0, 31) <= day)
      deletedOrderIds.add(order.id)
  }
  const isLate = (order: Row) => {
    const lastDay = (placesOf.get(order.id ?? 0) ?? [])
      .map(({ parade_id }) => dateOf.get(parade_id) ?? '')
      .concat(text(order.created_at).slice(0, 10))
      .sort()
      .at(-1)
    return later(lastDay ?? '', 1) <= day
  }
  const yearOver = (order: Row) => {
    const last = [order.created_at, order.paid_at, order.closed_at]
      .concat(
        start.order_refunds
          .filter((one) => one.order_id === order.id)
          .map((one) => one.done_at ?? null),
      )
      .map(text)
      .sort()
      .at(-1)
    return Number(text(last).slice(0, 4)) + 8 < Number(day.slice(0, 4))
  }
  const orderOf = new Map(start.orders.map((order) => [order.id, order]))
  const people = Map.groupBy(
    start.participations.filter(({ member_id }) => member_id === null),
    ({ person_key }) => person_key,
  )
  const keyWithoutBirthday = new Map<unknown, string>()
  for (const [key, places] of people) {
    if (!places.some(({ birthday }) => birthday)) continue
    const last =
      places
        .map(({ parade_id }) => dateOf.get(parade_id) ?? '')
        .sort()
        .at(-1) ?? ''
    const ash = ashWednesdays.find((one) => one >= last)
    if (!ash || later(ash, 0, 6) > day) continue
    // Rows deleted in an earlier night do not count for the number of the key.
    const ids = places
      .filter((one) => !deletedOrderIds.has(one.order_id))
      .map(({ id }) => Number(id))
    keyWithoutBirthday.set(key, `x:${Math.min(...ids)}`)
  }
  const ordersWithDeletedBirthday = new Set(
    start.participations
      .filter((one) => one.member_id === null && keyWithoutBirthday.has(one.person_key))
      .map(({ order_id }) => order_id),
  )
  const circularsOver = new Set<unknown>(
    start.circulars
      .filter(({ created_at }) => later(text(created_at).slice(0, 10), 1, 0, 1) <= day)
      .map(({ id }) => id),
  )
  const ledger = ledgerOn(start, day)
  const lastDayOf = (member: Row) =>
    text(member.date_left) ||
    start.timespans
      .filter((one) => one.member_id === member.id)
      .map(({ to_date }) => text(to_date))
      .sort()
      .at(-1) ||
    text(member.updated_at).slice(0, 10)
  return {
    ...start,
    members: start.members.map((member) =>
      ['Left', 'Died'].includes(text(member.membership_state)) &&
      later(lastDayOf(member), 1, 2) <= day &&
      !ledger.needsAccount(member)
        ? {
            ...member,
            banking_iban: '',
            banking_bic: '',
            banking_account_owner: '',
            banking_bank: '',
            banking_sepa_allowed: 0,
            banking_sepa_allowed_date: null,
            mandate_reference: '',
          }
        : member,
    ),
    participations: start.participations
      .filter(({ order_id }) => !deletedOrderIds.has(order_id))
      .map((place) => {
        const key = place.member_id === null ? keyWithoutBirthday.get(place.person_key) : undefined
        return {
          ...place,
          ...(key && { birthday: null, person_key: key, given_key: key }),
          ...(later(dateOf.get(place.parade_id ?? 0) ?? '', 1) <= day && withoutGuardian),
        }
      }),
    orders: start.orders
      .filter(({ id }) => !deletedOrderIds.has(id))
      .map((order) => ({
        ...order,
        ...(ordersWithDeletedBirthday.has(order.id ?? 0) && { request_key: `x:${order.id}` }),
        ...(isLate(order) && { email_address: '', request_key: `x:${order.id}` }),
        ...(yearOver(order) && { first_name: '', last_name: '', request_key: `x:${order.id}` }),
      })),
    order_history: start.order_history
      .filter(({ order_id }) => !deletedOrderIds.has(order_id))
      .map((line) => {
        const order = orderOf.get(line.order_id ?? 0)
        return order && yearOver(order) ? { ...line, detail: null } : line
      }),
    order_refunds: start.order_refunds.map((refund) => {
      const order = orderOf.get(refund.order_id ?? 0)
      return order && yearOver(order) ? { ...refund, error: null } : refund
    }),
    mails: start.mails
      .filter(
        (mail) =>
          !deletedOrderIds.has(mail.order_id) &&
          !(mail.user_link_id && mailLinkOver(start, mail, day)),
      )
      .filter(
        ({ user_id, user_link_id, created_at }) =>
          !user_id || user_link_id || later(text(created_at).slice(0, 10), 0, 0, 91) > day,
      )
      .filter(({ circular_id }) => !circularsOver.has(circular_id ?? 0))
      .filter(
        ({ letter_id }) => !letter_id || ledger.fee_letters.some(({ id }) => id === letter_id),
      )
      .filter((mail) => !(mail.disclosure_id && isDisclosureOver(start, mail.disclosure_id, day)))
      .map((mail) => {
        const last = mail.parade_id
          ? dateOf.get(mail.parade_id)
          : text(mail.created_at).slice(0, 10)
        const isOfGuest = mail.user_id === null && mail.disclosure_id === null
        return isOfGuest && later(last ?? '', 1) <= day ? { ...mail, email_address: null } : mail
      }),
    sepa_runs: ledger.sepa_runs,
    fee_claims: ledger.fee_claims,
    fee_bookings: ledger.fee_bookings,
    fee_letters: ledger.fee_letters,
    fee_letter_claims: ledger.fee_letter_claims,
    sessions: start.sessions.filter(
      ({ expires_at }) => later(text(expires_at).slice(0, 10), 0, 0, 91) > day,
    ),
    known_browsers: start.known_browsers.filter(
      ({ last_seen_at }) => later(text(last_seen_at).slice(0, 10), 0, 0, 401) > day,
    ),
    user_links: start.user_links.filter(
      ({ expires_at }) => later(text(expires_at).slice(0, 10), 0, 0, 91) > day,
    ),
    audit_entries: start.audit_entries.filter(
      ({ at }) => later(text(at).slice(0, 10), 3, 0, 1) > day,
    ),
    disclosures: start.disclosures.filter(({ id }) => !isDisclosureOver(start, id ?? 0, day)),
    check_in_acts: start.check_in_acts.filter(
      ({ received_at }) => later(text(received_at).slice(0, 10), 1, 0, 1) > day,
    ),
    circulars: start.circulars.filter(({ id }) => !circularsOver.has(id)),
    recipients: start.recipients.filter(({ circular_id }) => !circularsOver.has(circular_id)),
    refusals: start.refusals.filter(
      ({ minute }) => later(text(minute).slice(0, 10), 0, 0, 31) > day,
    ),
  }
}

/** The rows of the ledger that are kept: ten years from the end of the last year with an entry. */
function ledgerOn(start: Dump, day: string) {
  const isKept = (...of: unknown[]) =>
    of.some((one) => Number(text(one).slice(0, 4)) + 10 >= Number(day.slice(0, 4)))
  const written = new Map(start.fee_letters.map(({ id, created_at }) => [id, created_at]))
  const claims = start.fee_claims.filter(({ id, year, created_at }) => {
    const booked = start.fee_bookings.filter(({ claim_id }) => claim_id === id)
    const letterClaimsOf = start.fee_letter_claims.filter(({ claim_id }) => claim_id === id)
    return isKept(
      year,
      created_at,
      ...booked.flatMap((one) => [one.day, one.created_at]),
      ...letterClaimsOf.map(({ letter_id }) => written.get(letter_id ?? null)),
    )
  })
  const has = (list: readonly Row[], id: unknown) => list.some((row) => row.id === id)
  const bookings = start.fee_bookings.filter(({ claim_id }) => has(claims, claim_id))
  const letterClaims = start.fee_letter_claims.filter(({ claim_id }) => has(claims, claim_id))
  const letters = start.fee_letters.filter(
    ({ id, year, created_at }) =>
      isKept(year, created_at) || letterClaims.some(({ letter_id }) => letter_id === id),
  )
  const openOf = ({ id, amount_in_cent }: Row) =>
    bookings
      .filter(({ claim_id }) => claim_id === id)
      .reduce((sum, one) => sum + Number(one.amount_in_cent), Number(amount_in_cent))
  const isLiving = ({ membership_state }: Row) => !['Left', 'Died'].includes(text(membership_state))
  return {
    fee_claims: claims,
    fee_bookings: bookings,
    fee_letters: letters,
    fee_letter_claims: letterClaims,
    sepa_runs: start.sepa_runs.filter(
      ({ id, year, created_at }) =>
        isKept(year, created_at) ||
        bookings.some(({ run_id }) => run_id === id) ||
        letters.some(({ run_id }) => run_id === id),
    ),
    needsAccount: ({ id }: Row) =>
      claims.some(
        (claim) => (claim.member_id === id || claim.payer_id === id) && openOf(claim) !== 0,
      ) || start.members.some((one) => one.payer_id === id && isLiving(one)),
  }
}

function mailLinkOver(start: Dump, mail: Row, day: string): boolean {
  const link = start.user_links.find(({ id }) => id === mail.user_link_id)
  return later(text(link?.expires_at).slice(0, 10), 0, 0, 91) <= day
}

function isDisclosureOver(start: Dump, id: string | number, day: string): boolean {
  const one = start.disclosures.find((disclosure) => disclosure.id === id)
  return text(one?.expires_at) <= `${day}T03:00:00.000Z`
}

/** Without columns that every write or the clock changes. */
function settled(state: Dump): Dump {
  const without = (list: Row[], ...names: string[]) =>
    list.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))),
    )
  return {
    ...state,
    members: without(state.members, 'version'),
    orders: without(state.orders, 'network_key'),
    mails: without(state.mails, 'state', 'attempts', 'not_before', 'sent_at'),
  }
}

const figures = [
  '/api/statistics/parades-per-member',
  '/api/statistics/parades-per-member/csv',
  '/api/statistics/parades-per-member/honored',
  '/api/statistics/members/birthdays/upcoming/quarter',
  '/api/statistics/members/anniversaries?date=2027-11-11',
  '/api/statistics/members/honors?date=2027-11-11',
  '/api/statistics/members/csv?date=2027-11-11',
  '/api/statistics/members/incomplete',
  '/api/statistics/pictures',
  '/api/statistics/parades/enrolments',
  '/api/statistics/duties',
  '/api/duties/Elferratsmitglied/members?active=false',
  '/api/honors/Parades_25/members',
]

/** Every statistic without birthdays of non-members, which are deleted. */
async function statistics(): Promise<Record<string, unknown>> {
  const token = await tokenOf(management.id)
  const seen: Record<string, unknown> = {}
  for (const path of figures) {
    const answer = await call('GET', path, undefined, { token })
    expect(answer.status, path).toBe(200)
    const body = await answer.text()
    if (path.endsWith('parades-per-member')) {
      seen[path] = JSON.parse(body).map((row: Row) =>
        row.memberId === null ? { ...row, birthday: null } : row,
      )
    } else if (path.endsWith('parades-per-member/csv')) {
      seen[path] = body.replace(/;"?\d\d\.\d\d\.\d{4}"?;/g, ';;')
    } else seen[path] = body
  }
  return seen
}

/** Adds rows that the demo guild lacks, of each kind on both sides of every time limit. */
async function addOldThings(): Promise<void> {
  const [member] = await rows<{ id: number }>(
    `SELECT id FROM members WHERE membership_state = 'Left' LIMIT 1`,
  )
  await rows(`UPDATE members SET banking_iban = 'DE89370400440532013000', mandate_reference = 'M-7',
    banking_sepa_allowed = 1, banking_sepa_allowed_date = '2020-01-01', date_left = '2026-12-05'
    WHERE id = ${member?.id}`)
  const instants = ['2026-12-15', '2026-12-17', '2027-01-10'].map((day) => `${day}T18:00:00.000Z`)
  const parade = (
    await rows<{ id: number }>('SELECT id FROM parades ORDER BY date DESC LIMIT 1')
  )[0]?.id
  for (const [n, at] of instants.entries()) {
    for (const state of ['expired', 'cancelled', 'failed'] as const) {
      const token = `${state}-${n}`
      await rows(`INSERT INTO orders (token, return_token, request_key, state, amount_in_cent, provider,
          place_count, hold_until, email_address, first_name, last_name, success_url, error_url,
          created_at, closed_at)
        VALUES ('${token}', 'r-${token}', 'k-${token}', '${state}', 800, 'sandbox', 1, '${at}',
          'weg@example.de', 'Weg', 'Gast', '', '', '${at}', '${at}')`)
      await rows(`INSERT INTO participations (parade_id, order_id, door, state, first_name, last_name,
          birthday, person_key, given_key, costume_type_id, age_class, price_in_cent, created_at)
        VALUES (${parade}, (SELECT max(id) FROM orders), 'public', 'released', 'Weg', 'Gast', '1990-01-01',
          'p:weg|gast|1990-01-01', 'p:weg|gast|1990-01-01', 1, 'Adult', 800, '${at}')`)
      await rows(
        `INSERT INTO order_history (order_id, at, kind) VALUES ((SELECT max(id) FROM orders), '${at}', '${state === 'failed' ? 'failed' : state}')`,
      )
      await rows(`INSERT INTO mails (key, order_id, kind, state, not_before, created_at)
        VALUES ('m-${token}', (SELECT max(id) FROM orders), 'enrolled', 'skipped', '${at}', '${at}')`)
    }
  }
  // This order was paid late and refunded, so it is kept like every payment.
  await rows(`UPDATE orders SET received_in_cent = 800 WHERE token = 'expired-0'`)
  await rows(`INSERT INTO order_refunds (key, order_id, payment_ref, amount_in_cent, reason, state, error, requested_at, done_at)
    SELECT 'order-' || id, id, 'tr_1', 800, 'late', 'done', 'Anna hat kein Konto', created_at, '2028-01-02T10:00:00.000Z'
    FROM orders WHERE token = 'expired-0'`)
  await rows(`UPDATE order_history SET detail = 'Anna Gast, Umzug' WHERE id % 7 = 0`)
  const by = management.id
  for (const [n, day] of ['2026-12-01', '2027-01-15', '2029-06-30', '2034-03-03'].entries()) {
    const at = `${day}T10:00:00.000Z`
    await rows(`INSERT INTO sessions (user_id, created_at, last_seen_at, device, expires_at, confirmed_at)
      VALUES (${by}, '${at}', '${at}', 'old', '${at}', '${at}')`)
    await rows(
      `INSERT INTO user_links (user_id, purpose, created_at, expires_at) VALUES (${by}, 'reset', '${at}', '${at}')`,
    )
    await rows(`INSERT INTO mails (key, kind, state, not_before, created_at, user_id, user_link_id, email_address)
      VALUES ('link-${n}', 'orderLinks', 'skipped', '${at}', '${at}', ${by}, (SELECT max(id) FROM user_links), 'verwaltung@demo.example')`)
    await rows(`INSERT INTO mails (key, kind, state, not_before, created_at, user_id, email_address)
      VALUES ('newSignIn-${n}', 'newSignIn', 'sent', '${at}', '${at}', ${by}, 'verwaltung@demo.example')`)
    await rows(`INSERT INTO known_browsers VALUES (${by}, 'browser-${n}', '${at}')`)
    await rows(`INSERT INTO audit_entries (at, via, request_id, act, entity, entity_id, op)
      VALUES ('${at}', 'staff', 'r${n}', 'old', 'member', 1, 'update')`)
    await rows(`INSERT INTO disclosures (email_address, created_at, created_by, expires_at)
      VALUES ('a@example.de', '${at}', ${by}, '${at}')`)
    await rows(`INSERT INTO mails (key, kind, state, not_before, created_at, disclosure_id, email_address)
      VALUES ('disclosure-${n}', 'disclosure', 'skipped', '${at}', '${at}', (SELECT max(id) FROM disclosures), 'a@example.de')`)
    await rows(`INSERT INTO mails (key, kind, state, not_before, created_at, email_address)
      VALUES ('links-${n}', 'orderLinks', 'skipped', '${at}', '${at}', 'gast@example.de')`)
    await rows(
      `INSERT INTO refusals (minute, route, code, count) VALUES ('${at}', 'POST /api/parades/enrol', 'EnrolmentClosed', 3)`,
    )
    await rows(`INSERT INTO check_in_acts (id, kind, parade_id, user_id, acted_at, received_at, outcome)
      VALUES ('act-${n}', 'confirm', ${parade}, ${by}, '2020-01-01T00:00:00.000Z', '${at}', 'gone')`)
    await rows(`INSERT INTO circulars (subject, body, created_by, created_at, mail_count, request_key)
      VALUES ('Häs ${n}', '{Anrede}', ${by}, '${at}', 2, 'key-${n}')`)
    for (const address of ['a@example.de', 'b@example.de']) {
      await rows(`INSERT INTO mails (key, kind, circular_id, state, not_before, created_at)
        VALUES ('circular-${n}-${address}', 'circular', (SELECT max(id) FROM circulars), 'sent', '${at}', '${at}')`)
      await rows(`INSERT INTO circular_recipients (circular_id, email_address, member_ids, mail_id)
        VALUES ((SELECT max(id) FROM circulars), '${address}', '[1]', (SELECT max(id) FROM mails))`)
    }
    const year = day.slice(0, 4)
    await rows(`INSERT INTO sepa_runs (request_key, message_id, created_at, created_by, year, due_date,
        debit_count, claim_count, sum_in_cent, file_sha256)
      VALUES ('run-${n}', 'run-${n}', '${at}', ${by}, ${year}, '${day}', 1, 1, 2000, 'x')`)
    await rows(`INSERT INTO sepa_run_parts VALUES ((SELECT max(id) FROM sepa_runs), 1, x'00ff')`)
    // In addition to those of the demo guild.
    await rows(`INSERT INTO fee_claims (year, member_id, payer_id, amount_in_cent, reason, merged, created_at, created_by)
      VALUES (${year}, 1, 1, 2000, '', 1, '${at}', ${by})`)
    const claim = '(SELECT max(id) FROM fee_claims)'
    for (const [kind, amount, reverses] of [
      ['collected', -2000, 'NULL'],
      ['returned', 2000, '(SELECT max(id) FROM fee_bookings)'],
    ]) {
      await rows(`INSERT INTO fee_bookings (claim_id, kind, amount_in_cent, day, run_id, reverses_id, created_at, created_by)
        VALUES (${claim}, '${kind}', ${amount}, '${day}', (SELECT max(id) FROM sepa_runs), ${reverses}, '${at}', ${by})`)
    }
    // The oldest claim got a reminder in the following year.
    const writtenAt = n === 0 ? '2027-03-01T10:00:00.000Z' : at
    await rows(`INSERT INTO fee_letters (kind, step, year, payer_id, channel, due_on, created_at, created_by)
      VALUES ('reminder', 1, ${year}, 1, 'mail', '${day}', '${writtenAt}', ${by})`)
    await rows(
      `INSERT INTO fee_letter_claims VALUES ((SELECT max(id) FROM fee_letters), ${claim}, 2000)`,
    )
    await rows(`INSERT INTO mails (key, kind, state, not_before, created_at, letter_id, email_address)
      VALUES ('fee-${n}', 'feeLetter', 'skipped', '${writtenAt}', '${writtenAt}', (SELECT max(id) FROM fee_letters), 'a@example.de')`)
  }
  await rows(`INSERT INTO passkey_challenges (id, purpose, challenge, expires_at)
    VALUES ('old', 'signIn', 'x', '2027-01-01T00:00:00.000Z')`)
}

test('Over ten years the nightly retention deletes exactly the data whose period is over, and changes no statistic', async () => {
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(150, 4), today), today)
  await addOldThings()
  const start = await dump()
  // Days before and at each limit: 30 days; Ash Wednesday plus six months; 14 months; one, 8 and 10
  // years.
  const days = [
    '2027-01-16 2027-01-18 2027-02-15 2027-08-09 2027-08-10 2028-02-04 2028-02-05 2028-03-20',
    '2030-01-20 2035-01-01 2035-12-31 2036-01-01 2037-01-15',
  ].flatMap((line) => line.split(' '))
  for (const day of days) {
    setClock(`${day}T00:30:00Z`)
    const before = await statistics()
    await oneNight(day)
    expect(settled(await dump()), day).toEqual(settled(expected(start, day)))
    expect(await statistics(), day).toEqual(before)
  }
  expect(await rows('SELECT * FROM passkey_challenges')).toEqual([])
  const tables = await rows<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
  const left = []
  for (const { name } of tables.filter((one) => !/^(sqlite|_cf|d1)_/.test(one.name))) {
    if (
      (await rows(`SELECT * FROM "${name}"`)).some((row) =>
        /weg@|gast@|a@example/.test(JSON.stringify(row)),
      )
    )
      left.push(name)
  }
  expect(left).toEqual([])
}, 240_000)

// ── Single rules that the demo guild does not cover ────────────────────────────────────────────

const aGuest = async (
  values: Partial<typeof participations.$inferInsert> & { paradeId: number },
) => {
  const person = { firstName: 'Emma', lastName: 'Straßer', birthday: '1990-02-03', ...values }
  const key = nameKey({ ...person, birthday: person.birthday ?? null })
  const [[row]] = await commit(db(), [
    write
      .insert(participations)
      .values({
        door: 'management',
        state: 'booked',
        costumeTypeId: 1,
        ageClass: 'Adult',
        priceInCent: 0,
        createdAt: '2026-12-01T10:00:00.000Z',
        personKey: key,
        givenKey: key,
        ...person,
      })
      .returning(),
  ])
  return row as NonNullable<typeof row>
}

describe('The birthday of a participant who is no member', () => {
  test('The birthday of a guest is deleted from all places of the guest once the period after the last parade is over, and not before', async () => {
    await aCostumeType()
    const old = await aParade({ date: '2026-01-18' })
    const coming = await aParade({ date: '2027-01-24' })
    await aGuest({ paradeId: coming.id })
    await aGuest({ paradeId: old.id })
    const other = await aGuest({ paradeId: old.id, firstName: 'Otto' })
    await oneNight(today)
    const keys = () =>
      rows('SELECT birthday, person_key AS key, given_key AS given FROM participations ORDER BY id')
    const emma = {
      birthday: '1990-02-03',
      key: 'p:emma|strasser|1990-02-03',
      given: 'p:emma|strasser|1990-02-03',
    }
    const forgotten = (id: number) => ({ birthday: null, key: `x:${id}`, given: `x:${id}` })
    expect(await keys()).toEqual([emma, emma, forgotten(other.id)])
    await oneNight('2027-08-10')
    expect(await keys()).toEqual([forgotten(1), forgotten(1), forgotten(other.id)])
    expect(
      await rows(`SELECT changes FROM audit_entries WHERE changes LIKE '%1990-02-03%'`),
    ).toEqual([])
    expect(
      await rows(`SELECT op, changes ->> '$.firstName[1]' AS name FROM audit_entries
      WHERE entity = 'participation'`),
    ).toEqual(['Emma', 'Emma', 'Otto'].map((name) => ({ op: 'insert', name })))
  })

  test("The birthday of a guest is also deleted from the order's request key and from the history, on the same day", async () => {
    const { token } = await signedIn('management')
    await aCostumeType()
    const held = await aParade({ date: '2027-01-24' })
    const { id: orderId } = (
      await rows<{ id: number }>(`INSERT INTO orders (token, return_token, request_key, state,
          amount_in_cent, provider, place_count, hold_until, email_address, first_name, last_name,
          success_url, error_url, created_at, paid_at)
        VALUES ('t', 'r', '["a@b.example","p:emma|strasser|1990-02-03"]', 'paid', 0, 'none', 1, '2027',
          'a@b.example', 'Emma', 'Straßer', '', '', '2027-01-10T10:00:00.000Z', '2027')
        RETURNING id`)
    )[0] as { id: number }
    await aGuest({ paradeId: held.id, orderId })
    const deleted = await aParade({ date: '2027-01-31' })
    await aGuest({ paradeId: deleted.id, state: 'cancelled' })
    expect((await call('DELETE', `/api/parade/${deleted.id}`, undefined, { token })).status).toBe(
      204,
    )
    const known = async () => ({
      request: (await rows(`SELECT 1 FROM orders WHERE request_key LIKE '%1990%'`)).length,
      lines: (await rows(`SELECT 1 FROM audit_entries WHERE changes LIKE '%1990%'`)).length,
    })
    await oneNight('2027-08-09')
    expect(await known()).toEqual({ request: 1, lines: 3 })
    await oneNight('2027-08-10')
    expect(await known()).toEqual({ request: 0, lines: 0 })
    expect(
      await rows(`SELECT changes ->> '$.lastName[0]' AS name FROM audit_entries
        WHERE entity = 'participation' AND op = 'delete'`),
    ).toEqual([{ name: 'Straßer' }])
  })

  test("When the birthday of a guest has been deleted, the guest's places can still be matched, and the match undone, as those of one person", async () => {
    const { token } = await signedIn('management')
    await aCostumeType()
    const parades = [await aParade({ date: '2026-01-18' }), await aParade({ date: '2026-01-25' })]
    for (const [n, { id: paradeId }] of parades.entries()) {
      await aGuest({ paradeId, createdAt: `2026-01-0${n + 1}T10:00:00.000Z` })
    }
    const member = await aMember()
    await oneNight(today)
    setClock()
    const unmatched = async () =>
      json(call('GET', '/api/participation/unmatched', undefined, { token }))
    const before = await unmatched()
    expect(before).toHaveLength(1)
    expect(before[0]).toMatchObject({ birthday: null, memberName: 'Straßer, Emma' })
    expect(before[0].parades).toHaveLength(2)

    const match = await call(
      'POST',
      `/api/participation/${before[0].id}/member`,
      { memberId: member.id },
      { token },
    )
    expect(await json(match)).toEqual({ linked: 2, left: [] })
    const acts = await json(call('GET', '/api/participation/matched', undefined, { token }))
    expect(acts[0].people).toHaveLength(1)
    await call('POST', `/api/participation/matched/${acts[0].act}/undo`, undefined, { token })
    expect(await unmatched()).toEqual(before)
    expect(await rows(`SELECT DISTINCT person_key FROM participations`)).toEqual([
      { person_key: 'x:1' },
    ])
  })
})

describe('The nightly retention', () => {
  const clockOf = async (instant: string) => {
    setClock(instant)
    await runCron()
    return runs()
  }

  test("The retention runs once a day, in the first round of the cron after two o'clock in Germany, in winter and in summer", async () => {
    expect(await clockOf('2027-01-16T00:55:00Z')).toBe(0)
    const rules = await clockOf('2027-01-16T01:00:00Z')
    expect(rules).toBeGreaterThan(8)
    expect(await clockOf('2027-01-16T01:05:00Z')).toBe(rules)
    expect(await clockOf('2027-01-16T22:55:00Z')).toBe(rules)
    // 23:30Z is half past midnight of the next day in Germany, too early for its run.
    expect(await clockOf('2027-01-16T23:30:00Z')).toBe(rules)
    expect(await clockOf('2027-07-01T23:55:00Z')).toBe(rules)
    expect(await clockOf('2027-07-02T00:00:00Z')).toBe(2 * rules)
  })

  test('A rule of the retention that fails does not stop the other rules, and is carried out in the next round of the cron', async () => {
    const { id: by } = await signedIn('management')
    await rows(
      `CREATE TRIGGER broken BEFORE DELETE ON sepa_runs BEGIN SELECT RAISE(ABORT, 'no'); END`,
    )
    await rows(`INSERT INTO sepa_runs (request_key, message_id, created_at, created_by, year, due_date, debit_count,
        claim_count, sum_in_cent, file_sha256)
      VALUES ('old', 'old', '2001-01-01', ${by}, 2001, '2001-02-01', 1, 1, 1, 'x')`)
    const done = async () =>
      (await rows<{ rule: string }>('SELECT DISTINCT rule FROM retention_runs')).map(
        ({ rule }) => rule,
      )
    setClock()
    try {
      await expect(runCron()).rejects.toThrow()
    } finally {
      await rows('DROP TRIGGER broken')
    }
    expectLogged('"retention"')
    expect(await done()).not.toContain('directDebits')
    expect(await done()).toContain('history')
    expect(await rows(`SELECT finished_at FROM job_runs WHERE job = 'retention'`)).toEqual([
      { finished_at: null },
    ])
    await runCron()
    expect(await done()).toContain('directDebits')
    expect(await rows('SELECT id FROM sepa_runs')).toEqual([])
  })

  test('Each round of the retention deletes at most 500 rows of a rule; a night in which it did not run is made up for during the day', async () => {
    const values = Array.from(
      { length: 1001 },
      (_, n) => `('2023-01-01T00:00:00.000Z', 'cron', 'r', 'a', 'member', ${n}, 'update')`,
    )
    await rows(
      `INSERT INTO audit_entries (at, via, request_id, act, entity, entity_id, op) VALUES ${values.join()}`,
    )
    const left = async () => (await rows(`SELECT id FROM audit_entries WHERE at < '2024'`)).length
    for (const expectedLeft of [501, 1, 0]) {
      setClock('2027-01-16T16:00:00Z')
      await runCron()
      expect(await left()).toBe(expectedLeft)
    }
    const { token } = await signedIn('readonly')
    const { rules } = await json(call('GET', '/api/privacy/retention', undefined, { token }))
    expect(rules.find(({ rule }: Row) => rule === 'history')).toEqual({
      rule: 'history',
      last: { at: '2027-01-16T16:00:00.000Z', rowCount: 1001 },
    })
    expect(rules.find(({ rule }: Row) => rule === 'networks').last).toBeNull()
  })
})

describe('The bank account of a former member', () => {
  const accountOf = async (id: number) =>
    (await rows<Row>(`SELECT banking_iban FROM members WHERE id = ${id}`))[0]?.banking_iban
  const iban = 'DE89370400440532013000'

  test('The bank account of a former member is not deleted while the member pays for another, owes a fee or has paid too much', async () => {
    const { id: createdBy } = await signedIn('management')
    const left = { membershipState: 'Left', dateLeft: '2020-01-01', bankingIban: iban } as const
    const ids = { payer: 0, owing: 0, credited: 0, settled: 0 }
    for (const name of ['payer', 'owing', 'credited', 'settled'] as const) {
      ids[name] = (await aMember(left)).id
    }
    const { payer, owing, credited, settled } = ids
    const child = await aMember({ firstName: 'Kind', payerId: payer })
    await aClaim({ memberId: owing, year: 2019, createdBy })
    for (const [memberId, paid] of [
      [credited, -2500],
      [settled, -2000],
    ] as const) {
      const claimId = await aClaim({ memberId, year: 2019, createdBy })
      await aBooking({ claimId, kind: 'paid', amountInCent: paid, method: 'cash', createdBy })
    }
    await oneNight('2027-01-16')
    const accounts = await Promise.all(Object.values(ids).map((id) => accountOf(id)))
    expect(accounts).toEqual([iban, iban, iban, ''])
    await rows(`UPDATE members SET membership_state = 'Left' WHERE id = ${child.id}`)
    await oneNight('2027-01-17')
    expect(await accountOf(payer)).toBe('')
  })
})

describe('The proposals for anonymising', () => {
  test('Members who left at least 14 months ago, owe no fee and pay for no member are proposed for anonymising, the earliest first', async () => {
    const { id: createdBy, token } = await signedIn('management')
    const left = { membershipState: 'Left' } as const
    await aMember({ ...left, firstName: 'Zu früh', dateLeft: '2025-11-17' })
    await aMember({ ...left, firstName: 'Gerade', dateLeft: '2025-11-16' })
    await aMember({ membershipState: 'Died', firstName: 'Lange', dateLeft: '2001-01-01' })
    await aMember({ ...left, firstName: 'Ohne Tag', updatedAt: '2020-05-05T00:00:00.000Z' })
    await aMember({
      ...left,
      firstName: 'Niemand',
      dateLeft: '2001-01-01',
      anonymisedAt: '2020-01-01T00:00:00.000Z',
    })
    const owing = await aMember({ ...left, firstName: 'Schuldet', dateLeft: '2001-01-01' })
    await aClaim({ memberId: owing.id, createdBy })
    const payer = await aMember({ ...left, firstName: 'Zahlt', dateLeft: '2001-01-01' })
    await aMember({ firstName: 'Aktiv', payerId: payer.id })
    const { members } = await json(call('GET', '/api/privacy/retention', undefined, { token }))
    expect(members.map(({ firstName, leftOn }: Row) => [firstName, leftOn])).toEqual([
      ['Lange', '2001-01-01'],
      ['Ohne Tag', '2020-05-05'],
      ['Gerade', '2025-11-16'],
    ])
  })
})
