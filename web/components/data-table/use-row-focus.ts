import { type MouseEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Which row was opened from which entry of the browser's history. */
const openedRows = new Map<string, string>()

/**
 * Who comes back to a list stands at the row they came from, and who ends its ticks at the last of
 * them: the bar takes its button along.
 */
export function useRowFocus(isThere: boolean, isChosen: boolean) {
  const { key, pathname } = useLocation()
  const card = useRef<HTMLElement>(null)
  const place = `${pathname} ${key}`

  const arrivedAt = useRef<string | null>(place)
  useEffect(() => {
    if (!isThere || arrivedAt.current === null) return
    const rowId = openedRows.get(arrivedAt.current)
    arrivedAt.current = null
    const row = rowId && card.current?.querySelector(`tr[data-row="${rowId}"] a[data-row-link]`)
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  }, [isThere])

  const lastRowId = useRef<string | null>(null)
  const wasChosen = useRef(isChosen)
  useEffect(() => {
    const hasEnded = wasChosen.current && !isChosen
    wasChosen.current = isChosen
    if (!hasEnded || document.activeElement !== document.body) return
    const box = `tr[data-row="${lastRowId.current}"] input[data-row-tick]`
    const goal = card.current?.querySelector(box) ?? card.current?.querySelector('input')
    if (goal instanceof HTMLElement) goal.focus({ preventScroll: true })
  }, [isChosen])

  const rememberRow = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null
    if (!row?.dataset.row) return
    lastRowId.current = row.dataset.row
    openedRows.set(place, row.dataset.row)
  }
  return { card, rememberRow }
}
