import { useLayoutEffect, useRef } from 'react'

/** A deleted row takes its button along, and the focus with it: that goes to the `goal` then. */
export function useRemovalFocus<Goal extends HTMLElement>(
  rows: readonly { id: number }[] | undefined,
) {
  const goal = useRef<Goal>(null)
  const removedId = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (removedId.current === null || !rows) return
    if (rows.some(({ id }) => id === removedId.current)) return
    removedId.current = null
    const focusGoal = () => {
      if (document.activeElement === document.body) goal.current?.focus()
    }
    focusGoal()
    // The dialog that asked may be closing still, and hold the focus until it is gone.
    setTimeout(focusGoal, 100)
  }, [rows])
  const markRemoved = (id: number) => {
    removedId.current = id
  }
  return { goal, markRemoved }
}
