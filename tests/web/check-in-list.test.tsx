import { describe, expect, test } from 'vitest'
import { aParticipation, baisch, confirmed, dorn, straßer } from '#tests/support/check-in-page.tsx'
import { mergeRows, noFilter, visibleRows } from '#web/parades/check-in/list.ts'
import { countTypes } from '#web/parades/participants.ts'
import { namesOf } from '#worker/domain/names.ts'

const all = [baisch, dorn, straßer]

describe('a refreshed list', () => {
  test('keeps its order and takes new people in by name', () => {
    const binder = aParticipation({ id: 30, memberName: 'Binder, Leonie' })
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
  ])('search "%s"', (search, rows) => {
    expect(visibleRows(all, { ...noFilter, search })).toEqual(rows)
  })

  test('by costume type, and without the confirmed ones', () => {
    expect(visibleRows(all, { ...noFilter, typeId: 1 })).toEqual([baisch, straßer])
    expect(visibleRows(all, { ...noFilter, typeId: 1, hidesConfirmed: true })).toEqual([baisch])
  })

  test('count the types that take part', () => {
    expect(countTypes(all)).toEqual([
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
