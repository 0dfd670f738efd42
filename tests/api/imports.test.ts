import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { faultyDatabase } from '#tests/support/faulty-database.ts'
import { expectLogged } from '#tests/support/log.ts'
import type { ImportCell, ImportPreview } from '#worker/imports/imports.contract.ts'

// A file sent through the routes as the browser sends it. The preview of each kind is tested with the planning,
// writing and undo in imports-written.test.ts.

let user: { id: number; token: string }
beforeEach(async () => {
  setClock()
  user = await signedIn('management')
})

const ask = (method: string, path: string, body?: unknown, token = user.token) =>
  call(method, path, body, { token })

/** Status and code of a rejection. */
async function refusal(answer: Response | Promise<Response>) {
  const response = await answer
  const { error } = await json(response)
  return [response.status, error?.code]
}

const headings = ['Nr', 'Vorname', 'Nachname', 'Geburtstag', 'Bemerkung']
const columns = ['memberNumber', 'firstName', 'lastName', 'birthday', 'comment']
type Line = ImportCell[]

const members: Line[] = [
  [1, 'Beate', 'Bantle', { day: '1979-02-01' }, 'mit ß und Ü'],
  [2, 'Karl', 'Kuhn', { day: '1960-02-01' }, null],
  [3, 'Ida', 'Maier', null, ''],
]

type File = { lines: Line[]; sha?: string; parts?: number; name?: string }

/** Uploads a file in parts and maps its columns; its rows begin in line 2 of the sheet. */
async function upload({ lines, sha = 'a', parts = 2, name = 'mitglieder.xlsx' }: File) {
  const fileSha256 = sha.repeat(64)
  const body = {
    kind: 'members',
    fileName: name,
    fileSha256,
    headings,
    parts,
    rowCount: lines.length,
  }
  const answer = await ask('POST', '/api/imports', body)
  expect(answer.status).toBe(201)
  const { id } = await json(answer)
  const given = lines.map((cells, index) => ({ row: index + 2, cells }))
  const each = Math.ceil(lines.length / parts)
  for (let part = 1; part <= parts; part += 1) {
    const own = given.slice((part - 1) * each, part * each)
    const sent = await ask('PUT', `/api/imports/${id}/parts/${part}`, { rows: own })
    expect(sent.status).toBe(204)
  }
  const answers = { words: {}, empty: { membershipState: 'Active' }, choices: {} }
  const named = await ask('PUT', `/api/imports/${id}`, { mapping: { columns }, answers })
  expect(named.status).toBe(200)
  return `/api/imports/${id}`
}

const preview = async (path: string): Promise<ImportPreview> =>
  json(await ask('GET', `${path}/preview`))

async function commit(path: string) {
  const { seen } = await preview(path)
  return ask('POST', `${path}/commit`, { seen })
}

const tables = ['members', 'member_timespans', 'journal', 'audit_entries']
const snapshot = async () =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await rows(`SELECT * FROM ${table}`)])),
  )
const names = async () =>
  (await rows<{ name: string }>(`SELECT last_name AS name FROM members ORDER BY id`)).map(
    ({ name }) => name,
  )

