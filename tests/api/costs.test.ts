import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import speed from '#docs/speed.json'
import { countingDatabase } from '#scripts/bench/counting-database.ts'
import { cron } from '#scripts/bench/figures.ts'
import { clearDatabase } from '#scripts/demo/clear.ts'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { defaultMembers, defaultSeasons, sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { rows, today, tokenOf } from '#tests/support/api.ts'
import { aCostumeType } from '#tests/support/builders.ts'
import { previewEveryKind } from '#tests/support/costs/imports.ts'
import { complaintsOf, exceptions } from '#tests/support/costs/limits.ts'
import { freshWorld, pay, type Seen, type World } from '#tests/support/costs/visit.ts'
import { visits } from '#tests/support/costs/visits.ts'
import { findScans } from '#tests/support/query-plans.ts'
import { sentStatements } from '#tests/support/recording-d1.ts'
import { reasonsForNothing } from '#tests/support/scan-reasons.ts'
import { app } from '#worker/app.ts'
import { commit } from '#worker/db/commit.ts'
import { openDb, write } from '#worker/db/db.ts'
import { costumeTypes } from '#worker/db/schema.ts'

// Counts round trips and rows of each request in the real database; no time is asserted.

const routes = app.routes
  .filter((route) => route.method !== 'ALL')
  .map((route) => `${route.method} ${route.path}`)

let world: World

beforeEach(() => {
  world = freshWorld()
})

test('The cost measurement calls every route, and every listed exception to a limit is for an existing route', () => {
  expect(Object.keys(visits).toSorted()).toEqual([...new Set(routes)].sort())
  expect(Object.keys(exceptions).filter((route) => !routes.includes(route))).toEqual([])
})

test('docs/speed.json lists exactly the existing routes and the cron', () => {
  const listed = speed.routes.routes.map(({ route }) => route)
  expect(listed.toSorted()).toEqual([...new Set(routes), cron].sort())
})

// All routes, in a guild with data of several years.
const patience = { timeout: 300_000 }

test(
  'No request to a guild with data of several years exceeds its limit of round trips and rows',
  patience,
  async () => {
    await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(defaultMembers, defaultSeasons), today), today)
    const complaints: string[] = []
    for (const route of Object.keys(visits)) {
      const seen = await visited(route)
      complaints.push(...complaintsOf(route, seen, exceptions[route]))
    }
    expect(complaints).toEqual([])
    await previewEveryKind()
    // Full scans are allowed for listed tables only; api-setup.ts checks the rest after each file.
    expect(reasonsForNothing(await findScans(sentStatements()))).toEqual([])
  },
)

test('An enrolment in a guild with data of several years reads at most ten rows more than the very first enrolment', async () => {
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(defaultMembers, defaultSeasons), today), today)
  const { rowsRead: amongAll } = await visited('POST /api/parades/enrol')
  await clearDatabase(env.DB)
  await rows(`INSERT INTO costume_types (id, name, name_key) VALUES (1, 'Bär', 'bär')`)
  await rows(`INSERT INTO users (id, email_address, password_hash, created_at)
    VALUES (${management.id}, '${management.emailAddress}', '', '')`)
  const { rowsRead: asFirst } = await visited('POST /api/parades/enrol')
  // A search in an index may read one more row each, and seven costume types are read.
  expect(amongAll - asFirst).toBeLessThanOrEqual(10)
})

async function visited(route: string): Promise<Seen> {
  const make = visits[route]
  if (!make) throw new Error(`${route} is not walked`)
  const visit = await make(world)
  const seen = await pay(route, visit, await tokenOf(management.id))
  // Rejected requests cost little, so a visit has to have its expected status.
  expect(`${route} ${seen.status}`).toBe(`${route} ${visit.status ?? 200}`)
  return seen
}

describe('the cost check of a request', () => {
  const list = 'GET /api/member'
  const within = { status: 200, trips: 2, rowsRead: 350, rowsWritten: 0, rowsAnswered: 100 }

  test.each<[string, Partial<Seen>, Record<string, number>, string[]]>([
    ['no cost above the limits', {}, {}, []],
    ['a third round trip', { trips: 3 }, {}, [`${list}: 3 round trips, at most 2`]],
    ['a scan', { rowsRead: 351 }, {}, [`${list}: 351 rows read, at most 350`]],
    ['a read that writes', { rowsWritten: 1 }, {}, [`${list}: 1 rows written, at most 0`]],
    ['costs within its exception', { trips: 3, rowsRead: 900 }, { trips: 3, rowsRead: 1000 }, []],
    [
      'costs above its exception',
      { trips: 4, rowsRead: 1001 },
      { trips: 3, rowsRead: 1000 },
      [
        `${list}: 4 round trips, more than its exception of 3`,
        `${list}: 1001 rows read, more than its exception of 1000`,
      ],
    ],
    [
      'an exception that is no longer needed',
      {},
      { trips: 3, rowsRead: 1000 },
      [
        `${list}: 2 round trips need no exception any more`,
        `${list}: 350 rows read need no exception any more`,
      ],
    ],
    [
      'an exception that could be smaller',
      { trips: 3, rowsRead: 400 },
      { trips: 4, rowsRead: 1000 },
      [
        `${list}: 3 round trips: lower its exception of 4`,
        `${list}: 400 rows read: lower its exception of 1000`,
      ],
    ],
  ])(
    'For a request with %s the cost check reports exactly the expected excess',
    (_, change, excepted, complaints) => {
      expect(complaintsOf(list, { ...within, ...change }, excepted)).toEqual(complaints)
    },
  )
})

test('The counting database answers like the plain one and counts every kind of call', async () => {
  for (const name of ['Bär', 'Hexe', 'Narro']) await aCostumeType(name)
  const { db, cost } = countingDatabase(env.DB, (query) => !query.startsWith('DELETE'))
  const query = 'SELECT id, name, id AS name FROM costume_types WHERE id > ?'
  const counted = db.prepare(query).bind(0)
  const bare = env.DB.prepare(query).bind(0)
  expect((await counted.all()).results).toEqual((await bare.all()).results)
  expect((await counted.run()).results).toEqual((await bare.run()).results)
  expect(await counted.first()).toEqual(await bare.first())
  expect(await counted.first('id')).toBe(await bare.first('id'))
  expect(await counted.raw()).toEqual(await bare.raw())
  expect((await db.batch([counted, counted])).map(({ results }) => results)).toEqual(
    (await env.DB.batch([bare, bare])).map(({ results }) => results),
  )
  expect(cost).toEqual({ trips: 6, rowsRead: 7 * 3, rowsWritten: 0 })

  // The row, its entry in the index of names and the highest id; in the history the same for three rows.
  const [added] = await commit(openDb(db), [
    write
      .insert(costumeTypes)
      .values({ name: 'Federahannes', nameKey: 'federahannes' })
      .returning(),
  ])
  expect(added).toEqual([{ id: 4, name: 'Federahannes', nameKey: 'federahannes' }])
  expect(cost).toMatchObject({ trips: 7, rowsWritten: 13 })
  await commit(openDb(db), [
    write.run(sql`UPDATE costume_types SET name_key = 'feder' WHERE id = 4`),
  ])
  await db.prepare('DELETE FROM costume_types').run()
  expect(cost).toMatchObject({ trips: 8 })
})
