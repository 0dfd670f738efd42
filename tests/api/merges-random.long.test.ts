import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { aBooking, aClaim } from '#tests/support/ledger-rows.ts'
import { aPlace, snapshot } from '#tests/support/merges.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import {
  costumeOwnerships,
  dutyEntries,
  honors,
  memberExits,
  memberTimespans,
} from '#worker/db/schema.ts'
import { addDays } from '#worker/domain/dates.ts'

// Merges two randomly filled records and undoes it. The expected result is computed from days and
// sets read before the merge, without the code under test.

let manager: { id: number; token: string }
let type: number
let parades: { id: number; date: string }[]
let costumes: number[]

beforeEach(async () => {
  setClock()
  manager = await signedIn('management')
  type = (await aCostumeType()).id
  parades = []
  for (const date of ['2019-02-02', '2020-02-02', '2024-02-02', '2025-02-02', '2026-02-02']) {
    parades.push(await aParade({ date, title: date }))
  }
  costumes = [(await aCostume(type, '1')).id, (await aCostume(type, '2')).id]
})

const ask = (method: string, path: string, body?: unknown) =>
  call(method, path, body, { token: manager.token })

/** Days of a single year, so that periods often overlap or touch. */
const base = '2010-01-01'
const dayOf = (n: number) => addDays(base, n)
const span = fc.tuple(fc.nat(30), fc.option(fc.nat(15), { freq: 3 }))
const spans = fc.array(span, { maxLength: 3 })

const place = fc.record({
  confirmed: fc.boolean(),
  paid: fc.boolean(),
  age: fc.nat(2),
  state: fc.constantFrom('booked' as const, 'booked' as const, 'cancelled' as const),
})
const record = fc.record({
  stand: fc.option(fc.tuple(fc.nat(60), fc.constantFrom('2019-12-31', '2024-12-31'))),
  joined: fc.option(fc.nat(30)),
  left: fc.option(fc.integer({ min: 31, max: 60 })),
  spans,
  honors: fc.uniqueArray(fc.tuple(fc.constantFrom('Parades_25', 'Ehrennarr_20'), fc.nat(20)), {
    selector: ([name]) => name,
  }),
  certificates: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  // Honors of two assemblies, and the honor they were entered as.
  assemblies: fc.uniqueArray(
    fc.record({
      date: fc.constantFrom('2025-11-11', '2026-11-11'),
      honor: fc.constantFrom('Parades_25', 'Ehrennarr_20', 'Extra_Certificate'),
      isEntered: fc.boolean(),
      isOrdered: fc.boolean(),
      attendance: fc.constantFrom(null, 'present', 'excused'),
    }),
    { maxLength: 3, selector: ({ date, honor }) => `${date} ${honor}` },
  ),
  offices: spans,
  places: fc.tuple(...[0, 1, 2, 3, 4].map(() => fc.option(place))),
  waits: fc.boolean(),
  pays: fc.constantFrom('none', 'other', 'twin', 'forOther', 'forTwo'),
  // For each of three years: no claim, one settled without money, or one that is not.
  fees: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom('none', 'free', 'waived', 'open', 'paid'))),
})
const pair = fc.record({
  kept: record,
  gone: record,
  // For each costume its owners in succession.
  owners: fc.array(fc.array(fc.constantFrom('kept', 'gone', 'other'), { maxLength: 4 }), {
    minLength: 2,
    maxLength: 2,
  }),
  stand: fc.constantFrom('kept' as const, 'gone' as const, 'sum' as const),
})
type RandomRecord = typeof record extends fc.Arbitrary<infer Value> ? Value : never

/** Drops overlapping periods, since the periods of one member never overlap. */
function withoutOverlaps(list: readonly (readonly [number, number | null])[]) {
  const kept: { from: number; to: number | null }[] = []
  let end = -1
  for (const [from, length] of list.toSorted(([a], [b]) => a - b)) {
    if (from <= end) continue
    const to = length === null ? null : from + length
    kept.push({ from, to })
    if (to === null) break
    end = to
  }
  return kept.map(({ from, to }) => ({ from: dayOf(from), to: to === null ? null : dayOf(to) }))
}

