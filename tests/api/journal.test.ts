import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { sendFile } from '#tests/support/import-file.ts'
import { ledgerOf } from '#tests/support/ledger.ts'
import { aFeeLetter } from '#tests/support/ledger-rows.ts'
import { aPlace } from '#tests/support/merges.ts'

// Which requests leave rows in `journal`, the copies that an undo reads, and which never do
// (docs/architecture.md, "The history and an undo"). The expected tables are written by hand from that page.

let token: string
let userId: number

beforeEach(async () => {
  setClock()
  const manager = await signedIn('management')
  token = manager.token
  userId = manager.id
})

type Row = { op: string; entity: string }

/** `insert members`, as often as it happened, in the order of the words. */
const inWords = (found: readonly Row[]) => found.map(({ op, entity }) => `${op} ${entity}`).sort()

async function ask(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body, { token })
  expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).toBeLessThan(300)
  return answer
}

const requestOf = (answer: Response) => answer.headers.get('X-Request-Id') ?? ''

/** What a request left in the journal, and how many lines of the history. */
async function leftBy(answer: Response) {
  const of = `WHERE request_id = '${requestOf(answer)}'`
  const lines = await rows(`SELECT id FROM audit_entries ${of}`)
  return {
    journal: inWords(await rows<Row>(`SELECT op, entity FROM journal ${of}`)),
    history: lines.length,
  }
}

const undoOf = (answer: Response) =>
  call('POST', `/api/history/${requestOf(answer)}/undo`, undefined, { token })

describe('the triggers of the journal', () => {
  test('The journal stores changed rows of all edited tables, but of four tables only during imports and merges, and never of accounts and SEPA runs', async () => {
    const found = await rows<{ table: string; sql: string }>(`SELECT tbl_name AS "table", sql
      FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%INSERT INTO row_changes%'`)
    const tablesOf = (triggers: typeof found) =>
      [...new Set(triggers.map(({ table }) => table))].sort()
    const isOfImports = ({ sql }: { sql: string }) => sql.includes(`AND via IS 'import';`)
    // The last value of row_changes says whether the journal keeps the row.
    const isKept = ({ sql }: { sql: string }) => /, 1\s+FROM audit_context/.test(sql)

    expect(tablesOf(found.filter(isOfImports))).toEqual([
      'fee_claims',
      'fee_letters',
      'member_merges',
      'member_no_duplicates',
    ])
    const always = found.filter((one) => !isOfImports(one))
    expect(tablesOf(always.filter(isKept))).toEqual([
      'assembly_honors',
      'circular_templates',
      'costume_ownerships',
      'costume_types',
      'costumes',
      'duty_entries',
      'fee_rules',
      'guild_settings',
      'honor_rule_duties',
      'honor_rules',
      'honors',
      'letter_texts',
      'member_exits',
      'member_timespans',
      'members',
      'offices',
      'parades',
      'participations',
      'saved_views',
    ])
    expect(tablesOf(always.filter((one) => !isKept(one)))).toEqual([
      'passkeys',
      'sepa_runs',
      'user_roles',
      'users',
    ])
    expect(found.filter(({ sql }) => !sql.includes(`via IS NOT 'archive'`))).toEqual([])
  })
})

