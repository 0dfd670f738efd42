import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { clearDatabase, clearedTables, isEmptyDatabase } from '#scripts/demo/clear.ts'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { demoPassword, demoUsers } from '#scripts/demo/users.ts'
import { call, json, rows, setClock, today } from '#tests/support/api.ts'

const guild = makeDemoGuild(sizeOf(80, 2), today)

beforeEach(() => setClock())

test('The demo guild can be inserted without violating a constraint', async () => {
  expect(await isEmptyDatabase(env.DB)).toBe(true)
  await loadDemoGuild(env.DB, guild, today)
  expect(await isEmptyDatabase(env.DB)).toBe(false)
  expect(await count('members')).toBe(80)
  expect(await count('participations')).toBe(guild.participations.length)
  expect(await count('orders')).toBe(guild.orders.length)
  const broken = await env.DB.prepare('PRAGMA foreign_key_check').all()
  expect(broken.results).toEqual([])
})

test.each(demoUsers)(
  'The demo user $emailAddress can sign in and has the role $role',
  async ({ emailAddress, role }) => {
    await loadDemoGuild(env.DB, guild, today)
    const body = { emailAddress, password: demoPassword }
    const answer = await json(call('POST', '/api/v1/auth/login', body))
    expect(answer).toMatchObject({ emailAddress, roles: [role] })
  },
)

test('At least four parades of the demo guild are open for enrolment', async () => {
  await loadDemoGuild(env.DB, guild, today)
  expect((await json(call('GET', '/api/enrolment/parades'))).length).toBeGreaterThanOrEqual(4)
})

test('Clearing the database covers every table except those of settings, fee and honor rules, offices and internal state', async () => {
  const known = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
     AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%'`,
  )
  const kept = [
    'audit_context',
    'guild_settings',
    'guild_identity',
    'fee_rules',
    'offices',
    'honor_rules',
    'honor_rule_duties',
    'data_version',
    'guards',
    'row_changes',
  ]
  expect(known.map(({ name }) => name).sort()).toEqual([...clearedTables, ...kept].sort())
})

test('Clearing the database does not delete the fee rules; the demo guild can be inserted again afterwards', async () => {
  await loadDemoGuild(env.DB, guild, today)
  await clearDatabase(env.DB)
  expect(await isEmptyDatabase(env.DB)).toBe(true)
  expect(await count('fee_rules')).toBe(4)
  await loadDemoGuild(env.DB, guild, today)
  expect(await count('members')).toBe(80)
})

async function count(table: string): Promise<number | undefined> {
  const row = await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>()
  return row?.n
}
