import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { countingDatabase } from '#scripts/bench/counting-database.ts'
import { call, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { signInQuery } from '#worker/http/auth.ts'

type Caller = { id: number; token: string }

let caller: Caller
let memberId: number

beforeEach(async () => {
  setClock()
  caller = await signedIn('management')
  memberId = (await aMember({ firstName: 'Berta', lastName: 'Benz' })).id
  await aMember({ firstName: 'Anton', lastName: 'Adler' })
})

async function list(tag?: string) {
  const headers = tag === undefined ? {} : { 'If-None-Match': tag }
  const response = await call('GET', '/api/member', undefined, { ...caller, headers })
  const text = await response.text()
  return { status: response.status, text, tag: response.headers.get('ETag') ?? '', response }
}

/** Whether the statement changed the list's content, and whether it changed its ETag. */
async function change(statement: string) {
  const before = await list()
  await rows(statement)
  const after = await list(before.tag)
  return {
    isContentChanged: after.status === 200 && after.text !== before.text,
    isTagChanged: after.tag !== before.tag,
  }
}

test('A request with the ETag of the current member list gets no body (304); with any other ETag it gets the list (200)', async () => {
  const first = await list()
  expect(first.status).toBe(200)
  expect(first.tag).toMatch(/^"m\d+-[0-9a-f]{8}"$/)
  expect(JSON.parse(first.text)).toHaveLength(2)
  for (const tag of [first.tag, `W/${first.tag}`, `"older", ${first.tag}`]) {
    const { status, text, tag: again, response } = await list(tag)
    expect([status, text, again]).toEqual([304, '', first.tag])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  }
  const [, version] = /m(\d+)/.exec(first.tag) ?? []
  const others = ['*', '"older"', `"m${version}-00000000"`, `m${version}`, `"m${version}"`, '"m1-"']
  for (const tag of others) expect(await list(tag)).toMatchObject({ status: 200, text: first.text })
})

test('A request for an unchanged member list costs one round trip and reads two rows, not counting the sign-in', async () => {
  const { tag } = await list()
  const headers = { 'If-None-Match': tag }
  const cost = async (path: string) => {
    const { db: database, cost } = countingDatabase(env.DB, (query) => query !== signInQuery)
    await call('GET', path, undefined, { ...caller, headers, database })
    return cost
  }
  expect(await cost('/api/member')).toEqual({ trips: 1, rowsRead: 2, rowsWritten: 0 })
})

test('The ETag of the member list changes when a value that the list contains is changed, but not when it is set to the same value', async () => {
  const columns = await rows<{ name: string; type: string }>(`PRAGMA table_info(members)`)
  const { id: payerId } = await aMember({ firstName: 'Carl', lastName: 'Carls' })
  const others: Record<string, string> = {
    membership_state: `'Passive'`,
    import_id: 'NULL',
    payer_id: String(payerId),
    parades_before: '0',
    parades_before_until: `'2020-01-01'`,
    birthday: `'1990-01-01'`,
    date_joined: `'1990-01-01'`,
    date_left: `'2031-01-01'`,
    // Written together with the key derived from it, as the application does.
    last_name: `'Aaa', last_name_key = 'aaa'`,
    anonymised_at: `'2027-01-01T00:00:00.000Z', last_name = 'Anonymisiert'`,
  }
  const listedColumns = []
  // Last, because an anonymised member is not in the list.
  columns.sort((a, b) => Number(a.name === 'anonymised_at') - Number(b.name === 'anonymised_at'))
  for (const { name, type } of columns) {
    // The id never changes, and the keys of a name show in the list only as its order.
    if (['id', 'first_name_key', 'last_name_key'].includes(name)) continue
    const value = others[name] ?? (type === 'INTEGER' ? '1' : `'x'`)
    const set = `UPDATE members SET ${name} = ${value} WHERE id = ${memberId}`
    const { isContentChanged, isTagChanged } = await change(set)
    if (isContentChanged) expect(`${name} ${isTagChanged}`).toBe(`${name} true`)
    if (isContentChanged) listedColumns.push(name)
    expect(`${name} ${(await change(set)).isTagChanged}`).toBe(`${name} false`)
  }
  expect(listedColumns).toHaveLength(18)
})

test('The ETag of the member list changes with members, membership periods and exit dates, but not with data that the list does not contain', async () => {
  const at = `'2027-01-01T00:00:00.000Z'`
  const acts = [
    `INSERT INTO members (first_name, last_name, first_name_key, last_name_key, created_at, updated_at)
      VALUES ('C', 'D', 'c', 'd', '', '')`,
    `DELETE FROM members WHERE first_name = 'C'`,
    `INSERT INTO member_timespans (member_id, from_date) VALUES (${memberId}, '2001-01-01')`,
    `UPDATE member_timespans SET from_date = '2002-01-01'`,
    `UPDATE member_timespans SET to_date = '2003-01-01'`,
    `DELETE FROM member_timespans`,
    `INSERT INTO member_exits (member_id, state, date, state_before, ended, recorded_at, recorded_by)
      VALUES (${memberId}, 'Left', '2027-12-31', 'Active', '[]', ${at}, ${caller.id})`,
    `UPDATE member_exits SET date = '2027-06-30'`,
    `UPDATE member_exits SET undone_at = ${at}`,
  ]
  for (const act of acts) {
    expect([act, await change(act)]).toEqual([act, { isContentChanged: true, isTagChanged: true }])
  }
  const unseen = [
    `UPDATE member_exits SET date = '2027-05-31', ended = '[1]' WHERE undone_at IS NULL`,
    `UPDATE member_timespans SET to_date = NULL`,
    `INSERT INTO costume_types (name, name_key) VALUES ('Bär', 'bär')`,
    `UPDATE guild_settings SET name = 'Andere'`,
    `UPDATE data_version SET version = version + 1`,
  ]
  for (const act of unseen) {
    expect([act, await change(act)]).toEqual([
      act,
      { isContentChanged: false, isTagChanged: false },
    ])
  }
})

test('A request with an ETag from before the restore of a backup gets the whole list (200), even after as many changes as before the restore', async () => {
  const backup = await rows<{ members_version: number }>('SELECT members_version FROM data_version')
  await rows(`UPDATE members SET phone = '1' WHERE id = ${memberId}`)
  const { tag } = await list()
  // The version is set back as by a restore, then another change follows.
  await rows(`UPDATE data_version SET members_version = ${backup[0]?.members_version}`)
  await rows(`UPDATE members SET phone = '2' WHERE id = ${memberId}`)
  expect(await list(tag)).toMatchObject({ status: 200 })
})