async function aRecord(one: RandomRecord, number: number): Promise<number> {
  const [before, until] = one.stand ?? [0, null]
  const { id: memberId } = await aMember({
    memberNumber: number,
    paradesBefore: before,
    paradesBeforeUntil: until,
    dateJoined: one.joined === null ? null : dayOf(one.joined),
    dateLeft: one.left === null ? null : dayOf(one.left),
    membershipState: one.left === null ? 'Active' : 'Passive',
  })
  const times = withoutOverlaps(one.spans).map((times) => ({ memberId, ...times }))
  if (times.length > 0) await commit(db(), [write.insert(memberTimespans).values(times)])
  const offices = withoutOverlaps(one.offices).map((times) => ({
    memberId,
    duty: 'Kassier' as const,
    ...times,
  }))
  if (offices.length > 0) await commit(db(), [write.insert(dutyEntries).values(offices)])
  for (const [name, day] of one.honors) {
    const honor = name as 'Parades_25'
    await commit(db(), [write.insert(honors).values({ memberId, type: honor, date: dayOf(day) })])
  }
  for (const day of one.certificates) {
    await commit(db(), [
      write.insert(honors).values({ memberId, type: 'Extra_Certificate', date: dayOf(day) }),
    ])
  }
  for (const { date, honor, isEntered, isOrdered, attendance } of one.assemblies) {
    await rows(`INSERT INTO assembly_honors (date, member_id, type, attendance, ordered_on, honor_id)
      VALUES ('${date}', ${memberId}, '${honor}', ${attendance === null ? 'NULL' : `'${attendance}'`},
        ${isOrdered ? `'2025-10-01'` : 'NULL'}, ${isEntered ? `(SELECT min(id) FROM honors WHERE member_id = ${memberId} AND type = '${honor}')` : 'NULL'})`)
  }
  for (const [n, found] of one.places.entries()) {
    const paradeId = parades[n]?.id
    if (!found || paradeId === undefined) continue
    await aPlace({
      paradeId,
      memberId,
      costumeTypeId: type,
      state: found.state,
      participationConfirmed: found.confirmed,
      participationFeePayed: found.paid,
      createdAt: `2026-12-0${found.age + 1}T10:00:00.000Z`,
      givenKey: found.age === 0 ? `m:${memberId}` : 'p:annegret|gruber|1980-05-04',
    })
  }
  if (one.waits) {
    await commit(db(), [
      write.insert(memberExits).values({
        memberId,
        state: 'Left',
        date: '2027-12-31',
        stateBefore: 'Active',
        ended: '[]',
        recordedAt: '2027-01-01T00:00:00.000Z',
        recordedBy: manager.id,
      }),
    ])
  }
  return memberId
}

/** Sets payers unless that would create a chain. */
async function pay(id: number, { pays }: RandomRecord, twin: number, other: number) {
  const set = (whose: number, payer: number) =>
    rows(`UPDATE members SET payer_id = ${payer} WHERE id = ${whose}
      AND NOT EXISTS (SELECT 1 FROM members p WHERE p.id = ${payer} AND p.payer_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM members m WHERE m.payer_id = ${whose})`)
  if (pays === 'other') await set(id, other)
  if (pays === 'twin') await set(id, twin)
  if (pays === 'forOther') await set(other, id)
  if (pays === 'forTwo') {
    for (const firstName of ['Kind', 'Kegel']) await set((await aMember({ firstName })).id, id)
  }
}

async function owe(memberId: number, { fees }: RandomRecord) {
  const by = { createdBy: manager.id }
  for (const [n, state] of fees.entries()) {
    if (state === 'none') continue
    const amountInCent = state === 'free' ? 0 : 2000
    const claimId = await aClaim({ memberId, year: 2024 + n, amountInCent, ...by })
    if (state !== 'waived' && state !== 'paid') continue
    await aBooking({ claimId, kind: state, amountInCent: -2000, ...by })
  }
}

