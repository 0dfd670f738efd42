import { env } from 'cloudflare:workers'
import { getTableName } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today, tokenOf } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { guildNow, tables } from '#tests/support/import-chain.ts'
import { type Refusal, refusingDatabase } from '#tests/support/refusing-database.ts'
import { isViolationOf } from '#worker/db/causes.ts'
import { type Audit, Connection } from '#worker/db/connection.ts'
import { columnName, openDb } from '#worker/db/db.ts'
import type { ImportKind } from '#worker/domain/codes.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { type Context, commitPlan, conflictCauses } from '#worker/imports/commit-import.ts'
import { findStored } from '#worker/imports/imports.queries.ts'
import type { ImportPlan, Insertion, Update } from '#worker/imports/plan.ts'
import { readForPlanning } from '#worker/imports/planning/read-for-planning.ts'
import { references, rowWords } from '#worker/imports/undo-import.ts'
import { plannedTables } from '#worker/imports/write-plan.ts'

// Plans made by hand are written and undone in the real database; imports.test.ts sends files through
// the routes.

let user: { id: number; token: string }
beforeEach(async () => {
  setClock()
  user = await signedIn('management')
})

const counts = { new: 0, changes: 0, same: 0, duplicate: 0, error: 0, skipped: 0 }
const preview = { seen: 'x', counts, questions: [], rows: [], alsoHolds: [] }

async function aStaged(kind: ImportKind = 'members', fileName = 'mitglieder.xlsx') {
  const body = {
    kind,
    fileName,
    fileSha256: 'a'.repeat(64),
    headings: kind === 'archive' ? [] : ['Vorname', 'Nachname'],
    parts: 1,
  }
  const { id } = await json(call('POST', '/api/imports', body, { token: user.token }))
  return id as number
}

function contextOf(database = env.DB): Context {
  const now = new Date()
  const requestId = crypto.randomUUID()
  const act = 'POST /api/imports/:id/commit'
  const audit: Audit = { via: 'import', userId: user.id, requestId, act, now }
  const db = openDb(new Connection(database, audit))
  return { db, now, today, userId: user.id, requestId, secret: '' }
}

const noChoices = { words: {}, empty: {}, choices: {} }

async function reading(kind: ImportKind) {
  const mapping = { columns: [] }
  const choices = new Map()
  const file = { kind, headings: [], mapping, answers: noChoices, rows: [], choices }
  return readForPlanning(contextOf().db, file, today)
}

type Made = { kind?: ImportKind; insertions?: Insertion[]; updates?: Update[] }

/** Reads, plans and writes an import; `meanwhile` runs between reading and writing. */
async function written(made: Made, meanwhile = async () => {}, database = env.DB) {
  const { kind = 'members', insertions = [], updates = [] } = made
  const id = await aStaged(kind)
  const context = contextOf(database)
  const stored = await findStored(contextOf().db, id)
  if (!stored) throw new Error('nothing is staged')
  const read = await reading(kind)
  await meanwhile()
  const plan: ImportPlan = { insertions, updates }
  const isWritten = await commitPlan(context, stored, { plan, preview }, read).then(
    () => true,
    (error: unknown) => {
      if (isViolationOf(error, ...conflictCauses)) return false
      throw error
    },
  )
  return { id, isWritten, requestId: context.requestId }
}

const undo = (id: number, others = false) =>
  call('POST', `/api/imports/${id}/undo`, { others }, { token: user.token })

const member = (
  firstName: string,
  lastName: string,
  more: object = {},
  ref?: string,
): Insertion => ({
  table: 'members',
  ...(ref !== undefined && { ref }),
  row: {
    firstName,
    lastName,
    firstNameKey: normaliseName(firstName),
    lastNameKey: normaliseName(lastName),
    ...more,
  },
})

type Row = Record<string, unknown>

const lines = () => rows<Row>(`SELECT * FROM audit_entries WHERE via = 'import' ORDER BY id`)
const left = async () => ({
  parts: await rows('SELECT * FROM import_parts'),
})

