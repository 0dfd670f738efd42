import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import type { Sort } from '#web/lib/sort-rows.ts'
import { isDay } from '#worker/domain/dates.ts'
import { type AnyColumn, canBeEmpty } from './column.ts'
import { type Filter, isEmptyFilter } from './filter.ts'
import {
  densities,
  type GridShape,
  type GridState,
  initialState,
  readStoredSettings,
  visibleIds,
} from './grid-state.ts'

/**
 * How a change is written to the browser's history: `typing` replaces the current entry after a pause, `set` at
 * once; `go` adds an entry, and `turn` adds an entry and scrolls to the top.
 */
export type HistoryMode = 'typing' | 'set' | 'go' | 'turn'

export type ChangeGrid = (changes: Partial<GridState>, how: HistoryMode) => void

/** The pause after typing before the URL changes: Safari refuses more than a hundred changes in half a minute. */
const restInMs = 300

type Known = {
  grid: GridState
  /** The query that the grid was read from or last written to. */
  address: string
  /** Written queries that the router has not rendered yet. */
  onTheWay: readonly string[]
  /** The grid has changes that are not in the URL yet. */
  isAhead: boolean
}

/** The state of a grid, kept in the URL; while the user types, the URL follows with a delay. */
export function useGridState(shape: GridShape) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  const [seen, setSeen] = useState({ search, type })
  const [known, setKnown] = useState<Known>(() => readKnown(search, shape))
  if (search !== seen.search || type !== seen.type) {
    setSeen({ search, type })
    // `echo`: the place of a query that the grid wrote itself; after back or forward (POP) it is -1, even for equal text.
    const echo = type === 'POP' ? -1 : known.onTheWay.indexOf(search)
    // The grid did not write this query: the user went back or forward, or followed a link.
    if (echo === -1 && (type === 'POP' || search !== seen.search))
      setKnown(readKnown(search, shape))
    else setKnown({ ...known, onTheWay: known.onTheWay.slice(echo + 1) })
  }
  const readable = unreadUntilNow(known, shape)
  if (readable) {
    const filters = { ...known.grid.filters, ...readable }
    setKnown({ ...known, grid: { ...known.grid, filters } })
  }

  // The newest state, for the next letter: it may come before React has rendered what the timer wrote.
  const latest = useRef(known)
  useLayoutEffect(() => {
    latest.current = known
  }, [known])
  const update = (next: Known) => {
    latest.current = next
    setKnown(next)
  }
  const write = (grid: GridState, how: HistoryMode) => {
    const before = latest.current
    const address = writeGrid(before.address, grid, shape)
    if (address === before.address) return update({ ...before, grid, isAhead: false })
    update({ grid, address, onTheWay: [...before.onTheWay, address], isAhead: false })
    const isStep = how === 'go' || how === 'turn'
    navigate({ search: address }, { replace: !isStep, preventScrollReset: how !== 'turn' })
  }
  const change: ChangeGrid = (changes, how) => {
    const grid = { ...latest.current.grid, ...changes }
    if (how === 'typing') update({ ...latest.current, grid, isAhead: true })
    else write(grid, how)
  }
  const catchUp = () => {
    if (latest.current.isAhead) write(latest.current.grid, 'set')
  }
  useEffect(() => {
    if (!known.isAhead) return
    const timer = setTimeout(catchUp, restInMs)
    return () => clearTimeout(timer)
  })
  return { state: known.grid, change, catchUp }
}

/** The filters of the address that were not readable before the rows told the choices of a column; null without one. */
function unreadUntilNow({ grid, address }: Known, shape: GridShape) {
  const readable = Object.entries(readFilters(new URLSearchParams(address), shape))
  // Filters that are typed have no choices, and may be ahead of the address.
  const unread = readable.filter(([id, { kind }]) => kind === 'choice' && !(id in grid.filters))
  return unread.length > 0 ? Object.fromEntries(unread) : null
}

const hasUnknownChoices = (column: AnyColumn) =>
  column.kind === 'choice' && column.options.length === 0

function readKnown(address: string, shape: GridShape): Known {
  return { grid: readGrid(address, shape), address, onTheWay: [], isAhead: false }
}

// ?q=gru&sort=-birthday&columns=birthday,phone&filter.birthday=1950-01-01..&page=2&size=50
// ?empty.eMail=yes: only rows without an e-mail address; `no`: only rows with one.
// Defaults are left out; values that cannot be read are ignored.

const filterKey = (column: AnyColumn) => `filter.${column.id}`
const presenceKey = (column: AnyColumn) => `empty.${column.id}`

export function readGrid(address: string, shape: GridShape): GridState {
  const params = new URLSearchParams(address)
  const initial = initialState(shape)
  const remembered = readStoredSettings(shape.name)
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  return {
    search: params.get('q') ?? '',
    sort: readSort(params.get('sort'), shape) ?? initial.sort,
    visible:
      readColumns(params.get('columns') ?? remembered.columns?.join(',') ?? null, shape) ??
      initial.visible,
    filters: readFilters(params, shape),
    density: densities.find((one) => one === params.get('density')) ?? remembered.density,
    page: Number.isSafeInteger(page) && page > 0 ? page : initial.page,
    pageSize: shape.pageSizes.includes(size) ? size : initial.pageSize,
  }
}