describe('importing a file', () => {
  test('A file of members is imported, and importing it again changes nothing', async () => {
    const path = await upload({ lines: members })
    const { counts } = await preview(path)
    expect(counts).toEqual({ new: 3, changes: 0, same: 0, duplicate: 0, error: 0, skipped: 0 })
    const done = await commit(path)
    expect(done.status).toBe(200)
    expect(await json(done)).toMatchObject({
      kind: 'members',
      state: 'done',
      fileName: 'mitglieder.xlsx',
      counts,
      doneBy: 'Sabine Kächele',
      undoable: true,
      before: null,
    })
    expect(await names()).toEqual(['Bantle', 'Kuhn', 'Maier'])
    // Of its content only the names of the columns are kept.
    expect(await rows('SELECT * FROM import_parts')).toEqual([])
    expect(await rows('SELECT head, answers FROM imports')).toEqual([
      { head: expect.not.stringMatching(/Bantle|Vorname/), answers: '{}' },
    ])

    const before = await snapshot()
    const again = await upload({ lines: members })
    const { before: earlier, mapping } = await json(ask('GET', again))
    expect([earlier, mapping]).toEqual(['2027-01-16', { columns }])
    expect((await preview(again)).counts).toMatchObject({ new: 0, changes: 0, same: 3 })
    expect((await commit(again)).status).toBe(200)
    const after = await snapshot()
    // Only the second import itself is recorded.
    expect({ ...after, audit_entries: null }).toEqual({ ...before, audit_entries: null })
    expect(await json(ask('GET', '/api/imports'))).toMatchObject([
      { state: 'done', counts: { same: 3 }, before: '2027-01-16' },
      { state: 'done', counts: { new: 3 }, before: null },
    ])
  })

  test('A file with known headings gets the column mapping of the earlier import', async () => {
    await commit(await upload({ lines: members }))
    const other = {
      kind: 'members',
      fileName: 'x.csv',
      fileSha256: 'b'.repeat(64),
      headings,
      parts: 1,
    }
    const { id, before } = await json(ask('POST', '/api/imports', other))
    expect(before).toBeNull()
    expect(await json(ask('GET', `/api/imports/${id}`))).toMatchObject({
      headings,
      mapping: { columns },
      parts: { received: [], expected: 1 },
    })
    const { mapping } = await json(ask('PUT', `/api/imports/${id}`, { kind: 'honors' }))
    expect(mapping).toEqual({ columns: [] })
  })

  test('The answers about words and the order of names are applied to later files, those about people and missing values are not', async () => {
    const path = await upload({ lines: members })
    const answers = {
      words: { membershipState: { Gönner: 'Passive' }, costumeType: { Hexe: 'new' } },
      empty: { dateJoined: '1.1.2000' },
      choices: { nameOrder: 'lastFirst', matchBy: 'name' },
    }
    await json(ask('PUT', path, { answers }))
    await commit(path)
    const other = { kind: 'members', fileName: 'x.csv', headings, parts: 1 }
    const { id } = await json(ask('POST', '/api/imports', { ...other, fileSha256: 'b'.repeat(64) }))
    expect((await json(ask('GET', `/api/imports/${id}`))).answers).toEqual({
      words: { membershipState: { Gönner: 'Passive' } },
      empty: {},
      choices: { nameOrder: 'lastFirst' },
    })
  })

  test('Undoing an import restores the members as before, and the file can be imported again', async () => {
    const { id } = await aMember({ firstName: 'Karl', lastName: 'Kuhn', memberNumber: 2 })
    await rows(`UPDATE members SET birthday = '1960-02-01', comment = '' WHERE id = ${id}`)
    const before = await rows('SELECT * FROM members')
    const lines = members.map((line) => line.with(4, 'neu'))
    const path = await upload({ lines })
    expect((await commit(path)).status).toBe(200)
    expect(await rows(`SELECT comment FROM members WHERE id = ${id}`)).toEqual([{ comment: 'neu' }])
    const undone = await ask('POST', `${path}/undo`, {})
    expect(undone.status).toBe(200)
    const moved = { version: expect.any(Number), updated_at: expect.any(String) }
    expect(await rows('SELECT * FROM members')).toEqual(before.map((row) => ({ ...row, ...moved })))
    expect(await refusal(ask('POST', `${path}/undo`, {}))).toEqual([409, 'ImportDone'])
    expect(await refusal(ask('POST', `${path}/commit`, { seen: 'x' }))).toEqual([409, 'ImportDone'])
    // The same file can be imported again.
    expect((await preview(await upload({ lines }))).counts).toMatchObject({ new: 2, changes: 1 })
  })
})

