import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { today } from '#tests/support/api.ts'
import { allRows, freshDatabase } from '#tests/support/fresh-database.ts'

// What the other tests rest upon: none of them finds what another one left.

let asMigrated: Awaited<ReturnType<typeof allRows>>

test('the first test finds what the migrations leave', async () => {
  asMigrated = await allRows()
  expect(asMigrated.get('guild_settings')).toHaveLength(1)
  expect(asMigrated.get('members')).toEqual([])
})

test('of a whole guild nothing is left for the next test, numbers of rows included', async () => {
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(60, 2), today), today)
  await env.DB.exec(`UPDATE guild_settings SET name = 'Eine andere Zunft'`)
  const filled = [...(await allRows())].filter(([, rows]) => rows.length > 0)
  expect(filled.length).toBeGreaterThan(20)
  await freshDatabase()
  expect(await allRows()).toEqual(asMigrated)
})

test('what the migrations had written is there again, also where a test left nothing of it', async () => {
  const seeded = ['fee_rules', 'honor_rule_duties', 'honor_rules']
  for (const table of seeded) expect(asMigrated.get(table)?.length).toBeGreaterThan(0)
  for (const table of seeded) await env.DB.exec(`DELETE FROM ${table}`)
  await freshDatabase()
  expect(await allRows()).toEqual(asMigrated)
})

test('a table that is gone is there again', async () => {
  await env.DB.exec('DROP TABLE refusals')
  await freshDatabase()
  expect([...(await allRows()).keys()]).toEqual([...asMigrated.keys()])
})