describe('the rows that an import inserts', () => {
  test('Rows inserted by an import get new ids and refer to each other by these ids', async () => {
    await aMember({ firstName: 'Alt', lastName: 'Bekannt' })
    // The id of a deleted row is not used again.
    const gone = await aMember({ firstName: 'Weg', lastName: 'Gegangen' })
    await env.DB.prepare('DELETE FROM members WHERE id = ?').bind(gone.id).run()
    const insertions = [1, 2, 3].flatMap((n): Insertion[] => [
      member('Vorname', `Name ${n}`, { memberNumber: n, bankingSepaAllowed: n === 2 }, `m${n}`),
      {
        table: 'memberTimespans',
        row: {
          memberId: { ref: `m${n}` },
          from: `200${n}-01-01`,
          to: n === 3 ? null : '2010-12-31',
        },
      },
    ])
    const { id, isWritten } = await written({ insertions })
    expect(isWritten).toBe(true)
    expect(
      await rows(`SELECT m.id - ${gone.id} AS id, last_name, import_id, banking_sepa_allowed AS allowed,
        membership_state AS state, created_at, from_date, to_date
        FROM members m JOIN member_timespans s ON s.member_id = m.id WHERE m.id > ${gone.id}`),
    ).toEqual(
      [1, 2, 3].map((n) => ({
        id: n,
        last_name: `Name ${n}`,
        import_id: id,
        allowed: n === 2 ? 1 : 0,
        state: 'Active',
        created_at: '2027-01-16T12:00:00.000Z',
        from_date: `200${n}-01-01`,
        to_date: n === 3 ? null : '2010-12-31',
      })),
    )
    expect(await left()).toEqual({ parts: [] })
  })

  test('An import adds one line of its own to the history, and one line for each changed row', async () => {
    const known = await aMember({ firstName: 'Beate', lastName: 'Bantle', phone: '' })
    const { id, requestId } = await written({
      insertions: [member('Neu', 'Mann')],
      updates: [
        {
          table: 'members',
          id: known.id,
          before: { phone: '' },
          after: { phone: '07721 1' },
          updatedAt: known.updatedAt,
        },
      ],
    })
    const told = await lines()
    expect(told.every((line) => line.request_id === requestId)).toBe(true)
    expect(
      told.map(({ entity, entity_id, op, changes }) => [entity, entity_id, op, changes]),
    ).toEqual([
      ['member', known.id, 'update', '{"phone":["","07721 1"]}'],
      [
        'import',
        id,
        'event',
        '{"fileName":[null,"mitglieder.xlsx"],"kind":[null,"members"],"inserted":[null,1],"updated":[null,1]}',
      ],
    ])
  })

  test('An import that is larger in bytes than one parameter of a statement is stored completely', async () => {
    // Two bytes for each character: counted in characters, all of them would fit into one parameter.
    const comment = 'ü'.repeat(2000)
    const insertions = Array.from({ length: 400 }, (_, n) =>
      member('Ä', `Ö${n}`, { comment, memberNumber: n + 1 }, `m${n}`),
    ).flatMap((one, n): Insertion[] => [
      one,
      {
        table: 'honors',
        row: { memberId: { ref: `m${n}` }, type: 'Parades_25', date: '2020-01-01' },
      },
    ])
    const { isWritten } = await written({ insertions })
    expect(isWritten).toBe(true)
    const [sums] =
      await rows(`SELECT count(*) AS n, sum(m.member_number = substr(m.last_name, 2) + 1) AS own,
      sum(length(m.comment)) AS characters FROM members m JOIN honors h ON h.member_id = m.id`)
    expect(sums).toEqual({ n: 400, own: 400, characters: 800_000 })
  })
})