describe('commit of an import', () => {
  test('Rejects the commit of an import without a preview, with undecided rows or after a change since the preview (409)', async () => {
    const path = await upload({ lines: [...members, [4, 'Ohne', '', null, null]] })
    const { counts, seen } = await preview(path)
    expect(counts).toMatchObject({ new: 3, error: 1 })
    const open = { error: { code: 'ImportOpen', rows: [5] } }
    expect(await json(ask('POST', `${path}/commit`, {}))).toMatchObject(open)
    expect(await json(ask('POST', `${path}/commit`, { seen }))).toMatchObject(open)
    await ask('PUT', `${path}/rows`, { rows: [{ row: 5, decision: 'skip' }] })
    expect(await json(ask('POST', `${path}/commit`, {}))).toMatchObject({
      error: { code: 'ImportOpen', rows: [] },
    })
    // The preview that was seen is outdated.
    const { status, error } = await stale(path, seen)
    expect([status, error.code]).toEqual([409, 'ImportStale'])
    expect(error.preview).toEqual(await json(ask('GET', `${path}/preview`)))
    expect(await names()).toEqual([])
    expect((await commit(path)).status).toBe(200)
    expect(await names()).toHaveLength(3)
  })

  test('The commit of an import is rejected if data changed since the preview would change its result (409 ImportStale), and accepted otherwise', async () => {
    const path = await upload({ lines: members })
    const { seen } = await preview(path)
    const other = await aMember({ firstName: 'Ganz', lastName: 'Anders', memberNumber: 77 })
    await rows(`UPDATE members SET member_number = 2 WHERE id = ${other.id}`)
    expect(await refusal(ask('POST', `${path}/commit`, { seen }))).toEqual([409, 'ImportStale'])
    expect(await names()).toEqual(['Anders'])
    await rows(`UPDATE members SET member_number = 77 WHERE id = ${other.id}`)
    expect((await ask('POST', `${path}/commit`, { seen })).status).toBe(200)
  })

  test('Of two simultaneous commits, and of two simultaneous undos of an import, one succeeds and one is rejected (409)', async () => {
    const path = await upload({ lines: members })
    const { seen } = await preview(path)
    const answers = await Promise.all([1, 2].map(() => ask('POST', `${path}/commit`, { seen })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && (await json(refused)).error.code).toBe('ImportDone')
    expect(await names()).toHaveLength(3)
    expect(await rows(`SELECT id FROM audit_entries WHERE entity = 'import'`)).toHaveLength(1)
    // The same for the undo.
    const undone = await Promise.all([1, 2].map(() => ask('POST', `${path}/undo`, {})))
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await names()).toEqual([])
  })

  test.each(['commit', 'undo'] as const)(
    "If the database's answer to the %s of an import is lost, the request is repeated and answered as done",
    async (act) => {
      const path = await upload({ lines: members })
      const { seen } = await preview(path)
      if (act === 'undo') await ask('POST', `${path}/commit`, { seen })
      let isCut = false
      const { database } = faultyDatabase(({ isRead }) => {
        if (isRead || isCut) return null
        isCut = true
        return 'after'
      })
      const answer = await call('POST', `${path}/${act}`, { seen }, { token: user.token, database })
      expect(answer.status).toBe(200)
      expect(await json(answer)).toMatchObject({ state: act === 'undo' ? 'undone' : 'done' })
      expect(await names()).toHaveLength(act === 'undo' ? 0 : 3)
      expectLogged('request_repeated')
    },
  )
})

