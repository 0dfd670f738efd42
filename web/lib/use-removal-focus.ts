import { useLayoutEffect, useRef } from 'react'

/** Where the focus goes once the dialog that holds it is closed. */
let waiting: HTMLElement | null = null

/** For the dialog that closes: the goal that waits for it; null when none does. */
export function takeWaitingGoal(): HTMLElement | null {
  const goal = waiting
  waiting = null
  return goal?.isConnected ? goal : null
}

/**
 * A deleted row takes its button along, and the focus with it: that goes to the `goal` then, or to the
 * page where the goal is gone as well.
 */
export function useRemovalFocus<Goal extends HTMLElement, Id extends number | string = number>(
  rows: readonly { id: Id }[] | undefined,
) {
  const goal = useRef<Goal>(null)
  const removedId = useRef<Id | null>(null)
  useLayoutEffect(() => {
    if (removedId.current === null || !rows) return
    if (rows.some(({ id }) => id === removedId.current)) return
    removedId.current = null
    goOnAt(goal.current)
  }, [rows])
  const markRemoved = (id: Id) => {
    removedId.current = id
  }
  return { goal, markRemoved }
}

/** A list's first row, and its last one that goes, draw its head anew: the focus comes to the new `goal`. */
export function useHeadFocus<Goal extends HTMLElement>(rows: readonly unknown[] | undefined) {
  const goal = useRef<Goal>(null)
  const isEmpty = rows && rows.length === 0
  const before = useRef(isEmpty)
  useLayoutEffect(() => {
    const wasEmpty = before.current
    before.current = isEmpty
    if (wasEmpty !== undefined && isEmpty !== undefined && wasEmpty !== isEmpty) {
      goOnAt(goal.current)
    }
  }, [isEmpty])
  return goal
}

function goOnAt(goal: HTMLElement | null): void {
  // The dialog that asked may be there still, and holds the focus until it is gone.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) waiting = goal
  else if (isNowhere(document.activeElement)) {
    if (goal) goal.focus()
    else document.querySelector('main')?.focus({ preventScroll: true })
  }
}

/** On the page as a whole: a dialog whose opener was gone already has led it there. */
function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body || element.tagName === 'MAIN'
}