/** The query with the grid's entries rewritten; other entries are kept. */
export function writeGrid(address: string, state: GridState, shape: GridShape): string {
  const params = new URLSearchParams(address)
  const initial = initialState(shape)
  const remembered = readStoredSettings(shape.name)
  const put = (key: string, text: string, textAtFirst: string | null) => {
    if (text === textAtFirst) params.delete(key)
    else params.set(key, text)
  }
  put('q', state.search.trim(), '')
  put('sort', sortText(state.sort), sortText(initial.sort))
  // With columns stored in the browser, the default columns are written as well: without them the stored ones apply.
  put('columns', columnsText(state, shape), remembered.columns ? null : columnsText(initial, shape))
  for (const column of shape.columns) {
    if (hasUnknownChoices(column)) continue
    const filter = state.filters[column.id]
    const isPresence = filter?.kind === 'presence'
    put(presenceKey(column), isPresence ? filterText(filter) : '', '')
    put(filterKey(column), filter && !isPresence ? filterText(filter) : '', '')
  }
  put('density', state.density ?? '', remembered.density ? null : '')
  put('page', String(state.page), String(initial.page))
  put('size', String(state.pageSize), String(initial.pageSize))
  return readableQuery(params)
}

// The query with plain commas, which are easier to read and need no encoding.
function readableQuery(params: URLSearchParams): string {
  const text = params.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

function readSort(text: string | null, { columns }: GridShape): Sort<string> | null {
  const column = text?.replace(/^-/, '')
  if (!columns.some(({ id }) => id === column)) return null
  return { column: column ?? '', direction: text?.startsWith('-') ? 'descending' : 'ascending' }
}

function sortText({ column, direction }: Sort<string>): string {
  return direction === 'descending' ? `-${column}` : column
}

function readColumns(text: string | null, { columns }: GridShape): string[] | null {
  return text === null ? null : visibleIds(columns, text.split(','))
}

function columnsText({ visible }: GridState, { columns }: GridShape): string {
  const chosen = columns.filter(({ id, fixed }) => !fixed && visible.includes(id))
  return chosen.map(({ id }) => id).join(',')
}

function readFilters(params: URLSearchParams, { columns }: GridShape): Record<string, Filter> {
  const filters: Record<string, Filter> = {}
  for (const column of columns) {
    const filter =
      readPresence(column, params.get(presenceKey(column))) ??
      readFilter(column, params.get(filterKey(column)) ?? '')
    if (!isEmptyFilter(filter)) filters[column.id] = filter
  }
  return filters
}

function readPresence(column: AnyColumn, text: string | null): Filter | null {
  if (!canBeEmpty(column) || (text !== 'yes' && text !== 'no')) return null
  return { kind: 'presence', isEmpty: text === 'yes' }
}

function readFilter(column: AnyColumn, text: string): Filter {
  const { kind } = column
  switch (kind) {
    case 'text':
      return { kind, text }
    case 'choice': {
      const wanted = text.split(',')
      const values = column.options.map(({ value }) => value)
      return { kind, chosen: values.filter((value) => wanted.includes(value)) }
    }
    case 'date': {
      const [from = '', to = ''] = text.split('..')
      return { kind, from: isDay(from) ? from : null, to: isDay(to) ? to : null }
    }
    case 'number':
    case 'money': {
      // `12` without dots is both the lower and the upper limit.
      const [from = '', to = from] = text.split('..')
      return { kind, from: readNumber(from, kind), to: readNumber(to, kind) }
    }
  }
}

function filterText(filter: Filter): string {
  switch (filter.kind) {
    case 'presence':
      return filter.isEmpty ? 'yes' : 'no'
    case 'text':
      return filter.text.trim()
    case 'choice':
      return filter.chosen.join(',')
    case 'date':
      return `${filter.from ?? ''}..${filter.to ?? ''}`
    case 'number':
    case 'money':
      return `${numberText(filter.from, filter.kind)}..${numberText(filter.to, filter.kind)}`
  }
}

type NumberKind = 'number' | 'money'

/** A number of the URL, null when it is unreadable. Money is in euros there (`12.50`) and returned in cents. */
function readNumber(text: string, kind: NumberKind): number | null {
  const shape = kind === 'money' ? /^\d{1,9}(\.\d{1,2})?$/ : /^-?\d{1,12}(\.\d{1,6})?$/
  if (!shape.test(text)) return null
  // `|| 0` turns -0 into 0, since "-0" in the URL would become "0" when it is written again.
  return kind === 'money' ? Math.round(Number(text) * 100) : Number(text) || 0
}

function numberText(value: number | null, kind: NumberKind): string {
  if (value === null) return ''
  return String(kind === 'money' ? value / 100 : value)
}