describe('rejected imports', () => {
  const announced = {
    kind: 'members',
    fileName: 'x',
    fileSha256: 'a'.repeat(64),
    headings,
    parts: 2,
  }

  test('Rejects preview and commit of an import until all parts of the file have arrived (409)', async () => {
    const { id } = await json(ask('POST', '/api/imports', announced))
    const path = `/api/imports/${id}`
    await ask('PUT', `${path}/parts/2`, { rows: [] })
    expect(await json(ask('GET', path))).toMatchObject({ parts: { received: [2], expected: 2 } })
    expect(await refusal(ask('GET', `${path}/preview`))).toEqual([409, 'Conflict'])
    expect(await refusal(ask('POST', `${path}/commit`, { seen: 'x' }))).toEqual([409, 'Conflict'])
    expect(await refusal(ask('PUT', `${path}/parts/3`, { rows: [] }))).toEqual([404, 'NotFound'])
    expect(await refusal(ask('PUT', `${path}/parts/0`, { rows: [] }))).toEqual([404, 'NotFound'])
    expect(await refusal(ask('POST', `${path}/undo`, {}))).toEqual([409, 'Conflict'])
    expect((await ask('DELETE', path)).status).toBe(204)
    expect(await refusal(ask('GET', path))).toEqual([404, 'NotFound'])
    expect(await rows('SELECT * FROM import_parts')).toEqual([])
  })

  test('Rejects a file in which a row number occurs twice, within a part or across parts (422)', async () => {
    const path = await upload({ lines: members })
    const twice = { row: 2, cells: [4, 'Ute', 'Haas', null, null] }
    for (const part of [{ rows: [twice, twice] }, { rows: [twice] }]) {
      expect((await ask('PUT', `${path}/parts/2`, part)).status).toBe(204)
      expect(await refusal(ask('GET', `${path}/preview`))).toEqual([422, 'ValidationFailed'])
      expect(await refusal(ask('POST', `${path}/commit`, { seen: 'x' }))).toEqual([
        422,
        'ValidationFailed',
      ])
    }
    expect(await names()).toEqual([])
  })

  test('Rejects parts of a file above a megabyte and files with more than 20,000 rows (413)', async () => {
    const { id } = await json(ask('POST', '/api/imports', announced))
    const path = `/api/imports/${id}`
    const part = (bytes: number) => ({
      rows: [{ row: 2, cells: ['ü'.repeat(5_000)] }].concat(
        Array.from({ length: Math.floor(bytes / 2_000) }, (_, n) => ({
          row: n + 3,
          cells: ['ü'.repeat(980)],
        })),
      ),
    })
    expect((await ask('PUT', `${path}/parts/1`, part(950_000))).status).toBe(204)
    expect(await refusal(ask('PUT', `${path}/parts/1`, part(1_100_000)))).toEqual([
      413,
      'PayloadTooLarge',
    ])
    // No stored chunk is larger than 60,000 bytes, and no character is cut.
    const [chunks] = await rows(`SELECT max(length(CAST(body AS BLOB))) AS bytes,
      sum(instr(body, char(65533))) AS cut FROM import_parts`)
    expect(chunks).toMatchObject({ cut: 0 })
    expect(Number(chunks?.bytes)).toBeLessThanOrEqual(60_000)
    // Other requests have a lower size limit.
    expect(await refusal(ask('POST', `${path}/commit`, { seen: 'x'.repeat(200_000) }))).toEqual([
      413,
      'PayloadTooLarge',
    ])
    expect(await refusal(ask('POST', '/api/imports', { ...announced, rowCount: 20_001 }))).toEqual([
      413,
      'PayloadTooLarge',
    ])
    const many = Array.from({ length: 10_001 }, (_, n) => ({ row: n + 2, cells: [] }))
    await ask('PUT', `${path}/parts/1`, { rows: many })
    await ask('PUT', `${path}/parts/2`, { rows: many })
    expect(await refusal(ask('GET', `${path}/preview`))).toEqual([413, 'PayloadTooLarge'])
  })

  test('Rejects requests to a finished import (409) and to an unknown one (404)', async () => {
    const path = await upload({ lines: members })
    const { seen } = await preview(path)
    await ask('POST', `${path}/commit`, { seen })
    const done = [409, 'ImportDone']
    expect(await refusal(ask('PUT', `${path}/parts/1`, { rows: [] }))).toEqual(done)
    expect(await refusal(ask('PUT', path, { mapping: { columns } }))).toEqual(done)
    expect(
      await refusal(ask('PUT', `${path}/rows`, { rows: [{ row: 2, decision: 'skip' }] })),
    ).toEqual(done)
    expect(await refusal(ask('GET', `${path}/preview`))).toEqual(done)
    expect(await refusal(ask('POST', `${path}/commit`, { seen }))).toEqual(done)
    expect(await refusal(ask('DELETE', path))).toEqual(done)
    expect(await rows('SELECT * FROM import_rows')).toEqual([])
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PUT', '', {}],
      ['DELETE', '', undefined],
      ['GET', '/preview', undefined],
      ['POST', '/commit', { seen }],
      ['POST', '/undo', {}],
      ['PUT', '/parts/1', { rows: [] }],
      ['PUT', '/rows', { rows: [{ row: 2, decision: 'skip' }] }],
    ] as const) {
      expect(await refusal(ask(method, `/api/imports/999${rest}`, body))).toEqual([404, 'NotFound'])
    }
  })

  test('An import of a list cannot be changed into one of an archive (422)', async () => {
    const path = await upload({ lines: members })
    expect(await refusal(ask('PUT', path, { kind: 'archive' }))).toEqual([422, 'ValidationFailed'])
  })
})

