import { nextSort, type Sort } from '#web/lib/sort-rows.ts'
import type { AnyColumn } from './column.ts'
import { type Filter, isEmptyFilter } from './filter.ts'
import {
  type Density,
  type GridShape,
  type GridState,
  initialState,
  visibleIds,
} from './grid-state.ts'
import { remember } from './remembered.ts'
import type { ChangeGrid } from './use-grid-state.ts'

/** A grid as its controls know it. */
export type Grid = {
  columns: readonly AnyColumn[]
  pageSizes: readonly number[]
  state: GridState
  act: GridActions
}

type GridActions = ReturnType<typeof gridActions>

const isTyped = ({ kind }: Filter) => kind === 'text' || kind === 'number' || kind === 'money'

/** All that can be done to a grid. Whatever changes which rows are shown leads to the first page. */
export function gridActions(state: GridState, shape: GridShape, change: ChangeGrid) {
  const without = ({ id }: AnyColumn) => {
    const { [id]: _, ...others } = state.filters
    return others
  }
  const initial = initialState(shape)
  const show = (ids: readonly string[]) => {
    const visible = visibleIds(shape.columns, ids)
    const isAsAtFirst = visible.join() === initial.visible.join()
    // As the address names them: fixed ones are shown anyway.
    const chosen = shape.columns.filter(({ id, fixed }) => !fixed && visible.includes(id))
    remember(shape.name, { columns: isAsAtFirst ? null : chosen.map(({ id }) => id) })
    change({ visible }, 'set')
  }
  return {
    search: (search: string) => change({ search, page: 1 }, 'typing'),
    filter: (column: AnyColumn, filter: Filter) => {
      const filters = { ...without(column), ...(!isEmptyFilter(filter) && { [column.id]: filter }) }
      change({ filters, page: 1 }, isTyped(filter) ? 'typing' : 'go')
    },
    removeFilter: (column: AnyColumn) => change({ filters: without(column), page: 1 }, 'go'),
    clearFilters: () => change({ filters: {}, page: 1 }, 'go'),
    clear: () => change({ search: '', filters: {}, page: 1 }, 'go'),
    pressHead: (column: string) => change({ sort: nextSort(state.sort, column), page: 1 }, 'go'),
    sort: (sort: Sort<string>) => change({ sort, page: 1 }, 'go'),
    toggleColumn: (id: string) =>
      show(
        state.visible.includes(id)
          ? state.visible.filter((one) => one !== id)
          : [...state.visible, id],
      ),
    showAllColumns: () => show(shape.columns.map(({ id }) => id)),
    resetColumns: () => show(initial.visible),
    setDensity: (density: Density) => {
      remember(shape.name, { density: density === initial.density ? null : density })
      change({ density }, 'set')
    },
    goTo: (page: number) => change({ page }, 'turn'),
    setPageSize: (pageSize: number) => change({ pageSize, page: 1 }, 'go'),
    reset: () => {
      remember(shape.name, { columns: null, density: null })
      change(initial, 'go')
    },
  }
}