describe('an import that is rejected or fails', () => {
  test('When any statement of an import fails, nothing is written', async () => {
    const known = await aMember({ phone: '' })
    const before = await guildNow()
    const made: Made = {
      insertions: [member('Neu', 'Mann')],
      updates: [{ table: 'members', id: known.id, before: { phone: '' }, after: { phone: '1' } }],
    }
    for (let at = 0; ; at += 1) {
      const refusal: Refusal = { at, refused: null }
      const attempt = written(made, undefined, refusingDatabase(refusal))
      if (
        refusal.refused === null &&
        (await attempt.then(
          () => true,
          () => false,
        ))
      )
        break
      await expect(attempt).rejects.toThrow()
      expect([at, await guildNow()]).toEqual([at, before])
      expect(await lines()).toEqual([])
      expect(await rows(`SELECT * FROM imports WHERE state <> 'staged'`)).toEqual([])
    }
    expect(await guildNow()).not.toEqual(before)
  })

  test('An import is rejected as a whole when one of its members was saved since the preview', async () => {
    const known = await aMember({ phone: '' })
    const update: Update = {
      table: 'members',
      id: known.id,
      before: { phone: '' },
      after: { phone: '1' },
      updatedAt: known.updatedAt,
    }
    const saved = async () => {
      await env.DB.prepare(
        `UPDATE members SET updated_at = '2027-01-16T12:00:01.000Z' WHERE id = ?`,
      )
        .bind(known.id)
        .run()
    }
    const { isWritten } = await written(
      { insertions: [member('Neu', 'Mann')], updates: [update] },
      saved,
    )
    expect(isWritten).toBe(false)
    expect(await rows('SELECT id, phone FROM members')).toEqual([{ id: known.id, phone: '' }])
  })

  test('An import is rejected when a column that it updates was changed since the preview', async () => {
    const known = await aMember({ phone: '' })
    const update: Update = {
      table: 'members',
      id: known.id,
      before: { phone: '' },
      after: { phone: '1' },
    }
    const { isWritten } = await written({ updates: [update] }, async () => {
      await env.DB.prepare(`UPDATE members SET phone = '2' WHERE id = ?`).bind(known.id).run()
    })
    expect(isWritten).toBe(false)
  })

  test.each([
    ['of the same name', { firstName: 'Néu', lastName: 'Mann' }],
    ['with the same number', { firstName: 'Ganz', lastName: 'Anders', memberNumber: 7 }],
  ])('An import is rejected if a member %s was added since the preview', async (_, values) => {
    const insertions = [member('Neu', 'Mann', { memberNumber: 7 })]
    const { isWritten } = await written({ insertions }, async () => {
      await aMember(values)
    })
    expect(isWritten).toBe(false)
    expect(await rows('SELECT id FROM members')).toHaveLength(1)
  })

  test('An import is not rejected because of a member of the same name who existed already before the preview', async () => {
    await aMember({ firstName: 'Neu', lastName: 'Mann' })
    const { isWritten } = await written({ insertions: [member('Neu', 'Mann')] }, async () => {
      await aMember({ firstName: 'Wer', lastName: 'Anders' })
    })
    expect(isWritten).toBe(true)
  })

  test('An import of honors is rejected when other data of the guild, such as a parade, was changed since the preview', async () => {
    const { id: memberId } = await aMember()
    const insertions: Insertion[] = [
      { table: 'honors', row: { memberId, type: 'Parades_25', date: '2020-01-01' } },
    ]
    const moved = async () => {
      await aParade()
    }
    expect((await written({ kind: 'honors', insertions }, moved)).isWritten).toBe(false)
    expect((await written({ kind: 'honors', insertions })).isWritten).toBe(true)
  })

  test('An import that was committed cannot be committed a second time', async () => {
    const { id } = await written({ insertions: [member('Neu', 'Mann')] })
    const stored = await findStored(contextOf().db, id)
    if (!stored) throw new Error('the import is gone')
    const plan = { insertions: [member('Noch', 'Einer')], updates: [] }
    const read = await reading('members')
    await expect(commitPlan(contextOf(), stored, { plan, preview }, read)).rejects.toSatisfy(
      (error: unknown) => isViolationOf(error, 'importState'),
    )
    expect(await rows('SELECT id FROM members')).toHaveLength(1)
  })
})

