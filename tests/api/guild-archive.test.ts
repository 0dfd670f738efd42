import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { contents, extentOf, putBack } from '#tests/support/contents.ts'
import { broughtBack, committed, exported, staged } from '#tests/support/guild-archive.ts'
import { aPlace } from '#tests/support/merges.ts'

// One story of an archive, run with every change; guild-archive.long.test.ts tests edited archives and errors.

beforeEach(() => setClock())

/** Inserts a row into each table of the archive, except the rules, which every guild has. */
async function aSmallGuild(token: string) {
  const ask = async (method: string, path: string, body: unknown) => {
    const answer = await call(method, path, body, { token })
    expect(answer.status, `${path}: ${await answer.text()}`).toBeLessThan(300)
  }
  const payer = await aMember({ memberNumber: 7, comment: 'Zeile 1\nZeile "2"; =SUMME(A1)' })
  const { id } = await aMember({ firstName: 'Ida', memberNumber: 8, payerId: payer.id })
  const type = await aCostumeType('Hansel')
  const costume = await aCostume(type.id, '12')
  const parade = await aParade({
    extras: [
      {
        id: 2,
        title: 'Bus ab Rathaus',
        kind: 'bus',
        priceForAdultsInCent: 500,
        priceForChildrenInCent: 300,
        capacity: 50,
        departure: { time: '09:10', place: 'Rathaus' },
      },
    ],
  })
  await aPlace({
    paradeId: parade.id,
    memberId: id,
    costumeTypeId: type.id,
    priceInCent: 1800,
    extras: [{ id: 2, quantity: 2, priceInCent: 1000, unitPricesInCent: [500, 500] }],
    guardianName: 'Eva Straßer',
    guardianPhone: '0171 2345678',
    guardianConsent: 1,
    guardianAt: '2027-01-10T10:00:00.000Z',
  })
  await ask('PUT', `/api/member/${id}`, {
    membershipActiveTimespan: [{ from: '2001-01-01', to: null }],
  })
  await ask('POST', `/api/member/${id}/honors`, { type: 'Parades_25', date: '2020-01-06' })
  await ask('POST', `/api/member/${id}/duties`, { duty: 'Kassier', from: '2015-01-01', to: null })
  await ask('POST', `/api/costume/${costume.id}/owner`, { newMemberId: payer.id })
  await ask('POST', `/api/member/${id}/leave`, {
    state: 'Left',
    date: '2027-12-31',
    endTimespans: false,
    dutyIds: [],
  })
  await ask('PUT', '/api/guild/settings', { name: 'Narrenzunft Schellental', sepaLeadDays: 9 })
}

/** The tables of the guild itself: without imports, history, journal, sessions and prepared statistics. */
const beside =
  /^(audit_|journal|data_version|imports|import_|sqlite_sequence|sessions|prepared_statistics)/
const ofGuild = (all: Awaited<ReturnType<typeof contents>>) =>
  Object.fromEntries(Object.entries(all).filter(([table]) => !beside.test(table)))

test('An archive restores the exported guild in an empty database; the undo reverts it as a whole, but is rejected after a later change (ImportInUse)', async () => {
  const { token } = await signedIn('management')
  const empty = await contents()
  await aSmallGuild(token)
  const files = await exported(token)
  const saved = ofGuild(await contents())
  await putBack(empty)
  await rows(`UPDATE guild_settings SET name = 'Noch leer'`)
  const before = ofGuild(await contents())

  const id = await staged(files, token)
  const taken = await committed(id, token)
  expect(taken.status, await taken.clone().text()).toBe(200)
  expect(await exported(token)).toEqual(files)
  // The id of the import, the author of an exit and the versions differ from the saved guild.
  const others = ['members', 'guild_settings', 'member_exits']
  const differing = Object.keys(extentOf(saved, ofGuild(await contents())))
  expect(differing.filter((table) => !others.includes(table))).toEqual([])
  // Undone by emptying the tables: the journal has only what the archive replaced.
  const { results: kept } = await env.DB.prepare(
    'SELECT DISTINCT entity, op FROM journal WHERE request_id = ? ORDER BY 1, 2',
  )
    .bind(taken.headers.get('X-Request-Id'))
    .all()
  expect(kept).toEqual([
    { entity: 'fee_rules', op: 'delete' },
    { entity: 'guild_settings', op: 'update' },
    { entity: 'honor_rule_duties', op: 'delete' },
    { entity: 'honor_rules', op: 'delete' },
    { entity: 'offices', op: 'delete' },
  ])

  const again = await staged(files, token).catch(String)
  expect(again).toContain('GuildNotEmpty')
  const undone = await call('POST', `/api/imports/${id}/undo`, {}, { token })
  expect(undone.status, await undone.text()).toBe(200)
  expect(extentOf(before, ofGuild(await contents()))).toEqual({ guild_settings: '-1 +1' })
  expect(await rows('SELECT name, sepa_lead_days FROM guild_settings')).toEqual(
    before.guild_settings?.map(({ name, sepa_lead_days }) => ({ name, sepa_lead_days })),
  )
  expect(await rows("SELECT id FROM journal WHERE request_id NOT LIKE 'outside-%'")).toEqual([])

  const third = await broughtBack(files, token)
  await rows(`UPDATE members SET phone = '1' WHERE member_number = 7`)
  const refused = await call('POST', `/api/imports/${third}/undo`, {}, { token })
  expect((await json(refused)).error.code).toBe('ImportInUse')
})
