import { describe, expect, test } from 'vitest'
import type { AnyColumn } from '#web/components/data-table/column.ts'
import { columnsLeftOut } from '#web/components/data-table/paper.ts'

const column = (id: string, kind: 'text' | 'date', rest: object = {}) =>
  ({ id, header: id, kind, value: () => '', ...rest }) as unknown as AnyColumn
const texts = (count: number) => Array.from({ length: count }, (_, at) => column(`${at}`, 'text'))
const left = (...given: Parameters<typeof columnsLeftOut>) =>
  columnsLeftOut(...given).map(({ id }) => id)

describe('columns that do not fit on a printed list', () => {
  test('Ten columns of text fit on a sheet in landscape, and with a column to tick nine', () => {
    expect(left(texts(10), false)).toEqual([])
    expect(left(texts(10), true)).toEqual(['9'])
  })

  test('The last columns are left out, never a fixed one', () => {
    expect(left(texts(12), false)).toEqual(['10', '11'])
    expect(left([...texts(11), column('last', 'text', { fixed: true })], false)).toEqual([
      '9',
      '10',
    ])
  })

  test('No narrow column is printed in place of a wide one before it', () => {
    expect(left([...texts(11), column('day', 'date')], false)).toEqual(['10', 'day'])
  })

  test('A column that is never printed needs no room', () => {
    expect(left([column('screen', 'text', { paper: false }), ...texts(10)], false)).toEqual([])
  })
})