/** Members whose payer has a payer, a self-payer included. */
const wrongPayers = () =>
  rows(`SELECT m.id FROM members m JOIN members p ON p.id = m.payer_id
    WHERE p.payer_id IS NOT NULL`)

async function own(costumeId: number, owners: readonly string[], ids: Record<string, number>) {
  for (const [n, owner] of owners.entries()) {
    const isLast = n === owners.length - 1
    await commit(db(), [
      write.insert(costumeOwnerships).values({
        costumeId,
        memberId: ids[owner] ?? 0,
        ownedFrom: dayOf(n * 10),
        ownedTo: isLast ? null : dayOf((n + 1) * 10),
      }),
    ])
  }
}

/** Each of the first 100 days that lies in one of these periods. */
function daysIn(list: readonly { from: string; to: string | null }[]): string[] {
  const all = Array.from({ length: 100 }, (_, n) => dayOf(n))
  return all.filter((day) => list.some(({ from, to }) => from <= day && (to === null || day <= to)))
}

type SpanRow = { from: string; to: string | null }
const spansOf = (table: string, ids: string, from = 'from_date', to = 'to_date') =>
  rows<SpanRow>(`SELECT ${from} AS "from", ${to} AS "to" FROM ${table} WHERE member_id IN (${ids})`)

/**
 * Without a period of its own, a record counts from joining to leaving if the other record has
 * periods.
 */
function membership(one: RandomRecord, times: readonly SpanRow[]): SpanRow[] {
  if (times.length > 0 || one.joined === null) return [...times]
  return [{ from: dayOf(one.joined), to: one.left === null ? null : dayOf(one.left) }]
}

async function facts(ids: string) {
  return {
    offices: daysIn(await spansOf('duty_entries', ids)),
    costumes: await Promise.all(
      costumes.map(async (id) => {
        const owned = await rows<SpanRow>(`SELECT owned_from AS "from",
          date(owned_to, '-1 day') AS "to" FROM costume_ownerships
          WHERE costume_id = ${id} AND member_id IN (${ids})`)
        return daysIn(owned)
      }),
    ),
    // The honors of an assembly: type, whether entered, with which honor, and whether ordered.
    assemblies:
      await rows(`SELECT date, type, max(honor_id IS NOT NULL) AS entered, max(ordered_on) AS ordered,
      max(EXISTS (SELECT 1 FROM honors h WHERE h.id = honor_id AND h.type = assembly_honors.type)) AS held
      FROM assembly_honors WHERE member_id IN (${ids}) GROUP BY 1, 2 ORDER BY 1, 2`),
    honors: await rows(`SELECT type, CASE WHEN type = 'Extra_Certificate' THEN date END AS day,
      min(date) AS first FROM honors WHERE member_id IN (${ids}) GROUP BY 1, 2 ORDER BY 1, 3`),
    confirmed: (
      await rows<{ date: string }>(`SELECT DISTINCT d.date FROM participations p
        JOIN parades d ON d.id = p.parade_id WHERE p.state = 'booked'
        AND p.participation_confirmed = 1 AND p.member_id IN (${ids}) ORDER BY 1`)
    ).map(({ date }) => date),
    booked: await rows(`SELECT DISTINCT parade_id FROM participations WHERE state = 'booked'
      AND member_id IN (${ids}) ORDER BY 1`),
  }
}

