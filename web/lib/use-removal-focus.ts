import { useLayoutEffect, useRef } from 'react'

/** The element to focus after the open dialog has closed. */
let waiting: HTMLElement | null = null

/** Returns and clears the element that the closing dialog has to focus; null when there is none. */
export function takeFocusTarget(): HTMLElement | null {
  const goal = waiting
  waiting = null
  return goal?.isConnected ? goal : null
}

/** When the row marked by `markRemoved` disappears with its focused button, the focus moves to `goal`, or else to `main`. */
export function useRemovalFocus<Goal extends HTMLElement, Id extends number | string = number>(
  rows: readonly { id: Id }[] | undefined,
) {
  const goal = useRef<Goal>(null)
  const removedId = useRef<Id | null>(null)
  useLayoutEffect(() => {
    if (removedId.current === null || !rows) return
    if (rows.some(({ id }) => id === removedId.current)) return
    removedId.current = null
    focusOrWait(goal.current)
  }, [rows])
  const markRemoved = (id: Id) => {
    removedId.current = id
  }
  return { goal, markRemoved }
}

/**
 * Moves the focus to `goal` when the list becomes empty or gets its first row, since the page then renders another
 * head, without the focused button.
 */
export function useHeadFocus<Goal extends HTMLElement>(rows: readonly unknown[] | undefined) {
  const goal = useRef<Goal>(null)
  const isEmpty = rows && rows.length === 0
  const before = useRef(isEmpty)
  useLayoutEffect(() => {
    const wasEmpty = before.current
    before.current = isEmpty
    if (wasEmpty !== undefined && isEmpty !== undefined && wasEmpty !== isEmpty) {
      focusOrWait(goal.current)
    }
  }, [isEmpty])
  return goal
}

function focusOrWait(goal: HTMLElement | null): void {
  // A dialog may still be open and hold the focus; on closing it asks `takeFocusTarget`.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) waiting = goal
  else if (isNowhere(document.activeElement)) {
    if (goal) goal.focus()
    else document.querySelector('main')?.focus({ preventScroll: true })
  }
}

/** Whether no control has the focus. A closing dialog focuses `main` if its opener is gone. */
function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body || element.tagName === 'MAIN'
}
