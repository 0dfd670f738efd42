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
import { mergeRows, nextToConfirm, noFilter, visibleRows } from '#web/parades/check-in/list.ts'
import { countTypes } from '#web/parades/participants.ts'
import { namesOf } from '#worker/domain/names.ts'

const all = [baisch, dorn, straßer]

describe('a refreshed list', () => {
  test('keeps its order and takes new people in by name', () => {
    const binder = aRow({ id: 30, memberName: 'Binder, Leonie' })
    const rows = mergeRows(all, [straßer, binder, dorn, baisch])
    expect(rows.map((row) => row.id)).toEqual([baisch.id, 30, dorn.id, straßer.id])
  })

  test('shows what other helpers have confirmed, and who was taken out', () => {
    expect(mergeRows(all, [baisch, confirmed(dorn)])).toEqual([baisch, confirmed(dorn)])
  })

  test('leaves the rows that are the same untouched, so that they are not drawn again', () => {
    expect(mergeRows(all, structuredClone(all))[0]).toBe(baisch)
  })
})

describe('the filters', () => {
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
  ])('search "%s"', (search, rows) => {
    expect(visibleRows(all, { ...noFilter, search })).toEqual(rows)
  })

  test('by costume type, and without the confirmed ones', () => {
    expect(visibleRows(all, { ...noFilter, typeId: 1 })).toEqual([baisch, straßer])
    expect(visibleRows(all, { ...noFilter, typeId: 1, hidesConfirmed: true })).toEqual([baisch])
  })

  test('find numbers however they are written, and nobody by a number that is missing', () => {
    const old = aRow({ id: 1, memberName: 'Anonym', costume: wears(hansel, 'S 9118a') })
    const none = aRow({ id: 2, memberName: 'Anonym', costume: wears(hansel, '') })
    const found = (search: string) => visibleRows([old, none], { ...noFilter, search })
    expect(found('s9118A')).toEqual([old])
    expect(found('9118')).toEqual([])
    expect(found('-')).toEqual([])
  })

  test('leave those in view who are to stay', () => {
    const filter = { ...noFilter, hidesConfirmed: true }
    expect(visibleRows(all, filter)).toEqual([baisch, dorn])
    expect(visibleRows(all, filter, new Set([straßer.id]))).toEqual(all)
    expect(visibleRows(all, { ...filter, search: 'dorn' }, new Set([straßer.id]))).toEqual([dorn])
  })

  test('count the types that take part', () => {
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
])('"%s" is taken apart', (memberName, person) => {
  expect(namesOf(memberName)).toEqual(person)
})

describe('whose button comes next', () => {
  const binder = aRow({ id: 30, memberName: 'Binder, Leonie' })
  const ziegler = aRow({ id: 31, memberName: 'Ziegler, Uwe' })
  const list = [baisch, binder, dorn, straßer, ziegler]

  test.each([
    ['the one below', baisch.id, [], binder.id],
    ['past those who are confirmed', dorn.id, [], ziegler.id],
    ['past those whose confirmation is on its way', baisch.id, [binder.id], dorn.id],
    ['after the last one the nearest above', ziegler.id, [], dorn.id],
    ['nobody, when all others are on their way', dorn.id, [baisch.id, binder.id, ziegler.id], null],
  ])('%s', (_, id, sending, next) => {
    expect(nextToConfirm(list, id, (other) => sending.includes(other))).toBe(next)
  })

  test('nobody beside the only one', () => {
    expect(nextToConfirm([baisch], baisch.id, () => false)).toBeNull()
  })
})
