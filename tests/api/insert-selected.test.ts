import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db, rows } from '#tests/support/api.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { costumeTypes, parades } from '#worker/db/schema.ts'
import { insertSelected, singleRow } from '#worker/db/statements.ts'

const fromTypes = sql`${costumeTypes} WHERE ${costumeTypes.name} LIKE 'H%' ORDER BY ${costumeTypes.id}`

test('insertSelected inserts values by column name in any order, and missing columns get their default', async () => {
  for (const name of ['Hansel', 'Gretel', 'Hexe']) {
    await commit(db(), [write.insert(costumeTypes).values({ name, nameKey: name.toLowerCase() })])
  }
  await commit(db(), [
    insertSelected(
      parades,
      {
        searchKey: sql`${costumeTypes.name} || '!'`,
        title: costumeTypes.name,
        priceForChildrenInCent: 200,
        isChildParade: true,
        host: 'Zunft',
        dateEnrolmentEnd: '2027-01-03',
        dateEnrolmentStart: '2027-01-02',
        date: '2027-01-04',
      },
      fromTypes,
    ),
  ])
  const paradeOf = (id: number, title: string) => ({
    id,
    title,
    host: 'Zunft',
    host_town: '',
    host_plz: '',
    search_key: `${title}!`,
    date: '2027-01-04',
    parade_number: 0,
    comment: '',
    price_for_adults_in_cent: 0,
    price_for_children_in_cent: 200,
    date_enrolment_start: '2027-01-02',
    date_enrolment_end: '2027-01-03',
    is_child_parade: 1,
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: '',
    time_enrolment_start: null,
    time_enrolment_end: null,
    time_start: null,
    line_up_number: null,
    line_up_place: null,
    departures: '[]',
    version: 0,
    registration_count: 0,
    confirmed_count: 0,
    taken_count: 0,
    capacity: null,
    min_age: null,
    guardian_below: null,
    extras: '[]',
  })
  expect(await rows('SELECT * FROM parades ORDER BY id')).toEqual([
    paradeOf(1, 'Hansel'),
    paradeOf(2, 'Hexe'),
  ])
})

test('insertSelected can skip a row that exists already, and inserts no row when its condition is false', async () => {
  const insert = (name: string, condition = sql`1`) =>
    insertSelected(
      costumeTypes,
      { nameKey: name, name },
      sql`${singleRow} WHERE ${condition}`,
    ).onConflictDoNothing()
  await commit(db(), [insert('a')])
  await commit(db(), [insert('a')])
  await commit(db(), [insert('b', sql`0`)])
  expect(await rows('SELECT id, name FROM costume_types')).toEqual([{ id: 1, name: 'a' }])
})
