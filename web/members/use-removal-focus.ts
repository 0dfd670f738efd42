import { useLayoutEffect, useRef } from 'react'
import type { Loaded } from '#web/lib/use-loaded.ts'

/** A deleted row takes its button along, and the focus with it: that goes to the `goal` then. */
export function useRemovalFocus<Goal extends HTMLElement>(rows: Loaded<{ id: number }[]>) {
  const goal = useRef<Goal>(null)
  const removedId = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (removedId.current === null || !rows.result?.ok) return
    if (rows.result.data.some(({ id }) => id === removedId.current)) return
    removedId.current = null
    if (document.activeElement === document.body) goal.current?.focus()
  }, [rows.result])
  const markRemoved = (id: number) => {
    removedId.current = id
  }
  return { goal, markRemoved }
}
