import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { codeColumns, unknownCodes } from '#tests/support/known-codes.ts'

// Tests the check that runs after every API test: it finds an unknown code in any column.

const at = '2027-01-16T12:00:00Z'
const unknownCode = 'whoKnows'

const letterOf = (kind: string, channel: string) =>
  `INSERT INTO fee_letters (kind, year, payer_id, channel, due_on, created_at, created_by)
   VALUES ('${kind}', 2027, (SELECT min(id) FROM members), '${channel}', '2027-02-01', '${at}',
     (SELECT min(id) FROM users))`

/** By column, a statement that stores an unknown code. Each table already has a row. */
const unknownCodeIn: Record<string, string> = {
  'user_roles.role': `UPDATE user_roles SET role = '${unknownCode}'`,
  'fee_rules.state': `UPDATE fee_rules SET state = '${unknownCode}'`,
  'honor_rules.type': `INSERT INTO honor_rules (type, label, label_key, position) VALUES ('${unknownCode}', '', '', 99)`,
  'offices.code': `INSERT INTO offices (code, label, label_key, position) VALUES ('${unknownCode}', '', '', 99)`,
  'honor_rules.basis': `UPDATE honor_rules SET basis = '${unknownCode}'`,
  'members.membership_state': `UPDATE members SET membership_state = '${unknownCode}'`,
  'member_exits.state': `UPDATE member_exits SET state = '${unknownCode}'`,
  'member_exits.state_before': `UPDATE member_exits SET state_before = '${unknownCode}'`,
  'assembly_honors.attendance': `UPDATE assembly_honors SET attendance = '${unknownCode}'`,
  'assembly_honors.choice': `UPDATE assembly_honors SET choice = '${unknownCode}'`,
  'orders.state': `UPDATE orders SET state = '${unknownCode}'`,
  'orders.provider': `UPDATE orders SET provider = '${unknownCode}'`,
  'orders.attention': `UPDATE orders SET attention = '${unknownCode}'`,
  'participations.door': `UPDATE participations SET door = '${unknownCode}'`,
  'participations.state': `UPDATE participations SET state = '${unknownCode}'`,
  'participations.age_class': `UPDATE participations SET age_class = '${unknownCode}'`,
  'check_in_acts.kind': `UPDATE check_in_acts SET kind = '${unknownCode}'`,
  'check_in_acts.outcome': `UPDATE check_in_acts SET outcome = '${unknownCode}'`,
  'order_refunds.reason': `UPDATE order_refunds SET reason = '${unknownCode}'`,
  'order_refunds.state': `UPDATE order_refunds SET state = '${unknownCode}'`,
  'order_history.kind': `UPDATE order_history SET kind = '${unknownCode}'`,
  'mails.kind': `UPDATE mails SET kind = '${unknownCode}'`,
  'mails.state': `UPDATE mails SET state = '${unknownCode}'`,
  'payment_events.provider': `UPDATE payment_events SET provider = '${unknownCode}'`,
  'user_links.purpose': `UPDATE user_links SET purpose = '${unknownCode}'`,
  'passkey_challenges.purpose': `UPDATE passkey_challenges SET purpose = '${unknownCode}'`,
  'audit_context.via': `UPDATE audit_context SET via = '${unknownCode}'`,
  'audit_entries.via': `UPDATE audit_entries SET via = '${unknownCode}'`,
  'audit_entries.entity': `UPDATE audit_entries SET entity = '${unknownCode}'`,
  'audit_entries.op': `UPDATE audit_entries SET op = '${unknownCode}'`,
  'journal.op': `UPDATE journal SET op = '${unknownCode}'`,
  'guild_settings.self_cancel': `UPDATE guild_settings SET self_cancel = '${unknownCode}'`,
  'sandbox_payments.state': `UPDATE sandbox_payments SET state = '${unknownCode}'`,
  'imports.kind': `UPDATE imports SET kind = '${unknownCode}'`,
  'imports.state': `UPDATE imports SET state = '${unknownCode}'`,
  'import_rows.decision': `UPDATE import_rows SET decision = '${unknownCode}'`,
  'import_mappings.kind': `UPDATE import_mappings SET kind = '${unknownCode}'`,
  'saved_views.grid': `UPDATE saved_views SET grid = '${unknownCode}'`,
  'fee_bookings.method': `INSERT INTO fee_bookings (claim_id, kind, amount_in_cent, day, method, created_at,
     created_by) VALUES (1, 'paid', -500, '2027-01-16', '${unknownCode}', '${at}', (SELECT min(id) FROM users))`,
  'fee_letters.kind': letterOf(unknownCode, 'mail'),
  'letter_texts.kind': `INSERT INTO letter_texts (kind, opening, closing, opening_formal, closing_formal) VALUES ('${unknownCode}', '', '', '', '')`,
  'fee_letters.channel': letterOf('invoice', unknownCode),
}