test('After a merge of two random records the member has everything that either record had; the undo restores both records', async () => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(pair, async ({ kept: first, gone: second, owners, stand }) => {
      await env.DB.batch(
        ['costume_ownerships', 'participations', 'assembly_honors', 'honors', 'duty_entries'].map(
          (table) => env.DB.prepare(`DELETE FROM ${table}`),
        ),
      )
      number += 2
      const kept = await aRecord(first, number)
      const gone = await aRecord(second, number + 1)
      const other = (await aMember({ firstName: 'Otto' })).id
      for (const [n, chain] of owners.entries())
        await own(costumes[n] ?? 0, chain, { kept, gone, other })

      const both = `${kept}, ${gone}`
      await pay(kept, first, gone, other)
      await pay(gone, second, kept, other)
      await owe(kept, first)
      await owe(gone, second)
      const isSettled = (state: string | undefined) => state === 'free' || state === 'waived'
      const isTwice = first.fees.some((state, n) => {
        const states = [state, second.fees[n]]
        return !states.includes('none') && !states.some(isSettled)
      })
      const before = await snapshot()
      const paidFor = await rows(`SELECT id FROM members WHERE payer_id IN (${both})
        AND id NOT IN (${both}) ORDER BY id`)
      const owed = await rows(`SELECT count(*) AS count, sum(open_in_cent) AS open FROM fee_open
        WHERE member_id IN (${both})`)
      const had = await facts(both)
      const times = [
        await spansOf('member_timespans', `${kept}`),
        await spansOf('member_timespans', `${gone}`),
      ]
      const hasSpans = times.flat().length > 0
      const mergePreview = await json(ask('GET', `/api/member/${kept}/merge?gone=${gone}`))
      const answer = await ask('POST', `/api/member/${kept}/merge`, {
        goneId: gone,
        paradesBefore: stand,
        // Both joining dates of the test data lie before a leaving date only if they are of the
        // same record.
        fields: { membershipState: 'kept', dateJoined: 'kept' },
      })
      expect(answer.status).toBe(isTwice ? 409 : 200)
      if (isTwice) {
        expect(await snapshot()).toEqual(before)
        return
      }
      const { mergeId } = await json(answer)

      expect(await facts(`${kept}`)).toEqual(had)
      expect(await wrongPayers()).toEqual([])
      // Attendance is the same for all honors of a person.
      expect(
        await rows(`SELECT date FROM assembly_honors WHERE member_id = ${kept}
          GROUP BY date HAVING count(DISTINCT coalesce(attendance, '')) > 1`),
      ).toEqual([])
      expect(await rows(`SELECT id FROM members WHERE payer_id = ${kept} ORDER BY id`)).toEqual(
        paidFor,
      )
      expect(
        await rows(`SELECT count(*) AS count, sum(open_in_cent) AS open FROM fee_open
          WHERE member_id = ${kept} AND payer_id = ${kept}`),
      ).toEqual(owed)
      const united = await spansOf('member_timespans', `${kept}`)
      const ofBoth = [membership(first, times[0] ?? []), membership(second, times[1] ?? [])].flat()
      expect(daysIn(united)).toEqual(hasSpans ? daysIn(ofBoth) : [])
      expect(
        await rows(
          'SELECT member_id FROM member_timespans GROUP BY 1 HAVING sum(to_date IS NULL) > 1',
        ),
      ).toEqual([])

      const [days, counts] = [
        [first.stand?.[1] ?? null, second.stand?.[1] ?? null],
        [first.stand?.[0] ?? 0, second.stand?.[0] ?? 0],
      ]
      const until =
        stand === 'sum'
          ? days
              .flatMap((day) => day ?? [])
              .sort()
              .at(-1)
          : days[stand === 'kept' ? 0 : 1]
      const count =
        stand === 'sum'
          ? (counts[0] ?? 0) + (counts[1] ?? 0)
          : (counts[stand === 'kept' ? 0 : 1] ?? 0)
      const total = count + had.confirmed.filter((date) => !until || date > until).length
      const list = await json(ask('GET', '/api/statistics/parades-per-member'))
      const found = list.find((row: { memberId: number }) => row.memberId === kept)
      expect(found.numberParades).toBe(total)
      const choice = mergePreview.stands.find((one: { choice: string }) => one.choice === stand)
      expect(choice.total).toBe(total)

      expect((await ask('POST', `/api/members/merges/${mergeId}/undo`)).status).toBe(200)
      expect(await snapshot()).toEqual(before)
      expect(await rows("SELECT * FROM journal WHERE request_id NOT LIKE 'outside-%'")).toEqual([])
    }),
    { numRuns: 40, seed: 1_611 },
  )
})