test('Saving a decision about a row does not change its corrected values, and saving corrected values does not change the decision', async () => {
  const path = await upload({ lines: members })
  const save = (row: object) => ask('PUT', `${path}/rows`, { rows: [{ row: 2, ...row }] })
  const stored = async () =>
    (await rows(`SELECT "values", decision, member_id FROM import_rows`))[0] ?? null
  await save({ values: { lastName: 'Bäntle' } })
  await save({ decision: 'same', memberId: 7 })
  expect(await stored()).toEqual({
    values: '{"lastName":"Bäntle"}',
    decision: 'same',
    member_id: 7,
  })
  await save({ values: null })
  expect(await stored()).toEqual({ values: null, decision: 'same', member_id: 7 })
  await save({ decision: 'new' })
  expect(await stored()).toEqual({ values: null, decision: 'new', member_id: null })
  await save({ decision: null })
  expect(await stored()).toEqual({ values: null, decision: null, member_id: null })
})

test('The first history entry of an imported member is the import with the name of its file', async () => {
  const known = await aMember({ firstName: 'Karl', lastName: 'Kuhn', memberNumber: 2 })
  await rows(`UPDATE members SET birthday = '1960-02-01' WHERE id = ${known.id}`)
  const path = await upload({ lines: members.map((line) => line.with(4, 'neu')) })
  await commit(path)
  const [beate] = await rows<{ id: number }>(`SELECT id FROM members WHERE last_name = 'Bantle'`)
  await rows(`UPDATE members SET comment = 'x' WHERE id = ${beate?.id}`)
  const historyOf = async (id?: number) =>
    (await json(ask('GET', `/api/history?entity=member&entityId=${id}`))).entries
  const entries = await historyOf(beate?.id)
  expect(entries).toHaveLength(2)
  expect(entries.at(-1)).toMatchObject({
    act: 'POST /api/imports/:id/commit',
    by: { firstName: 'Sabine' },
    lines: [{ entity: 'import', op: 'event', changes: { fileName: [null, 'mitglieder.xlsx'] } }],
    undo: 'never',
  })
  expect((await historyOf(known.id))[0]).toMatchObject({
    lines: [{ entity: 'member', op: 'update', changes: { comment: ['', 'neu'] } }],
    undo: 'never',
  })
  const all = await json(ask('GET', '/api/history'))
  expect(all.entries[1].lines.map(({ entity }: { entity: string }) => entity).sort()).toEqual([
    'import',
    'member',
  ])
})

async function stale(path: string, seen: string) {
  const answer = await ask('POST', `${path}/commit`, { seen })
  return { status: answer.status, error: (await json(answer)).error }
}