beforeEach(async () => {
  await signedIn('management')
  const { id: memberId } = await aMember()
  const { id: typeId } = await aCostumeType()
  const { id: paradeId } = await aParade()
  await write(
    `INSERT INTO honors (member_id, type, date) VALUES (${memberId}, 'Parades_25', '2027-01-01')`,
    `INSERT INTO assembly_honors (date, member_id, type) VALUES ('2027-11-11', ${memberId}, 'Parades_25')`,
    `INSERT INTO duty_entries (member_id, duty, from_date) VALUES (${memberId}, 'Kassier', '2027-01-01')`,
    `INSERT INTO member_exits (member_id, state, date, state_before, ended, recorded_at, recorded_by)
     VALUES (${memberId}, 'Left', '2027-12-31', 'Active', '{}', '${at}', (SELECT min(id) FROM users))`,
    `INSERT INTO orders (id, token, request_key, state, amount_in_cent, provider, place_count,
       hold_until, email_address, first_name, last_name, success_url, error_url, created_at)
     VALUES (1, 'token', 'key', 'paid', 800, 'mollie', 1, '${at}', '', '', '', '', '', '${at}')`,
    `INSERT INTO participations (parade_id, order_id, door, state, first_name, last_name, person_key,
       costume_type_id, age_class, price_in_cent, created_at)
     VALUES (${paradeId}, 1, 'public', 'booked', '', '', 'p:||', ${typeId}, 'Adult', 800, '${at}')`,
    `INSERT INTO order_refunds (key, order_id, payment_ref, amount_in_cent, reason, state, requested_at)
     VALUES ('order-1', 1, 'tr_1', 800, 'staff', 'done', '${at}')`,
    `INSERT INTO check_in_acts (id, kind, parade_id, user_id, acted_at, received_at, outcome)
     VALUES ('act', 'confirm', ${paradeId}, (SELECT min(id) FROM users), '${at}', '${at}', 'done')`,
    `INSERT INTO order_history (order_id, at, kind) VALUES (1, '${at}', 'paid')`,
    `INSERT INTO mails (key, order_id, kind, state, not_before, created_at)
     VALUES ('enrolled-1', 1, 'enrolled', 'sent', '${at}', '${at}')`,
    `INSERT INTO payment_events VALUES ('mollie', 'tr_1', 'paid', 1, '${at}')`,
    `INSERT INTO user_links (user_id, purpose, created_at, expires_at)
     VALUES ((SELECT min(id) FROM users), 'invite', '${at}', '${at}')`,
    `INSERT INTO passkey_challenges (id, purpose, challenge, expires_at)
     VALUES ('ticket', 'signIn', 'challenge', '${at}')`,
    `INSERT INTO audit_entries (at, via, request_id, act, entity, entity_id, op)
     VALUES ('${at}', 'cli', 'request', 'act', 'user', 1, 'event')`,
    `INSERT INTO sandbox_payments VALUES ('ref', 'paid', 800, 'EUR', '', '', '${at}')`,
    `INSERT INTO imports (id, kind, file_name, file_sha256, head, created_at, created_by)
     VALUES (1, 'members', '', '', '{}', '${at}', (SELECT min(id) FROM users))`,
    `INSERT INTO import_rows VALUES (1, 2, NULL, 'skip', NULL)`,
    `INSERT INTO import_mappings VALUES ('vorname', 'members', '{}', '${at}')`,
    `INSERT INTO saved_views (user_id, grid, name, search)
     VALUES ((SELECT min(id) FROM users), 'members', 'Alle', '')`,
    `INSERT INTO fee_claims (id, year, member_id, payer_id, amount_in_cent, reason, created_at, created_by)
     VALUES (1, 2027, ${memberId}, ${memberId}, 2000, '', '${at}', (SELECT min(id) FROM users))`,
  )
})

test('For every column of codes this file has a statement that stores an unknown code', () => {
  const watched = Object.keys(unknownCodeIn)
  // A trigger rejects any other kind of booking.
  expect(codeColumns.toSorted()).toEqual([...watched, 'fee_bookings.kind'].sort())
})

test.each(Object.entries(unknownCodeIn))(
  'The check that runs after every API test finds an unknown code in %s',
  async (column, sql) => {
    expect(await unknownCodes()).toEqual([])
    await write(sql)
    expect(await unknownCodes()).toEqual([`${column}: ${unknownCode}`])
    await removeRows()
  },
)

async function write(...statements: string[]): Promise<void> {
  await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)))
}

/** Removes the unknown codes: the same check runs after each of these tests. */
async function removeRows(): Promise<void> {
  const tables = ['mails', 'order_history', 'order_refunds', 'payment_events', 'sandbox_payments']
  const more = [
    'journal',
    'import_rows',
    'import_mappings',
    'imports',
    'check_in_acts',
    'participations',
    'orders',
    'duty_entries',
    'assembly_honors',
    'honors',
    'member_exits',
    'members',
    'saved_views',
    'letter_texts',
    'user_roles',
    'user_links',
    'passkey_challenges',
  ]
  const rules = ['honor_rule_duties', 'honor_rules', 'offices', 'fee_rules']
  await write(
    // Without "via", the history would store these deletions with an unknown code. As "cli" the
    // ledger's triggers allow them.
    `UPDATE audit_context SET via = 'cli'`,
    'DELETE FROM fee_letters',
    'DELETE FROM fee_bookings',
    'DELETE FROM fee_claims',
    'UPDATE audit_context SET via = NULL',
    ...[...tables, ...more, ...rules].map((table) => `DELETE FROM ${table}`),
    `UPDATE guild_settings SET self_cancel = 'off'`,
    'DELETE FROM audit_entries',
  )
}
