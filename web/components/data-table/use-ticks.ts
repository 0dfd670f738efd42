import { useCallback, useEffect, useMemo, useState } from 'react'
import type { RowWithId } from './column.ts'

export type Ticks<Row> = {
  /** The ticked rows that are in the list, in its order. */
  chosen: readonly Row[]
  isTicked: (row: RowWithId) => boolean
  /** Ticks or unticks; with Shift all from the row pressed before up to this one. */
  press: (row: RowWithId, event: { shiftKey: boolean }) => void
  /** Ticks all of these, or none of them when all are ticked. */
  pressAll: (rows: readonly RowWithId[]) => void
  /** Ticks all rows of the list. */
  all: () => void
  clear: () => void
}

type Ticked = { ids: ReadonlySet<number>; lastId: number | null }

const nothing: Ticked = { ids: new Set(), lastId: null }

/**
 * Which rows are ticked. A row that a filter takes away is not chosen as long as it is away.
 * @param rows those found, of all pages, in the order shown; their range is what Shift goes through
 */
export function useTicks<Row extends RowWithId>(rows: readonly Row[]): Ticks<Row> {
  const [{ ids }, setTicked] = useState(nothing)
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id))),
    [rows, ids],
  )
  const press = useCallback<Ticks<Row>['press']>(
    ({ id }, { shiftKey }) =>
      setTicked((before) => {
        const passed = shiftKey ? range(rows, before.lastId ?? id, id) : [id]
        return { ids: changed(before.ids, passed, !before.ids.has(id)), lastId: id }
      }),
    [rows],
  )
  const pressAll = useCallback<Ticks<Row>['pressAll']>((some) => {
    const someIds = some.map(({ id }) => id)
    setTicked((before) => ({
      ids: changed(before.ids, someIds, !someIds.every((id) => before.ids.has(id))),
      lastId: null,
    }))
  }, [])
  const clear = useCallback(() => setTicked(nothing), [])
  useEscape(chosen.length > 0, clear)
  return {
    chosen,
    isTicked: ({ id }) => ids.has(id),
    press,
    pressAll,
    all: () => setTicked({ ids: new Set(rows.map(({ id }) => id)), lastId: null }),
    clear,
  }
}

function changed(ids: ReadonlySet<number>, passed: readonly number[], isTicked: boolean) {
  const next = new Set(ids)
  for (const id of passed) {
    if (isTicked) next.add(id)
    else next.delete(id)
  }
  return next
}

/** From one row to another, in either direction; the last alone when the first is not there. */
function range(rows: readonly RowWithId[], firstId: number, lastId: number): number[] {
  const first = rows.findIndex(({ id }) => id === firstId)
  const last = rows.findIndex(({ id }) => id === lastId)
  if (first === -1 || last === -1) return [lastId]
  return rows.slice(Math.min(first, last), Math.max(first, last) + 1).map(({ id }) => id)
}

/** What takes Escape for itself: what lies above the page, and a field with a text in it. */
const ownEscape = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

function useEscape(isOn: boolean, clear: () => void) {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(ownEscape) || isTyping(target)) return
      clear()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn, clear])
}

function isTyping(target: Element | null): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.value !== ''
}
