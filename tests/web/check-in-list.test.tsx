import { describe, expect, test } from 'vitest'
import {
  aRow,
  baisch,
  confirmed,
  dorn,
  hansel,
  straßer,
  wears,
} from '#tests/support/check-in-page.tsx'
import {
  busesOf,
  extrasOfRowWords,
  mergeRows,
  nextToConfirm,
  noFilter,
  visibleRows,
} from '#web/parades/check-in/list.ts'
import { countTypes } from '#web/parades/participant-words.ts'
import { parseListName } from '#worker/domain/names.ts'

const all = [baisch, dorn, straßer]

describe('a refreshed check-in list', () => {
  test('When the list is refreshed, its order does not change and new people are inserted by name', () => {
    const binder = aRow({ id: 30, memberName: 'Binder, Leonie' })
    const rows = mergeRows(all, [straßer, binder, dorn, baisch])
    expect(rows.map((row) => row.id)).toEqual([baisch.id, 30, dorn.id, straßer.id])
  })

  test('A refreshed list shows confirmations of others and drops removed people', () => {
    expect(mergeRows(all, [baisch, confirmed(dorn)])).toEqual([baisch, confirmed(dorn)])
  })

  test('A refreshed list contains the same row objects for unchanged people, so that these are not rendered again', () => {
    expect(mergeRows(all, structuredClone(all))[0]).toBe(baisch)
  })
})

describe('the extras in the check-in list', () => {
  const bus = { id: 4, title: 'Bus ab Rathaus', kind: 'bus' as const, quantity: 2 }
  const later = { id: 6, title: 'Bus ab Schule', kind: 'bus' as const, quantity: 1 }
  const badge = { id: 5, title: 'Plakette', kind: 'item' as const, quantity: 1 }
  const withBus = { ...baisch, extras: [bus, badge] }
  const there = { ...confirmed(dorn), extras: [{ ...bus, quantity: 1 }] }
  const other = { ...straßer, extras: [later] }
  // A list that an earlier release has stored.
  const { extras: _, ...stored } = aRow({ id: 31, memberName: 'Alt, Otto' })
  const rows = [withBus, there, other, stored as typeof baisch]

  test('The filter of a bus shows the people who have seats in it', () => {
    expect(visibleRows(rows, { ...noFilter, busId: 4 })).toEqual([withBus, there])
    expect(visibleRows(rows, { ...noFilter, busId: 6 })).toEqual([other])
  })

  test('Each bus is listed with its taken seats and those of people who are there, things are not', () => {
    expect(busesOf(rows)).toEqual([
      { id: 4, title: 'Bus ab Rathaus', seats: 3, seatsThere: 1 },
      { id: 6, title: 'Bus ab Schule', seats: 1, seatsThere: 1 },
    ])
  })

  test('A row has its extras as text, and a row stored by an earlier release has none', () => {
    expect(rows.map(extrasOfRowWords)).toEqual([
      'Bus ab Rathaus ×2 · Plakette',
      'Bus ab Rathaus',
      'Bus ab Schule',
      '',
    ])
  })
})

describe('the filters of the check-in list', () => {
  test.each([
    ['strasser', [straßer]],
    ['Jörg Str', [straßer]],
    ['dorn, chr', [dorn]],
    ['  ', all],
    ['Müller', []],
    // By the costume's number, from its beginning: baisch 87, dorn 204, straßer 5.
    ['204', [dorn]],
    [' 20 4', [dorn]],
    ['2', [dorn]],
    ['8', [baisch]],
    ['4', []],
    ['7', []],
  ])(
    'The search "%s" finds names in any spelling, and costume numbers by their beginning',
    (search, rows) => {
      expect(visibleRows(all, { ...noFilter, search })).toEqual(rows)
    },
  )

  test('The list is filtered by costume type and confirmation', () => {
    expect(visibleRows(all, { ...noFilter, typeId: 1 })).toEqual([baisch, straßer])
    expect(visibleRows(all, { ...noFilter, typeId: 1, hidesConfirmed: true })).toEqual([baisch])
  })

  test('A costume number is found in any notation, and "-" does not find rows without a number', () => {
    const old = aRow({ id: 1, memberName: 'Anonym', costume: wears(hansel, 'S 9118a') })
    const none = aRow({ id: 2, memberName: 'Anonym', costume: wears(hansel, '') })
    const found = (search: string) => visibleRows([old, none], { ...noFilter, search })
    expect(found('s9118A')).toEqual([old])
    expect(found('9118')).toEqual([])
    expect(found('-')).toEqual([])
  })

  test('With confirmed people hidden, just confirmed rows are still shown, except while a search is typed', () => {
    const filter = { ...noFilter, hidesConfirmed: true }
    expect(visibleRows(all, filter)).toEqual([baisch, dorn])
    expect(visibleRows(all, filter, new Set([straßer.id]))).toEqual(all)
    expect(visibleRows(all, { ...filter, search: 'dorn' }, new Set([straßer.id]))).toEqual([dorn])
  })

  test('The costume types of the list are counted and sorted by name', () => {
    const types = all.map(({ costume }) => ({ id: costume.typeId, name: costume.type }))
    expect(countTypes(types)).toEqual([
      { id: 3, name: 'Bachhexe', count: 1 },
      { id: 1, name: 'Schellenhansel', count: 2 },
    ])
  })
})

test.each([
  ['Gruber, Annegret', { lastName: 'Gruber', firstName: 'Annegret' }],
  ['Maier, Karl, jun.', { lastName: 'Maier', firstName: 'Karl, jun.' }],
  ['Gruber', { lastName: 'Gruber', firstName: '' }],
])('The name "%s" is split into first and last name', (memberName, person) => {
  expect(parseListName(memberName)).toEqual(person)
})

describe('the next "Bestätigen" to get the focus', () => {
  const binder = aRow({ id: 30, memberName: 'Binder, Leonie' })
  const ziegler = aRow({ id: 31, memberName: 'Ziegler, Uwe' })
  const list = [baisch, binder, dorn, straßer, ziegler]

  test.each([
    ['the one below', baisch.id, [], binder.id],
    ['the one after confirmed rows', dorn.id, [], ziegler.id],
    ['the one after rows that are being confirmed', baisch.id, [binder.id], dorn.id],
    ['the nearest one above the last row', ziegler.id, [], dorn.id],
    [
      'none while all others are being confirmed',
      dorn.id,
      [baisch.id, binder.id, ziegler.id],
      null,
    ],
  ])('The next "Bestätigen" to get the focus is %s', (_, id, sending, next) => {
    expect(nextToConfirm(list, id, (other) => sending.includes(other))).toBe(next)
  })

  test('The only row of a list has no next "Bestätigen"', () => {
    expect(nextToConfirm([baisch], baisch.id, () => false)).toBeNull()
  })
})
