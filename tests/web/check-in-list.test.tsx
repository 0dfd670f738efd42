import { describe, expect, test } from 'vitest'
import { aParticipation, baisch, confirmed, dorn, straßer } from '#tests/support/check-in-page.tsx'
import {
  type CheckInList,
  checkInListReducer,
  emptyList,
  type ListAction,
  noFilter,
  visibleRows,
} from '#web/parades/check-in/list.ts'
import { countTypes } from '#web/parades/participants.ts'
import { namesOf } from '#worker/domain/names.ts'

const all = [baisch, dorn, straßer]

function changed(...actions: ListAction[]): CheckInList {
  return actions.reduce(checkInListReducer, emptyList)
}

describe('a refreshed list', () => {
  test('keeps its order and takes new people in by name', () => {
    const binder = aParticipation({ id: 30, memberName: 'Binder, Leonie' })
    const order = [straßer, binder, dorn, baisch]
    const { rows } = changed(
      { type: 'loaded', rows: all, asOf: 0 },
      { type: 'loaded', rows: order, asOf: 0 },
    )
    expect(rows?.map((row) => row.id)).toEqual([baisch.id, 30, dorn.id, straßer.id])
  })

  test('shows what other helpers have confirmed, and who was taken out', () => {
    const { rows } = changed(
      { type: 'loaded', rows: all, asOf: 0 },
      { type: 'loaded', rows: [baisch, confirmed(dorn)], asOf: 0 },
    )
    expect(rows).toEqual([baisch, confirmed(dorn)])
  })

  test('does not undo what was confirmed here while it was on its way', () => {
    const { rows } = changed(
      { type: 'loaded', rows: all, asOf: 0 },
      { type: 'changed', id: dorn.id, fields: confirmed(dorn), change: 1 },
      { type: 'loaded', rows: all, asOf: 0 },
    )
    expect(rows).toContainEqual(confirmed(dorn))
  })

  test('does not lose somebody who was entered here while it was on its way', () => {
    const lena = aParticipation({ id: 31, memberName: 'Wäschle, Lena' })
    const { rows } = changed(
      { type: 'loaded', rows: all, asOf: 0 },
      { type: 'entered', row: lena, change: 1 },
      { type: 'loaded', rows: all, asOf: 0 },
    )
    expect(rows?.at(-1)).toBe(lena)
  })

  test('believes the server again in the next answer', () => {
    const { rows } = changed(
      { type: 'loaded', rows: all, asOf: 0 },
      { type: 'changed', id: dorn.id, fields: confirmed(dorn), change: 1 },
      { type: 'loaded', rows: all, asOf: 1 },
    )
    expect(rows).toEqual(all)
  })

  test('keeps what both of two acts have set, whichever answer comes last', () => {
    const { rows } = changed(
      { type: 'loaded', rows: all, asOf: 0 },
      { type: 'changed', id: dorn.id, fields: { participationFeePayed: true }, change: 1 },
      { type: 'changed', id: dorn.id, fields: { participationConfirmed: true }, change: 2 },
    )
    const both = { ...dorn, participationFeePayed: true, participationConfirmed: true }
    expect(rows).toEqual([baisch, both, straßer])
  })

  test('leaves the rows that are the same untouched, so that they are not drawn again', () => {
    const { rows } = changed(
      { type: 'loaded', rows: all, asOf: 0 },
      { type: 'loaded', rows: structuredClone(all), asOf: 0 },
    )
    expect(rows?.[0]).toBe(baisch)
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
