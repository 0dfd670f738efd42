import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { today } from '#tests/support/api.ts'
import { allRows, freshDatabase } from '#tests/support/fresh-database.ts'

// The other tests rely on this: each test begins with the database as the migrations leave it.

let asMigrated: Awaited<ReturnType<typeof allRows>>

test('The first test of a file sees exactly the rows that the migrations have stored', async () => {
  asMigrated = await allRows()
  expect(asMigrated.get('guild_settings')).toHaveLength(1)
  expect(asMigrated.get('members')).toEqual([])
})

test('No row and no id counter of a whole guild is left after the database is reset for the next test', async () => {
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(60, 2), today), today)
  await env.DB.exec(`UPDATE guild_settings SET name = 'Eine andere Zunft'`)
  const filled = [...(await allRows())].filter(([, rows]) => rows.length > 0)
  expect(filled.length).toBeGreaterThan(20)
  await freshDatabase()
  expect(await allRows()).toEqual(asMigrated)
})

test('Rows of the migrations are restored for the next test, also when a test deleted all of them', async () => {
  const seeded = ['fee_rules', 'honor_rule_duties', 'honor_rules']
  for (const table of seeded) expect(asMigrated.get(table)?.length).toBeGreaterThan(0)
  for (const table of seeded) await env.DB.exec(`DELETE FROM ${table}`)
  await freshDatabase()
  expect(await allRows()).toEqual(asMigrated)
})

test('A table that a test dropped is restored for the next test', async () => {
  await env.DB.exec('DROP TABLE refusals')
  await freshDatabase()
  expect([...(await allRows()).keys()]).toEqual([...asMigrated.keys()])
})