describe('the journal of a change by staff', () => {
  test('The journal stores each changed row of a member, and nothing for a save that changes no value', async () => {
    const body = {
      firstName: 'Ida',
      lastName: 'Abt',
      membershipActiveTimespan: [{ from: '2020-01-01', to: null }],
    }
    const created = await ask('POST', '/api/member', body)
    expect((await leftBy(created)).journal).toEqual(['insert member_timespans', 'insert members'])
    const path = `/api/member/${(await json(created.clone())).id}`
    const saved = await ask('PUT', path, { phone: '07524 1' })
    expect((await leftBy(saved)).journal).toEqual(['update members'])
    const again = await ask('PUT', path, { phone: '07524 1' })
    expect(await leftBy(again)).toEqual({ journal: [], history: 0 })
  })

  test('The journal stores changed rows of the fee table, since a change of the settings can be undone', async () => {
    const rule = { validFrom: 2000, state: 'Active', ageFrom: 0, ageTo: null, amountInCent: 3000 }
    const saved = await ask('PUT', '/api/guild/settings', { feeRules: [rule] })
    const { journal } = await leftBy(saved)
    expect(journal).toContain('insert fee_rules')
    expect(journal).toContain('delete fee_rules')
  })

  test('Closing fees, booking and reversing a payment and voiding a letter store no row in the journal', async () => {
    await aMember({ memberNumber: 1 })
    const ledger = ledgerOf(token)
    const { count, sumInCent } = await ledger.yearOf(2027)
    const closed = await ledger.ask('POST', 'years', { year: 2027, expected: { count, sumInCent } })
    const [claim] = await ledger.claims()
    expect(claim).toMatchObject({ year: 2027 })
    const paid = await ledger.book({
      claimId: claim?.id,
      kind: 'paid',
      amountInCent: 100,
      day: '2027-01-15',
    })
    const [booking] = await json(paid.clone())
    const reversed = await ledger.undo(booking.id)
    const letterId = await aFeeLetter({ payerId: claim?.payer.id ?? 0, createdBy: userId })
    const voided = await ledger.ask('POST', 'letters/void', { ids: [letterId], voided: true })
    for (const answer of [closed, paid, reversed, voided]) {
      expect(answer.ok).toBe(true)
      expect((await leftBy(answer)).journal).toEqual([])
    }
    expect(
      await rows(`SELECT id FROM journal WHERE entity LIKE 'fee\\_c%' ESCAPE '\\'
      OR entity IN ('fee_bookings', 'fee_letters', 'sepa_runs')`),
    ).toEqual([])
  })

  test('Creating an account adds a history entry but no row in the journal', async () => {
    const body = {
      emailAddress: 'helfer@example.test',
      firstName: 'Otto',
      lastName: 'Helfer',
      roles: ['helper'],
    }
    const created = await ask('POST', '/api/user', body)
    const left = await leftBy(created)
    expect(left.history).toBeGreaterThan(0)
    expect(left.journal).toEqual([])
  })

  test('Marking a participation as confirmed or paid stores no row in the journal', async () => {
    const type = await aCostumeType()
    const { id: paradeId } = await aParade()
    const { id: memberId } = await aMember()
    const { id } = await aPlace({ paradeId, memberId, costumeTypeId: type.id })
    const ticked = await ask('POST', `/api/parade/${paradeId}/participation/${id}/confirm`)
    const paid = await ask('POST', `/api/participation/${id}/paid`, { paid: true })
    for (const answer of [ticked, paid]) {
      expect(await leftBy(answer)).toEqual({ journal: [], history: 0 })
    }
  })

  test('Marking a pair as "Kein Duplikat" stores no row in the journal', async () => {
    const [one, other] = [await aMember(), await aMember({ firstName: 'Anne' })]
    const body = { memberId: one.id, otherId: other.id }
    expect(
      (await leftBy(await ask('POST', '/api/members/duplicates/dismissed', body))).journal,
    ).toEqual([])
  })
})

describe('the journal of an undo', () => {
  test('The undo of a change adds a history entry but no row in the journal', async () => {
    const created = await ask('POST', '/api/member', { firstName: 'Ida', lastName: 'Abt' })
    const undone = await undoOf(created)
    expect(await leftBy(undone)).toEqual({ journal: [], history: 1 })
    // The rows of the act stay for the time of the journal.
    expect((await leftBy(created)).journal).toEqual(['insert members'])
  })

  test('The undo of an assembly, an import or a merge stores no journal rows, and for an import or a merge the undone journal rows are deleted', async () => {
    const [one, other] = [await aMember(), await aMember({ firstName: 'Anne', birthday: null })]
    const entered = await ask('POST', '/api/assembly/2027-01-16/enter', {
      rows: [{ memberId: one.id, types: ['Parades_25'] }],
    })
    expect((await leftBy(entered)).journal).toEqual(['insert assembly_honors', 'insert honors'])
    const act = requestOf(entered)
    const taken = await ask('POST', '/api/assembly/2027-01-16/undo', { act })
    expect((await leftBy(taken)).journal).toEqual([])

    const file = await sendFile(
      { kind: 'members', headings: ['Vorname', 'Nachname'], lines: [['Karl', 'Zwick']] },
      token,
    )
    const { seen } = await file.preview()
    const brought = await file.commit(seen)
    expect((await leftBy(brought)).journal).toEqual(['insert members'])
    const takenBack = await ask('POST', `${file.path}/undo`, {})

    const merged = await ask('POST', `/api/member/${one.id}/merge`, { goneId: other.id })
    expect((await leftBy(merged)).journal).toContain('delete members')
    const { mergeId } = await json(merged.clone())
    const parted = await ask('POST', `/api/members/merges/${mergeId}/undo`)
    for (const answer of [brought, takenBack, merged, parted]) {
      expect((await leftBy(answer)).journal).toEqual([])
    }
  })
})

