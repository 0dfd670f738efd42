import { describe, expect, test } from 'vitest'
import type { AnyColumn } from '#web/components/data-table/column.ts'
import { columnsLeftOut } from '#web/components/data-table/paper.ts'

const column = (id: string, kind: 'text' | 'date', rest: object = {}) =>
  ({ id, header: id, kind, value: () => '', ...rest }) as unknown as AnyColumn
const texts = (count: number) => Array.from({ length: count }, (_, at) => column(`${at}`, 'text'))
const left = (...given: Parameters<typeof columnsLeftOut>) =>
  columnsLeftOut(...given).map(({ id }) => id)

describe('columns that do not fit on a printed list', () => {
  test('Ten columns of text fit on a printed list, and only nine beside a column to tick', () => {
    expect(left(texts(10), false)).toEqual([])
    expect(left(texts(10), true)).toEqual(['9'])
  })

  test('If a list has too many columns to print, the last ones are left out, except fixed ones', () => {
    expect(left(texts(12), false)).toEqual(['10', '11'])
    expect(left([...texts(11), column('last', 'text', { fixed: true })], false)).toEqual([
      '9',
      '10',
    ])
  })

  test('If a column does not fit on a printed list, the columns after it are left out as well, even narrower ones', () => {
    expect(left([...texts(11), column('day', 'date')], false)).toEqual(['10', 'day'])
  })

  test('A column that is printed first stays on paper in place of earlier ones, in its place of the list', () => {
    const town = column('town', 'text', { paperFirst: true })
    expect(left([...texts(11), town], false)).toEqual(['9', '10'])
  })

  test('A column that is never printed takes no room on a printed list', () => {
    expect(left([column('screen', 'text', { paper: false }), ...texts(10)], false)).toEqual([])
  })
})
