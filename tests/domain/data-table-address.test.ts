import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyColumn } from '#web/components/data-table/column.ts'
import { densities, type GridState, initialState } from '#web/components/data-table/grid-state.ts'
import { readGrid, writeGrid } from '#web/components/data-table/use-grid-state.ts'

const columns: AnyColumn[] = [
  { id: 'name', header: 'Name', kind: 'text', value: () => '', fixed: true },
  { id: 'birthday', header: 'Geburtstag', kind: 'date', value: () => null },
  { id: 'phone', header: 'Telefon', kind: 'text', value: () => '', hiddenAtFirst: true },
  {
    id: 'state',
    header: 'Status',
    kind: 'choice',
    value: () => '',
    options: [
      { value: 'Active', label: 'Aktiv' },
      { value: 'Left', label: 'Ausgetreten' },
    ],
  },
]
const shape = {
  columns,
  defaultSort: { column: 'name', direction: 'ascending' },
  pageSizes: [25, 50, 100],
} as const

const initial = initialState(shape)
const read = (address: string) => readGrid(address, shape)
const write = (changes: Partial<GridState>, address = '') =>
  writeGrid(address, { ...initial, ...changes }, shape)

describe('the address of a grid', () => {
  test('A grid in its initial state adds nothing to the address, and an empty address is read as the initial state', () => {
    expect(write({})).toBe('')
    expect(read('')).toEqual(initial)
  })

  test.each<[Partial<GridState>, string]>([
    [{ search: ' Gruber, Ann ' }, '?q=Gruber,+Ann'],
    [{ sort: { column: 'birthday', direction: 'ascending' } }, '?sort=birthday'],
    [{ sort: { column: 'name', direction: 'descending' } }, '?sort=-name'],
    [{ visible: ['name'] }, '?columns='],
    [{ visible: ['name', 'birthday', 'phone', 'state'] }, '?columns=birthday,phone,state'],
    [{ filters: { name: { kind: 'text', text: 'a&b' } } }, '?filter.name=a%26b'],
    [
      { filters: { birthday: { kind: 'date', from: '1990-01-01', to: null } } },
      '?filter.birthday=1990-01-01..',
    ],
    [
      { filters: { state: { kind: 'choice', chosen: ['Active', 'Left'] } } },
      '?filter.state=Active,Left',
    ],
    [{ filters: { phone: { kind: 'presence', isEmpty: true } } }, '?empty.phone=yes'],
    [{ filters: { birthday: { kind: 'presence', isEmpty: false } } }, '?empty.birthday=no'],
    [{ density: 'compact' }, '?density=compact'],
    [{ page: 3, pageSize: 50 }, '?page=3&size=50'],
  ])('The grid state %o is written into the address as %s', (changes, address) => {
    expect(write(changes)).toBe(address)
  })

  test("Writing the state of a grid replaces the grid's query parameters in the address and does not change any others", () => {
    expect(write({ page: 2 }, '?tab=honors&page=7&q=x')).toBe('?tab=honors&page=2')
  })

  test.each([
    '?page=0',
    '?page=-1',
    '?page=1.5',
    '?page=x',
    '?page=1e99',
    '?size=7',
    '?size=NaN',
    '?sort=shoeSize',
    '?sort=-',
    '?sort=',
    '?density=loose',
    '?filter.birthday=1990-02-31..soon',
    '?filter.birthday=',
    '?filter.state=Happy,',
    '?filter.name=+++',
    '?filter.shoeSize=44',
    '?empty.phone=perhaps',
    // Neither can be empty.
    '?empty.name=yes',
    '?empty.state=yes',
    '?%E0%A4%A=%',
  ])(
    'An address with only unknown or invalid values (%s) is read as the initial state of the grid',
    (address) => {
      expect(read(address)).toEqual(initial)
    },
  )

  test('If the address of a grid has valid and invalid values, the valid ones are applied and the invalid ones ignored', () => {
    const state = read('?columns=phone,shoeSize&filter.state=Left,Happy,Left&page=x&size=100')
    expect(state.visible).toEqual(['name', 'phone'])
    expect(state.filters).toEqual({ state: { kind: 'choice', chosen: ['Left'] } })
    expect(state.page).toBe(1)
    expect(state.pageSize).toBe(100)
  })

  test('The state of a grid that was read from any address can be written to an address and read again without a change', () => {
    const keys = ['q', 'sort', 'columns', 'page', 'size', 'density', 'filter.name', 'empty.phone']
    const known = fc.record({
      key: fc.constantFrom(...keys, 'filter.birthday', 'filter.state'),
      value: fc.oneof(
        fc.string(),
        fc.constantFrom('-name', '2', 'yes', '1990-01-01..', 'Left,Active'),
      ),
    })
    fc.assert(
      fc.property(fc.array(known), (entries) => {
        const params = new URLSearchParams(entries.map(({ key, value }) => [key, value]))
        const state = read(`?${params}`)
        expect([null, ...densities]).toContain(state.density)
        expect(state.visible).toContain('name')
        const again = read(writeGrid('', state, shape))
        expect(again).toEqual({ ...state, search: state.search.trim(), filters: again.filters })
        expect(writeGrid('', again, shape)).toBe(writeGrid('', state, shape))
      }),
    )
  })
})