describe('the undo of an import', () => {
  test('Undoing an import restores the guild as it was before, and is rejected a second time', async () => {
    const type = await aCostumeType('Hexe')
    const costume = await aCostume(type.id, 'H 1')
    const known = await aMember({ firstName: 'Beate', lastName: 'Bantle', mandateReference: '' })
    await env.DB.prepare(`INSERT INTO costume_ownerships (costume_id, member_id, owned_from)
      VALUES (?, ?, '2010-01-01')`)
      .bind(costume.id, known.id)
      .run()
    const before = await guildNow()
    const { id, isWritten } = await written({
      updates: [
        {
          table: 'members',
          id: known.id,
          before: {
            firstName: 'Beate',
            memberNumber: 0,
            mandateReference: '',
            birthday: known.birthday,
          },
          after: {
            firstName: 'Béate',
            memberNumber: 12,
            mandateReference: 'Z-1',
            birthday: '1979-01-01',
          },
          updatedAt: known.updatedAt,
        },
        {
          table: 'costumeOwnerships',
          id: 1,
          before: { ownedTo: null },
          after: { ownedTo: '2019-12-31' },
        },
      ],
      insertions: [
        { table: 'costumeTypes', ref: 'gret', row: { name: 'Gretle', nameKey: 'gretle' } },
        member('Neu', 'Mann', { bankingIban: 'DE02120300000000202051' }, 'neu'),
        { table: 'memberTimespans', row: { memberId: { ref: 'neu' }, from: '2000-01-01' } },
        {
          table: 'costumes',
          ref: 'G1',
          row: { number: 'G 1', numberKey: 'g1', costumeTypeId: { ref: 'gret' } },
        },
        {
          table: 'costumeOwnerships',
          row: { costumeId: { ref: 'G1' }, memberId: { ref: 'neu' }, ownedFrom: '2020-01-01' },
        },
        {
          table: 'costumeOwnerships',
          row: { costumeId: costume.id, memberId: known.id, ownedFrom: '2020-01-01' },
        },
      ],
    })
    expect(isWritten).toBe(true)
    expect(await guildNow()).not.toEqual(before)
    const answer = await undo(id)
    expect(await answer.json()).toMatchObject({ id, state: 'undone', undoneBy: 'Sabine Kächele' })
    expect(answer.status).toBe(200)
    expect(await guildNow()).toEqual(before)
    expect(await rows("SELECT * FROM journal WHERE request_id NOT LIKE 'outside-%'")).toEqual([])
    const told = (await lines()).slice(-2).map(({ entity, op, changes }) => [entity, op, changes])
    expect(told.at(-1)).toEqual([
      'import',
      'event',
      '{"fileName":[null,"mitglieder.xlsx"],"kind":[null,"members"],"deleted":[null,6],"restored":[null,2]}',
    ])
    // An import can be undone only once.
    expect(await json(undo(id))).toMatchObject({ error: { code: 'ImportDone' } })
  })

  test('The undo of an import with changed or used rows is rejected, and the answer lists them (409); with `others` the rest is undone', async () => {
    const { id } = await written({
      insertions: [
        member('Beate', 'Bantle', {}, 'beate'),
        { table: 'memberTimespans', row: { memberId: { ref: 'beate' }, from: '2000-01-01' } },
        member('Karl', 'Kuhn', {}, 'karl'),
        { table: 'memberTimespans', row: { memberId: { ref: 'karl' }, from: '2000-01-01' } },
        member('Ida', 'Maier'),
      ],
    })
    const [beate, karl] = await rows<{ id: number }>('SELECT id FROM members ORDER BY id')
    const honor = `INSERT INTO honors (member_id, type, date) VALUES (?, ?, '2020-01-01')`
    await env.DB.prepare(honor).bind(beate?.id, 'Parades_25').run()
    await env.DB.prepare(honor).bind(beate?.id, 'Parades_50').run()
    await env.DB.prepare(`INSERT INTO duty_entries (member_id, duty, from_date)
      VALUES (?, 'Kassier', '2020-01-01')`)
      .bind(beate?.id)
      .run()
    await env.DB.prepare(`UPDATE members SET phone = '1' WHERE id = ?`).bind(karl?.id).run()
    const before = await guildNow()
    const refused = await undo(id)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'ImportInUse',
        obstacles: ['Karl Kuhn: seitdem geändert', 'Beate Bantle: 2 Ehrungen, 1 Dienst'],
      },
    })
    expect(await guildNow()).toEqual(before)

    const others = await undo(id, true)
    expect(others.status).toBe(200)
    const after = await guildNow()
    expect(after).toEqual({
      ...before,
      members: before.members?.filter(({ last_name }) => last_name !== 'Maier'),
    })
  })

  test('Undoing an import with `others` does not delete an imported costume that has got an owner since, nor its type', async () => {
    const { id } = await written({
      kind: 'costumes',
      insertions: [
        { table: 'costumeTypes', ref: 'a', row: { name: 'A', nameKey: 'a' } },
        { table: 'costumeTypes', ref: 'b', row: { name: 'B', nameKey: 'b' } },
        {
          table: 'costumes',
          ref: 'A1',
          row: { number: '1', numberKey: '1', costumeTypeId: { ref: 'a' } },
        },
        {
          table: 'costumes',
          ref: 'A2',
          row: { number: '2', numberKey: '2', costumeTypeId: { ref: 'a' } },
        },
        {
          table: 'costumes',
          ref: 'B1',
          row: { number: '1', numberKey: '1', costumeTypeId: { ref: 'b' } },
        },
      ],
    })
    const owner = await aMember({ firstName: 'Ida', lastName: 'Maier' })
    await env.DB.prepare(`INSERT INTO costume_ownerships (costume_id, member_id, owned_from)
      VALUES ((SELECT min(id) FROM costumes), ?, '2020-01-01')`)
      .bind(owner.id)
      .run()
    expect(await json(undo(id))).toMatchObject({
      error: { obstacles: ['A 1: 1 Besitz eines Kleids'] },
    })
    expect((await undo(id, true)).status).toBe(200)
    expect(await rows('SELECT name FROM costume_types')).toEqual([{ name: 'A' }])
    expect(await rows('SELECT number FROM costumes')).toEqual([{ number: '1' }])
  })

  test('Undoing an import ignores rows that have been deleted since', async () => {
    const known = await aMember({ phone: '' })
    const { id } = await written({
      insertions: [member('Neu', 'Mann'), member('Ida', 'Maier')],
      updates: [{ table: 'members', id: known.id, before: { phone: '' }, after: { phone: '1' } }],
    })
    await env.DB.prepare(`DELETE FROM members WHERE last_name = 'Mann' OR id = ?`)
      .bind(known.id)
      .run()
    expect((await undo(id)).status).toBe(200)
    expect(await rows('SELECT * FROM members')).toEqual([])
  })

  test('An import can be undone for 30 days, then the undo is rejected (409)', async () => {
    const { id } = await written({ insertions: [member('Neu', 'Mann')] })
    setClock('2027-02-15T11:59:59Z')
    const token = await tokenOf(user.id)
    expect(await json(call('GET', '/api/imports', undefined, { token }))).toMatchObject([
      { id, undoable: true },
    ])
    setClock('2027-02-15T12:00:01Z')
    expect(await json(call('GET', '/api/imports', undefined, { token }))).toMatchObject([
      { id, undoable: false },
    ])
    const late = await call('POST', `/api/imports/${id}/undo`, {}, { token })
    expect([late.status, (await json(late)).error.code]).toEqual([409, 'ImportDone'])
  })
})

test('For every foreign key to imported rows, the undo of an import either checks the referring rows or deletes them', async () => {
  const named = await rows<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'
    AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%'`)
  const found = await Promise.all(
    named.map(async ({ name }) => {
      const keys = await rows<{ table: string; from: string; on_delete: string }>(
        `PRAGMA foreign_key_list(${name})`,
      )
      return keys
        .filter(
          ({ table, on_delete }) =>
            tables.includes(table) && !['SET NULL', 'CASCADE'].includes(on_delete),
        )
        .map(({ table, from }) => `${name}.${from} → ${table}`)
    }),
  )
  const known = references.map(
    ({ from, column, to }) =>
      `${getTableName(from)}.${columnName(column)} → ${getTableName(plannedTables[to])}`,
  )
  expect(known.sort()).toEqual(found.flat().sort())
  const referring = new Set(references.map(({ from }) => getTableName(from)))
  const goingAlong = ['member_no_duplicates', 'parade_drafts']
  for (const table of referring) {
    expect([table, table in rowWords || goingAlong.includes(table)]).toEqual([table, true])
  }
})