describe('changes before a merge or an import', () => {
  test('A change made before a merge cannot be undone (409) until the merge has been undone', async () => {
    const type = await aCostumeType()
    const costume = await aCostume(type.id, '12')
    const { id: paradeId } = await aParade()
    const [kept, gone] = [await aMember({ memberNumber: 1 }), await aMember({ firstName: 'Anne' })]
    const body = { memberId: gone.id, costumeId: costume.id }
    const entered = await ask('POST', `/api/parade/${paradeId}/participation`, body)
    const saved = await ask('PUT', `/api/member/${kept.id}`, { phone: '07524 1' })
    setClock('2027-01-16T12:01:00Z')
    const { mergeId } = await json(
      await ask('POST', `/api/member/${kept.id}/merge`, { goneId: gone.id }),
    )
    setClock('2027-01-16T12:02:00Z')
    for (const act of [entered, saved]) expect((await undoOf(act)).status).toBe(409)
    await ask('POST', `/api/members/merges/${mergeId}/undo`)
    for (const act of [entered, saved]) expect((await undoOf(act)).status).toBe(200)
    expect(await rows('SELECT id FROM participations')).toEqual([])
  })

  test('After the undo of an import with `others`, an earlier change can be undone for rows that it restored, but not for the others (409)', async () => {
    const people = [
      await aMember({ memberNumber: 1, firstName: 'Ida', lastName: 'Abt' }),
      await aMember({ memberNumber: 2, firstName: 'Karl', lastName: 'Zwick' }),
    ]
    const saved = []
    for (const { id } of people) {
      saved.push(await ask('PUT', `/api/member/${id}`, { phone: '07524 1' }))
    }
    const file = await sendFile(
      {
        kind: 'members',
        headings: ['Mitgliedsnummer', 'Vorname', 'Nachname', 'Telefon'],
        lines: [
          [1, 'Ida', 'Abt', '07524 2'],
          [2, 'Karl', 'Zwick', '07524 2'],
        ],
      },
      token,
    )
    const { seen } = await file.preview()
    expect((await file.commit(seen)).status).toBe(200)
    await ask('PUT', `/api/member/${people[1]?.id}`, { phone: '07524 3' })
    await ask('POST', `${file.path}/undo`, { others: true })
    const answers = await Promise.all(saved.map(undoOf))
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(await rows('SELECT phone FROM members ORDER BY id')).toEqual([
      { phone: '' },
      { phone: '07524 3' },
    ])
  })

  test('After a merge was undone, the creation or the import of its members can still be undone', async () => {
    const { id: gone } = await aMember()
    const created = await ask('POST', '/api/member', { firstName: 'Ida', lastName: 'Abt' })
    const file = await sendFile(
      { kind: 'members', headings: ['Vorname', 'Nachname'], lines: [['Karl', 'Zwick']] },
      token,
    )
    const { seen } = await file.preview()
    await file.commit(seen)
    setClock('2027-01-16T12:01:00Z')
    for (const name of ['Ida', 'Karl']) {
      const [member] = await rows<{ id: number }>(
        `SELECT id FROM members WHERE first_name = '${name}'`,
      )
      const merged = await ask('POST', `/api/member/${member?.id}/merge`, { goneId: gone })
      await ask('POST', `/api/members/merges/${(await json(merged)).mergeId}/undo`)
    }
    await ask('POST', `${file.path}/undo`, {})
    expect((await undoOf(created)).status).toBe(200)
    expect(await rows('SELECT id FROM members')).toEqual([{ id: gone }])
  })
})

describe('the journal of a merge', () => {
  test('The journal of a merge contains all rows that the merge moved, including fees and letters', async () => {
    const [kept, gone] = [await aMember({ memberNumber: 1 }), await aMember({ firstName: 'Anne' })]
    const costume = await aCostume((await aCostumeType()).id, '12')
    await rows(`INSERT INTO costume_ownerships (costume_id, member_id, owned_from)
      VALUES (${costume.id}, ${gone.id}, '2010-01-01')`)
    await rows(`INSERT INTO fee_claims (year, member_id, payer_id, amount_in_cent, reason, created_at, created_by)
      VALUES (2026, ${gone.id}, ${gone.id}, 2000, 'Aktiv', '2026-02-01T10:00:00.000Z', ${userId})`)
    await aFeeLetter({ payerId: gone.id, createdBy: userId })
    const merged = await ask('POST', `/api/member/${kept.id}/merge`, { goneId: gone.id })
    expect((await leftBy(merged)).journal).toEqual([
      'delete members',
      'insert member_merges',
      'update costume_ownerships',
      'update fee_claims',
      'update fee_letters',
    ])
  })
})

describe('the journal of the cron', () => {
  test('The cron stores journal rows for an exit that takes effect, but none for an expired place that it deletes', async () => {
    const member = await aMember({ membershipState: 'Active' })
    const body = { state: 'Left', date: '2027-01-17', endTimespans: false, dutyIds: [] }
    await ask('POST', `/api/member/${member.id}/leave`, body)
    const type = await aCostumeType()
    const { id: paradeId } = await aParade()
    await rows(`INSERT INTO orders (token, return_token, request_key, state, amount_in_cent, provider,
      place_count, hold_until, email_address, first_name, last_name, success_url, error_url, created_at)
      VALUES ('t', 'r', 'k', 'expired', 800, 'sandbox', 1, '2025-01-02T10:30:00.000Z', 'a@b.example',
        'Annegret', 'Gruber', '', '', '2025-01-02T10:00:00.000Z')`)
    const over = { paradeId, memberId: null, costumeTypeId: type.id, orderId: 1 }
    await aPlace({ ...over, door: 'public', state: 'released' })
    setClock('2027-01-18T12:00:00Z')
    await runCron()
    expect(await rows('SELECT id FROM orders UNION ALL SELECT id FROM participations')).toEqual([])
    const left = await rows<Row>(`SELECT op, entity FROM journal WHERE entity = 'participations'
      OR request_id IN (SELECT request_id FROM audit_entries WHERE via = 'cron')`)
    expect(inWords(left)).toEqual(['update member_exits', 'update members'])
  })
})