describe('retention of imports', () => {
  test('An import that was not committed is deleted after a day', async () => {
    await upload({ lines: members })
    setClock('2027-01-17T11:59:00Z')
    await runCron()
    expect(await rows('SELECT id FROM imports')).toHaveLength(1)
    setClock('2027-01-17T12:01:00Z')
    await runCron()
    expect(await rows('SELECT id FROM imports')).toEqual([])
    expect(await rows('SELECT import_id FROM import_parts')).toEqual([])
  })

  test('The journal of a committed import is deleted after 30 days; the import is still listed as done', async () => {
    await commit(await upload({ lines: members }))
    const journalLines = async () =>
      (await rows("SELECT id FROM journal WHERE request_id NOT LIKE 'outside-%'")).length
    const before = await journalLines()
    expect(before).toBeGreaterThan(0)
    setClock('2027-02-15T13:00:00Z')
    await runCron()
    expect(await journalLines()).toBe(before)
    setClock('2027-02-16T13:00:00Z')
    await runCron()
    expect(await journalLines()).toBe(0)
    expect(await rows('SELECT state FROM imports')).toEqual([{ state: 'done' }])
  })

  test('Anonymising an imported member clears the name from the journal of the import; undoing the import does not delete the member', async () => {
    const path = await upload({ lines: members })
    await commit(path)
    const [ida] = await rows<{ id: number }>(`SELECT id FROM members WHERE last_name = 'Maier'`)
    await rows(
      `UPDATE members SET membership_state = 'Left', date_left = '2020-01-01' WHERE id = ${ida?.id}`,
    )
    const token = await tokenOf(user.id)
    const answer = await ask(
      'POST',
      `/api/member/${ida?.id}/anonymise`,
      { name: 'Ida Maier' },
      token,
    )
    expect(answer.status).toBe(200)
    const left = await rows<{ after: string }>(
      "SELECT after FROM journal WHERE request_id NOT LIKE 'outside-%'",
    )
    expect(JSON.stringify(left)).not.toContain('Maier')
    expect((await ask('POST', `${path}/undo`, {}, token)).status).toBe(200)
    expect(await names()).toEqual(['Anonymisiert'])
  })

  test('After a merge, anonymising the member also clears the name of the deleted imported record from the journal of its import', async () => {
    await commit(await upload({ lines: members }))
    const [ida] = await rows<{ id: number }>(`SELECT id FROM members WHERE last_name = 'Maier'`)
    const kept = await aMember({
      firstName: 'Ida',
      lastName: 'Haug',
      membershipState: 'Left',
    })
    await rows(`UPDATE members SET date_left = '2020-01-01' WHERE id = ${kept.id}`)
    const token = await tokenOf(user.id)
    const merged = await ask(
      'POST',
      `/api/member/${kept.id}/merge`,
      { goneId: ida?.id, fields: {} },
      token,
    )
    expect(merged.status).toBe(200)
    await ask('PUT', `/api/member/${kept.id}`, { membershipState: 'Left' }, token)
    const path = `/api/member/${kept.id}/anonymise`
    expect((await ask('POST', path, { name: 'Ida Haug' }, token)).status).toBe(200)
    const left = await rows<{ after: string }>(
      "SELECT after FROM journal WHERE request_id NOT LIKE 'outside-%'",
    )
    expect(JSON.stringify(left)).not.toContain('Maier')
  })
})

test('A part of a file whose upload is interrupted is not stored (503)', async () => {
  const { id } = await json(
    ask('POST', '/api/imports', {
      kind: 'members',
      fileName: 'x',
      fileSha256: 'a'.repeat(64),
      headings,
      parts: 2,
    }),
  )
  const before = await snapshot()
  const { database } = faultyDatabase(({ isRead }) => (isRead ? null : 'before'))
  const body = { rows: [{ row: 2, cells: members[0] }] }
  const answer = await call('PUT', `/api/imports/${id}/parts/1`, body, {
    token: user.token,
    database,
  })
  expect(answer.status).toBe(503)
  expectLogged('request_failed')
  expect(await snapshot()).toEqual(before)
  expect(await env.DB.prepare('SELECT part FROM import_parts WHERE part > 0').all()).toMatchObject({
    results: [],
  })
})
